// One open match: the state of it, the way to act, and news for whoever draws.

import { LATELY, Refused, api, follow, freshKey, isNetworkFailure } from "./api.js";
import { Emitter } from "./emitter.js";
import { begin, holdsUnit, isMine, reduce, unknown } from "./state.js";

/**
 * @typedef {import("./server").Update} Update
 * @typedef {import("./wire").SceneAction} SceneAction
 * @typedef {import("./state.js").Cause} Cause
 * @typedef {import("./state.js").Arrival} Arrival
 * @typedef {{
 *   arrived: Arrival,
 *   thinking: import("./server").ThinkingNews,
 *   presence: undefined,
 *   busy: boolean,
 *   stale: undefined,
 *   refused: {why: string, rule?: string, network?: boolean},
 *   connection: boolean,
 *   orders: import("./wire").Standing,
 *   notes: import("./wire").Notes,
 * }} SessionEvents
 */

/** @extends {Emitter<SessionEvents>} */
export class Session extends Emitter {
  /**
   * @param {string} match
   * @param {string} token
   * @param {import("./server").GameEntry} game
   * @param {import("./wire").Sheet} sheet
   * @param {Update} first
   */
  constructor(match, token, game, sheet, first) {
    super();
    this.match = match;
    this.token = token;
    this.scenario = game.scenarios.find((s) => s.scenario === first.scenario);
    this.game = named(game, this.scenario);
    this.sheet = sheet;
    this.state = begin(first);
    /** @type {Map<string, Promise<import("./wire").Outcomes>>} */
    this.previews = new Map();
    /** @type {(() => void) | null} */
    this.stop = null;
    /** @type {((text: string) => boolean) | null} What a guided game lets pass. */
    this.gate = null;
    /** How many rows of requests that belong together are under way. */
    this.rows = 0;
  }

  get latest() { return this.state.latest; }
  get shown() { return this.state.shown; }
  get news() { return this.state.news; }
  get log() { return this.state.log; }
  get busy() { return this.state.busy || this.rows > 0; }
  get thinking() { return this.state.thinking; }
  get canRedo() { return this.state.undone.length > 0; }
  /** The seat ids of the person who looks. */
  get seats() { return this.latest.seats ?? []; }
  /** Whether it is for this page to decide, as shown. */
  get mine() { return isMine(this.state); }
  /** Whether the page shows how things really stand. */
  get current() { return this.shown === this.latest; }
  /** Whether a chosen unit can be laid back by one step. */
  get holdsUnit() { return holdsUnit(this.state); }

  /** @param {import("./state.js").Change} change */
  change(change) {
    const { state, arrivals } = reduce(this.state, change);
    this.state = state;
    if (arrivals.length) this.previews.clear();
    for (const arrival of arrivals) this.say("arrived", arrival);
  }

  /** Begins to follow the match. */
  open() {
    this.stop?.();
    this.stop = follow(this.match, this.token, () => this.latest.version, {
      event: (heard) => this.hear(heard),
      state: (connected) => {
        if (connected === this.state.connected) return;
        this.change({ type: "connection", connected });
        this.say("connection", connected);
      },
    });
  }

  close() {
    this.stop?.();
    this.stop = null;
  }

  /** @param {import("./server").Heard} heard */
  hear(heard) {
    switch (heard.name) {
      case "update":
        return this.change({ type: "heard", update: heard.data });
      case "thinking":
        this.change({ type: "thinking", news: heard.data });
        return this.say("thinking", heard.data);
      case "presence":
        if (Array.isArray(heard.data?.chairs)) this.change({ type: "presence", chairs: heard.data.chairs });
        return this.say("presence", undefined);
      case "rematch":
        this.change({ type: "rematch", match: heard.data.match });
        return this.say("presence", undefined);
      case "orders":
        return this.say("orders", heard.data);
      case "notes":
        return this.say("notes", heard.data);
      // A newer server may say more.
      default:
        return undefined;
    }
  }

  /** @param {number} index */
  seatId(index) {
    return this.game.seats[index]?.seat;
  }

  /** @param {string} id */
  seatName(id) {
    return this.game.seats.find((seat) => seat.seat === id)?.name ?? id;
  }

  /**
   * The colour and pattern of a seat: where a side has several nations, that of the counters that carry the seat's id.
   * @param {string | null | undefined} id
   */
  nationOf(id) {
    return this.sheet.pieces.find((piece) => piece.right.toLowerCase() === id)?.nation ?? this.sideOfSeat(id)?.nation;
  }

  /** @param {string | null | undefined} id */
  sideOfSeat(id) {
    const seat = this.game.seats.find((s) => s.seat === id);
    return seat ? this.game.sides[seat.side] : undefined;
  }

  /**
   * Plays an action.
   * @param {SceneAction | {text: string, kind: string, seat?: number}} action
   * @param {{redo?: boolean}} [how]
   * @returns {Promise<boolean>} Whether it was played.
   */
  async act(action, how = {}) {
    if (this.gate && !this.gate(action.text)) return false;
    const seat = action.seat === undefined ? undefined : this.seatId(action.seat);
    const deed = { text: action.text, kind: action.kind, seat };
    return this.send((version, key) => api.act(this.match, this.token, { version, action: action.text, seat, key }), (update) => ({ type: "answered", update, cause: "own", deed, redo: how.redo }));
  }

  /** Takes the last action back. */
  async undo() {
    if (!this.latest.undo || this.gate) return false;
    return this.send((version, key) => api.undo(this.match, this.token, { version, key }), (update) => ({ type: "answered", update, cause: "undo" }));
  }

  /** Plays again what was taken back. */
  async redo() {
    const again = this.state.undone.at(-1);
    if (!again) return false;
    const index = this.game.seats.findIndex((seat) => seat.seat === again.seat);
    const played = await this.act({ ...again, seat: index < 0 ? undefined : index }, { redo: true });
    if (!played) this.change({ type: "forgotten" });
    return played;
  }

  /**
   * @param {(version: number, key: string) => Promise<Update>} request
   * @param {(update: Update) => import("./state.js").Change} answer
   */
  async send(request, answer) {
    if (this.state.busy) return false;
    this.change({ type: "asked" });
    this.say("busy", true);
    try {
      const update = await request(this.latest.version, freshKey());
      this.change(answer(update));
      return true;
    } catch (error) {
      this.fail(error);
      return false;
    } finally {
      this.say("busy", this.busy);
    }
  }

  /**
   * Does several things that are one to the person, such as laying a unit back and taking another: the page is busy until the last is done.
   * @template T
   * @param {() => Promise<T>} deeds
   */
  async together(deeds) {
    this.rows++;
    this.say("busy", true);
    try {
      return await deeds();
    } finally {
      this.rows--;
      this.say("busy", this.busy);
    }
  }

  /** @param {unknown} error */
  fail(error) {
    const update = error instanceof Refused ? error.problem.update : undefined;
    this.change({ type: "refused", update });
    if (error instanceof Refused) {
      if (update && error.status === 409) this.say("stale", undefined);
      else this.say("refused", { why: error.message, rule: error.rule });
    } else if (isNetworkFailure(error)) this.say("refused", { why: "", network: true });
    else throw error;
  }

  /**
   * The outcomes of an action, asked for once per version.
   * @param {{text: string, seat?: number}} action
   */
  preview(action) {
    const key = `${action.seat ?? ""} ${action.text}`;
    let answer = this.previews.get(key);
    if (!answer) {
      answer = api.preview(this.match, this.token, action.text, action.seat === undefined ? undefined : this.seatId(action.seat));
      answer.catch(() => {});
      this.previews.set(key, answer);
    }
    return answer;
  }

  /** Asks for what was said before the part of the log that the match was opened with. */
  async recall() {
    if (unknown(this.log)) this.change({ type: "recalled", events: (await api.log(this.match, this.token)).events });
  }

  /**
   * Looks through another chair's eyes (hot seat).
   * @param {string} token
   */
  async takeChair(token) {
    this.close();
    this.token = token;
    this.change({ type: "loaded", update: await api.match(this.match, token, LATELY) });
    this.open();
  }
}

/**
 * The game with the names that its sides and seats have in a scenario.
 * @param {import("./server").GameEntry} game
 * @param {import("./wire").ScenarioInfo | undefined} scenario
 * @returns {import("./server").GameEntry}
 */
export function named(game, scenario) {
  const seats = game.seats.map((seat, k) => ({ ...seat, name: scenario?.seat_names?.[k] ?? seat.name }));
  return { ...game, seats, sides: scenario?.sides?.length ? scenario.sides : game.sides };
}
