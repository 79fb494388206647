// The rules in our own words, beside the board.

import { fill, h } from "./dom.js";
import { t } from "./strings.js";

/**
 * @typedef {import("./server").RuleBook} RuleBook
 */

/**
 * The numbers in a mention of rules: `kb 7.53, kb 7.54`.
 * @param {string} mention
 * @param {string} prefix
 */
export function ruleIds(mention, prefix) {
  return mention.split(/\s*,\s*/).map((part) => (part.startsWith(`${prefix} `) ? part.slice(prefix.length + 1) : part)).filter(Boolean);
}

/**
 * Chips that open the summaries.
 * @param {string} mention
 * @param {string} prefix
 * @param {(id: string) => void} open
 */
export function ruleChips(mention, prefix, open) {
  return h("span", { class: "rules" }, ruleIds(mention, prefix).map((id) =>
    h("button", { type: "button", class: "rule", "aria-label": t("rules.open", { id }), title: t("rules.open", { id }), onclick: () => open(id) }, id)));
}

export class RulesTab {
  /** @param {RuleBook} book */
  constructor(book) {
    this.book = book;
    /** @type {string | null} */
    this.opened = null;
    this.field = h("input", { type: "search", "aria-label": t("rules.search"), placeholder: t("rules.search"), oninput: () => this.list() });
    this.body = h("div", { class: "rule-list" });
    this.element = h("div", { class: "rules-tab" }, this.field, this.body);
    this.list();
  }

  /** @param {string} id */
  open(id) {
    this.opened = id;
    this.field.value = "";
    this.list();
    const entry = this.body.querySelector(".rule-entry.open");
    entry?.scrollIntoView({ block: "start" });
    return Boolean(entry);
  }

  /** Whether a rule answers to what was asked for: itself, or the chapter it belongs to. */
  list() {
    const words = this.field.value.toLowerCase().split(/\s+/).filter(Boolean);
    const rules = this.book.rules.filter((rule) => {
      const text = `${rule.id} ${rule.title} ${rule.summary}`.toLowerCase();
      return words.every((word) => text.includes(word));
    });
    const target = this.opened ? (rules.find((r) => r.id === this.opened) ?? rules.find((r) => r.id.startsWith(this.opened ?? "?"))) : undefined;
    fill(this.body, rules.length ? rules.map((rule) => this.entry(rule, rule === target)) : h("p", { class: "quiet" }, t("rules.none")));
    if (this.opened && !target) this.body.prepend(h("p", { class: "quiet" }, t("rules.unknown", { id: this.opened })));
  }

  /**
   * @param {import("./wire").LedgerRule} rule
   * @param {boolean} open
   */
  entry(rule, open) {
    return h("article", { class: `rule-entry${open ? " open" : ""}` },
      h("h2", {}, h("span", { class: "rule-number" }, rule.id), " ", rule.title),
      h("p", {}, rule.summary),
      rule.source === "ours" ? h("p", { class: "quiet" }, t("rules.ours")) : null);
  }
}
