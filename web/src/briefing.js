// The briefing of a scenario: who you are, how to win, what the first turn is about, a counter taken apart.

import { counterPicture, sideMark } from "./counters.js";
import { h } from "./dom.js";
import { popover } from "./popover.js";
import { ruleChip } from "./rules.js";
import { settings, set } from "./settings.js";
import { t } from "./strings.js";

/** @typedef {import("./desk.js").Desk} Desk */

/**
 * The briefings that concern whoever looks: those of the own sides, or all of them for a spectator.
 * @param {Desk} desk
 */
function own({ session, papers }) {
  const here = papers.briefings.filter((briefing) => briefing.scenario === session.latest.scenario);
  const sides = new Set(session.seats.map((seat) => session.sideOfSeat(seat)?.side));
  const mine = here.filter((briefing) => sides.has(briefing.side));
  return mine.length ? mine : here;
}

/** @param {Desk} desk */
export function hasBriefing(desk) {
  return own(desk).length > 0;
}

/**
 * Opens the briefing unasked when somebody begins a scenario for the first time.
 * @param {Desk} desk
 */
export function briefOnce(desk) {
  const { session } = desk;
  const key = `${session.latest.game}/${session.latest.scenario}/${session.seats.join()}`;
  // Behind a curtain sits somebody else. The computer may have moved first; who joins a game that is well under way is left alone.
  if (desk.page.mode === "curtain" || !settings.brief || !session.seats.length || session.latest.scene.turn > 1 || settings.briefed.includes(key) || !hasBriefing(desk) || desk.page.guided) return;
  set({ briefed: [...settings.briefed, key].slice(-60) });
  openBriefing(desk);
}

/** @param {Desk} desk */
export function openBriefing(desk) {
  const found = own(desk);
  if (!found.length) return;
  // Beside the panel, so that both can be read.
  const point = innerWidth > 1100 ? { x: innerWidth - 470 - Math.min(560, innerWidth * 0.4), y: 62 } : { x: 0, y: 56 };
  popover(point, t("goal.title"), found.map((briefing) => sheet(desk, briefing)), { class: "briefing", still: true });
}

/**
 * @param {Desk} desk
 * @param {import("./wire").Briefing} briefing
 */
function sheet(desk, briefing) {
  const side = desk.session.game.sides.find((s) => s.side === briefing.side);
  const part = (/** @type {string} */ title, /** @type {import("./dom.js").Child} */ body) => h("section", {}, h("h3", {}, title), body);
  return h("article", { class: "brief" },
    h("p", { class: "brief-who" }, sideMark(side?.nation ?? "neutral"), h("span", {}, briefing.who)),
    part(t("goal.win"), [h("p", {}, briefing.goal, " ", briefing.rule ? ruleChip(desk, briefing.rule) : ""),
      briefing.levels.length ? h("table", { class: "plain-table" }, h("tbody", {}, briefing.levels.map((level) => h("tr", {}, h("th", { scope: "row" }, level.result), h("td", {}, level.points))))) : null]),
    part(t("goal.first"), h("p", {}, briefing.first)),
    part(t("goal.advice"), h("ol", { class: "advice" }, briefing.advice.map((text) => h("li", {}, text)))),
    part(t("goal.length"), h("p", {}, briefing.length)),
    counterKey(desk, briefing));
}

/**
 * A counter of the side taken apart.
 * @param {Desk} desk
 * @param {import("./wire").Briefing} briefing
 */
function counterKey(desk, briefing) {
  const { sheet: pieces, game, shown } = desk.session;
  const index = game.sides.findIndex((s) => s.side === briefing.side);
  const found = desk.papers.counters.flatMap((key) => {
    const def = pieces.pieces.findIndex((piece) => piece.id === key.piece);
    return def < 0 ? [] : { key, def, worth: Number(key.scenario === briefing.scenario) * 2 + Number(pieces.pieces[def].side === index) };
  });
  // One of the own side in this scenario, else any that is on the sheet.
  const best = found.sort((a, b) => b.worth - a.worth)[0];
  if (!best) return null;
  const def = pieces.pieces[best.def];
  // Where numbers change in desk, those of the moment.
  const factors = def.front ? undefined : shown.scene.pieces.find((piece) => piece.def === best.def)?.factors;
  return h("section", { class: "counter-key" }, h("h3", {}, t("goal.counter")),
    h("div", {}, counterPicture(def, { id: def.id, def: best.def, at: "", factors }),
      h("dl", {}, best.key.parts.map((part) => h("div", {}, h("dt", {}, part.mark), h("dd", {}, part.meaning))))));
}
