// The pieces on the map: where they lie, piles, and the pile that is spread out.

import { counter } from "./counters.js";
import { s } from "./dom.js";
import { arrangeAll, byPlace, fan, halo } from "./stacks.js";

/**
 * @typedef {import("./wire").Piece} Piece
 * @typedef {{group: SVGElement, look: string, at: string}} Drawn
 */

export class Pieces {
  /** @param {import("./board.js").Board} board */
  constructor(board) {
    this.board = board;
    /** @type {Map<string, Drawn>} */
    this.drawn = new Map();
    /** @type {Map<string, Piece[]>} */
    this.places = new Map();
    /** @type {string | null} The pile that is spread out. */
    this.fanned = null;
    /** @type {string | null} The piece whose pile stays open. */
    this.pinned = null;
    /** The scale that the pile was spread out at. */
    this.fanScale = 1;
  }

  /**
   * Takes the pieces of a scene; pieces that changed place glide there.
   * @param {Piece[]} pieces
   * @param {boolean} glide
   */
  render(pieces, glide) {
    this.places = byPlace(pieces);
    return this.draw(glide);
  }

  /**
   * The pieces of a place, the lowest first.
   * @param {string | null} place
   */
  at(place) {
    return this.places.get(place ?? "") ?? [];
  }

  /**
   * Spreads a pile out. False where there is none.
   * @param {string} place
   * @returns {boolean}
   */
  openFan(place) {
    const { board } = this;
    const here = this.at(place);
    const spot = board.layout.place(place);
    if (here.length < 2 || !spot || !board.layout.hex) return false;
    this.clearFan();
    this.fanned = place;
    this.fanScale = board.camera.scale;
    board.ink.layer.fan.append(fan(here, board.sheet.pieces, spot, board.layout, board.camera.scale, board.sight.room(), (piece) => this.classOf(piece)));
    board.listener.moved();
    return true;
  }

  /** Lays the pile together again; one that somebody is asked to choose from stays open. */
  closeFan() {
    const pinned = this.pinned ? this.board.pieceById(this.pinned)?.at : undefined;
    if (pinned && (pinned === this.fanned || this.openFan(pinned))) return;
    this.clearFan();
  }

  clearFan() {
    this.fanned = null;
    this.board.ink.layer.fan.textContent = "";
  }

  /**
   * Keeps the pile open that a piece lies in, and marks the piece.
   * @param {string | null} piece
   */
  pin(piece) {
    this.pinned = piece;
    this.clearFan();
    this.closeFan();
  }

  /** A pile that stays open keeps its size when the map grows or shrinks. */
  follow() {
    if (this.pinned && this.fanned && this.fanScale !== this.board.camera.scale) this.openFan(this.fanned);
  }

  /** Draws anew what each piece can do, without moving any. */
  dress() {
    for (const here of this.places.values()) {
      for (const piece of here) this.drawn.get(piece.id)?.group.setAttribute("class", `piece ${this.classOf(piece)}`);
      if (here.length > 1 && this.board.layout.hex) this.dressStack(here);
    }
  }

  /** @param {Piece} piece */
  classOf(piece) {
    const { offers, scene, hand } = this.board;
    const words = [];
    if (offers.byPiece.has(piece.id)) words.push("can");
    if (scene?.prompt.piece === piece.id || hand?.piece === piece.id) words.push("chosen");
    if (this.pinned === piece.id) words.push("pointed-at");
    return words.join(" ");
  }

  /** @param {boolean} glide */
  draw(glide) {
    /** @type {{from: string, to: string}[]} */
    const moved = [];
    const seen = new Set();
    const { ink, layout } = this.board;
    const { pieces } = ink.layer;
    for (const [id, all] of arrangeAll(this.places, layout)) {
      const here = this.places.get(id) ?? [];
      for (const laid of all) {
        seen.add(laid.piece.id);
        const entry = this.drawPiece(laid, glide);
        if (entry.at !== id) {
          if (entry.at) moved.push({ from: entry.at, to: id });
          entry.at = id;
          pieces.append(entry.group);
        } else if (here.length > 1) pieces.append(entry.group);
      }
      if (here.length > 1 && layout.hex) this.dressStack(here);
    }
    for (const [id, entry] of this.drawn) {
      if (seen.has(id)) continue;
      this.drawn.delete(id);
      entry.group.remove();
    }
    return moved;
  }

  /**
   * @param {import("./stacks.js").Laid} laid
   * @param {boolean} glide
   */
  drawPiece({ piece, x, y, size }, glide) {
    const look = [piece.def, piece.face ?? "", piece.factors ?? "", piece.count ?? 1, (piece.status ?? []).join()].join("|");
    let entry = this.drawn.get(piece.id);
    if (!entry) {
      entry = { group: s("g", { "data-piece": piece.id }), look: "", at: "" };
      this.drawn.set(piece.id, entry);
    }
    if (entry.look !== look) {
      entry.group.replaceChildren(halo(), counter(this.board.sheet.pieces[piece.def], piece));
      entry.look = look;
    }
    entry.group.setAttribute("class", `piece ${this.classOf(piece)}${glide && entry.at ? " glide" : ""}`);
    entry.group.style.transform = `translate(${x.toFixed(1)}px, ${y.toFixed(1)}px) scale(${(size / 100).toFixed(4)})`;
    return entry;
  }

  /**
   * Only the top counter of a stack shows its face and texts in full; those below are edges.
   * @param {Piece[]} here
   */
  dressStack(here) {
    here.forEach((piece, k) => this.drawn.get(piece.id)?.group.classList.toggle("below", k < here.length - 1));
  }
}
