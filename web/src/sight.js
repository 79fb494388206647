// Where the board looks: places brought into view, and the first look at a match.

/** Counters smaller than this, in pixels, cannot be told apart. */
const READABLE = 22;
/** Sides so near to each other, in sizes of a place, are at the front. */
const FRONT = 4.5;

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
   * Brings the nearest of some places into view, if none of them is.
   * @param {string[]} ids
   * @param {string | null} from
   */
  revealNearest(ids, from) {
    const { camera } = this.board;
    const start = from ? this.layout.place(from) : undefined;
    const spots = ids.map((id) => this.layout.place(id)).filter((place) => place !== undefined);
    if (!start || !spots.length) return;
    const [vx, vy] = this.layout.view;
    if (spots.some((p) => camera.inView(p.x - vx, p.y - vy))) return;
    const far = (/** @type {{x: number, y: number}} */ p) => Math.hypot(p.x - start.x, p.y - start.y);
    this.reveal(spots.reduce((a, b) => (far(b) < far(a) ? b : a)).id);
  }

  /** The places of what can act. */
  actorSpots() {
    const ids = [...this.board.offers.byPlace.keys()];
    for (const id of this.board.offers.byPiece.keys()) ids.push(this.board.pieceById(id)?.at ?? "");
    return ids.map((id) => this.layout.place(id)).filter((place) => place !== undefined);
  }

  /**
   * Those of some places that have pieces of another side within a few hexes; all of them if there are none.
   * @template {{x: number, y: number}} T
   * @param {T[]} spots
   */
  atTheFront(spots) {
    const { pieces, sheet } = this.board;
    const side = (/** @type {import("./wire").Piece} */ piece) => sheet.pieces[piece.def].side;
    const held = [...pieces.places].flatMap(([id, here]) => {
      const at = this.layout.place(id);
      return at ? [{ at, side: side(here[0]) }] : [];
    });
    const near = (/** @type {T} */ a) => held.filter(({ at }) => Math.hypot(at.x - a.x, at.y - a.y) < this.layout.size * FRONT);
    const front = spots.filter((spot) => new Set(near(spot).map((one) => one.side)).size > 1);
    return front.length ? front : spots;
  }

  /** Where the first look goes: at the pieces, large enough to read. */
  firstLook() {
    const { camera } = this.board;
    const spots = [...this.board.pieces.places.keys()].map((id) => this.layout.place(id)).filter((p) => p !== undefined);
    const [vx, vy, vw, vh] = this.layout.view;
    const { width, height } = camera.free;
    const xs = spots.length ? spots.map((p) => p.x - vx) : [0, vw];
    const ys = spots.length ? spots.map((p) => p.y - vy) : [0, vh];
    const margin = this.layout.size * 2.2;
    const spanX = Math.max(...xs) - Math.min(...xs) + margin;
    const spanY = Math.max(...ys) - Math.min(...ys) + margin;
    // Counters between 34 and 56 pixels wide, if that leaves some of the map to be seen.
    const span = Math.min(width / spanX, height / spanY);
    const readable = Math.min(34 / this.layout.counter, width / (this.layout.size * 5));
    const scale = Math.max(Math.min(span, 56 / this.layout.counter), readable);
    /** @type {(list: number[], start: number, whole: number, room: number) => number} */
    const middle = (list, start, whole, room) => {
      const at = (Math.max(...list) + Math.min(...list)) / 2;
      if (list.length === 0) return start + whole / 2;
      const half = room / scale / 2;
      return half * 2 >= whole ? start + whole / 2 : Math.max(start + half, Math.min(start + whole - half, at));
    };
    // Where not everything fits, what can act comes first: the view that shows most of it.
    const actors = scale > span ? this.atTheFront(this.actorSpots()) : [];
    const wanted = actors.length ? actors : spots;
    if (scale > span && wanted.length) {
      const inside = (/** @type {{x: number, y: number}} */ c) => wanted.filter((p) => Math.abs(p.x - c.x) < width / scale / 2 && Math.abs(p.y - c.y) < height / scale / 2);
      const most = wanted.map(inside).reduce((a, b) => (b.length > a.length ? b : a));
      xs.splice(0, Infinity, ...most.map((p) => p.x - vx));
      ys.splice(0, Infinity, ...most.map((p) => p.y - vy));
    }
    camera.look(middle(xs, -vx, this.layout.body[0], width), middle(ys, -vy, this.layout.body[1], height), scale);
  }
}
