// What the others did since one's own last move: numbered arrows, marks where they fought, a list; kept until the first move.

import { fought } from "./actions.js";
import { fill, h, icon } from "./dom.js";
import { t, upper } from "./strings.js";

/**
 * @typedef {import("./wire").Scene} Scene
 * @typedef {import("./wire").Event} LogEvent
 * @typedef {import("./state.js").Arrival} Arrival
 * @typedef {{arrival: Arrival, before: Scene}} Seen
 * @typedef {{piece: string, from: string, to: string}} Way
 * @typedef {{seat: string | null, text: string, more: number, at: string[], fought: boolean}} Line
 * @typedef {{ways: Way[], fights: string[], lines: Line[], lost: number}} Report
 */

/**
 * Puts together what a row of versions brought: the ways of pieces from first to last place, the places of fights,
 * sentences of one kind in a row as one line, and the pieces that left the map.
 * @param {Seen[]} seen
 * @param {(place: string) => boolean} onMap
 * @returns {Report}
 */
export function gather(seen, onMap) {
  /** @type {Map<string, Way>} */
  const ways = new Map();
  /** @type {Set<string>} */
  const fights = new Set();
  /** @type {Line[]} */
  const lines = [];
  for (const { arrival, before } of seen) {
    for (const way of moves(before, arrival.update.scene, onMap)) {
      const known = ways.get(way.piece);
      ways.set(way.piece, known ? { ...known, to: way.to } : way);
    }
    for (const event of arrival.news) tell(event, lines, fights);
  }
  const first = seen[0]?.before;
  const last = seen.at(-1)?.arrival.update.scene;
  const lost = first && last ? losses(seen, first, last, onMap) : 0;
  return { ways: [...ways.values()].filter((way) => way.from !== way.to), fights: [...fights], lines, lost };
}

/**
 * How many units were lost, as the sentences say. One that only went out of sight is not; of stacks, which are lost in part, what is gone is counted.
 * @param {Seen[]} seen
 * @param {Scene} first
 * @param {Scene} last
 * @param {(place: string) => boolean} onMap
 */
function losses(seen, first, last, onMap) {
  const told = seen.flatMap(({ arrival }) => arrival.news).flatMap((event) => event.effects ?? []).filter((effect) => effect.kind === "lost").length;
  const stacks = first.pieces.some((piece) => (piece.count ?? 1) > 1);
  return told && stacks ? Math.max(told, vanished(first, last, onMap)) : told;
}

/**
 * @param {LogEvent} event
 * @param {Line[]} lines
 * @param {Set<string>} fights
 */
function tell(event, lines, fights) {
  if (!event.text) return;
  const at = event.at ?? [];
  const fight = fought(event);
  if (fight) fights.add(at[at.length - 1]);
  const last = lines.at(-1);
  const sameKind = last && !fight && !last.fought && last.seat === event.seat && kindOf(last) === kindOf({ text: event.text });
  if (sameKind) {
    last.more++;
    last.at.push(...at);
  } else lines.push({ seat: event.seat, text: event.text, more: 0, at: [...at], fought: fight });
}

/**
 * Sentences that begin with the same two words are of one kind: `South Korea buys`, `Chinese infantry moves`.
 * @param {{text: string}} line
 */
function kindOf(line) {
  return line.text.split(/\s+/).slice(0, 3).join(" ").replace(/\d+/g, "#");
}

/**
 * @param {Scene} before
 * @param {Scene} after
 * @param {(place: string) => boolean} onMap
 */
function moves(before, after, onMap) {
  const places = new Map(before.pieces.map((piece) => [piece.id, piece.at]));
  return after.pieces.flatMap((piece) => {
    const from = places.get(piece.id);
    return from && from !== piece.at && onMap(from) && onMap(piece.at) ? [{ piece: piece.id, from, to: piece.at }] : [];
  });
}

/**
 * How many pieces stood on the map and stand there no more.
 * @param {Scene} before
 * @param {Scene} after
 * @param {(place: string) => boolean} onMap
 */
function vanished(before, after, onMap) {
  const count = (/** @type {Scene} */ scene) => {
    /** @type {Map<number, number>} */
    const defs = new Map();
    for (const piece of scene.pieces) if (onMap(piece.at)) defs.set(piece.def, (defs.get(piece.def) ?? 0) + (piece.count ?? 1));
    return defs;
  };
  const now = count(after);
  let lost = 0;
  for (const [def, n] of count(before)) lost += Math.max(0, n - (now.get(def) ?? 0));
  return lost;
}

export class Happened {
  /**
   * @param {import("./desk.js").Desk} desk
   * @param {import("./board.js").Board} board
   */
  constructor(desk, board) {
    this.desk = desk;
    this.board = board;
    /** @type {Seen[]} */
    this.seen = [];
    /** @type {Report | null} */
    this.report = null;
    this.open = false;
  }

  /**
   * Takes note of a version that is being shown.
   * @param {Arrival} arrival
   * @param {Scene} before
   */
  take(arrival, before) {
    if (arrival.cause === "other") {
      if (arrival.news.length) this.seen.push({ arrival, before });
    } else if (arrival.cause === "own" && this.desk.session.state.done.at(-1)?.kind !== "select") this.forget();
  }

  forget() {
    this.seen = [];
    this.report = null;
    this.open = false;
    this.board.ink.showWays([], []);
    this.board.ink.forgetMoves();
  }

  /**
   * Shows what happened, now that it is one's turn.
   * @returns {boolean} whether the map was turned to it
   */
  present() {
    if (!this.seen.length || this.desk.page.mode !== "now") return false;
    const { board } = this;
    const { layout } = this.desk;
    const fresh = this.report === null;
    this.report = gather(this.seen, (place) => Boolean(layout.place(place)));
    board.ink.forgetMoves();
    board.ink.showWays(this.report.ways, this.report.fights);
    if (!fresh) return false;
    const { prompt, pieces } = this.desk.scene;
    // What is asked first, with the nearest answer on the map; then the latest of what happened.
    const asked = prompt.place ?? pieces.find((piece) => piece.id === prompt.piece)?.at ?? null;
    const answer = board.sight.nearest([...board.offers.byPlace.keys()], asked);
    const told = [...this.report.fights.toReversed(), ...this.report.ways.flatMap((way) => [way.to, way.from])];
    board.sight.frame([asked, answer, ...told].filter((id) => id !== null), true);
    this.desk.say("prompt", undefined);
    return told.length > 0;
  }

  /** Plays it all again. */
  again() {
    if (!this.seen.length || this.desk.page.mode !== "now" || !this.desk.session.mine) return;
    this.board.ink.showWays([], []);
    this.desk.say("again", this.seen.map((seen) => seen.arrival));
  }

  /** The card in the panel. */
  card() {
    const { report } = this;
    // An answer within one's own turn is no news worth a card.
    if (!report || (!report.ways.length && !report.fights.length && report.lines.length < 3)) return null;
    const list = h("ol", { class: "happened-list" });
    const details = h("details", { class: "happened" },
      h("summary", {}, h("b", {}, t("happened.title")), " ", summary(report)),
      list,
      h("button", { type: "button", class: "quiet-button", "data-key": "again", onclick: () => this.again() }, icon("replay"), t("happened.again")));
    details.open = this.open;
    const draw = () => fill(list, report.lines.map((line) => this.line(line)));
    if (this.open) draw();
    details.addEventListener("toggle", () => {
      this.open = details.open;
      if (details.open) draw();
    });
    return details;
  }

  /** @param {Line} line */
  line(line) {
    const at = line.at.find((place) => this.desk.layout.place(place));
    const words = upper(line.more ? `${line.text} ${t("happened.more", { n: line.more })}` : line.text);
    return h("li", { class: line.fought ? "fought" : "" }, at ? h("button", { type: "button", class: "place", onclick: () => this.desk.say("lookAt", at) }, words) : words);
  }
}

/** @param {Report} report */
function summary(report) {
  const parts = [
    report.fights.length ? t("happened.fights", { n: report.fights.length }) : "",
    report.ways.length ? t("happened.moves", { n: report.ways.length }) : "",
    report.lost ? t("happened.lost", { n: report.lost }) : "",
  ].filter(Boolean);
  return h("span", { class: "quiet" }, parts.join(", ") || t("happened.lines", { n: report.lines.length }));
}
