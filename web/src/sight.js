// Where the board looks: places brought into view, and the first look at a match.

import { bestWindow, front, span } from "./front.js";

/** Counters smaller than this, in pixels, cannot be told apart. */
const READABLE = 22;
/** The width of counters at the first look, in pixels: as large as this where there is room, and never smaller than that. */
const LARGE = 56;
const SMALL = 31;
/** Pieces so many hexes apart stand face to face: beside each other, or with one hex between them. */
const FACING = 2.1;
/** More places to choose from than this say nothing of where to look. */
const ANYWHERE = 120;
/** The map is turned in a new phase where so many times as many can act elsewhere as are in view. */
const MUCH = 1.5;
/** Room round what is looked at, in hexes: half of it on each side. */
const MARGIN = 2.4;

export class Sight {
  /** @param {import("./board.js").Board} board */
  constructor(board) {
    this.board = board;
    this.layout = board.layout;
  }

  /**
   * Brings places into view together.
   * @param {string[]} ids
   * @param {boolean} [centred]
   */
  frame(ids, centred = false) {
    const [vx, vy] = this.layout.view;
    const points = ids.map((id) => this.layout.place(id)).filter((p) => p !== undefined).map((p) => ({ x: p.x - vx, y: p.y - vy }));
    this.board.camera.enclose(points, centred, READABLE / this.layout.counter);
  }

  /** What of the map is free to look at: left, top, width, height. @returns {[number, number, number, number]} */
  room() {
    const { camera } = this.board;
    const { free, scale } = camera;
    const [vx, vy] = this.layout.view;
    return [(free.x - camera.x) / scale + vx, (free.y - camera.y) / scale + vy, free.width / scale, free.height / scale];
  }

  /**
   * Brings a place into view.
   * @param {string} place
   */
  reveal(place) {
    const at = this.layout.place(place);
    if (at) this.board.camera.reveal(at.x - this.layout.view[0], at.y - this.layout.view[1]);
    return Boolean(at);
  }

  /**
   * The nearest of some places.
   * @param {string[]} ids
   * @param {string | null} from
   */
  nearest(ids, from) {
    const start = from ? this.layout.place(from) : undefined;
    const spots = ids.map((id) => this.layout.place(id)).filter((place) => place !== undefined);
    if (!start || !spots.length) return null;
    const far = (/** @type {{x: number, y: number}} */ p) => Math.hypot(p.x - start.x, p.y - start.y);
    return spots.reduce((a, b) => (far(b) < far(a) ? b : a)).id;
  }

  /** Whether the map is looked at from so far that nothing on it can be told apart. */
  get isFar() {
    const { camera } = this.board;
    return (camera.goal ?? camera).scale * this.layout.counter < READABLE;
  }

  /**
   * Brings the nearest of some places into view, if none of them is.
   * @param {string[]} ids
   * @param {string | null} from
   */
  revealNearest(ids, from) {
    const [vx, vy] = this.layout.view;
    const seen = ids.some((id) => {
      const place = this.layout.place(id);
      return place && this.board.camera.inView(place.x - vx, place.y - vy);
    });
    const nearest = seen ? null : this.nearest(ids, from);
    if (nearest) this.reveal(nearest);
  }

  /**
   * Turns the map to where the most of some places are, if none of them is in view; in a new phase also if elsewhere there are many more.
   * @param {string[]} ids
   * @param {boolean} [fresh]
   */
  showSome(ids, fresh = false) {
    const { camera } = this.board;
    const [vx, vy] = this.layout.view;
    const spots = ids.map((id) => this.layout.place(id)).filter((place) => place !== undefined).map((place) => ({ x: place.x - vx, y: place.y - vy, weight: 1 }));
    const seen = spots.filter((spot) => camera.inView(spot.x, spot.y)).length;
    if (!spots.length || (seen && !fresh)) return;
    const scale = Math.max((camera.goal ?? camera).scale, SMALL / this.layout.counter);
    const { x, y, width, height } = camera.free;
    const at = bestWindow(spots, width / scale, height / scale);
    const there = spots.filter((spot) => Math.abs(spot.x - at.x) * 2 <= width / scale && Math.abs(spot.y - at.y) * 2 <= height / scale).length;
    if (seen * MUCH > there) return;
    camera.flyTo(x + width / 2 - at.x * scale, y + height / 2 - at.y * scale, scale);
  }

  /**
   * Looks at where the action is, large enough to read; at the whole map while nothing stands on it.
   * @param {number | null} side whose eyes look
   */
  lookAtFront(side) {
    const { camera } = this.board;
    const { width, height } = camera.free;
    const { counter, body } = this.layout;
    // Areas are much larger than what stands in them.
    const size = this.layout.hex ? this.layout.size : this.layout.size / 2;
    // A battle under way is what everything is about.
    const fight = this.board.scene?.battle && this.layout.place(this.board.scene.battle.at);
    const spots = fight ? [{ x: fight.x, y: fight.y, weight: 1 }] : this.offered() ?? front(this.stands(), side, size * FACING);
    if (!spots.length) return this.lookAtWhole();
    // Counters up to LARGE wide; smaller, down to SMALL, where more of the action comes into view by that.
    const whole = span(spots);
    const fits = Math.min(width / (whole.width + size * MARGIN), height / (whole.height + size * MARGIN));
    const least = Math.min(SMALL / counter, width / (size * 5));
    const scale = Math.max(least, Math.min(fits, LARGE / counter));
    const at = bestWindow(spots, width / scale - size * MARGIN, height / scale - size * MARGIN);
    const within = (/** @type {number} */ spot, /** @type {number} */ all, /** @type {number} */ room) => {
      const half = room / scale / 2;
      return half * 2 >= all ? all / 2 : Math.max(half, Math.min(all - half, spot));
    };
    const [vx, vy] = this.layout.view;
    return camera.look(within(at.x, body[0], width) - vx, within(at.y, body[1], height) - vy, scale);
  }

  /** The places to choose from, where no piece is; nearly everywhere is nowhere in particular. */
  offered() {
    const { byPlace } = this.board.offers;
    if (this.stands().some((stand) => stand.can)) return null;
    const spots = [...byPlace.keys()].map((id) => this.layout.place(id)).filter((place) => place !== undefined).map(({ x, y }) => ({ x, y, weight: 1 }));
    return spots.length && spots.length <= ANYWHERE ? spots : null;
  }

  /** The pieces on the map, with whose they are and whether they can act. */
  stands() {
    const { offers, scene, sheet } = this.board;
    return (scene?.pieces ?? []).flatMap((piece) => {
      const at = this.layout.place(piece.at);
      return at && at.terrain !== "box" ? [{ x: at.x, y: at.y, side: sheet.pieces[piece.def]?.side ?? 0, can: offers.byPiece.has(piece.id) }] : [];
    });
  }

  /** The map without what is printed in its margin. */
  lookAtWhole() {
    const { camera } = this.board;
    const { width, height } = camera.free;
    const [vx, vy] = this.layout.view;
    const [w, h] = this.layout.body;
    camera.look(w / 2 - vx, h / 2 - vy, Math.min(width / w, height / h));
  }
}
