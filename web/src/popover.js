// Small sheets beside what opened them: menus, lists, settings. They close by themselves and never block the page.

import { h, iconButton } from "./dom.js";
import { t } from "./strings.js";

/** @type {{element: HTMLElement, back: Element | null, closed?: () => void} | null} */
let open = null;

export function closePopover() {
  if (!open) return false;
  const { element, back, closed } = open;
  open = null;
  const inside = element.contains(document.activeElement);
  element.remove();
  closed?.();
  if (inside && back instanceof HTMLElement) back.focus({ preventScroll: true });
  return true;
}

export function isPopoverOpen() {
  return open !== null;
}

/**
 * @param {{x: number, y: number} | Element} anchor
 * @param {string} title
 * @param {(Node | string | null)[]} content
 * @param {{class?: string, closed?: () => void, still?: boolean}} [how] still: the sheet itself is read first, not its first button
 */
export function popover(anchor, title, content, how = {}) {
  closePopover();
  listen();
  const back = document.activeElement;
  const element = h("div", { class: `popover ${how.class ?? ""}`, role: "dialog", "aria-label": title, tabindex: "-1" },
    h("div", { class: "popover-head" }, h("h2", {}, title), iconButton("close", t("close"), () => closePopover())),
    h("div", { class: "popover-body" }, content));
  document.body.append(element);
  open = { element, back, closed: how.closed };
  place(element, anchor);
  const first = how.still ? null : element.querySelector(".popover-body button, .popover-body input:not([readonly]), .popover-body select");
  /** @type {HTMLElement} */ (first ?? element).focus({ preventScroll: true });
  return element;
}

/**
 * @param {HTMLElement} element
 * @param {{x: number, y: number} | Element} anchor
 */
function place(element, anchor) {
  const point = anchor instanceof Element ? { x: anchor.getBoundingClientRect().left, y: anchor.getBoundingClientRect().bottom + 6 } : { x: anchor.x + 10, y: anchor.y + 10 };
  const { width, height } = element.getBoundingClientRect();
  const x = Math.max(8, Math.min(innerWidth - width - 8, point.x));
  const y = Math.max(8, Math.min(innerHeight - height - 8, point.y));
  element.style.left = `${x}px`;
  element.style.top = `${y}px`;
}

let listening = false;

/** A press elsewhere closes what is open. */
function listen() {
  if (listening) return;
  listening = true;
  addEventListener("pointerdown", (event) => {
    if (open && event.target instanceof Node && !open.element.contains(event.target) && !(open.back?.contains(event.target))) closePopover();
  }, true);
}
