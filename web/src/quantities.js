// Things that come in numbers (purchases, placements, "move n"): a row a kind, with minus, count and plus. What is bought or laid
// out is chosen for all rows first and ordered at once; a number to move is one row with its own button.

import { actionPicture } from "./buttons.js";
import { counterPicture } from "./counters.js";
import { h, icon } from "./dom.js";
import { closePopover } from "./popover.js";
import { t } from "./strings.js";

/**
 * @typedef {import("./wire").SceneAction} SceneAction
 * @typedef {{amount: number, unit: string}} Sum
 */

/**
 * The text of an action with a number of one's own.
 * @param {string} form
 * @param {number} n
 */
export function withCount(form, n) {
  return form.replace("{n}", String(n));
}

/**
 * An action with a number of one's own.
 * @param {SceneAction} action
 * @param {number} n
 * @returns {SceneAction}
 */
export function numbered(action, n) {
  return { ...action, text: withCount(action.quantity?.form ?? action.text, n), quantity: null };
}

/**
 * What was chosen and not yet ordered, as actions with their numbers.
 * @param {import("./page.js").Page} page
 * @returns {SceneAction[]}
 */
export function ordered({ offers, wanted }) {
  return offers.all.filter((action) => action.quantity && wanted.get(action.text)).map((action) => numbered(action, wanted.get(action.text) ?? 0));
}

/**
 * Whether an action, with some number, has this text.
 * @param {SceneAction} action
 * @param {string} text
 */
export function answersTo(action, text) {
  if (!action.quantity) return action.text === text;
  const { least, most, form } = action.quantity;
  const [before, after] = form.split("{n}");
  if (!text.startsWith(before) || !text.endsWith(after ?? "")) return false;
  const n = Number(text.slice(before.length, text.length - (after ?? "").length));
  return Number.isInteger(n) && n >= least && n <= most;
}

/**
 * An amount as it is written: `24 IPC`, `18 infantry`, `3 IPC each`.
 * @param {string | undefined} words
 * @returns {Sum | null}
 */
export function sumOf(words) {
  const found = /^(\d+) (\w+)(?: each)?$/.exec(words ?? "");
  return found ? { amount: Number(found[1]), unit: found[2] } : null;
}

/**
 * What a choice of numbers costs in the purse's coin, and how many more of a row can be had.
 * @param {SceneAction[]} rows
 * @param {Map<string, number>} wanted by the text of the action
 * @param {Sum | null} purse
 */
export function reckon(rows, wanted, purse) {
  const of = (/** @type {SceneAction} */ row) => wanted.get(row.text) ?? 0;
  const price = (/** @type {SceneAction} */ row) => {
    const cost = sumOf(row.cost);
    return purse && cost?.unit === purse.unit ? cost.amount : 0;
  };
  const spent = rows.reduce((sum, row) => sum + price(row) * of(row), 0);
  const left = purse ? purse.amount - spent : Infinity;
  // Rows about one counter share one heap of it.
  const heap = (/** @type {SceneAction} */ row) => rows.filter((other) => other === row || (row.def !== undefined && other.def === row.def && other.seat === row.seat));
  const room = (/** @type {SceneAction} */ row) => {
    const shared = heap(row);
    const most = Math.max(...shared.map((other) => other.quantity?.most ?? 0));
    const taken = shared.reduce((sum, other) => sum + of(other), 0);
    const own = (row.quantity?.most ?? 0) - of(row);
    return Math.max(0, Math.min(own, most - taken, price(row) ? Math.floor(left / price(row)) : Infinity));
  };
  return { spent, left, room };
}

export class Quantities {
  /** @param {import("./desk.js").Desk} desk */
  constructor(desk) {
    this.desk = desk;
  }

  /** What is left to spend, pinned on top. @param {number} [spent] */
  purse(spent = 0) {
    const { purse } = this.desk.scene;
    if (!purse) return null;
    const sum = sumOf(purse.value);
    return h("p", { class: "purse" }, h("span", {}, purse.title), h("b", {}, spent && sum ? `${sum.amount - spent} ${sum.unit}` : purse.value));
  }

  /**
   * The table of what can be had: all numbers first, then one button.
   * @param {SceneAction[]} all
   */
  order(all) {
    // One seat after the other: each has a purse of its own.
    const seat = Math.min(...all.map((row) => row.seat));
    const rows = all.filter((row) => row.seat === seat).sort((a, b) => (a.def ?? Infinity) - (b.def ?? Infinity) || 0);
    const { wanted } = this.desk.page;
    if (!rows.length) return this.purse();
    const sums = reckon(rows, wanted, sumOf(this.desk.scene.purse?.value));
    const n = rows.reduce((sum, row) => sum + (wanted.get(row.text) ?? 0), 0);
    return h("div", { class: "quantities", role: "group", "aria-label": t("quantity.title") },
      this.purse(sums.spent),
      h("ul", {}, rows.map((row) => this.orderRow(row, sums.room(row)))),
      n ? h("div", { class: "buttons quantity-order" },
        h("button", { type: "button", class: "act primary", "data-key": "order", onclick: () => this.desk.say("order", ordered(this.desk.page)) }, t("quantity.order", { n })),
        h("button", { type: "button", class: "quiet-button", "data-key": "order-none", onclick: () => this.choose(null, 0) }, t("quantity.none"))) : null);
  }

  /**
   * @param {SceneAction | null} row none: nothing of anything
   * @param {number} n
   */
  choose(row, n) {
    this.desk.change(row ? { type: "number", text: row.text, n } : { type: "no-numbers" });
    this.desk.say("prompt", undefined);
  }

  /**
   * @param {SceneAction} row
   * @param {number} room how many more can be had
   */
  orderRow(row, room) {
    const n = this.desk.page.wanted.get(row.text) ?? 0;
    const step = (/** @type {number} */ by) => () => this.choose(row, n + by);
    const less = h("button", { type: "button", class: "round", "data-key": `less ${row.text}`, "aria-label": t("quantity.less", { what: row.label }), onclick: step(-1) }, icon("minus"));
    const more = h("button", { type: "button", class: "round", "data-key": `more ${row.text}`, "aria-label": t("quantity.more", { what: row.label }), onclick: step(1) }, icon("plus"));
    less.disabled = n <= 0;
    more.disabled = room <= 0;
    return h("li", { class: `quantity${n ? " some" : ""}`, "data-form": row.quantity?.form ?? "" }, this.picture(row), this.name(row),
      less, h("output", { class: "quantity-count" }, n), h("small", { class: "quantity-most" }, room > 0 ? t("quantity.room", { n: n + room }) : ""), more);
  }

  /** @param {SceneAction} row */
  name(row) {
    return h("span", { class: "quantity-name" }, row.label, row.cost ? h("small", {}, row.cost) : null);
  }

  /**
   * Numbers that are played one by one, where the press was.
   * @param {SceneAction[]} actions
   */
  table(actions) {
    if (!actions.length) return null;
    return h("div", { class: "quantities", role: "group", "aria-label": t("quantity.title") }, this.purse(), h("ul", {}, actions.map((action) => this.row(action))));
  }

  /** @param {SceneAction} action */
  row(action) {
    const { least, most } = action.quantity ?? { least: 1, most: 1 };
    // Who lays out begins with one; who moves mostly moves all.
    let n = action.kind === "add" ? least : most;
    const count = h("output", { class: "quantity-count" });
    const less = h("button", { type: "button", class: "round", "aria-label": t("quantity.less", { what: action.label }), onclick: () => change(-1) }, icon("minus"));
    const more = h("button", { type: "button", class: "round", "aria-label": t("quantity.more", { what: action.label }), onclick: () => change(1) }, icon("plus"));
    const go = h("button", { type: "button", class: "act small", onclick: () => { closePopover(); void this.desk.session.act(numbered(action, n)); } }, t("quantity.do"));
    const change = (/** @type {number} */ by) => {
      n = Math.max(least, Math.min(most, n + by));
      count.textContent = String(n);
      go.setAttribute("data-action", numbered(action, n).text);
      less.disabled = n <= least;
      more.disabled = n >= most;
    };
    change(0);
    return h("li", { class: "quantity", "data-form": action.quantity?.form ?? "" }, this.picture(action), this.name(action),
      less, count, h("small", { class: "quantity-most" }, t("quantity.of", { n: most })), more, go);
  }

  /** @param {SceneAction} action */
  picture(action) {
    const { session } = this.desk;
    const k = action.def ?? -1;
    const def = session.sheet.pieces[k];
    return def ? counterPicture(def, { id: def.id, def: k, at: "" }) : actionPicture(this.desk, action) ?? h("span", {});
  }
}
