// The slim bar on top: game, turn and phase as a track, whose decision it is, points, menu.

import { nationColours, sideMark } from "./counters.js";
import { fill, h, icon, iconButton } from "./dom.js";
import { hasBriefing } from "./briefing.js";
import { popover } from "./popover.js";
import { ruleChip } from "./rules.js";
import { t } from "./strings.js";

/** More phases than this are ticks on a line; only the one under way is named. */
const MOST_PHASES = 7;

export class Bar {
  /** @param {import("./desk.js").Desk} desk */
  constructor(desk) {
    this.desk = desk;
    this.turn = h("div", { class: "bar-turn" });
    this.phases = h("ol", { class: "phases", "aria-label": t("bar.sequence") });
    this.who = h("div", { class: "bar-who" });
    this.goal = h("button", { type: "button", class: "bar-goal", "data-part": "goal", onclick: () => desk.say("goal", undefined) }, icon("flag"), h("span", {}, t("goal.button")));
    this.goal.hidden = !hasBriefing(desk);
    this.points = h("button", { type: "button", class: "bar-points", onclick: () => this.openPoints() });
    const { game, scenario } = desk.session;
    this.menu = iconButton("menu", t("bar.menu"), () => desk.say("menu", this.menu), { class: "round bar-menu" });
    this.element = h("header", { class: "bar" },
      h("a", { class: "bar-home", href: "/", title: t("back-to-lobby"), "aria-label": t("back-to-lobby") }, icon("home")),
      h("div", { class: "bar-title" }, h("h1", {}, scenario?.title ?? game.title), h("span", {}, game.title)),
      h("div", { class: "bar-track" }, this.turn, this.phases),
      this.who, this.goal, this.points, this.menu);
    // The room for the phases follows from the window, the size of the letters and what stands beside them.
    const watch = new ResizeObserver(() => this.fit());
    [this.element, this.turn, this.phases].forEach((part) => watch.observe(part));
  }

  /** @param {import("./server").Update} update */
  render(update) {
    const { scene, status } = update;
    fill(this.turn, h("b", { class: "long" }, scene.turn ? t("bar.turn", { n: scene.turn, of: scene.turns }) : t("bar.setup")),
      h("b", { class: "short", "aria-hidden": "true" }, scene.turn ? `${scene.turn}/${scene.turns}` : t("bar.setup")),
      scene.turn_label && scene.turn ? h("span", {}, scene.turn_label) : null);
    // Before the first turn none of its phases is under way.
    const phase = scene.turn > 0 ? scene.phase : -1;
    fill(this.phases, scene.phases.map((name, k) =>
      h("li", { class: k === phase ? "now" : k < phase ? "past" : "", "aria-current": k === phase ? "step" : null, title: t("bar.phase", { n: k + 1, of: scene.phases.length, name }) }, h("span", {}, name))));
    // Many are only told apart by where the marker stands.
    this.phases.hidden = scene.phases.length > MOST_PHASES && phase < 0;
    this.renderWho(status);
    this.renderPoints(scene);
    this.fit();
  }

  /** Phases are named as long as no name is cut off; else only the one under way is. */
  fit() {
    const { phases } = this;
    const all = [...phases.children];
    phases.classList.toggle("many", all.length > MOST_PHASES);
    if (all.some((phase) => phase.scrollWidth > phase.clientWidth + 1)) phases.classList.add("many");
    phases.querySelector(".now")?.scrollIntoView({ block: "nearest", inline: "center" });
  }

  /** @param {import("./wire").Status} status */
  renderWho(status) {
    const { session } = this.desk;
    if (status.over) return fill(this.who, h("b", {}, t("bar.over")));
    const mine = session.mine;
    const seat = status.to_act.find((id) => session.seats.includes(id)) ?? status.to_act[0];
    const info = session.game.seats.find((s) => s.seat === seat);
    const nation = session.nationOf(seat);
    this.who.classList.toggle("mine", mine);
    this.who.style.setProperty("--side", nation ? nationColours(nation).band : "");
    return fill(this.who, nation ? sideMark(nation) : null,
      h("span", {}, h("b", {}, info?.name ?? ""), h("small", {}, mine ? t("bar.you-decide") : t("bar.decides", { who: "" }).trim())));
  }

  /** @param {import("./wire").Scene} scene */
  renderPoints(scene) {
    const { sides } = this.desk.session.game;
    this.points.hidden = scene.points.length === 0;
    fill(this.points, h("span", { class: "unseen" }, t("bar.points")), scene.points.map((points) =>
      h("span", { class: "score", title: sides[points.side]?.name }, sideMark(sides[points.side]?.nation ?? "neutral"),
        h("span", { class: "unseen" }, sides[points.side]?.name ?? ""), h("b", {}, points.total))));
  }

  openPoints() {
    const { session } = this.desk;
    const { points } = session.shown.scene;
    popover(this.points, t("bar.points"), points.map((side) =>
      h("section", { class: "points-side" },
        h("h3", {}, sideMark(session.game.sides[side.side]?.nation ?? "neutral"), session.game.sides[side.side]?.name ?? "", h("b", {}, side.total)),
        side.reasons.length
          ? h("ul", {}, side.reasons.map((reason) => h("li", {}, h("b", {}, reason.points), h("span", {}, reason.text, " ", reason.rule ? ruleChip(this.desk, reason.rule) : ""))))
          : h("p", { class: "quiet" }, t("bar.points-none")))));
  }
}
