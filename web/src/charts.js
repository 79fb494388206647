// The game's charts, drawn from its data, with the cell in use lit; and the sequence of play.

import { fill, h } from "./dom.js";
import { ruleChip } from "./rules.js";
import { t } from "./strings.js";

/**
 * @typedef {import("./wire").Chart} Chart
 * @typedef {import("./wire").Lit} Lit
 */

/**
 * Which cells of a chart are lit. A column alone is lit through all rows; a row alone through all columns.
 * @param {Lit[]} lit
 * @param {string} chart
 */
function lightOf(lit, chart) {
  const own = lit.filter((entry) => entry.chart === chart);
  return {
    cell: (/** @type {number} */ row, /** @type {number} */ column) => own.some((l) => (l.row ?? row) === row && (l.column ?? column) === column && (l.row !== undefined || l.column !== undefined)),
    head: (/** @type {number} */ head, /** @type {number} */ column) => own.some((l) => (l.head === undefined || l.head === head) && l.column === column && l.column !== undefined),
    line: (/** @type {number} */ head) => own.some((l) => l.head === head),
  };
}

/**
 * @param {Chart} chart
 * @param {Lit[]} lit
 * @param {(rule: string) => Node} ruleChip
 */
export function chartTable(chart, lit, ruleChip) {
  const light = lightOf(lit, chart.id);
  const wide = (chart.heads[0] ?? chart.rows[0] ?? []).length > 6;
  return h("section", { class: "chart-of", "data-chart": chart.id },
    h("h2", {}, chart.title, " ", chart.rule ? ruleChip(chart.rule) : ""),
    h("div", { class: "table-scroll", tabindex: "0", role: "group", "aria-label": chart.title },
      h("table", { class: `chart-table${wide ? " wide" : ""}` },
        chart.heads.length ? h("thead", {}, chart.heads.map((head, r) => h("tr", { class: light.line(r) ? "lit-line" : "" },
          head.map((text, c) => h("th", { scope: "col", class: c > 0 && light.head(r, c) ? "lit" : "" }, text))))) : null,
        h("tbody", {}, chart.rows.map((row, r) => h("tr", {}, row.map((text, c) => c
          ? h("td", { class: light.cell(r, c) ? "lit" : "", "aria-current": light.cell(r, c) ? "true" : null }, text)
          : h("th", { scope: "row" }, text))))))),
    (chart.notes ?? []).map((note) => h("p", { class: "quiet" }, note)));
}

/**
 * The part of a chart that a battle stands in: the line of headings with its column lit, and the results of that column by
 * the face of the die. Once the die has fallen, its face is lit too.
 * @param {Chart[]} charts
 * @param {Lit[]} lit
 * @param {number | null} face
 */
export function litRow(charts, lit, face) {
  const entry = lit.find((l) => l.column !== undefined && charts.some((chart) => chart.id === l.chart && chart.die));
  const chart = charts.find((c) => c.id === entry?.chart);
  if (!entry || !chart || !entry.column) return null;
  const head = chart.heads[entry.head ?? 0] ?? [];
  const column = entry.column;
  return h("div", { class: "lit-row" },
    h("table", { class: "chart-table strip" }, h("tbody", {}, h("tr", {}, head.slice(1).map((text, k) => h("td", { class: k + 1 === column ? "lit" : "" }, text))))),
    h("table", { class: "chart-table strip results" }, h("tbody", {},
      h("tr", {}, chart.rows.map((row, k) => h("th", { scope: "col", class: face === k + 1 ? "lit" : "" }, row[0]))),
      h("tr", {}, chart.rows.map((row, k) => h("td", { class: face === k + 1 ? "lit" : "" }, row[column] ?? ""))))));
}

export class ChartsTab {
  /** @param {import("./desk.js").Desk} desk */
  constructor(desk) {
    this.desk = desk;
    this.element = h("div", { class: "charts-tab" });
  }

  /** @param {import("./wire").Scene} scene */
  render(scene) {
    const charts = this.desk.session.sheet.charts ?? [];
    fill(this.element, this.sequence(scene),
      charts.map((chart) => chartTable(chart, scene.lit ?? [], (rule) => ruleChip(this.desk, rule))));
    // The whole chart where there is room, in any case what is lit.
    const lit = this.element.querySelector(".chart-table .lit");
    lit?.closest(".chart-of")?.scrollIntoView({ block: "nearest" });
    lit?.scrollIntoView({ block: "nearest", inline: "nearest" });
  }

  /** @param {import("./wire").Scene} scene */
  sequence(scene) {
    return h("section", { class: "chart-of" }, h("h2", {}, t("bar.sequence")),
      h("ol", { class: `sequence${scene.phases.length > 7 ? " many" : ""}` }, scene.phases.map((name, k) => h("li", { class: k === scene.phase && scene.turn > 0 ? "lit" : "", "aria-current": k === scene.phase && scene.turn > 0 ? "step" : null }, name))));
  }
}
