// What happened, in sentences. Places, units, rules and dice can be pressed.

import { nationColours } from "./counters.js";
import { dieMark, faceOf, said } from "./dice.js";
import { fill, h } from "./dom.js";
import { ruleChip } from "./rules.js";
import { unknown } from "./state.js";
import { t, upper } from "./strings.js";

/** How many sentences are drawn at first. */
const SHOWN = 120;

/** @typedef {import("./wire").Event} LogEvent */

export class LogTab {
  /** @param {import("./desk.js").Desk} desk */
  constructor(desk) {
    this.desk = desk;
    this.earlier = 0;
    this.list = h("ol", { class: "log" });
    this.more = h("button", { type: "button", class: "quiet-button", hidden: true, onclick: () => void this.showEarlier() }, "…");
    this.element = h("div", { class: "log-tab" }, this.more, this.list);
    this.drawn = 0;
    this.from = 0;
    this.names = namesOf(desk.session.sheet.pieces);
    /** Where the news of this person begin. */
    this.news = Infinity;
    /** Whether the end stays in view; a person who scrolls back is left alone. */
    this.follows = true;
    /** When the reader last moved the log: only that, and never a change of the panel's height, stops it. */
    this.touched = -Infinity;
  }

  /**
   * Listens to the box that the log scrolls in.
   * @param {HTMLElement} box
   * @param {() => boolean} isOpen
   */
  attach(box, isOpen) {
    const touch = () => { this.touched = performance.now(); };
    for (const type of ["wheel", "touchmove", "pointerdown", "keydown"]) box.addEventListener(type, touch, { passive: true });
    box.addEventListener("pointermove", (event) => event.buttons && touch());
    box.addEventListener("scroll", () => isOpen() && this.scrolled());
    new ResizeObserver(() => isOpen() && this.keepEnd()).observe(box);
  }

  /**
   * The log of another person or moment: it is drawn from the start.
   * @param {number} news where the news of that person begin
   */
  startAnew(news) {
    this.drawn = 0;
    this.news = news;
  }

  async showEarlier() {
    await this.desk.session.recall();
    this.earlier += SHOWN * 4;
    this.drawn = 0;
    this.render(this.limit ?? 0);
  }

  /**
   * Draws the log up to a sentence; only what is new is added.
   * @param {number} limit
   */
  render(limit) {
    const log = this.desk.page.log ?? this.desk.session.log;
    this.limit = limit;
    const from = Math.max(0, limit - SHOWN - this.earlier);
    if (limit < this.drawn || this.drawn === 0 || from - this.from > SHOWN) {
      fill(this.list);
      this.from = from;
      this.drawn = from;
    }
    for (; this.drawn < limit; this.drawn++) {
      const event = log[this.drawn];
      if (this.drawn === this.news) this.list.append(h("li", { class: "log-news" }, t("log.new")));
      if (event?.text) this.list.append(this.sentence(event));
    }
    this.more.hidden = this.from === 0 && !unknown(log);
    this.more.textContent = t("panel.show-more");
    if (!limit) fill(this.list, h("li", { class: "quiet" }, t("log.empty")));
    this.keepEnd();
  }

  scrolled() {
    const box = this.element.parentElement;
    if (performance.now() - this.touched > 1200) return this.keepEnd();
    this.follows = !box || box.scrollHeight - box.scrollTop - box.clientHeight < 60;
    return undefined;
  }

  keepEnd() {
    if (this.follows) this.toEnd();
  }

  toEnd() {
    this.follows = true;
    requestAnimationFrame(() => {
      const box = this.element.parentElement;
      if (box && Math.abs(box.scrollHeight - box.clientHeight - box.scrollTop) > 1) box.scrollTop = box.scrollHeight;
    });
  }

  /** @param {LogEvent} event */
  sentence(event) {
    const side = this.desk.session.game.seats.find((seat) => seat.seat === event.seat)?.side;
    const dice = this.dice(event.dice ?? []);
    const line = h("li", { class: `log-line${side === undefined ? " by-itself" : ` of-side-${side}`}` },
      h("span", { class: "log-text" }, this.linked(event)),
      dice.length ? h("span", { class: "log-dice" }, dice) : null,
      event.rule ? ruleChip(this.desk, event.rule) : null);
    if (side !== undefined) line.style.borderLeftColor = nationColours(this.desk.session.game.sides[side]?.nation ?? "neutral").band;
    return line;
  }

  /**
   * Six-sided dice as faces; draws of other kinds as one quiet word, since their numbers mean nothing to a reader.
   * @param {import("./wire").Die[]} dice
   */
  dice(dice) {
    const isDie = (/** @type {import("./wire").Die} */ die) => die.sides === 6 && !die.cup;
    const faces = dice.filter(isDie).map((die) => dieMark(die));
    const draws = dice.filter((die) => !isDie(die));
    if (draws.length) faces.push(h("span", { class: "draws", title: draws.map(said).join("\n") }, draws.length > 2 ? t("log.draws", { n: draws.length }) : draws.map((die) => (die.dice ? faceOf(die) : `${die.roll}/${die.sides}`)).join(" ")));
    return faces;
  }

  /**
   * The sentence with its places and units as buttons.
   * @param {LogEvent} event
   */
  linked(event) {
    const { layout } = this.desk;
    const places = new Map();
    for (const id of event.at ?? []) {
      places.set(id, id);
      const name = layout.place(id)?.name;
      if (name) places.set(`${name} (${id})`, id).set(name, id);
    }
    const parts = [...places.keys()].sort((a, b) => b.length - a.length).map(escaped);
    const pattern = new RegExp(`(${[...parts, layout.hex ? "\\b\\d{4}\\b" : "", this.names.pattern].filter(Boolean).join("|") || "$^"})`);
    return upper(event.text).split(pattern).map((part) => {
      const place = places.get(part) ?? (layout.place(part) && layout.hex ? part : undefined);
      if (place) return h("button", { type: "button", class: "place", onclick: () => this.desk.say("lookAt", place) }, part);
      const def = this.names.byName.get(part);
      if (def !== undefined) return h("button", { type: "button", class: "place", onclick: () => this.desk.say("unit", def) }, part);
      return part;
    });
  }
}

/** @param {string} text */
function escaped(text) {
  return text.replace(/[.*+?^${}()|[\]\\]/g, "\\$&");
}

/**
 * The names of units that a sentence may hold.
 * @param {import("./wire").PieceDef[]} defs
 */
function namesOf(defs) {
  /** @type {Map<string, number>} */
  const byName = new Map();
  defs.forEach((def, k) => {
    if (def.name.length > 4 && !byName.has(def.name)) byName.set(def.name, k);
    if (/[-/]/.test(def.id) && !byName.has(def.id)) byName.set(def.id, k);
  });
  const pattern = [...byName.keys()].sort((a, b) => b.length - a.length).map(escaped).join("|");
  return { byName, pattern };
}
