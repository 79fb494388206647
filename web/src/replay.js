// Any moment of a game: a slider, a link, play and pause; after the end the truth and the figures.

import { api } from "./api.js";
import { fill, h, iconButton } from "./dom.js";
import { copyText } from "./menu.js";
import { mine, recall, remember, seatLink } from "./memory.js";
import { toast } from "./notices.js";
import { settings } from "./settings.js";
import { figures } from "./stats.js";
import { t } from "./strings.js";

/** @typedef {import("./server").Update} Update */

export class Replay {
  /**
   * @param {import("./play.js").Play} play
   * @param {number} start
   */
  constructor(play, start) {
    this.play = play;
    this.at = start;
    this.token = play.session.token;
    this.length = play.session.latest.length ?? play.session.latest.version;
    /** @type {Map<number, Promise<Update>>} */
    this.moments = new Map();
    /** @type {number | undefined} */
    this.timer = undefined;
    this.slider = h("input", { type: "range", min: 0, max: this.length, step: 1, value: start, "aria-label": t("replay.title"), oninput: () => void this.go(Number(this.slider.value)) });
    this.label = h("output", {});
    this.toggle = iconButton("play", t("replay.play"), () => this.playOrPause());
    this.element = h("div", { class: "replay control", role: "group", "aria-label": t("replay.title") }, this.controls());
  }

  controls() {
    const step = (/** @type {number} */ by) => () => void this.go(this.at + by);
    return [
      iconButton("undo", t("replay.back"), step(-1)), this.toggle, iconButton("redo", t("replay.on"), step(1)),
      this.slider, this.label, this.eyes(),
      iconButton("link", t("replay.copy"), () => void this.copy()),
      this.play.session.latest.status.over ? h("button", { type: "button", onclick: () => void this.fork() }, t("replay.fork")) : null,
      h("button", { type: "button", class: "primary", onclick: () => this.play.endReplay() }, t("replay.leave")),
    ];
  }

  /** Whose eyes, if this browser holds more than one chair. */
  eyes() {
    const entry = recall(this.play.session.match);
    const chairs = entry ? mine(entry) : [];
    if (chairs.length < 2 || this.play.session.latest.status.over) return null;
    const select = h("select", { "aria-label": t("replay.eyes"), onchange: () => {
      this.token = select.value;
      this.moments.clear();
      void this.go(this.at);
    } }, chairs.map((chair) => h("option", { value: chair.token, selected: chair.token === this.token }, chair.seats.map((s) => this.play.session.seatName(s)).join(", "))));
    return select;
  }

  /** @param {number} n */
  moment(n) {
    let moment = this.moments.get(n);
    if (!moment) {
      moment = api.at(this.play.session.match, this.token, n);
      moment.catch(() => this.moments.delete(n));
      this.moments.set(n, moment);
    }
    return moment;
  }

  /** @param {number} n */
  async go(n) {
    this.at = Math.max(0, Math.min(this.length, n));
    this.slider.value = String(this.at);
    this.label.textContent = t("replay.moment", { n: this.at, of: this.length });
    history.replaceState(null, "", `${location.pathname}?at=${this.at}${location.hash}`);
    const wanted = this.at;
    const update = await this.moment(wanted);
    if (wanted !== this.at) return;
    this.play.showMoment(update);
    if (wanted < this.length) void this.moment(wanted + 1);
  }

  playOrPause() {
    if (this.timer !== undefined) return this.pause();
    const tick = async () => {
      if (this.at >= this.length) return this.pause();
      await this.go(this.at + 1);
      if (this.timer !== undefined) this.timer = setTimeout(tick, 700 / (settings.speed || 6));
    };
    this.timer = setTimeout(tick, 0);
    return this.face("pause", t("replay.pause"));
  }

  pause() {
    clearTimeout(this.timer);
    this.timer = undefined;
    this.face("play", t("replay.play"));
  }

  /**
   * @param {"play" | "pause"} name
   * @param {string} label
   */
  face(name, label) {
    const fresh = iconButton(name, label, () => this.playOrPause());
    this.toggle.replaceWith(fresh);
    this.toggle = fresh;
  }

  async copy() {
    await copyText(`${location.origin}${location.pathname}?at=${this.at}`);
    toast(t("replay.copied"), { ms: 2500 });
  }

  /** Plays on from this moment of a finished game, in a match of its own. */
  async fork() {
    const { session } = this.play;
    const chairs = session.latest.chairs.map((chair) => ({ seats: chair.seats, player: { kind: chair.kind, level: chair.level } }));
    const created = await api.order(session.match, session.token, "fork", { at: this.at, chairs });
    begin(created, session);
  }
}

/**
 * Goes to a match that was just made from another one.
 * @param {import("./server").Created} created
 * @param {import("./session.js").Session} session
 */
export function begin(created, session) {
  const before = recall(session.match);
  const own = new Set((before ? mine(before) : []).flatMap((chair) => chair.seats));
  // A rematch keeps the tokens of the chairs; anything else brings new ones.
  const chairs = created.chairs.map((chair, k) => ({
    ...chair,
    token: chair.token ?? before?.chairs[k]?.token,
    mine: chair.token ? chair.kind === "here" || chair.seats.some((seat) => own.has(seat)) : (before?.chairs[k]?.mine ?? false),
  }));
  const spectator = created.spectator ?? before?.spectator;
  const known = chairs.filter((chair) => chair.token || chair.kind === "computer");
  remember({ match: created.match, game: session.latest.game, scenario: session.latest.scenario, title: session.game.title, at: Date.now(), chairs: known, spectator });
  const token = known.find((chair) => chair.mine && chair.token)?.token ?? session.token;
  location.assign(seatLink(created.match, token));
}

/**
 * The figures of a finished game, into a box of the panel.
 * @param {import("./session.js").Session} session
 * @param {HTMLElement} box
 */
export async function showFigures(session, box) {
  fill(box, h("p", { class: "quiet" }, t("loading")));
  try {
    fill(box, figures(session, await api.statistics(session.match, session.token)));
  } catch {
    fill(box, h("p", { class: "quiet" }, t("stats.none")));
  }
}
