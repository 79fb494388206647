// What lies beside the map: boxes with pieces, tracks, tables.

import { counterPicture, pieceName, pieceWords } from "./counters.js";
import { fill, h } from "./dom.js";
import { offersAt } from "./page.js";
import { t } from "./strings.js";
import { pointsTrack, turnTrack } from "./tracks.js";

/**
 * @typedef {import("./wire").Panel} Panel
 * @typedef {import("./wire").Piece} Piece
 * @typedef {import("./desk.js").Desk} Desk
 */

export class BoxesTab {
  /** @param {Desk} desk */
  constructor(desk) {
    this.desk = desk;
    this.element = h("div", { class: "boxes-tab" });
  }

  /** @param {import("./wire").Scene} scene */
  render(scene) {
    /** @type {Map<string, Piece[]>} */
    const places = new Map();
    for (const piece of scene.pieces) places.set(piece.at, [...(places.get(piece.at) ?? []), piece]);
    const turns = turnTrack(scene);
    const points = pointsTrack(scene, this.desk.session.game.sides);
    if (!scene.panels.length && !turns && !points) return fill(this.element, h("p", { class: "quiet" }, t("boxes.none")));
    // What can be acted on first; the tracks are for looking at. With a unit in hand, where it can be laid comes before all else.
    const lit = this.desk.hand ? scene.panels.filter((panel) => this.isLit(panel)) : [];
    const panels = [...lit, ...scene.panels.filter((panel) => !lit.includes(panel))];
    return fill(this.element, panels.map((panel) => this.panel(panel, places)), turns ? this.panel(turns, places) : null, points);
  }

  /** Whether something can be done with a panel or one of its cells. @param {Panel} panel */
  isLit(panel) {
    const cells = typeof panel.body === "object" && "track" in panel.body ? panel.body.track : [];
    return [panel, ...cells].some(({ id }) => this.lit(id));
  }

  /** Brings the first box that is lit into view. */
  reveal() {
    this.element.querySelector(".lit")?.scrollIntoView({ block: "nearest" });
  }

  /**
   * @param {Panel} panel
   * @param {Map<string, Piece[]>} places
   */
  panel(panel, places) {
    const offers = this.lit(panel.id);
    const title = offers
      ? h("button", { type: "button", class: "can-do", onclick: (/** @type {MouseEvent} */ e) => this.desk.say("tap", { piece: null, place: panel.id, point: { x: e.clientX, y: e.clientY } }) }, panel.title)
      : panel.title;
    // A track or table is no place itself; its cells are.
    const place = panel.body === "box" || offers ? panel.id : null;
    return h("section", { class: `box${offers ? " lit" : ""}`, "data-box": panel.id, "data-place": place }, h("h2", {}, title), this.body(panel, places));
  }

  /** What can be done with a box or cell. @param {string} id */
  lit(id) {
    return offersAt(this.desk.page, id);
  }

  /**
   * @param {Panel} panel
   * @param {Map<string, Piece[]>} places
   */
  body(panel, places) {
    if (panel.body === "box") return this.pieces(places.get(panel.id) ?? []);
    if ("track" in panel.body) {
      const { track } = panel.body;
      const wide = track.some((cell) => cell.label.length > 9);
      // Small cells have no room for words: those stand below them.
      return [h("ol", { class: `track${wide ? " wide" : ""}` }, track.map((cell) => this.cell(cell, places.get(cell.id) ?? [], wide))), wide ? null : notesOf(track)];
    }
    const { columns, rows } = panel.body.table;
    return h("div", { class: "table-scroll", tabindex: "0", role: "group", "aria-label": panel.title }, h("table", { class: "plain-table" },
      columns.some(Boolean) ? h("thead", {}, h("tr", {}, columns.map((c) => (c ? h("th", { scope: "col" }, c) : h("td"))))) : null,
      h("tbody", {}, rows.map((row) => h("tr", {}, row.map((cell, k) => (k ? h("td", {}, cell) : h("th", { scope: "row" }, cell))))))));
  }

  /**
   * @param {import("./wire").Cell} cell
   * @param {Piece[]} pieces
   * @param {boolean} roomy whether its note fits into it
   */
  cell(cell, pieces, roomy) {
    const offers = this.lit(cell.id);
    const label = offers
      ? h("button", { type: "button", class: "can-do", onclick: (/** @type {MouseEvent} */ e) => this.desk.say("tap", { piece: null, place: cell.id, point: { x: e.clientX, y: e.clientY } }) }, cell.label)
      : cell.label;
    return h("li", { class: `${cell.current ? "now" : ""}${offers ? " lit" : ""}`, "data-place": cell.id, "aria-current": cell.current ? "step" : null, title: cell.note ?? null },
      h("span", { class: "cell-label" }, label, cell.note && !roomy ? h("span", { class: "cell-more", "aria-hidden": "true" }, "•") : null),
      cell.note && roomy ? h("span", { class: "cell-note" }, cell.note) : null,
      // What laying the unit in hand here would be worth.
      this.desk.hand && offers?.length === 1 && offers[0].note ? h("span", { class: "cell-note" }, offers[0].note) : null,
      pieces.length ? this.pieces(pieces) : null);
  }

  /** @param {Piece[]} pieces */
  pieces(pieces) {
    if (!pieces.length) return h("p", { class: "quiet" }, t("boxes.empty"));
    return h("ul", { class: "box-pieces" }, pieces.map((piece) => h("li", {}, pieceButton(this.desk, piece))));
  }
}

/**
 * A piece beside the map: pressed or dragged like one on it.
 * @param {Desk} desk
 * @param {Piece} piece
 */
export function pieceButton(desk, piece) {
  const def = desk.session.sheet.pieces[piece.def];
  const name = `${pieceName(def, piece)}. ${pieceWords(def, piece)}`;
  const can = desk.offers.byPiece.has(piece.id);
  const chosen = desk.scene.prompt.piece === piece.id || desk.hand?.piece === piece.id;
  return h("button", {
    onpointerdown: (/** @type {PointerEvent} */ event) => can && desk.say("lift", { piece: piece.id, event }),
    type: "button", class: `piece-button${can ? " can" : ""}${chosen ? " chosen" : ""}`, title: name, "aria-label": name,
    onclick: (/** @type {MouseEvent} */ e) => desk.say("tap", { piece: piece.id, place: piece.at, point: { x: e.clientX, y: e.clientY } }),
  }, counterPicture(def, piece));
}

/**
 * What happens in the cells of a track, as a list.
 * @param {import("./wire").Cell[]} track
 */
function notesOf(track) {
  const noted = track.filter((cell) => cell.note);
  const now = track.findIndex((cell) => cell.current);
  if (!noted.length) return null;
  return h("ul", { class: "track-notes" }, noted.map((cell) => h("li", { class: track.indexOf(cell) < now ? "past" : cell.current ? "now" : "" }, h("b", {}, cell.label), h("span", {}, cell.note))));
}
