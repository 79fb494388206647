// What may come of an action: the table of outcomes, and how a sum comes about.

import { Refused } from "./api.js";
import { fill, h } from "./dom.js";
import { percent, t } from "./strings.js";

/**
 * @typedef {import("./wire").Outcomes} Outcomes
 * @typedef {import("./wire").Working} Working
 */

/**
 * A table of outcomes that fills itself in.
 * @param {import("./session.js").Session} session
 * @param {import("./wire").SceneAction} action
 */
export function oddsTable(session, action) {
  const box = h("div", { class: "odds", "aria-busy": "true" }, h("p", { class: "quiet" }, t("odds.waiting")));
  session.preview(action).then(
    (outcomes) => fill(box, table(outcomes)),
    (error) => fill(box, h("p", { class: "quiet" }, error instanceof Refused ? error.message : t("net.failed", { why: "" }))),
  ).finally(() => box.removeAttribute("aria-busy"));
  return box;
}

/** @param {Outcomes} outcomes */
function table(outcomes) {
  const lines = outcomes.outcomes;
  if (lines.length === 1 && lines[0].probability >= 0.9999 && outcomes.samples <= 1) {
    return h("p", { class: "quiet" }, lines[0].text || t("odds.none"));
  }
  const most = Math.max(...lines.map((line) => line.probability), 0.01);
  const shown = lines.slice(0, 8);
  return h("table", {},
    h("caption", {}, t("odds.title"), " ", h("small", {}, outcomes.exact ? t("odds.exact") : t("odds.sample", { n: outcomes.samples }))),
    h("thead", { class: "unseen" }, h("tr", {}, h("th", { scope: "col" }, t("odds.chance")), h("th", { scope: "col" }, t("odds.outcome")))),
    h("tbody", {}, shown.map((line) => row(line.probability, line.text, most)), rest(lines.slice(8))));
}

/**
 * @param {number} probability
 * @param {string} text
 * @param {number} most
 */
function row(probability, text, most) {
  const bar = h("span", { class: "odds-bar" });
  bar.style.width = `${(probability / most) * 100}%`;
  return h("tr", {}, h("td", { class: "odds-chance" }, bar, h("b", {}, percent(probability))), h("td", {}, text));
}

/** @param {import("./wire").OutcomeLine[]} lines */
function rest(lines) {
  if (!lines.length) return null;
  const sum = lines.reduce((total, line) => total + line.probability, 0);
  return row(sum, `+ ${lines.length}`, 1);
}

/**
 * @param {Working[]} workings
 * @param {(rule: string) => Node} ruleChip
 */
export function workingsList(workings, ruleChip) {
  if (!workings.length) return null;
  return h("dl", { class: "workings", "aria-label": t("workings.title") },
    workings.map((line) => h("div", {}, h("dt", {}, line.label, line.rule ? [" ", ruleChip(line.rule)] : ""), h("dd", {}, line.value))));
}
