// The state of one open match, and what changes it: a pure function, so that it can be tried without a browser.
// `latest` is the truth as far as it has arrived; `shown` may lag while other players' moves are played back.

/**
 * @typedef {import("./server").Update} Update
 * @typedef {import("./wire").Event} LogEvent
 * @typedef {import("./wire").SceneAction} SceneAction
 * @typedef {"load" | "own" | "undo" | "other" | "jump" | "again"} Cause
 * @typedef {{text: string, kind: string, seat?: string}} Deed what this page did
 * @typedef {{update: Update, cause: Cause, news: LogEvent[]}} Arrival a version of the match and what it says that was not known before
 *
 * @typedef {object} State
 * @property {Update} latest
 * @property {Update} shown
 * @property {LogEvent[]} news what the shown version says that was not known before
 * @property {LogEvent[]} log
 * @property {Deed[]} done what this page did and can still take back
 * @property {Deed[]} undone what was taken back, latest last
 * @property {boolean} past whether the page shows a replay
 * @property {boolean} busy whether an answer is awaited
 * @property {Update[]} held what the stream said while an answer was awaited: the answer to one's own action comes first
 * @property {boolean} connected
 * @property {import("./server").ThinkingNews | null} thinking
 * @property {Set<string>} selectable the pieces that could have been chosen before one was
 *
 * @typedef {{type: "heard", update: Update}
 *   | {type: "asked"}
 *   | {type: "answered", update: Update, cause: "own" | "undo", deed?: Deed, redo?: boolean}
 *   | {type: "refused", update?: Update}
 *   | {type: "loaded", update: Update}
 *   | {type: "showing", arrival: {update: Update, news: LogEvent[]}}
 *   | {type: "past", past: boolean}
 *   | {type: "thinking", news: import("./server").ThinkingNews}
 *   | {type: "presence", chairs: import("./wire").ChairState[]}
 *   | {type: "rematch", match: string}
 *   | {type: "connection", connected: boolean}
 *   | {type: "recalled", events: LogEvent[]}
 *   | {type: "forgotten"}} Change
 */

/** A sentence that was said and not asked for yet. @type {LogEvent} */
const UNKNOWN = { seat: null, text: "", rule: "" };

/**
 * How many of the first sentences of a log were not asked for yet.
 * @param {LogEvent[]} log
 */
export function unknown(log) {
  const known = log.findIndex((event) => event !== UNKNOWN);
  return known < 0 ? log.length : known;
}

/** @param {Update} first @returns {State} */
export function begin(first) {
  const empty = { latest: first, shown: first, news: [], log: [], done: [], undone: [], past: false, busy: false, held: [], connected: true, thinking: null, selectable: new Set() };
  return keepLog(empty, first).state;
}

/**
 * What a change makes of a state, and the versions of the match that arrived with it, in order.
 * @param {State} state
 * @param {Change} change
 * @returns {{state: State, arrivals: Arrival[]}}
 */
export function reduce(state, change) {
  switch (change.type) {
    case "heard":
      if (state.busy) return { state: { ...state, held: [...state.held, change.update] }, arrivals: [] };
      return receive(state, change.update, "other");
    case "asked":
      return { state: { ...state, busy: true }, arrivals: [] };
    case "answered":
      return answered(state, change);
    case "refused": {
      const got = change.update ? receive(state, change.update, "other") : { state, arrivals: [] };
      return release({ ...got.state, busy: false }, got.arrivals);
    }
    case "loaded": {
      const clean = { ...state, log: [], done: [], undone: [], held: [], selectable: new Set() };
      return receive(clean, change.update, "load");
    }
    case "showing":
      return quiet({ ...state, shown: change.arrival.update, news: change.arrival.news });
    case "past":
      return quiet({ ...state, past: change.past });
    case "thinking":
      return quiet({ ...state, thinking: change.news });
    case "presence":
      return quiet(patched(state, { chairs: change.chairs }));
    case "rematch":
      return quiet(patched(state, { rematch: change.match }));
    case "connection":
      return quiet({ ...state, connected: change.connected });
    case "recalled": {
      const count = unknown(state.log);
      return quiet({ ...state, log: [...change.events.slice(0, count), ...state.log.slice(count)] });
    }
    case "forgotten":
      return quiet({ ...state, undone: [] });
    default:
      return quiet(state);
  }
}

/** @param {State} state */
function quiet(state) {
  return { state, arrivals: [] };
}

/**
 * A part of the latest version that changes without a version of its own.
 * @param {State} state
 * @param {Partial<Update>} part
 */
function patched(state, part) {
  const latest = { ...state.latest, ...part };
  return { ...state, latest, shown: state.shown === state.latest ? latest : state.shown };
}

/**
 * @param {State} state
 * @param {Extract<Change, {type: "answered"}>} change
 */
function answered(state, change) {
  const { done, undone } = deeds(state, change);
  const chose = change.cause === "own" && change.deed?.kind === "select";
  const selectable = chose ? selectables(state.latest) : change.cause === "own" ? new Set() : state.selectable;
  const got = receive({ ...state, done, undone, selectable }, change.update, change.cause);
  return release({ ...got.state, busy: false }, got.arrivals);
}

/**
 * @param {State} state
 * @param {Extract<Change, {type: "answered"}>} change
 */
function deeds(state, change) {
  if (change.cause === "undo") {
    const last = state.done.at(-1);
    return { done: state.done.slice(0, -1), undone: last ? [...state.undone, last] : state.undone };
  }
  const done = change.deed ? [...state.done, change.deed] : state.done;
  return { done, undone: change.redo ? state.undone.slice(0, -1) : [] };
}

/** @param {Update} update @returns {Set<string>} */
function selectables(update) {
  const pieces = update.scene.actions.filter((action) => action.kind === "select" && action.piece).map((action) => String(action.piece));
  return new Set(pieces);
}

/**
 * What was held back while an answer was awaited follows it.
 * @param {State} state
 * @param {Arrival[]} arrivals
 */
function release(state, arrivals) {
  let now = { ...state, held: /** @type {Update[]} */ ([]) };
  const all = [...arrivals];
  for (const update of state.held) {
    const got = receive(now, update, "other");
    now = got.state;
    all.push(...got.arrivals);
  }
  return { state: now, arrivals: all };
}

/**
 * Takes in a version; one that is already known is dropped.
 * @param {State} state
 * @param {Update} update
 * @param {Cause} cause
 * @returns {{state: State, arrivals: Arrival[]}}
 */
function receive(state, update, cause) {
  if (cause !== "load" && update.version <= state.latest.version) return { state, arrivals: [] };
  const kept = keepLog({ ...state, latest: update, thinking: null }, update);
  return { state: kept.state, arrivals: [{ update, cause, news: kept.news }] };
}

/**
 * @param {State} state
 * @param {Update} update
 */
function keepLog(state, update) {
  if (!update.log) return { state, news: /** @type {LogEvent[]} */ ([]) };
  const { from, events } = update.log;
  // Once a game is over the whole log comes anew; only what lies beyond the known part is news.
  const news = events.slice(Math.max(0, state.log.length - from));
  const log = state.log.slice(0, from);
  while (log.length < from) log.push(UNKNOWN);
  return { state: { ...state, log: [...log, ...events] }, news };
}

/**
 * Whether it is for this page to decide, as shown.
 * @param {State} state
 */
export function isMine(state) {
  const { status } = state.shown;
  return !state.past && !status.over && status.to_act.some((seat) => state.latest.seats.includes(seat));
}

/**
 * Whether the last thing this page did was to choose a unit, so that letting go of it is one step back.
 * @param {State} state
 */
export function holdsUnit(state) {
  return state.latest.undo && state.done.at(-1)?.kind === "select";
}
