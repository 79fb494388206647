// Two people at one screen: between them a curtain that hides everything until the next one takes over.

import { fill, h, must } from "./dom.js";
import { mine, recall } from "./memory.js";
import { announce } from "./notices.js";
import { closePopover } from "./popover.js";
import { t } from "./strings.js";

/**
 * The chair at this screen that is to act, if it is another than the one that looks.
 * @param {import("./session.js").Session} session
 */
export function nextChair(session) {
  const entry = recall(session.match);
  const { to_act, over } = session.latest.status;
  if (!entry || over || to_act.some((seat) => session.seats.includes(seat))) return null;
  const chair = mine(entry).find((c) => c.token !== session.token && c.seats.some((seat) => to_act.includes(seat)));
  return chair ?? null;
}

export class Curtain {
  /**
   * @param {import("./desk.js").Desk} desk
   * @param {HTMLElement} page what it hides
   * @param {() => void} risen called when the next person has sat down
   */
  constructor(desk, page, risen) {
    this.desk = desk;
    this.page = page;
    this.risen = risen;
    /** @type {Map<string, number>} How much of the log each chair at this screen has seen. */
    this.seen = new Map();
  }

  /** Falls if somebody else at this screen is to decide. */
  fall() {
    const { desk } = this;
    const { session } = desk;
    const chair = desk.page.mode === "now" && !desk.page.guided ? nextChair(session) : null;
    if (!chair) return;
    desk.change({ type: "mode", mode: "curtain" });
    this.seen.set(session.token, session.log.length);
    const who = chair.seats.map((seat) => session.seatName(seat)).join(", ");
    closePopover();
    fill(must("#page"), curtain(who, () => this.rise(chair.token ?? "")));
    announce(t("seat.curtain", { who }));
  }

  /** @param {string} token of the chair that is taken */
  async rise(token) {
    const { desk } = this;
    await desk.session.takeChair(token);
    desk.change({ type: "mode", mode: "now" });
    fill(must("#page"), this.page);
    desk.say("freshLog", this.seen.get(token) ?? Infinity);
    this.risen();
  }
}

/**
 * The curtain. Nothing of the game is in the page while it hangs.
 * @param {string} who
 * @param {() => Promise<void>} take
 */
export function curtain(who, take) {
  const button = h("button", { type: "button", class: "primary large", onclick: async () => {
    button.disabled = true;
    await take();
  } }, t("seat.take", { who }));
  const element = h("main", { class: "curtain" },
    h("div", {}, h("h1", {}, t("seat.curtain", { who })), h("p", {}, t("seat.curtain-text")), button));
  requestAnimationFrame(() => button.focus());
  return element;
}
