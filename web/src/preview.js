// What may come of an action: the table of outcomes, and how a sum comes about.

import { Refused } from "./api.js";
import { fill, h } from "./dom.js";
import { percent, t, upper } from "./strings.js";

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

/**
 * What an action will do, in a few words for its button.
 * @param {import("./session.js").Session} session
 * @param {import("./wire").SceneAction} action
 * @param {import("./wire").SceneAction[]} [others] what else can be answered
 */
export function consequence(session, action, others = []) {
  const box = h("small", { class: "consequence", "aria-busy": "true" }, "…");
  const asked = others.map((one) => session.preview(one).catch(() => null));
  Promise.all([session.preview(action), ...asked]).then(([{ outcomes }, ...rest]) => {
    // What is done with ends a step; what would follow by itself is not its consequence.
    const told = action.kind !== "done" || outcomes.length > 1;
    const text = alike(outcomes, rest.flatMap((other) => (other?.outcomes.length ? [other.outcomes] : []))) ?? outline(outcomes);
    box.textContent = told ? unless(upper(text), action.label) : "";
  }, () => { box.textContent = ""; }).finally(() => box.removeAttribute("aria-busy"));
  return box;
}

/**
 * A consequence, unless it only repeats what stands on the button.
 * @param {string} text
 * @param {string} label
 */
export function unless(text, label) {
  const plain = (/** @type {string} */ words) => words.toLowerCase().replace(/[.\s]+$/, "").split(/\s+/);
  const [said, known] = [plain(text), plain(label)];
  // "The cadre to Pusan" and "the cadre is evacuated to Pusan" say the same: nothing but a verb stands between.
  const more = said.length - known.length;
  if (more < 0 || more > VERB) return text;
  let same = 0;
  while (same < known.length && said[same] === known[same]) same++;
  return known.slice(same).join(" ") === said.slice(same + more).join(" ") ? "" : text;
}

/** A verb has so many words. */
const VERB = 2;

/** More outcomes than this nobody reads one by one. */
const MANY = 8;

/**
 * Outcomes that tell the numbers on the dice before a colon (`10 against 1: the defender loses by 6`) come in dozens: what follows from them is
 * what somebody wants to know, likeliest first.
 * @param {import("./wire").OutcomeLine[]} lines
 * @returns {import("./wire").OutcomeLine[]}
 */
export function gathered(lines) {
  const numbers = /^[^:]*\d[^:]*:\s+/;
  if (lines.length <= MANY || !lines.every((line) => numbers.test(line.text))) return lines;
  /** @type {Map<string, number>} */
  const sums = new Map();
  for (const { text, probability } of lines) {
    const after = text.replace(numbers, "");
    sums.set(after, (sums.get(after) ?? 0) + probability);
  }
  return [...sums].map(([text, probability]) => ({ text, probability })).sort((a, b) => b.probability - a.probability);
}

/**
 * The likeliest outcomes in one line. What all of them begin with is said once, before them.
 * @param {import("./wire").OutcomeLine[]} all
 */
export function outline(all) {
  const lines = gathered(all);
  if (lines.length === 1) return clipped(lines[0].text);
  const likely = lines.slice(0, 3);
  // Where anything may happen, three of many outcomes tell nothing.
  if (likely.reduce((sum, line) => sum + line.probability, 0) < TELLING) return "";
  const { same, rest } = shared(likely.map((line) => line.text));
  const shown = likely.map((line, k) => `${percent(line.probability)} ${shorter(rest[k]) || t("odds.open")}`);
  return `${same ? `${same}${/[.!?;:]$/.test(same) ? "" : ":"} ` : ""}${shown.join(" · ")}${lines.length > 3 ? " · …" : ""}`;
}

/**
 * Where chance is the same whatever one answers, it says nothing of the answer: then what is certain of it. Null where it differs.
 * @param {import("./wire").OutcomeLine[]} own
 * @param {import("./wire").OutcomeLine[][]} others
 */
export function alike(own, others) {
  if (own.length < 2 || !others.length) return null;
  const parts = [own, ...others].map((lines) => ({ chances: lines.map((line) => percent(line.probability)), ...shared(lines.map((line) => line.text)) }));
  const key = (/** @type {typeof parts[0]} */ part) => JSON.stringify([part.chances, part.rest]);
  return parts[0].same && parts.every((part) => part.same && key(part) === key(parts[0])) ? parts[0].same.replace(/[;:]$/, "") : null;
}

/**
 * The words that texts begin with in common, and what is left of each. A single word is not worth taking out.
 * @param {string[]} texts
 */
function shared(texts) {
  const words = texts.map((text) => text.split(" "));
  const least = Math.min(...words.map((list) => list.length));
  let n = 0;
  while (n < least - 1 && words.every((list) => list[n] === words[0][n])) n++;
  // Whole sentences, where there are any.
  const sentences = words[0].slice(0, n).findLastIndex((word) => /[.!?;]$/.test(word)) + 1;
  n = sentences || (n < 2 ? 0 : n);
  return { same: words[0].slice(0, n).join(" "), rest: words.map((list) => list.slice(n).join(" ")) };
}

/** The share of all outcomes that the likeliest three must have to be told on a button. */
const TELLING = 0.6;

/** The longest text on a button, in characters, and of one outcome of several. */
const LONGEST = 150;
const SHORT = 46;

/**
 * As many whole sentences as a button holds.
 * @param {string} text
 */
function clipped(text) {
  if (text.length <= LONGEST) return text;
  const end = text.lastIndexOf(". ", LONGEST);
  const word = text.lastIndexOf(" ", LONGEST);
  return `${text.slice(0, end > 20 ? end + 1 : word > 20 ? word : LONGEST)} …`;
}

/** @param {string} text */
function shorter(text) {
  // A result that has a short name before a colon is known by it.
  const name = /^([^:]{1,8}):\s/.exec(text)?.[1];
  if (name) return name;
  if (text.length <= SHORT) return text;
  const first = text.split(/(?<=[.!?;])\s/)[0].replace(/;$/, "");
  return first.length > SHORT ? `${first.slice(0, SHORT - 1)}…` : first;
}

/** @param {Outcomes} outcomes */
function table(outcomes) {
  const lines = gathered(outcomes.outcomes);
  const answered = gathered(outcomes.answered ?? []);
  if (lines.length === 1 && lines[0].probability >= 0.9999 && outcomes.samples <= 1) {
    return h("p", { class: "quiet" }, lines[0].text || t("odds.none"));
  }
  const most = Math.max(...lines.map((line) => line.probability), 0.01);
  const replied = answered.length ? new Map(answered.map((line) => [line.text, line.probability])) : null;
  // What only a reply of the other side can bring stands below.
  const more = answered.filter((line) => !lines.some((own) => own.text === line.text)).map((line) => ({ text: line.text, probability: 0 }));
  const shown = [...lines, ...more].slice(0, 8);
  return h("table", {},
    h("caption", {}, t("odds.title"), " ", h("small", {}, replied ? t("odds.both") : outcomes.exact ? t("odds.exact") : t("odds.sample", { n: outcomes.samples }))),
    h("thead", { class: replied ? "" : "unseen" }, h("tr", {}, h("th", { scope: "col" }, replied ? t("odds.alone") : t("odds.chance")),
      replied ? h("th", { scope: "col" }, t("odds.replied")) : null, h("th", { scope: "col" }, t("odds.outcome")))),
    h("tbody", {}, shown.map((line) => row(line.probability, line.text, most, replied?.get(line.text) ?? (replied ? 0 : null))), rest(lines.slice(8))));
}

/**
 * @param {number} probability
 * @param {string} text
 * @param {number} most
 * @param {number | null} replied
 */
function row(probability, text, most, replied) {
  const bar = h("span", { class: "odds-bar" });
  bar.style.width = `${(probability / most) * 100}%`;
  return h("tr", {}, h("td", { class: "odds-chance" }, bar, h("b", {}, percent(probability))), replied === null ? null : h("td", { class: "odds-replied" }, percent(replied)), h("td", {}, text || h("span", { class: "quiet" }, t("odds.open"))));
}

/** @param {import("./wire").OutcomeLine[]} lines */
function rest(lines) {
  if (!lines.length) return null;
  const sum = lines.reduce((total, line) => total + line.probability, 0);
  return row(sum, `+ ${lines.length}`, 1, null);
}

/**
 * @param {Working[]} workings
 * @param {(rule: string) => Node} ruleChip
 */
export function workingsList(workings, ruleChip) {
  if (!workings.length) return null;
  return h("dl", { class: "workings", "data-part": "workings", "aria-label": t("workings.title") },
    workings.map((line) => h("div", {}, h("dt", {}, line.label, line.rule ? [" ", ruleChip(line.rule)] : ""), h("dd", {}, line.value))));
}
