// Two people at one screen: between them a curtain that hides everything until the next one takes over.

import { h } from "./dom.js";
import { mine, recall } from "./memory.js";
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
