// What pointers do on the board: what they aim at, presses, drags, and the pile that opens under them.

/** How long a pointer rests on a pile before it opens, in milliseconds. */
const FAN_WAITS = 160;
/** So near to the edge of a list a carried piece scrolls it, in pixels, and by so much at a time. */
const EDGE = 36;
const SCROLL = 7;
/** Places so many hexes apart lie side by side. */
const BESIDE = 1.3;

/**
 * @typedef {import("./board.js").Board} Board
 * @typedef {import("./board.js").BoardListener} BoardListener
 */

export class Handling {
  /**
   * @param {Board} board
   * @param {BoardListener} listener
   */
  constructor(board, listener) {
    this.board = board;
    this.listener = listener;
    /** @type {string | null} */
    this.hovered = null;
    /** @type {string | null} The piece under a press that may become a drag. */
    this.pressed = null;
    /** @type {ReturnType<typeof setTimeout> | undefined} */
    this.fanTimer = undefined;
    /** @type {ReturnType<typeof setInterval> | undefined} */
    this.scrolling = undefined;
  }

  /** @param {PointerEvent | MouseEvent} event */
  placeAt(event) {
    const point = this.board.camera.toWorld(event.clientX, event.clientY);
    const { layout } = this.board;
    return layout.under(point.x + layout.view[0], point.y + layout.view[1])?.id ?? null;
  }

  /**
   * The piece and the place that an event is about. A pile's top hides those below: where only they can act, a press on
   * the pile means the place; fanned out, each is pressed by itself.
   * @param {PointerEvent | MouseEvent} event
   */
  aim(event) {
    const drawn = /** @type {Element} */ (event.target).closest?.("[data-piece]");
    const piece = drawn?.getAttribute("data-piece");
    if (!drawn || !piece) return { piece: null, place: this.placeAt(event) };
    const place = this.board.pieceById(piece)?.at ?? null;
    const can = (/** @type {string} */ id) => this.board.offers.byPiece.has(id);
    const hides = !drawn.closest("[data-fan]") && !can(piece) && this.board.pieces.at(place).some((other) => can(other.id));
    return { piece: hides ? null : piece, place };
  }

  /** @param {PointerEvent} event @returns {boolean} */
  grabs(event) {
    const { piece } = this.aim(event);
    this.pressed = piece && this.listener.canLift(piece, event.pointerType === "touch") ? piece : null;
    return this.pressed !== null;
  }

  /**
   * @param {PointerEvent} event
   * @param {boolean} begun
   */
  drag(event, begun) {
    const point = { x: event.clientX, y: event.clientY };
    if (begun && this.pressed) {
      this.board.pieces.closeFan();
      this.listener.lift(this.pressed, point);
    }
    this.listener.carry(point);
    this.scrollAt(point);
    this.aimAt(this.placeUnder(event));
  }

  /**
   * A piece that is carried to the edge of a list scrolls it, as long as it stays there and over nothing it could be laid on.
   * @param {{x: number, y: number} | null} point
   */
  scrollAt(point) {
    clearInterval(this.scrolling);
    const under = point && document.elementFromPoint(point.x, point.y);
    const list = under?.closest(".tab-body");
    if (!point || !list || under?.closest(".lit")) return;
    const { top, bottom } = list.getBoundingClientRect();
    const by = point.y < top + EDGE ? -SCROLL : point.y > bottom - EDGE ? SCROLL : 0;
    if (by) this.scrolling = setInterval(() => list.scrollBy(0, by), 16);
  }

  /**
   * @param {PointerEvent} event
   * @param {boolean} real
   */
  drop(event, real) {
    this.scrollAt(null);
    this.listener.drop(real ? this.placeUnder(event) : null, { x: event.clientX, y: event.clientY });
    this.pressed = null;
  }

  /**
   * The place under a pointer: of the map, or a box or cell beside it.
   * @param {PointerEvent} event
   */
  placeUnder(event) {
    const top = document.elementFromPoint(event.clientX, event.clientY);
    if (top && this.board.element.contains(top)) return this.placeAt(event);
    return top?.closest("[data-place]")?.getAttribute("data-place") ?? null;
  }

  /**
   * A piece that is dragged onto the map from beside it.
   * @param {string} piece
   * @param {PointerEvent} start
   */
  liftFrom(piece, start) {
    if (start.button > 0 || start.pointerType === "touch" || !this.listener.canLift(piece, false)) return;
    let lifted = false;
    const stop = (/** @type {Event} */ click) => click.stopPropagation();
    const move = (/** @type {PointerEvent} */ event) => {
      if (!lifted && Math.hypot(event.clientX - start.clientX, event.clientY - start.clientY) < 6) return;
      this.pressed = piece;
      this.drag(event, !lifted);
      lifted = true;
    };
    const end = (/** @type {PointerEvent} */ event) => {
      removeEventListener("pointermove", move);
      removeEventListener("pointerup", end);
      removeEventListener("pointercancel", end);
      if (!lifted) return;
      this.drop(event, event.type === "pointerup");
      // The click that follows the release would take the piece up again.
      addEventListener("click", stop, { capture: true, once: true });
      setTimeout(() => removeEventListener("click", stop, true), 0);
    };
    addEventListener("pointermove", move);
    addEventListener("pointerup", end);
    addEventListener("pointercancel", end);
  }

  /** @param {string | null} place */
  aimAt(place) {
    if (place === this.hovered) return;
    this.hovered = place;
    this.board.ink.showPath(place);
    this.listener.hover(place);
  }

  /** @param {PointerEvent | MouseEvent} event */
  ask(event) {
    const { piece, place } = this.aim(event);
    this.listener.hold(piece, place, { x: event.clientX, y: event.clientY });
  }

  /** @param {PointerEvent} event */
  tap(event) {
    const { pieces } = this.board;
    const { piece, place } = this.aim(event);
    const point = { x: event.clientX, y: event.clientY };
    // A finger cannot point without pressing: its first press on a pile spreads it out.
    const spreads = event.pointerType === "touch" && place !== null && place !== pieces.fanned && pieces.openFan(place);
    if (spreads && this.asks(place)) return this.listener.look(place);
    this.listener.tap(piece, place, point, event.shiftKey);
  }

  /**
   * Whether a press on a pile leaves open which of its units is meant.
   * @param {string} place
   */
  asks(place) {
    const { offers, pieces } = this.board;
    return !offers.byPlace.has(place) && pieces.at(place).filter((piece) => offers.byPiece.has(piece.id)).length > 1;
  }

  /**
   * Whether a pile that nothing can be done with would lie over a place beside it that is to be pressed, if it opened.
   * @param {string} place
   */
  wouldCover(place) {
    const { offers, pieces, layout } = this.board;
    const pile = layout.place(place);
    if (!pile || offers.byPlace.has(place) || pieces.at(place).some((piece) => offers.byPiece.has(piece.id))) return false;
    return [...offers.byPlace.keys()].some((id) => {
      const other = layout.place(id);
      return other !== undefined && Math.hypot(other.x - pile.x, other.y - pile.y) < layout.size * BESIDE;
    });
  }

  /** @param {PointerEvent | null} event */
  hover(event) {
    const { pieces, layout } = this.board;
    const inFan = event && /** @type {Element} */ (event.target).closest?.("[data-fan]");
    const place = event && !inFan ? this.placeAt(event) : inFan ? pieces.fanned : null;
    if (pieces.fanned && place !== pieces.fanned) pieces.closeFan();
    if (place === this.hovered) return;
    this.aimAt(place);
    clearTimeout(this.fanTimer);
    if (place && layout.hex && pieces.at(place).length > 1 && !this.wouldCover(place)) {
      this.fanTimer = setTimeout(() => this.hovered === place && pieces.openFan(place), FAN_WAITS);
    }
  }
}
