// Any moment of a game: a slider with its turns and combats, a link, play and pause; after the end the truth and the figures.

import { api } from "./api.js";
import { fill, h, iconButton, must } from "./dom.js";
import { begin, mine, recall } from "./memory.js";
import { copyText, speedChoice } from "./menu.js";
import { toast } from "./notices.js";
import { popover } from "./popover.js";
import { settings } from "./settings.js";
import { turnShift } from "./stats.js";
import { t } from "./strings.js";

/**
 * @typedef {import("./server").Update} Update
 * @typedef {import("./wire").Moments} Moments
 * @typedef {{name: string, token: string, seats: string}} View whose eyes look: all that a token may see, or what some seats saw
 */

/**
 * The next mark in a direction.
 * @param {number[]} marks in order
 * @param {number} at
 * @param {number} step 1 or -1
 */
export function nextMark(marks, at, step) {
  return step > 0 ? marks.find((mark) => mark > at) : marks.findLast((mark) => mark < at);
}

export class Replay {
  /**
   * @param {import("./desk.js").Desk} desk
   * @param {import("./stage.js").Stage} stage
   * @param {number} start
   */
  constructor(desk, stage, start) {
    this.desk = desk;
    this.session = desk.session;
    this.stage = stage;
    this.at = start;
    this.token = desk.session.token;
    /** The seats that look; empty for all that the token may see. */
    this.seats = "";
    this.length = desk.session.latest.length ?? desk.session.latest.version;
    /** @type {Map<number, Promise<Update>>} */
    this.moments = new Map();
    /** @type {Moments} */
    this.marks = { turns: [], fights: [] };
    /** @type {ReturnType<typeof setTimeout> | undefined} */
    this.timer = undefined;
    /** @type {(() => void) | undefined} Ends the listening to what happens meanwhile. */
    this.listening = undefined;
    this.slider = h("input", { type: "range", min: 0, max: this.length, step: 1, value: start, "aria-label": t("replay.title"), oninput: () => void this.go(Number(this.slider.value)) });
    this.ticks = h("div", { class: "replay-marks", "aria-hidden": "true" });
    this.label = h("output", {});
    this.toggle = iconButton("play", t("replay.play"), () => this.playOrPause());
    this.element = h("div", { class: "replay control", role: "group", "aria-label": t("replay.title") }, this.controls());
    void this.loadMarks();
  }

  controls() {
    const step = (/** @type {number} */ by) => () => void this.go(this.at + by);
    const over = this.session.latest.status.over;
    return [
      iconButton("back", t("replay.fight-back"), () => this.toFight(-1), { "data-key": "fight-back" }),
      iconButton("undo", t("replay.back"), step(-1)), this.toggle, iconButton("redo", t("replay.on"), step(1)),
      iconButton("forward", t("replay.fight-on"), () => this.toFight(1), { "data-key": "fight-on" }),
      h("div", { class: "replay-slide" }, this.slider, this.ticks), this.label, this.eyes(), speedChoice(),
      iconButton("link", t("replay.copy"), () => void this.copy()),
      over ? h("button", { type: "button", "data-key": "fork", onclick: (/** @type {MouseEvent} */ e) => this.askFork(/** @type {Element} */ (e.currentTarget)) }, t("replay.fork")) : null,
      h("button", { type: "button", class: "primary", onclick: () => this.end() }, t("replay.leave")),
    ];
  }

  /** Leaves the present for the past. */
  async begin() {
    this.stage.enterPast();
    this.listening = this.session.on("arrived", ({ update }) => this.grow(update));
    must(".table").append(this.element);
    await this.session.recall();
    await this.go(this.at);
  }

  /** Goes back to how things stand. */
  end() {
    this.pause();
    this.listening?.();
    this.element.remove();
    history.replaceState(null, "", `${location.pathname}${location.hash}`);
    this.stage.leavePast();
  }

  /**
   * The match has gone on meanwhile.
   * @param {Update} update
   */
  grow(update) {
    this.length = update.length ?? this.length;
    this.slider.max = String(this.length);
  }

  async loadMarks() {
    try {
      this.marks = await api.moments(this.session.match, this.token);
    } catch {
      return;
    }
    const tick = (/** @type {string} */ kind) => (/** @type {import("./wire").Whereabouts} */ mark) => {
      const line = h("span", { class: kind });
      line.style.left = `${(mark.at / Math.max(1, this.length)) * 100}%`;
      return line;
    };
    fill(this.ticks, this.marks.fights.map(tick("fight")), this.marks.turns.map(tick("turn")));
  }

  /** @param {number} step */
  toFight(step) {
    const next = nextMark(this.marks.fights.map((mark) => mark.at), this.at, step);
    if (next === undefined) toast(t("replay.no-fight"), { ms: 2500 });
    else void this.go(next);
  }

  /** Whose eyes: of a finished game everybody's or a side's; before, the chairs that this browser holds. */
  eyes() {
    const views = this.session.latest.status.over ? this.sides() : this.chairs();
    if (views.length < 2) return null;
    const select = h("select", { "data-key": "eyes", "aria-label": t("replay.eyes"), onchange: () => void this.lookAs(views[Number(select.value)]) },
      views.map((view, k) => h("option", { value: k, selected: !view.seats && view.token === this.token }, view.name)));
    return select;
  }

  /** @returns {View[]} */
  sides() {
    const { game, scenario } = this.session;
    const here = game.seats.filter((seat) => !scenario || scenario.seats.includes(seat.seat));
    const own = game.sides.map((side, k) => ({ name: t("replay.eyes-of", { who: side.name }), token: this.token, seats: here.filter((seat) => seat.side === k).map((seat) => seat.seat).join() }));
    return [{ name: t("replay.eyes-all"), token: this.token, seats: "" }, ...own.filter((view) => view.seats)];
  }

  /** @returns {View[]} */
  chairs() {
    const { session } = this;
    const entry = recall(session.match);
    return (entry ? mine(entry) : []).flatMap((chair) => chair.token
      ? { name: chair.seats.map((seat) => session.seatName(seat)).join(", "), token: chair.token, seats: "" } : []);
  }

  /** @param {View} view */
  async lookAs(view) {
    this.token = view.token;
    this.seats = view.seats;
    this.moments.clear();
    this.desk.change({ type: "log", log: view.seats ? (await api.log(this.session.match, view.token, view.seats)).events : null });
    this.desk.say("freshLog", Infinity);
    await this.go(this.at);
  }

  /** @param {number} n */
  moment(n) {
    let moment = this.moments.get(n);
    if (!moment) {
      moment = api.at(this.session.match, this.token, n, this.seats);
      moment.catch(() => this.moments.delete(n));
      this.moments.set(n, moment);
    }
    return moment;
  }

  /** @param {number} n */
  async go(n) {
    this.at = Math.max(0, Math.min(this.length, n));
    this.slider.value = String(this.at);
    const turn = this.marks.turns.findLast((mark) => mark.at <= this.at);
    this.label.textContent = `${t("replay.moment", { n: this.at, of: this.length })}${turn?.turn ? ` · ${t("lobby.turn", { n: turn.turn - turnShift(this.session.latest) })}` : ""}`;
    history.replaceState(null, "", `${location.pathname}?at=${this.at}${location.hash}`);
    const wanted = this.at;
    const update = await this.moment(wanted);
    if (wanted !== this.at) return;
    this.stage.showPast(update);
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

  /**
   * Playing on from here: which side against the computer.
   * @param {Element} anchor
   */
  askFork(anchor) {
    const { session } = this;
    const levels = session.game.players.filter((p) => p.level !== "random");
    const level = levels[Math.min(1, levels.length - 1)]?.level;
    const choice = (/** @type {number} */ side, /** @type {string} */ name) => h("button", { type: "button", class: "menu-item", "data-side": side, onclick: () => void this.fork(side, level) }, t("replay.fork-as", { who: name }));
    popover(anchor, t("replay.fork"), session.game.sides.map((side, k) => choice(k, side.name)));
  }

  /**
   * Plays on from this moment of a finished game, in a match of its own.
   * @param {number} side
   * @param {string | undefined} level
   */
  async fork(side, level) {
    const { session } = this;
    const all = session.scenario?.seats ?? session.game.seats.map((seat) => seat.seat);
    const own = all.filter((id) => session.game.seats.find((seat) => seat.seat === id)?.side === side);
    const other = all.filter((id) => !own.includes(id));
    const chairs = [{ seats: own, player: { kind: "here" } }, ...(other.length ? [{ seats: other, player: level ? { kind: "computer", level } : { kind: "here" } }] : [])];
    begin(await api.order(session.match, session.token, "fork", { at: this.at, chairs }), session);
  }
}
