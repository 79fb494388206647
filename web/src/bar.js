// The slim bar on top: game, turn and phase as a track, whose decision it is, points, menu.

import { nationColours, sideMark } from "./counters.js";
import { fill, h, icon, iconButton } from "./dom.js";
import { hasBriefing } from "./briefing.js";
import { popover } from "./popover.js";
import { t } from "./strings.js";

/** More phases than this are ticks on a line; only the one under way is named. */
const MOST_PHASES = 7;

export class Bar {
  /** @param {import("./play.js").Play} play */
  constructor(play) {
    this.play = play;
    this.turn = h("div", { class: "bar-turn" });
    this.phases = h("ol", { class: "phases", "aria-label": t("bar.sequence") });
    this.who = h("div", { class: "bar-who" });
    this.goal = h("button", { type: "button", class: "bar-goal", "data-part": "goal", onclick: () => play.showGoal() }, icon("flag"), h("span", {}, t("goal.button")));
    this.goal.hidden = !hasBriefing(play);
    this.points = h("button", { type: "button", class: "bar-points", onclick: () => this.openPoints() });
    const { game, scenario } = play.session;
    this.menu = iconButton("menu", t("bar.menu"), () => play.openMenu(this.menu), { class: "round bar-menu" });
    this.element = h("header", { class: "bar" },
      h("a", { class: "bar-home", href: "/", title: t("back-to-lobby"), "aria-label": t("back-to-lobby") }, icon("home")),
      h("div", { class: "bar-title" }, h("h1", {}, scenario?.title ?? game.title), h("span", {}, game.title)),
      h("div", { class: "bar-track" }, this.turn, this.phases),
      this.who, this.goal, this.points, this.menu);
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
    const many = scene.phases.length > MOST_PHASES;
    this.phases.classList.toggle("many", many);
    // Many are only told apart by where the marker stands.
    this.phases.hidden = many && phase < 0;
    this.phases.querySelector(".now")?.scrollIntoView({ block: "nearest", inline: "center" });
    this.renderWho(status);
    this.renderPoints(scene);
  }

  /** @param {import("./wire").Status} status */
  renderWho(status) {
    const { session } = this.play;
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
    const { sides } = this.play.session.game;
    this.points.hidden = scene.points.length === 0;
    fill(this.points, h("span", { class: "unseen" }, t("bar.points")), scene.points.map((points) =>
      h("span", { class: "score", title: sides[points.side]?.name }, sideMark(sides[points.side]?.nation ?? "neutral"),
        h("span", { class: "unseen" }, sides[points.side]?.name ?? ""), h("b", {}, points.total))));
  }

  openPoints() {
    const { session } = this.play;
    const { points } = session.shown.scene;
    popover(this.points, t("bar.points"), points.map((side) =>
      h("section", { class: "points-side" },
        h("h3", {}, sideMark(session.game.sides[side.side]?.nation ?? "neutral"), session.game.sides[side.side]?.name ?? "", h("b", {}, side.total)),
        side.reasons.length
          ? h("ul", {}, side.reasons.map((reason) => h("li", {}, h("b", {}, reason.points), h("span", {}, reason.text, " ", reason.rule ? this.play.ruleChip(reason.rule) : ""))))
          : h("p", { class: "quiet" }, t("bar.points-none")))));
  }
}
