// A player's own notes on places: kept by the server for the chair, seen by nobody else, also on another device.

import { Refused, api } from "./api.js";
import { h, icon } from "./dom.js";
import { closePopover, popover } from "./popover.js";
import { t } from "./strings.js";

export class Notes {
  /**
   * @param {import("./desk.js").Desk} desk
   * @param {import("./ink.js").Ink} ink
   */
  constructor(desk, ink) {
    this.desk = desk;
    this.ink = ink;
    desk.session.on("notes", (notes) => this.take(notes));
  }

  /** Asks for the notes of the chair. */
  async load() {
    const { match, token } = this.desk.session;
    this.take(keepsNotes(this.desk) ? await api.notes(match, token) : { notes: [] });
  }

  /** @param {import("./wire").Notes} notes */
  take({ notes }) {
    this.desk.change({ type: "notes", notes });
    this.ink.showNotes(this.desk.page.notes);
    this.desk.say("looked", undefined);
  }

  /**
   * @param {string} place
   * @param {string} text
   */
  async write(place, text) {
    const { match, token, seats } = this.desk.session;
    try {
      this.take(await api.note(match, token, { seat: seats[0], thing: place, text }));
    } catch (error) {
      if (!(error instanceof Refused)) throw error;
      this.desk.say("refused", { why: error.message });
    }
  }

  /**
   * @param {string} place
   * @param {{x: number, y: number} | Element} anchor
   */
  edit(place, anchor) {
    const title = t("note.title", { place: this.desk.title(place) });
    const field = h("textarea", { rows: 3, maxlength: 400, "aria-label": title });
    const old = this.desk.page.notes[place];
    field.value = old ?? "";
    const keep = (/** @type {string} */ text) => { closePopover(); void this.write(place, text.trim()); };
    popover(anchor, title, [
      field, h("p", { class: "quiet" }, t("note.private")),
      h("div", { class: "buttons" },
        old ? h("button", { type: "button", onclick: () => keep("") }, t("note.remove")) : null,
        h("button", { type: "button", class: "primary", onclick: () => keep(field.value) }, t("note.keep"))),
    ]);
    field.focus();
  }
}

/**
 * Whether the person has a chair to keep notes at.
 * @param {import("./desk.js").Desk} desk
 */
export function keepsNotes(desk) {
  return desk.session.seats.length > 0;
}

/**
 * The way to the note on a place.
 * @param {import("./desk.js").Desk} desk
 * @param {string} place
 * @param {string} look the class of the button
 * @param {{x: number, y: number}} [point] where the note opens; beside the button without one
 */
export function noteButton(desk, place, look, point) {
  if (!keepsNotes(desk)) return null;
  const open = (/** @type {MouseEvent} */ event) => desk.say("note", { place, anchor: point ?? /** @type {Element} */ (event.currentTarget) });
  return h("button", { type: "button", class: look, onclick: open }, icon("note"), desk.page.notes[place] ? t("note.change") : t("note.add"));
}
