// Battles at their place on the map: while one is built up, its lines and its column of the table; when dice have fallen,
// the dice and the result, until they are dismissed or were there to be read for some seconds.

import { fought } from "./actions.js";
import { litRow } from "./charts.js";
import { counterPicture, sideMark } from "./counters.js";
import { dieMark } from "./dice.js";
import { fill, h, iconButton } from "./dom.js";
import { ruleChip } from "./rules.js";
import { settings } from "./settings.js";
import { sound } from "./sounds.js";
import { t, upper } from "./strings.js";

/**
 * @typedef {import("./wire").Battle} Battle
 * @typedef {import("./wire").Event} LogEvent
 * @typedef {import("./wire").Scene} Scene
 * @typedef {{x: number, y: number, w: number, h: number}} Box
 * @typedef {{at: string, element: HTMLElement, timer?: ReturnType<typeof setTimeout>}} Card
 */

/** How long a result stays, in milliseconds. */
const STAYS = 9000;
/** More results than this at once are only in the log. */
const MOST = 3;
/** A card is at least so high, in pixels. */
const LEAST = 120;

/**
 * The lit cells with the column that the result names: support may have moved it since the scene before.
 * @param {import("./wire").Chart[]} charts
 * @param {import("./wire").Lit[]} lit
 * @param {LogEvent[]} lines
 */
export function settled(charts, lit, lines) {
  const words = new Set(lines.flatMap((event) => event.text.split(/[\s,.;]+|:(?=\s)/)));
  return lit.map((entry) => {
    const heads = charts.find((chart) => chart.id === entry.chart)?.heads[entry.head ?? 0] ?? [];
    const named = heads.findIndex((text, k) => k > 0 && words.has(text));
    return entry.column && named > 0 ? { ...entry, column: named } : entry;
  });
}

export class BattleCards {
  /**
   * @param {import("./desk.js").Desk} desk
   * @param {import("./board.js").Board} board
   */
  constructor(desk, board) {
    this.desk = desk;
    this.board = board;
    this.element = h("div", { class: "battles" });
    /** @type {Card | null} */
    this.live = null;
    /** @type {Card[]} */
    this.results = [];
    /** @type {Scene | null} The scene of the last battle that was drawn: a result is read off its column. */
    this.before = null;
  }

  /**
   * @param {import("./state.js").Arrival} arrival
   * @param {number} lasts
   */
  take(arrival, lasts) {
    const { scene } = arrival.update;
    if (lasts > 0 || arrival.cause === "own") for (const told of combats(arrival.news)) this.tell(told);
    this.drawLive(scene);
    if (scene.battle) this.before = scene;
    this.follow();
  }

  /** Takes the results away; the log has them. */
  clear() {
    for (const card of [...this.results]) this.drop(card);
  }

  forget() {
    this.clear();
    this.live?.element.remove();
    this.live = null;
  }

  /** @param {Scene} scene */
  drawLive(scene) {
    this.live?.element.remove();
    this.live = null;
    const { battle } = scene;
    if (!battle || !this.desk.layout.place(battle.at) || this.desk.session.shown.status.over) return;
    const body = h("div", { class: "battle control", role: "group", "aria-label": battle.title },
      h("h2", {}, battle.title), this.lines(battle, scene), this.rounds(battle), litRow(this.desk.session.sheet.charts ?? [], scene.lit ?? [], null));
    this.live = { at: battle.at, element: body };
    this.element.append(body);
  }

  /**
   * @param {Battle} battle
   * @param {Scene} scene
   */
  lines(battle, scene) {
    const { game, sheet } = this.desk.session;
    const byId = new Map(scene.pieces.map((piece) => [piece.id, piece]));
    return h("div", { class: "battle-lines" }, battle.lines.map((line) => h("div", { class: "battle-line" },
      h("p", {}, sideMark(game.sides[line.side]?.nation ?? "neutral"), h("b", {}, line.strength)),
      h("div", { class: "battle-pieces" }, line.pieces.slice(0, 12).map((id) => {
        const piece = byId.get(id);
        return piece ? counterPicture(sheet.pieces[piece.def], piece) : null;
      }), line.pieces.length > 12 ? h("small", {}, `+${line.pieces.length - 12}`) : null))));
  }

  /** @param {Battle} battle */
  rounds(battle) {
    if (!battle.rounds?.length) return null;
    return h("table", { class: "battle-rounds" }, h("tbody", {}, battle.rounds.map((row) => h("tr", {}, row.map((cell, k) => (k ? h("td", {}, cell) : h("th", { scope: "row" }, cell)))))));
  }

  /**
   * The result of a combat, at its place.
   * @param {{at: string, lines: LogEvent[]}} told
   */
  tell({ at, lines }) {
    if (!this.desk.layout.place(at)) return;
    const dice = lines.flatMap((event) => event.dice ?? []);
    const card = /** @type {Card} */ ({ at, element: h("div", { class: "battle result control", role: "group", "aria-label": t("battle.result") }) });
    const face = dice.find((die) => this.charts().some((chart) => chart.die === die.sides))?.roll ?? null;
    fill(card.element,
      h("div", { class: "battle-head" }, h("h2", {}, this.desk.title(at)), iconButton("close", t("close"), () => this.drop(card))),
      dice.length ? h("p", { class: "battle-dice" }, diceOf(dice)) : null,
      this.before?.battle?.at === at ? litRow(this.charts(), settled(this.charts(), this.before.lit ?? [], lines), face) : null,
      lines.map((event) => h("p", {}, upper(event.text), " ", event.rule ? ruleChip(this.desk, event.rule) : "")));
    const wait = () => { card.timer = setTimeout(() => this.drop(card), STAYS); };
    card.element.addEventListener("pointerenter", () => clearTimeout(card.timer));
    card.element.addEventListener("pointerleave", wait);
    card.element.addEventListener("focusin", () => clearTimeout(card.timer));
    wait();
    this.results.push(card);
    while (this.results.length > (innerWidth < 760 ? 1 : MOST)) this.drop(this.results[0]);
    this.element.append(card.element);
    if (dice.some((die) => die.sides <= 20)) sound("dice");
  }

  charts() {
    return this.desk.session.sheet.charts ?? [];
  }

  /** @param {Card} card */
  drop(card) {
    clearTimeout(card.timer);
    const inside = card.element.contains(document.activeElement);
    card.element.remove();
    this.results = this.results.filter((other) => other !== card);
    if (inside) this.board.element.focus({ preventScroll: true });
    this.follow();
  }

  /** Keeps the cards beside their places, and off what somebody is to press. */
  follow() {
    const { camera } = this.board;
    if (!this.live && !this.results.length) return;
    const [vx, vy] = this.desk.layout.view;
    const reach = this.desk.layout.size * 0.6 * camera.scale;
    const taken = this.kept();
    const kept = taken.length;
    // The buttons over the map stay free too, if there is room elsewhere.
    taken.push(...this.boxes(".map-controls"));
    const wanted = this.wanted();
    for (const card of [this.live, ...this.results]) {
      const at = card && this.desk.layout.place(card.at);
      if (!card || !at) continue;
      const spot = camera.toFrame(at.x - vx, at.y - vy);
      // What is higher than the free part of the map scrolls.
      card.element.style.maxHeight = `${Math.max(LEAST, camera.free.height - 16)}px`;
      const box = beside(spot, reach + 8, { w: card.element.offsetWidth, h: card.element.offsetHeight }, camera.free, taken, wanted);
      // A result that could only cover what somebody is to press stands aside, and one of a place out of view unless it is the last; the log has it.
      const away = card !== this.results.at(-1) && !camera.inView(at.x - vx, at.y - vy);
      const aside = card !== this.live && (away || taken.slice(0, kept).some((other) => overlap(box, other)));
      card.element.classList.toggle("aside", aside);
      if (!aside) taken.push(box);
      card.element.style.transform = `translate(${Math.round(box.x)}px, ${Math.round(box.y)}px)`;
    }
  }

  /** Where somebody may want to press: a card lies elsewhere if it can. @returns {{x: number, y: number}[]} */
  wanted() {
    const { desk, board } = this;
    if (!desk.free) return [];
    const [vx, vy] = desk.layout.view;
    const places = new Set([...desk.actors().map((actor) => actor.place), ...desk.offers.byPlace.keys()]);
    return [...places].flatMap((id) => {
      const at = desk.layout.place(id);
      return at ? [board.camera.toFrame(at.x - vx, at.y - vy)] : [];
    });
  }

  /** What stays free: the pile that is spread out, what a guide points at, the card of the guide. @returns {Box[]} */
  kept() {
    return [...this.drawn(".fan-paper, .pointing"), ...this.boxes(".guide")];
  }

  /**
   * Where things of the drawing lie in the frame: reckoned from the map, since the browser tells where they were before the map moved.
   * @param {string} selector
   * @returns {Box[]}
   */
  drawn(selector) {
    const { camera, ink } = this.board;
    const [vx, vy] = this.desk.layout.view;
    return [.../** @type {NodeListOf<SVGGraphicsElement>} */ (ink.svg.querySelectorAll(selector))].map((element) => {
      const box = element.getBBox();
      return { ...camera.toFrame(box.x - vx, box.y - vy), w: box.width * camera.scale, h: box.height * camera.scale };
    });
  }

  /** Where things of the page lie, as seen from the board. @param {string} selector @returns {Box[]} */
  boxes(selector) {
    const frame = this.board.element.getBoundingClientRect();
    return [...document.querySelectorAll(selector)].map((element) => element.getBoundingClientRect()).filter((box) => box.width > 0).map((box) => ({ x: box.left - frame.left, y: box.top - frame.top, w: box.width, h: box.height }));
  }
}

/** @param {Box} a @param {Box} b */
function overlap(a, b) {
  return a.x < b.x + b.w && a.x + a.w > b.x && a.y < b.y + b.h && a.y + a.h > b.y;
}

/**
 * Where a card lies beside a spot: at the right, the left, below or above it, wherever it covers nothing that stays free and the least of what may be
 * pressed; else under what lies there.
 * @param {{x: number, y: number}} spot
 * @param {number} gap
 * @param {{w: number, h: number}} size
 * @param {{x: number, y: number, width: number, height: number}} free
 * @param {Box[]} taken
 * @param {{x: number, y: number}[]} [wanted] where somebody may want to press
 * @returns {Box}
 */
export function beside(spot, gap, { w, h: high }, free, taken, wanted = []) {
  const within = (/** @type {number} */ x, /** @type {number} */ y) => ({
    x: Math.max(free.x + 8, Math.min(free.x + free.width - w - 8, x)), y: Math.max(free.y + 8, Math.min(free.y + free.height - high - 8, y)), w, h: high });
  const covered = (/** @type {Box} */ box) => taken.find((other) => overlap(box, other));
  const middle = { x: spot.x - w / 2, y: spot.y - high / 2 };
  const right = within(spot.x + gap, middle.y);
  const beyond = right.x < spot.x + gap;
  const tries = [right, within(spot.x - gap - w, middle.y), within(middle.x, spot.y + gap), within(middle.x, spot.y - gap - high),
    within(free.x, free.y), within(free.x + free.width, free.y), within(free.x, free.y + free.height), within(free.x + free.width, free.y + free.height)];
  const open = (beyond ? tries.slice(1) : tries).filter((box) => !covered(box));
  const hidden = (/** @type {Box} */ box) => wanted.filter((at) => at.x > box.x && at.x < box.x + w && at.y > box.y && at.y < box.y + high).length;
  // Where as little as possible is hidden; beside the spot before a corner.
  if (open.length) return open.reduce((a, b) => (hidden(b) < hidden(a) ? b : a));
  const box = beyond ? tries[1] : right;
  for (let over = covered(box), k = 0; over && k < 6; over = covered(box), k++) box.y = over.y + over.h + 6;
  return box;
}

/**
 * The combats among some sentences: each begins with dice at a place, and what follows without dice of its own belongs to it, until a sentence of
 * another chapter of the rules speaks of no place and no unit: that is bookkeeping.
 * @param {LogEvent[]} news
 * @returns {{at: string, lines: LogEvent[]}[]}
 */
export function combats(news) {
  /** @type {{at: string, lines: LogEvent[]}[]} */
  const found = [];
  let open = false;
  for (const event of news) {
    const at = event.at?.at(-1);
    if (at && fought(event)) {
      open = true;
      const same = found.find((told) => told.at === at);
      if (same) same.lines.push(event);
      else found.push({ at, lines: [event] });
      continue;
    }
    const last = found.at(-1)?.lines;
    if (last && !at && !event.effects?.length && chapter(event) !== chapter(last[0])) open = false;
    if (last && open && last.length < 6 && event.text) last.push(event);
  }
  return found;
}

/** The chapter of an event's rule: `ck 6.7` is of chapter `ck 6`. @param {LogEvent} event */
function chapter({ rule = "" }) {
  return rule.split(/[.-]/)[0];
}

/** @param {import("./wire").Die[]} dice */
function diceOf(dice) {
  const shown = dice.filter((die) => die.sides <= 20 && !die.cup).slice(0, 24);
  const calm = settings.speed === 0;
  return shown.map((die, k) => dieMark(die, { "data-order": k % 6 }, calm ? "" : " tumbles"));
}
