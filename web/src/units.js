// The units of one place, in full.

import { counterPicture, pieceName, pieceWords } from "./counters.js";
import { moreAbout } from "./detail.js";
import { fill, h, icon } from "./dom.js";
import { t } from "./strings.js";

export class UnitsTab {
  /** @param {import("./play.js").Play} play */
  constructor(play) {
    this.play = play;
    this.element = h("div", { class: "units-tab" });
  }

  /**
   * @param {import("./wire").Scene} scene
   * @param {string | null} place
   */
  render(scene, place) {
    if (!place) return fill(this.element, h("p", { class: "quiet" }, t("panel.no-place")));
    const here = scene.pieces.filter((piece) => piece.at === place);
    const markers = scene.markers.filter((marker) => marker.at === place);
    const actions = this.play.offers.byPlace.get(place) ?? [];
    const spot = this.play.layout.place(place);
    const ground = [spot?.terrain, spot?.note].filter((text) => text);
    return fill(this.element,
      h("h2", { class: "place-title" }, h("button", { type: "button", class: "place", title: t("units.show"), onclick: () => this.play.board.sight.reveal(place) }, this.play.looking.placeTitle(place))),
      ground.length ? h("p", { class: "quiet" }, ground.join(" · ")) : null,
      markers.length ? h("ul", { class: "marker-list" }, markers.map((m) => h("li", {}, m.label ? [h("b", {}, m.label), " "] : "", m.title))) : null,
      here.length ? h("ul", { class: "unit-list" }, here.map((piece) => this.unit(piece))) : h("p", { class: "quiet" }, t("panel.empty-place")),
      moreAbout(this.play, place, t("detail.place")),
      this.note(place),
      actions.length ? h("div", { class: "buttons" }, actions.slice(0, 8).map((action) => this.play.panel.prompt.action(action))) : null);
  }

  /** @param {string} place */
  note(place) {
    if (!this.play.layout.place(place)) return null;
    if (!this.play.notes.kept) return null;
    const text = this.play.notes.at(place);
    return h("p", { class: "note" }, text ? h("span", {}, text) : null,
      h("button", { type: "button", class: "quiet-button", onclick: (/** @type {MouseEvent} */ e) => this.play.notes.edit(place, /** @type {Element} */ (e.currentTarget)) }, icon("note"), text ? t("note.change") : t("note.add")));
  }

  /** @param {import("./wire").Piece} piece */
  unit(piece) {
    const def = this.play.session.sheet.pieces[piece.def];
    const actions = this.play.offers.byPiece.get(piece.id) ?? [];
    const chosen = this.play.session.shown.scene.prompt.piece === piece.id;
    const more = piece.face === "hidden" ? null : moreAbout(this.play, piece.id, t("detail.piece"));
    return h("li", { class: `unit${chosen ? " chosen" : ""}` }, counterPicture(def, piece),
      h("div", { class: "unit-text" },
        h("b", {}, pieceName(def, piece)),
        h("span", { class: "quiet" }, pieceWords(def, piece)),
        actions.length ? h("span", { class: "buttons" }, actions.slice(0, 6).map((action) => this.play.panel.prompt.action(action, true))) : null, more));
  }
}
