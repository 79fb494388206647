// The units of one place, in full.

import { counterPicture, pieceName, pieceWords } from "./counters.js";
import { fill, h } from "./dom.js";
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
      h("h2", { class: "place-title" }, h("button", { type: "button", class: "place", title: t("units.show"), onclick: () => this.play.board.reveal(place) }, this.play.placeTitle(place))),
      ground.length ? h("p", { class: "quiet" }, ground.join(" · ")) : null,
      markers.length ? h("ul", { class: "marker-list" }, markers.map((m) => h("li", {}, m.label ? [h("b", {}, m.label), " "] : "", m.title))) : null,
      here.length ? h("ul", { class: "unit-list" }, here.map((piece) => this.unit(piece))) : h("p", { class: "quiet" }, t("panel.empty-place")),
      actions.length ? h("div", { class: "buttons" }, actions.slice(0, 8).map((action) => this.play.actionButton(action))) : null);
  }

  /** @param {import("./wire").Piece} piece */
  unit(piece) {
    const def = this.play.session.sheet.pieces[piece.def];
    const actions = this.play.offers.byPiece.get(piece.id) ?? [];
    const chosen = this.play.session.shown.scene.prompt.piece === piece.id;
    return h("li", { class: `unit${chosen ? " chosen" : ""}` }, counterPicture(def, piece),
      h("div", { class: "unit-text" },
        h("b", {}, pieceName(def, piece)),
        h("span", { class: "quiet" }, pieceWords(def, piece)),
        actions.length ? h("span", { class: "buttons" }, actions.slice(0, 6).map((action) => this.play.actionButton(action, true))) : null));
  }
}
