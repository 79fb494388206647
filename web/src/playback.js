// Other players' moves, one after the other, at the speed the person likes. Anything they do themselves is shown at once.

import { fought } from "./actions.js";
import { settings } from "./settings.js";

/** A queue longer than this is cut: nobody wants to watch a whole game on coming back. */
const LONGEST = 240;
/** From so many waiting moves on, watching speeds up. */
const PATIENCE = 8;

/**
 * @typedef {import("./state.js").Arrival} Arrival
 * @typedef {object} Audience who is shown the moves
 * @property {(arrival: Arrival, lasts: number) => void} show
 * @property {(arrival: Arrival) => void} pass takes note of a version that nobody will see, since a later one follows at once
 * @property {(running: boolean, waiting: number) => void} watching
 * @property {() => void} changed called when watching begins, goes on or ends
 */

export class Playback {
  /** @param {Audience} audience */
  constructor(audience) {
    this.audience = audience;
    /** @type {Arrival[]} */
    this.queue = [];
    /** @type {Arrival | null} */
    this.last = null;
    /** @type {ReturnType<typeof setTimeout> | undefined} */
    this.timer = undefined;
    this.running = false;
  }

  /** @param {Arrival} arrival */
  push(arrival) {
    if (arrival.cause !== "other") {
      this.stop();
      this.audience.show(arrival, arrival.cause === "own" ? 2600 : 0);
      this.audience.changed();
      return;
    }
    this.queue.push(arrival);
    if (!this.running) this.run();
    else {
      this.watch(true);
      this.audience.changed();
    }
  }

  /** @param {boolean} running */
  watch(running) {
    this.running = running;
    this.audience.watching(running, this.queue.length);
  }

  /**
   * Shows again what was shown before.
   * @param {Arrival[]} arrivals
   */
  again(arrivals) {
    this.stop();
    this.queue = arrivals.map((arrival) => ({ ...arrival, cause: /** @type {const} */ ("again") }));
    this.run();
  }

  stop() {
    clearTimeout(this.timer);
    this.queue.length = 0;
    this.watch(false);
  }

  /** Jumps to how things stand. What was said on the way is not lost: the log and the list of what happened have it. */
  skip() {
    const rest = this.queue.splice(0);
    this.stop();
    const last = rest.pop();
    for (const arrival of rest) this.audience.pass(arrival);
    if (last) this.audience.show(last, 0);
    this.audience.changed();
  }

  run() {
    if (settings.speed === 0 || document.hidden) {
      this.watch(true);
      return this.skipSoon();
    }
    if (this.queue.length > LONGEST) for (const old of this.queue.splice(0, this.queue.length - LONGEST)) this.audience.pass(old);
    const next = this.queue.shift();
    this.watch(next !== undefined);
    if (!next) return this.audience.changed();
    const lasts = pace(next, this.queue.length) / settings.speed;
    this.audience.show(next, Math.max(lasts, 1200));
    this.timer = setTimeout(() => this.run(), lasts);
    return this.audience.changed();
  }

  /** Several updates that arrive together are one jump. */
  skipSoon() {
    this.timer = setTimeout(() => this.skip(), 30);
  }
}

/**
 * How long a move is worth looking at, in milliseconds: bookkeeping hardly at all, and less the more is waiting.
 * @param {Arrival} arrival
 * @param {number} waiting
 */
export function pace(arrival, waiting) {
  const haste = Math.max(1, waiting / PATIENCE);
  if (arrival.news.some(fought)) return 1500 / Math.sqrt(haste);
  const told = arrival.news.some((event) => event.at?.length);
  return told ? 600 / haste : 30;
}
