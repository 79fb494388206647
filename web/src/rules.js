// The rules in our own words, beside the board: chapters with contents, a search, and chips that name a rule.

import { fill, h } from "./dom.js";
import { pictureOf } from "./pictures.js";
import { t } from "./strings.js";

/**
 * @typedef {import("./server").RuleBook} RuleBook
 * @typedef {import("./wire").LedgerRule} LedgerRule
 * @typedef {{id: string, title: string, rules: LedgerRule[]}} Chapter
 */

/**
 * The ids in a mention of rules: `kb 7.53, kb 7.54`.
 * @param {string} mention
 * @param {string} prefix
 */
export function ruleIds(mention, prefix) {
  return mention.split(/\s*,\s*/).map((part) => (part.startsWith(`${prefix} `) ? part.slice(prefix.length + 1) : part)).filter(Boolean);
}

/**
 * The rule that an id means: itself, or the first of the chapter it names.
 * @param {RuleBook} book
 * @param {string} id
 */
export function ruleOf(book, id) {
  return book.rules.find((rule) => rule.id === id) ?? book.rules.find((rule) => rule.id.startsWith(`${id}.`) || rule.id.startsWith(`${id}-`));
}

/**
 * What a chip says: the number in the book, or the rule's title where we have a word of our own for it.
 * @param {RuleBook} book
 * @param {string} id
 */
export function ruleLabel(book, id) {
  if (/^([A-Z]+-)?\d+([.-]\d+)*$/.test(id) || /^[A-Z]{1,4}-\d+$/.test(id) || /^[A-Z]\d+ \d+(\.\d+)*$/.test(id)) return id;
  const number = /^\d+(\.\d+)*/.exec(id)?.[0];
  return number ?? ruleOf(book, id)?.title ?? id.replaceAll("-", " ");
}

/**
 * Chips that open the summaries.
 * @param {string} mention
 * @param {RuleBook} book
 * @param {(id: string) => void} open
 */
export function ruleChips(mention, book, open) {
  return h("span", { class: "rules" }, ruleIds(mention, book.prefix).map((id) => {
    const rule = ruleOf(book, id);
    const label = ruleLabel(book, id);
    return h("button", { type: "button", class: "rule", "aria-label": t("rules.open", { id: label }), title: rule ? `${rule.title}: ${rule.summary}` : t("rules.open", { id: label }), onclick: () => open(id) }, label);
  }));
}

/**
 * The same for a part of an open match: a press wishes for the rule.
 * @param {import("./desk.js").Desk} desk
 * @param {string} mention
 */
export function ruleChip(desk, mention) {
  return ruleChips(mention, desk.book, (id) => desk.say("rule", id));
}

/**
 * The rules by chapters, in the order of the book: the number before the first point, or the letters before the dash.
 * @param {LedgerRule[]} rules
 * @returns {Chapter[]}
 */
export function chapters(rules) {
  /** @type {Map<string, Chapter>} */
  const found = new Map();
  for (const rule of rules) {
    const id = /^(\d+|[A-Z]+)/.exec(rule.id)?.[1] ?? "";
    const chapter = found.get(id) ?? { id, title: id ? rule.title : t("rules.other"), rules: [] };
    chapter.rules.push(rule);
    found.set(id, chapter);
  }
  return [...found.values()];
}

export class RulesTab {
  /**
   * @param {RuleBook} book
   * @param {import("./wire").Picture[]} pictures
   * @param {import("./layout.js").Layout} layout
   */
  constructor(book, pictures, layout) {
    this.book = book;
    this.pictures = pictures;
    this.layout = layout;
    /** @type {string | null} */
    this.opened = null;
    this.field = h("input", { type: "search", "aria-label": t("rules.search"), placeholder: t("rules.search"), oninput: () => { this.opened = null; this.list(); } });
    this.body = h("div", { class: "rule-list" });
    this.element = h("div", { class: "rules-tab" }, h("div", { class: "rules-head" }, this.field), this.body);
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

  list() {
    const words = this.field.value.toLowerCase().split(/\s+/).filter(Boolean);
    const rules = this.book.rules.filter((rule) => {
      const text = `${rule.id} ${rule.title} ${rule.summary}`.toLowerCase();
      return words.every((word) => text.includes(word));
    });
    const target = this.opened ? ruleOf(this.book, this.opened) : undefined;
    const parts = chapters(rules);
    fill(this.body, words.length || parts.length < 2 ? null : this.contents(parts),
      rules.length ? parts.map((chapter) => this.chapter(chapter, target)) : h("p", { class: "quiet" }, t("rules.none")));
    if (this.opened && !target) this.body.prepend(h("p", { class: "quiet" }, t("rules.unknown", { id: ruleLabel(this.book, this.opened) })));
  }

  /** @param {Chapter[]} parts */
  contents(parts) {
    return h("details", { class: "contents" }, h("summary", {}, t("rules.contents")),
      h("ol", {}, parts.map((chapter) => h("li", {}, h("button", { type: "button", class: "place", onclick: () => this.go(chapter.id) }, h("span", { class: "rule-number" }, chapter.id), " ", chapter.title)))));
  }

  /** @param {string} id */
  go(id) {
    this.body.querySelector(`[data-chapter="${CSS.escape(id)}"]`)?.scrollIntoView({ block: "start" });
  }

  /**
   * @param {Chapter} chapter
   * @param {LedgerRule | undefined} target
   */
  chapter(chapter, target) {
    return h("section", { class: "rule-chapter", "data-chapter": chapter.id }, h("h2", {}, h("span", { class: "rule-number" }, chapter.id), " ", chapter.title),
      chapter.rules.map((rule) => this.entry(rule, rule === target)));
  }

  /**
   * @param {LedgerRule} rule
   * @param {boolean} open
   */
  entry(rule, open) {
    return h("article", { class: `rule-entry${open ? " open" : ""}` },
      h("h3", {}, h("span", { class: "rule-number" }, ruleLabel(this.book, rule.id) === rule.title ? "" : ruleLabel(this.book, rule.id)), " ", rule.title),
      h("p", {}, rule.summary),
      this.pictures.filter((picture) => picture.rule === rule.id).map((picture) => pictureOf(picture, this.layout)),
      rule.source === "ours" ? h("p", { class: "quiet" }, t("rules.ours")) : null);
  }
}
