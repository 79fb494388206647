// Quiet words from the page: toasts, what screen readers hear, the title and the icon, system notifications.

import { h, iconButton, must } from "./dom.js";
import { settings } from "./settings.js";
import { t } from "./strings.js";

/** @type {HTMLElement | null} */
let shelf = null;

/**
 * A short message at the foot of the map.
 * @param {string | (Node | string)[]} content
 * @param {{kind?: "plain" | "warn", ms?: number}} [how]
 */
export function toast(content, { kind = "plain", ms = 6000 } = {}) {
  shelf ??= h("div", { class: "toasts" });
  document.body.append(shelf);
  const parts = typeof content === "string" ? [content] : content;
  const box = h("div", { class: `toast ${kind}`, role: kind === "warn" ? "alert" : "status" }, h("div", {}, parts),
    iconButton("close", t("close"), () => box.remove()));
  // The same words again take the place of the earlier ones.
  for (const other of [...shelf.children]) if (other.textContent === box.textContent) other.remove();
  while (shelf.children.length > 2) shelf.firstChild?.remove();
  shelf.append(box);
  if (ms) setTimeout(() => box.remove(), ms);
  return box;
}

/** Takes away the refusals: something else has been done since. */
export function forgetRefusals() {
  for (const box of document.querySelectorAll(".toast.warn")) box.remove();
}

/**
 * Says something to screen readers.
 * @param {string} text
 */
export function announce(text) {
  const region = must("#said");
  // The same words twice are only spoken twice if the text differs.
  region.textContent = region.textContent === text ? `${text} ` : text;
}

/** @type {boolean | null} */
let badged = null;

/**
 * Title and icon of the tab.
 * @param {string} title
 * @param {boolean} mine whether it is this person's turn
 */
export function mark(title, mine) {
  document.title = mine ? `● ${t("notice.turn")} · ${title}` : title;
  if (badged === mine) return;
  badged = mine;
  must('link[rel="icon"]').setAttribute("href", mine ? "/icons/icon-turn.svg" : "/icons/icon.svg");
}

/**
 * Tells the person through the system that it is their turn, if they asked for it and look elsewhere.
 * @param {string} game
 */
export function callToTable(game) {
  if (!settings.notify || !document.hidden || !("Notification" in window) || Notification.permission !== "granted") return;
  const notice = new Notification(t("notice.turn-in", { game }), { icon: "/icons/icon-turn.svg", tag: "p38-turn" });
  notice.onclick = () => {
    window.focus();
    notice.close();
  };
}

/** Asks the browser for permission; true if it was given. */
export async function allowNotices() {
  if (!("Notification" in window)) return false;
  return (await Notification.requestPermission()) === "granted";
}
