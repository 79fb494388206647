// One open match: what the server last said, what the page shows, and the way to act.
// `latest` is the truth as far as it has arrived; `shown` may lag while other players' moves are played back.

import { Refused, api, follow, freshKey, isNetworkFailure } from "./api.js";

/**
 * @typedef {import("./server").Update} Update
 * @typedef {import("./wire").SceneAction} SceneAction
 * @typedef {import("./wire").Event} LogEvent
 * @typedef {"load" | "own" | "undo" | "other" | "jump"} Cause
 */

/** @type {WeakMap<Update, LogEvent[]>} */
const fresh = new WeakMap();

/**
 * What an update says that was not known before.
 * @param {Update} update
 */
export function newsOf(update) {
  return fresh.get(update) ?? update.log?.events ?? [];
}

export class Session extends EventTarget {
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
    this.game = game;
    this.sheet = sheet;
    this.latest = first;
    this.shown = first;
    /** @type {LogEvent[]} */
    this.log = [];
    /** @type {{text: string, kind: string, seat?: string}[]} What this page did and can still take back. */
    this.done = [];
    /** @type {{text: string, kind: string, seat?: string}[]} What was taken back, latest last. */
    this.undone = [];
    /** Whether the page shows a replay. */
    this.past = false;
    this.busy = false;
    /** @type {Update[]} What the stream said while an answer was awaited: the answer to one's own action comes first. */
    this.held = [];
    this.connected = true;
    /** @type {import("./server").ThinkingNews | null} */
    this.thinking = null;
    /** @type {Map<string, Promise<import("./wire").Outcomes>>} */
    this.previews = new Map();
    /** @type {(() => void) | null} */
    this.stop = null;
    this.keepLog(first);
  }

  /** @param {string} type @param {any} [detail] */
  say(type, detail) {
    this.dispatchEvent(new CustomEvent(type, { detail }));
  }

  /** @param {string} type @param {(detail: any) => void} listener */
  on(type, listener) {
    this.addEventListener(type, (event) => listener(/** @type {CustomEvent} */ (event).detail));
  }

  /** Begins to follow the match. */
  open() {
    this.stop?.();
    this.stop = follow(this.match, this.token, () => this.latest.version, {
      event: (name, data) => this.hear(name, data),
      state: (connected) => {
        if (connected === this.connected) return;
        this.connected = connected;
        this.say("connection", connected);
      },
    });
  }

  close() {
    this.stop?.();
    this.stop = null;
  }

  /** @param {string} name @param {any} data */
  hear(name, data) {
    if (name === "update" && this.busy) this.held.push(data);
    else if (name === "update") this.receive(data, "other");
    else if (name === "thinking") {
      this.thinking = data;
      this.say("thinking", data);
    } else if (name === "presence") {
      if (Array.isArray(data?.chairs)) this.latest.chairs = data.chairs;
      this.say("presence", data);
    } else if (name === "rematch") {
      this.latest.rematch = data.match;
      this.say("presence", data);
    }
  }

  /** @param {Update} update */
  keepLog(update) {
    if (!update.log) return;
    const before = this.log.length;
    // Once a game is over the whole log comes anew; only what lies beyond the known part is news.
    fresh.set(update, update.log.events.slice(Math.max(0, before - update.log.from)));
    if (update.log.from < this.log.length) this.log.length = update.log.from;
    while (this.log.length < update.log.from) this.log.push({ seat: null, text: "", rule: "" });
    this.log.push(...update.log.events);
  }

  /**
   * Takes in news of the match; news already known are dropped.
   * @param {Update} update
   * @param {Cause} cause
   */
  receive(update, cause) {
    if (cause !== "load" && update.version <= this.latest.version) return;
    this.latest = update;
    this.previews.clear();
    this.thinking = null;
    this.keepLog(update);
    this.say("arrived", { update, cause });
  }

  /** The seat ids of the person who looks. */
  get seats() {
    return this.latest.seats ?? [];
  }

  /** Whether it is for this page to decide, as shown. */
  get mine() {
    return !this.past && this.shown.status.to_act.some((seat) => this.seats.includes(seat)) && !this.shown.status.over;
  }

  /** Whether the page shows how things really stand. */
  get current() {
    return this.shown === this.latest;
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
   * Plays an action.
   * @param {SceneAction | {text: string, kind: string, seat?: number}} action
   * @param {{redo?: boolean}} [how]
   * @returns {Promise<boolean>} Whether it was played.
   */
  async act(action, how = {}) {
    const seat = action.seat === undefined ? undefined : this.seatId(action.seat);
    return this.send(
      (version, key) => api.act(this.match, this.token, { version, action: action.text, seat, key }),
      "own",
      () => {
        this.done.push({ text: action.text, kind: action.kind, seat });
        if (!how.redo) this.undone.length = 0;
      },
    );
  }

  /** Takes the last action back. */
  async undo() {
    if (!this.latest.undo) return false;
    return this.send(
      (version, key) => api.undo(this.match, this.token, { version, key }),
      "undo",
      () => {
        const last = this.done.pop();
        if (last) this.undone.push(last);
      },
    );
  }

  /** Plays again what was taken back. */
  async redo() {
    const again = this.undone.pop();
    if (!again) return false;
    const index = this.game.seats.findIndex((seat) => seat.seat === again.seat);
    const played = await this.act({ ...again, seat: index < 0 ? undefined : index }, { redo: true });
    if (!played) this.undone.length = 0;
    return played;
  }

  /**
   * @param {(version: number, key: string) => Promise<Update>} request
   * @param {Cause} cause
   * @param {() => void} done
   */
  async send(request, cause, done) {
    if (this.busy) return false;
    this.busy = true;
    this.say("busy", true);
    try {
      const update = await request(this.latest.version, freshKey());
      done();
      this.receive(update, cause);
      return true;
    } catch (error) {
      this.fail(error);
      return false;
    } finally {
      this.busy = false;
      for (const update of this.held.splice(0)) this.receive(update, "other");
      this.say("busy", false);
    }
  }

  /** @param {unknown} error */
  fail(error) {
    if (error instanceof Refused && error.problem.update) {
      this.receive(error.problem.update, "other");
      if (error.status === 409) return this.say("stale");
    }
    if (error instanceof Refused) this.say("refused", { why: error.message, rule: error.rule });
    else if (isNetworkFailure(error)) this.say("refused", { why: "", network: true });
    else throw error;
    return undefined;
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

  /**
   * Looks through another chair's eyes (hot seat).
   * @param {string} token
   */
  async change(token) {
    this.close();
    this.token = token;
    const update = await api.match(this.match, token);
    this.log.length = 0;
    this.done.length = 0;
    this.undone.length = 0;
    this.receive(update, "load");
    this.open();
  }
}
