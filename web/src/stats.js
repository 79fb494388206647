// Figures of a finished game: points and losses by turn, dice, luck, and the proof that the dice were fair.

import { nationColours } from "./counters.js";
import { h, s } from "./dom.js";
import { t } from "./strings.js";

/**
 * @typedef {import("./server").Statistics} Statistics
 * @typedef {import("./session.js").Session} Session
 */

/**
 * @param {Session} session
 * @param {Statistics} stats
 */
export function figures(session, stats) {
  const { game, latest } = session;
  return [
    chart(game, stats.points ?? [], t("stats.points")),
    chart(game, stats.losses ?? [], t("stats.losses")),
    h("section", { class: "stats" }, h("h3", {}, t("stats.dice")), (stats.dice ?? []).map(dice)),
    stats.luck?.length ? h("section", { class: "stats" }, h("h3", {}, t("stats.luck")),
      h("ul", {}, stats.luck.map((line) => h("li", {}, t("stats.luck-of", { who: session.seatName(line.seat), luck: signed(line.sigma) }))))) : null,
    h("section", { class: "stats" },
      h("p", { class: stats.verification?.fair ? "verified" : "quiet" },
        stats.verification?.fair ? t("stats.verified") : t("stats.not-verified", { why: stats.verification?.detail ?? "" })),
      h("p", { class: "quiet" }, t("stats.commitment"), h("code", { class: "hash" }, latest.commitment)),
      latest.seed ? h("p", { class: "quiet" }, t("stats.seed"), h("code", { class: "hash" }, latest.seed)) : null),
  ];
}

/** @param {number} value */
function signed(value) {
  return `${value > 0 ? "+" : value < 0 ? "−" : ""}${Math.abs(value).toFixed(1)}`;
}

/**
 * A line for each side; sides differ by dash as well as by colour.
 * @param {import("./server").GameEntry} game
 * @param {{turn: number, totals: number[]}[]} rows
 * @param {string} title
 */
function chart(game, rows, title) {
  if (rows.length < 2) return null;
  const width = 320;
  const height = 140;
  const all = rows.flatMap((row) => row.totals);
  const high = Math.max(1, ...all);
  const low = Math.min(0, ...all);
  const x = (/** @type {number} */ k) => 30 + (k * (width - 40)) / (rows.length - 1);
  const y = (/** @type {number} */ v) => height - 22 - ((v - low) * (height - 36)) / (high - low);
  const lines = game.sides.map((side, k) => {
    const d = rows.map((row, i) => `${i ? "L" : "M"}${x(i).toFixed(1)} ${y(row.totals[k] ?? 0).toFixed(1)}`).join("");
    return s("path", { class: "chart-line", d, stroke: nationColours(side.nation).band, "stroke-dasharray": ["none", "6 4", "2 3"][k % 3] });
  });
  const picture = s("svg", { class: "chart", viewBox: `0 0 ${width} ${height}`, role: "img", "aria-label": `${title}: ${rows.map((r) => `${r.turn}: ${r.totals.join(" / ")}`).join("; ")}` },
    [low, high].map((v) => [s("path", { class: "chart-grid", d: `M30 ${y(v)}H${width - 8}` }), s("text", { x: 25, y: y(v) + 4, "text-anchor": "end" }, v)]),
    rows.map((row, k) => (rows.length <= 14 || k % 3 === 0 ? s("text", { x: x(k), y: height - 6, "text-anchor": "middle" }, row.turn) : null)),
    lines);
  const legend = h("ul", { class: "chart-legend" }, game.sides.map((side, k) => {
    const key = s("svg", { viewBox: "0 0 30 8", "aria-hidden": "true" }, s("path", { class: "chart-line", d: "M0 4H30", stroke: nationColours(side.nation).band, "stroke-dasharray": ["none", "6 4", "2 3"][k % 3] }));
    return h("li", {}, key, side.name);
  }));
  return h("section", { class: "stats" }, h("h3", {}, title), picture, legend);
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
