// A player's own notes on places: kept by the server for the chair, seen by nobody else, also on another device.

import { Refused, api } from "./api.js";
import { h, icon } from "./dom.js";
import { closePopover, popover } from "./popover.js";
import { t } from "./strings.js";

export class Notes {
  /** @param {import("./play.js").Play} play */
  constructor(play) {
    this.play = play;
    /** @type {Record<string, string>} */
    this.all = {};
    play.session.on("notes", (notes) => this.take(notes));
  }

  /** Whether the person has a chair to keep notes at. */
  get kept() { return this.play.session.seats.length > 0; }

  /** Asks for the notes of the chair. */
  async load() {
    const { match, token } = this.play.session;
    this.take(this.kept ? await api.notes(match, token) : { notes: [] });
  }

  /** @param {import("./wire").Notes} notes */
  take({ notes }) {
    this.all = Object.fromEntries(notes.map(({ thing, text }) => [thing, text]));
    this.play.board.ink.showNotes(this.all);
    this.play.panel.renderTab();
  }

  /** @param {string} place */
  at(place) {
    return this.all[place];
  }

  /**
   * @param {string} place
   * @param {string} text
   */
  async write(place, text) {
    const { match, token, seats } = this.play.session;
    try {
      this.take(await api.note(match, token, { seat: seats[0], thing: place, text }));
    } catch (error) {
      if (!(error instanceof Refused)) throw error;
      this.play.refuse(error.message);
    }
  }

  /**
   * The menu's way to a note.
   * @param {string} place
   * @param {{x: number, y: number}} point
   */
  entry(place, point) {
    if (!this.kept) return null;
    return h("button", { type: "button", class: "menu-item", onclick: () => this.edit(place, point) }, icon("note"), this.at(place) ? t("note.change") : t("note.add"));
  }

  /**
   * @param {string} place
   * @param {{x: number, y: number} | Element} anchor
   */
  edit(place, anchor) {
    const title = t("note.title", { place: this.play.looking.placeTitle(place) });
    const field = h("textarea", { rows: 3, maxlength: 400, "aria-label": title });
    field.value = this.at(place) ?? "";
    const keep = (/** @type {string} */ text) => { closePopover(); void this.write(place, text.trim()); };
    popover(anchor, title, [
      field, h("p", { class: "quiet" }, t("note.private")),
      h("div", { class: "buttons" },
        this.at(place) ? h("button", { type: "button", onclick: () => keep("") }, t("note.remove")) : null,
        h("button", { type: "button", class: "primary", onclick: () => keep(field.value) }, t("note.keep"))),
    ]);
    field.focus();
  }
}
