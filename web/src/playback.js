// Other players' moves, one by one, at the speed the person likes. Anything they do themselves is shown at once.

import { newsOf } from "./session.js";
import { settings } from "./settings.js";

/** A queue longer than this is cut: nobody wants to watch a whole game on coming back. */
const LONGEST = 80;

/**
 * @typedef {import("./server").Update} Update
 * @typedef {(update: Update, cause: import("./session.js").Cause, lasts: number) => void} Show
 */

export class Playback {
  /**
   * @param {Show} show
   * @param {() => void} changed called when watching begins or ends
   */
  constructor(show, changed) {
    this.show = show;
    this.changed = changed;
    /** @type {Update[]} */
    this.queue = [];
    /** @type {number | undefined} */
    this.timer = undefined;
    this.running = false;
  }

  /**
   * @param {Update} update
   * @param {import("./session.js").Cause} cause
   */
  push(update, cause) {
    if (cause !== "other") {
      this.stop();
      this.show(update, cause, cause === "own" ? 2600 : 0);
      this.changed();
      return;
    }
    this.queue.push(update);
    if (!this.running) this.run();
    else this.changed();
  }

  stop() {
    clearTimeout(this.timer);
    this.queue.length = 0;
    this.running = false;
  }

  /** Jumps to how things stand. */
  skip() {
    const last = this.queue.at(-1);
    this.stop();
    if (last) this.show(last, "jump", 0);
    this.changed();
  }

  run() {
    this.running = true;
    if (settings.speed === 0 || document.hidden) return this.skipSoon();
    if (this.queue.length > LONGEST) this.queue.splice(0, this.queue.length - LONGEST);
    const next = this.queue.shift();
    if (!next) {
      this.running = false;
      return this.changed();
    }
    const lasts = duration(next) / settings.speed;
    this.show(next, "other", Math.max(lasts, 1200));
    this.timer = setTimeout(() => this.run(), lasts);
    return this.changed();
  }

  /** Several updates that arrive together are one jump. */
  skipSoon() {
    this.timer = setTimeout(() => this.skip(), 30);
  }
}

/**
 * How long a move is worth looking at, in milliseconds.
 * @param {Update} update
 */
function duration(update) {
  const events = newsOf(update);
  if (!events.length) return 40;
  if (events.some((event) => event.dice?.length)) return 1500;
  return Math.min(2000, 600 + 150 * (events.length - 1));
}
