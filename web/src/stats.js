// Figures of a finished game: standing, points and losses by turn, luck, dice, and the proof that the dice were fair.

import { api } from "./api.js";
import { nationColours } from "./counters.js";
import { fill, h, s } from "./dom.js";
import { t } from "./strings.js";

/**
 * @typedef {import("./server").Statistics} Statistics
 * @typedef {import("./session.js").Session} Session
 * @typedef {{turn: number, totals: number[], at?: number | null}} Row
 */

/** So many of the largest changes of the standing are marked. */
const SWINGS = 3;

/**
 * @param {Session} session
 * @param {Statistics} stats
 * @param {(at: number) => void} go to a moment of the game
 */
export function figures(session, stats, go) {
  const { game, latest } = session;
  const counted = (/** @type {Row[] | undefined} */ rows) => (rows ?? []).map((row) => ({ ...row, turn: row.turn - turnShift(latest) }));
  return [
    chart(game, lead(counted(stats.standing)), t("stats.standing"), go),
    chart(game, counted(stats.points), t("stats.points"), go),
    chart(game, counted(stats.losses), t("stats.losses"), go),
    chart(game, lead(counted(stats.luck)), t("stats.luck"), go),
    stats.luck?.length ? h("p", { class: "quiet" }, t("stats.luck-text")) : null,
    (stats.dice ?? []).length ? h("section", { class: "stats" }, h("h3", {}, t("stats.dice")), stats.dice.map(dice)) : null,
    h("section", { class: "stats" },
      h("p", { class: stats.verification?.fair ? "verified" : "quiet" },
        stats.verification?.fair ? t("stats.verified") : t("stats.not-verified", { why: stats.verification?.detail ?? "" })),
      h("p", { class: "quiet" }, t("stats.commitment"), h("code", { class: "hash" }, latest.commitment)),
      latest.seed ? h("p", { class: "quiet" }, t("stats.seed"), h("code", { class: "hash" }, latest.seed)) : null),
  ];
}

/**
 * How far the numbers of a game's turns (those of a war that began earlier) lie above those of its scenario.
 * @param {import("./server").Update} latest
 */
export function turnShift(latest) {
  return latest.scene.turn ? latest.status.turn - latest.scene.turn : 0;
}

/**
 * How far the first side is ahead, as one line: the judgement of both sides mirrors itself.
 * @param {Row[]} rows
 * @returns {Row[]}
 */
export function lead(rows) {
  return rows.map((row) => ({ ...row, totals: [(row.totals[0] ?? 0) - (row.totals[1] ?? 0)] }));
}

/**
 * The rows before which a line changed most.
 * @param {Row[]} rows
 */
export function swings(rows) {
  const changes = rows.slice(1).map((row, k) => ({ k: k + 1, by: Math.abs((row.totals[0] ?? 0) - (rows[k].totals[0] ?? 0)) }));
  return changes.filter((c) => c.by > 0).sort((a, b) => b.by - a.by).slice(0, SWINGS).map((c) => c.k);
}

const WIDTH = 320;
const HEIGHT = 140;

/**
 * A line for each side; sides differ by dash as well as by colour. A press on a turn goes to its end.
 * @param {import("./server").GameEntry} game
 * @param {Row[]} rows
 * @param {string} title
 * @param {(at: number) => void} go
 */
function chart(game, rows, title, go) {
  const all = rows.flatMap((row) => row.totals);
  if (rows.length < 2 || all.every((value) => value === 0)) return null;
  const low = Math.min(0, ...all);
  const high = Math.max(low + 1, 0, ...all);
  const x = (/** @type {number} */ k) => 34 + (k * (WIDTH - 46)) / (rows.length - 1);
  const y = (/** @type {number} */ v) => HEIGHT - 22 - ((v - low) * (HEIGHT - 36)) / (high - low);
  const single = rows[0].totals.length === 1;
  const lines = rows[0].totals.map((_, k) => {
    const d = rows.map((row, i) => `${i ? "L" : "M"}${x(i).toFixed(1)} ${y(row.totals[k] ?? 0).toFixed(1)}`).join("");
    return s("path", { class: "chart-line", d, stroke: single ? "currentColor" : nationColours(game.sides[k]?.nation ?? "neutral").band, "stroke-dasharray": ["none", "6 4", "2 3"][k % 3] });
  });
  const marks = single ? swings(rows).map((k) => s("circle", { class: "swing", cx: x(k), cy: y(rows[k].totals[0]), r: 5 }, s("title", {}, t("stats.swing", { n: rows[k].turn })))) : [];
  const every = Math.ceil(rows.length / 12);
  const picture = s("svg", { class: "chart", viewBox: `0 0 ${WIDTH} ${HEIGHT}`, role: "img", "aria-label": `${title}: ${rows.map((r) => `${r.turn}: ${r.totals.map(short).join(" / ")}`).join("; ")}` },
    apart([0, low, high], y).map((v) => [s("path", { class: "chart-grid", d: `M34 ${y(v)}H${WIDTH - 8}` }), s("text", { x: 29, y: y(v) + 4, "text-anchor": "end" }, short(v))]),
    rows.map((row, k) => (k % every === 0 ? s("text", { x: x(k), y: HEIGHT - 6, "text-anchor": "middle" }, row.turn) : null)),
    lines, marks);
  const legend = single
    ? h("p", { class: "quiet" }, t("stats.ahead", { up: game.sides[0]?.name ?? "", down: game.sides[1]?.name ?? "" }))
    : h("ul", { class: "chart-legend" }, game.sides.map((side, k) => h("li", {}, s("svg", { viewBox: "0 0 30 8", "aria-hidden": "true" }, s("path", { class: "chart-line", d: "M0 4H30", stroke: nationColours(side.nation).band, "stroke-dasharray": ["none", "6 4", "2 3"][k % 3] })), side.name)));
  return h("section", { class: "stats" }, h("h3", {}, title), picture, legend, single ? turnLinks(rows, go) : null);
}

/**
 * The turns as buttons: the way from a graph to its moments.
 * @param {Row[]} rows
 * @param {(at: number) => void} go
 */
function turnLinks(rows, go) {
  const marked = new Set(swings(rows));
  return h("p", { class: "turn-links" }, h("span", { class: "quiet" }, t("stats.go")), rows.map((row, k) => row.at === undefined || row.at === null ? null
    : h("button", { type: "button", class: `rule${marked.has(k) ? " swing" : ""}`, "data-at": row.at, title: marked.has(k) ? t("stats.swing", { n: row.turn }) : t("stats.end-of", { n: row.turn }), onclick: () => go(Number(row.at)) }, row.turn)));
}

/**
 * The values whose lines can be told apart.
 * @param {number[]} values the first ones matter most
 * @param {(value: number) => number} y
 */
function apart(values, y) {
  return values.filter((value, k) => values.slice(0, k).every((other) => Math.abs(y(other) - y(value)) > 10));
}

/** @param {number} value */
function short(value) {
  return Number.isInteger(value) ? String(value) : value.toFixed(Math.abs(value) < 10 ? 1 : 0);
}

/** @param {Statistics["dice"][number]} die */
function dice(die) {
  const most = Math.max(1, ...die.counts);
  return h("div", { class: "dice-figures" },
    h("p", {}, h("b", {}, `d${die.sides}`), " ", t("stats.dice-row", { n: die.rolls, mean: die.mean.toFixed(2), expected: die.expected.toFixed(2) })),
    die.counts.length <= 20 ? h("ol", { class: "histogram" }, die.counts.map((count, k) => {
      const bar = h("span", { class: "histogram-bar" });
      bar.style.height = `${(count / most) * 100}%`;
      return h("li", { title: `${k + 1}: ${count}` }, h("span", { class: "histogram-space" }, bar), h("small", {}, k + 1));
    })) : null);
}

/**
 * The figures of a finished game, into a box of the panel.
 * @param {import("./session.js").Session} session
 * @param {HTMLElement} box
 * @param {(at: number) => void} go shows a moment of the game
 */
export async function showFigures(session, box, go) {
  fill(box, h("p", { class: "quiet" }, t("loading")));
  try {
    fill(box, figures(session, await api.statistics(session.match, session.token), go));
  } catch {
    fill(box, h("p", { class: "quiet" }, t("stats.none")));
  }
}
