// The units of one place, in full.

import { actionButton } from "./buttons.js";
import { counterPicture, pieceName, pieceWords } from "./counters.js";
import { moreAbout } from "./detail.js";
import { fill, h } from "./dom.js";
import { noteButton } from "./notes.js";
import { t } from "./strings.js";

export class UnitsTab {
  /** @param {import("./desk.js").Desk} desk */
  constructor(desk) {
    this.desk = desk;
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
    // What a unit does stands with the unit.
    const { byPiece, byPlace } = this.desk.offers;
    const actions = (byPlace.get(place) ?? []).filter((action) => !here.some(({ id }) => byPiece.get(id)?.includes(action)));
    const spot = this.desk.layout.place(place);
    const ground = [spot?.terrain, spot?.note].filter((text) => text);
    return fill(this.element,
      h("h2", { class: "place-title" }, h("button", { type: "button", class: "place", title: t("units.show"), onclick: () => this.desk.say("lookAt", place) }, this.desk.title(place))),
      ground.length ? h("p", { class: "quiet" }, ground.join(" · ")) : null,
      markers.length ? h("ul", { class: "marker-list" }, markers.map((m) => h("li", {}, m.label ? [h("b", {}, m.label), " "] : "", m.title))) : null,
      here.length ? h("ul", { class: "unit-list" }, here.map((piece) => this.unit(piece))) : h("p", { class: "quiet" }, t("panel.empty-place")),
      moreAbout(this.desk.session, place, t("detail.place")),
      this.note(place),
      actions.length ? h("div", { class: "buttons" }, actions.slice(0, 8).map((action) => actionButton(this.desk, action))) : null);
  }

  /** @param {string} place */
  note(place) {
    if (!this.desk.layout.place(place)) return null;
    const button = noteButton(this.desk, place, "quiet-button");
    const text = this.desk.page.notes[place];
    return button && h("p", { class: "note" }, text ? h("span", {}, text) : null, button);
  }

  /** @param {import("./wire").Piece} piece */
  unit(piece) {
    const def = this.desk.session.sheet.pieces[piece.def];
    const actions = this.desk.offers.byPiece.get(piece.id) ?? [];
    const chosen = this.desk.scene.prompt.piece === piece.id;
    const more = piece.face === "hidden" ? null : moreAbout(this.desk.session, piece.id, t("detail.piece"));
    return h("li", { class: `unit${chosen ? " chosen" : ""}` }, counterPicture(def, piece),
      h("div", { class: "unit-text" },
        h("b", {}, pieceName(def, piece)),
        h("span", { class: "quiet" }, pieceWords(def, piece)),
        actions.length ? h("span", { class: "buttons" }, actions.slice(0, 6).map((action) => actionButton(this.desk, action, { small: true }))) : null, more));
  }
}
