// A guided game: cards that point at one place or button and wait for exactly that. What is played comes from the guide's
// data; where one is follows from the match itself, so leaving and coming back works. Versions and lengths are those of a chair,
// which does not notice every action of the others: what is played is counted with the tokens of all of them.

import { api, freshKey } from "./api.js";
import { fill, h } from "./dom.js";
import { recall, remember } from "./memory.js";
import { announce, toast } from "./notices.js";
import { answersTo, ordered } from "./quantities.js";
import { t } from "./strings.js";

/**
 * @typedef {import("./wire").Cue} Cue
 * @typedef {{board: import("./board.js").Board, battles: import("./battle.js").BattleCards, prompt: import("./prompt.js").Prompt}} Scenery
 */

/**
 * The step that a match stands in, by the number of actions played; `read` is how far the person had read on.
 * @param {Cue[]} steps
 * @param {number} played
 * @param {number} read
 * @returns {{step: number, within: number}} within: how many actions of the step are played already
 */
export function stepAt(steps, played, read) {
  let before = 0;
  for (let k = 0; k < steps.length; k++) {
    const own = steps[k].play?.length ?? 0;
    if (own > 0 && played < before + own) return { step: k, within: played - before };
    if (own === 0 && before === played && k >= read) return { step: k, within: 0 };
    before += own;
  }
  return { step: steps.length, within: 0 };
}

export class Guide {
  /**
   * @param {import("./desk.js").Desk} desk
   * @param {Scenery} scenery what the cards point at
   * @param {import("./wire").Guide} guide
   */
  constructor(desk, scenery, guide) {
    this.desk = desk;
    this.scenery = scenery;
    this.guide = guide;
    this.read = recall(desk.session.match)?.read ?? 0;
    this.playing = false;
    /** How many actions were played before this page, and since then for others. */
    this.played = desk.session.latest.length;
    /** @type {number | null} The card that was read out. */
    this.said = null;
    this.element = h("section", { class: "guide control", "aria-live": "polite", "aria-label": t("guide.title") });
    desk.session.gate = (text) => this.lets(text);
    desk.change({ type: "guided" });
    desk.on("explained", ({ place, byRule }) => this.refused(place, byRule));
    desk.on("prompted", () => this.pointInPanel());
  }

  /** The tokens of all seats: they sit at this screen, though the page shows what one of them may know. */
  get everybody() {
    const { match, token } = this.desk.session;
    return (recall(match)?.chairs ?? []).flatMap((chair) => chair.token ?? []).join() || token;
  }

  /** Counts what was played before. */
  async begin() {
    const { length } = await api.match(this.desk.session.match, this.everybody, 0);
    this.played = length;
  }

  get place() {
    return stepAt(this.guide.step, this.played + this.desk.session.state.done.length, this.read);
  }

  get cue() {
    return this.guide.step[this.place.step];
  }

  /** The action that is waited for, if the person is to play it. */
  get wanted() {
    const { cue } = this;
    const next = cue?.play?.[this.place.within];
    return next && !cue.shown && next[0] === this.guide.seat ? next : null;
  }

  /**
   * Whether an action is the one that the card waits for.
   * @param {string} text
   */
  lets(text) {
    const ok = this.wanted?.[1] === text;
    if (!ok) toast(t("guide.not-yet"), { ms: 3500 });
    return ok || this.done;
  }

  get done() {
    return this.place.step >= this.guide.step.length;
  }

  /** The match has come to rest: the next card, or the next moves that are shown. */
  settled() {
    const { cue } = this;
    this.draw();
    if (!cue || this.playing) return;
    const next = cue.play?.[this.place.within];
    if (next && (cue.shown || next[0] !== this.guide.seat) && (!cue.say || this.read > this.place.step)) void this.playFor(next);
  }

  /**
   * Plays an action for somebody, with the tokens of all seats, and shows what the person may see of it.
   * @param {[string, string]} action
   */
  async playFor([seat, text]) {
    const { session } = this.desk;
    this.playing = true;
    try {
      const { version } = await api.match(session.match, this.everybody, 0);
      await api.act(session.match, this.everybody, { version, action: text, seat, key: freshKey() });
      this.played++;
      session.change({ type: "heard", update: await api.match(session.match, session.token) });
    } finally {
      this.playing = false;
    }
    if (this.desk.page.mode !== "watching") this.desk.say("settle", undefined);
  }

  /** The person has read a card that asks for nothing. */
  next() {
    this.read = this.place.step + 1;
    const entry = recall(this.desk.session.match);
    if (entry) remember({ ...entry, read: this.read });
    this.desk.say("settle", undefined);
  }

  /**
   * A press was refused.
   * @param {string | null} place
   * @param {boolean} byRule
   */
  refused(place, byRule) {
    if (byRule && place && this.cue?.refused === place) this.next();
  }

  draw() {
    const { cue } = this;
    if (!cue) this.finish();
    else if (cue.say) this.write(cue);
    else this.element.hidden = true;
    this.desk.say("room", undefined);
    this.point(cue);
  }

  /** How much of the map's top the card covers: on a telephone it lies there. */
  get covers() {
    return innerWidth < 760 && !this.element.hidden && this.element.isConnected ? this.element.offsetHeight + 12 : 0;
  }

  /** @param {Cue} cue */
  write(cue) {
    const { guide } = this;
    const { step } = this.place;
    this.element.hidden = false;
    const waits = this.wanted || cue.refused;
    const shown = Boolean(cue.play?.length) && !this.wanted;
    const next = !waits && !(shown && this.read > step) ? h("button", { type: "button", class: "act primary", "data-key": "guide-next", onclick: () => this.next() }, t("guide.next")) : null;
    fill(this.element,
      h("p", { class: "guide-step" }, t("guide.step", { n: step + 1, of: guide.step.length })),
      h("p", { class: "guide-say" }, cue.say),
      h("div", { class: "buttons" }, next, waits ? h("span", { class: "quiet" }, t("guide.waiting")) : null,
        h("a", { class: "quiet-button", href: "/" }, t("guide.leave"))));
    if (this.said !== step) announce(cue.say ?? "");
    this.said = step;
  }

  /**
   * Points at what the card speaks of.
   * @param {Cue | undefined} cue
   */
  point(cue) {
    const { desk } = this;
    const { board, battles } = this.scenery;
    for (const old of document.querySelectorAll(".pointed")) old.classList.remove("pointed");
    const action = this.wanted ? desk.offers.all.find((offer) => answersTo(offer, this.wanted?.[1] ?? "")) : undefined;
    const piece = action?.piece && action.piece !== desk.scene.prompt.piece ? board.pieceById(action.piece) : undefined;
    const at = cue?.place ?? cue?.refused ?? action?.place ?? piece?.at ?? null;
    const place = at && desk.layout.place(at) ? at : null;
    // An action that names a place is played by pressing that.
    board.point(place, action?.place ? null : piece?.id ?? null);
    if (place) board.sight.reveal(place);
    if (!place) this.pointInPanel();
    // On a telephone there is no room for a result beside what is to be pressed.
    if (place && this.covers) battles.clear();
    battles.follow();
    if (cue?.part) document.querySelector(`[data-part="${CSS.escape(cue.part)}"]`)?.classList.add("pointed");
  }

  /** Points at the button that the card waits for; the panel is drawn anew with every number that is chosen. */
  pointInPanel() {
    const { prompt } = this.scenery;
    const text = this.wanted?.[1];
    if (!text) return;
    const chosen = ordered(this.desk.page).some((action) => action.text === text);
    const target = chosen ? prompt.element.querySelector('[data-key="order"]') : prompt.find(text);
    target?.classList.add("pointed");
    target?.scrollIntoView?.({ block: "nearest" });
  }

  /** The end of the guide: the game can be played on. */
  finish() {
    this.element.hidden = false;
    this.desk.session.gate = null;
    fill(this.element,
      h("p", { class: "guide-step" }, t("guide.over")),
      h("p", { class: "guide-say" }, t("guide.over-text")),
      h("div", { class: "buttons" }, h("a", { class: "act primary button", href: "/" }, t("guide.choose")),
        h("button", { type: "button", class: "quiet-button", onclick: () => { this.element.remove(); this.desk.say("room", undefined); } }, t("guide.stay"))));
  }
}

/**
 * Begins a guided game and goes to it.
 * @param {import("./server").GameEntry} game
 * @param {import("./wire").GuideEntry} entry
 */
export async function beginGuide(game, entry) {
  const created = await api.guide(game.game, entry.guide);
  const chairs = created.chairs.map((chair) => ({ ...chair, mine: chair.seats.includes(entry.seat) }));
  remember({ match: created.match, game: game.game, scenario: entry.scenario, title: game.title, at: Date.now(), chairs, spectator: created.spectator, guide: entry.guide, read: 0 });
  const token = chairs.find((chair) => chair.mine)?.token ?? "";
  location.assign(`/play/${created.match}#${token}`);
}

