// One open match on the page: puts board, bar and panel together and turns gestures into actions.

import { describe, listenToKeys } from "./a11y.js";
import { NOTHING, actors, forbidden, leftToDo, meant, offersOf } from "./actions.js";
import { Refused, api } from "./api.js";
import { Bar } from "./bar.js";
import { Board } from "./board.js";
import { counterPicture } from "./counters.js";
import { fill, h, iconButton, must } from "./dom.js";
import { openFind } from "./find.js";
import { curtain, nextChair } from "./hotseat.js";
import { openKeys, openLayers, openMatchMenu } from "./menu.js";
import { announce, callToTable, mark, toast } from "./notices.js";
import { Panel } from "./panel.js";
import { Playback } from "./playback.js";
import { closePopover, popover } from "./popover.js";
import { Replay, begin } from "./replay.js";
import { ruleChips } from "./rules.js";
import { newsOf } from "./session.js";
import { settings } from "./settings.js";
import { t } from "./strings.js";

/**
 * @typedef {import("./server").Update} Update
 * @typedef {import("./wire").SceneAction} SceneAction
 * @typedef {import("./session.js").Session} Session
 */

export class Play {
  /**
   * @param {Session} session
   * @param {import("./layout.js").Layout} layout
   * @param {import("./server").RuleBook} book
   */
  constructor(session, layout, book) {
    this.session = session;
    this.layout = layout;
    this.book = book;
    /** @type {import("./actions.js").Offers} */
    this.offers = NOTHING;
    /** @type {string | null} The place that is looked at. */
    this.place = null;
    /** @type {SceneAction | null} */
    this.pending = null;
    /** @type {SceneAction | null} */
    this.warning = null;
    this.warned = "";
    /** @type {string | null} */
    this.overlay = null;
    /** @type {Replay | null} */
    this.replay = null;
    this.curtained = false;
    /** @type {Map<string, number>} How much of the log each chair at this screen has seen. */
    this.seen = new Map();
    this.wasMine = false;
    this.playback = new Playback((update, cause, lasts) => this.show(update, cause, lasts), () => this.settled());
    this.board = new Board(session.game, session.sheet, layout, {
      tap: (piece, place, point) => this.tap(piece, place, point),
      hover: (place) => this.hover(place),
      hold: (piece, place, point) => this.hold(piece, place, point),
    });
    this.bar = new Bar(this);
    this.panel = new Panel(this);
    this.tip = h("div", { class: "tip", "aria-hidden": "true" });
    this.element = this.build();
    this.listen();
  }

  build() {
    const controls = h("div", { class: "map-controls control" },
      iconButton("find", t("map.find"), () => this.find()),
      iconButton("layers", t("map.layers"), (event) => openLayers(this, /** @type {Element} */ (event.currentTarget))),
      iconButton("plus", t("map.zoom-in"), () => this.board.camera?.zoom(1.4)),
      iconButton("minus", t("map.zoom-out"), () => this.board.camera?.zoom(1 / 1.4)),
      iconButton("fit", t("map.fit"), () => this.board.camera?.fit()));
    this.net = h("div", { class: "net", role: "status", hidden: true });
    this.board.element?.append(this.tip);
    return h("div", { class: "play" }, this.bar.element, h("main", { class: "table" }, this.board.element ?? "", controls, this.net, this.panel.element));
  }

  listen() {
    const { session } = this;
    session.on("arrived", ({ update, cause }) => this.replay ? this.replayArrived(update) : this.playback.push(update, cause));
    session.on("thinking", (news) => this.session.current && this.panel.showThinking(news));
    session.on("presence", () => this.panel.renderPrompt());
    session.on("busy", (busy) => this.element.classList.toggle("busy", busy));
    session.on("stale", () => toast(t("act.stale")));
    session.on("refused", ({ why, rule, network }) => this.refuse(network ? t("net.failed", { why: "" }) : why, rule));
    session.on("connection", (connected) => {
      if (!this.net) return;
      this.net.hidden = connected;
      this.net.textContent = connected ? "" : t("net.lost");
      if (connected) toast(t("net.back"), { ms: 2500 });
    });
    this.stopKeys = listenToKeys(this);
  }

  /** Puts the match on the page. */
  async open() {
    fill(must("#page"), this.element);
    this.measure();
    this.board.setMap(this.session.sheet.map, settings.look);
    this.show(this.session.latest, "load", 0);
    this.measure();
    this.board.firstLook();
    new ResizeObserver(() => this.measure()).observe(this.panel.prompt);
    this.session.open();
    addEventListener("resize", () => this.measure());
    const at = new URLSearchParams(location.search).get("at");
    if (at !== null && /^\d+$/.test(at)) await this.startReplay(Number(at));
    else this.settled();
  }

  /** The room of the map that panels leave free. */
  measure() {
    const narrow = innerWidth < 760;
    const camera = this.board.camera;
    if (!camera) return;
    camera.inset = narrow
      ? { top: 0, right: 0, left: 0, bottom: Math.min(this.panel.element.offsetHeight, innerHeight * 0.45) }
      : { top: 0, left: 0, bottom: 0, right: this.panel.element.offsetWidth + 16 };
    camera.keep();
  }

  /**
   * Shows a version of the match.
   * @param {Update} update
   * @param {import("./session.js").Cause} cause
   * @param {number} lasts how long flashes stay, in milliseconds
   */
  show(update, cause, lasts) {
    const { session } = this;
    session.shown = update;
    this.pending = null;
    this.warning = null;
    closePopover();
    const live = session.current && session.mine;
    this.offers = live ? offersOf(update.scene, (place) => this.isDrawn(update.scene, place)) : NOTHING;
    if (cause === "other" || cause === "own") this.follow(update, cause);
    this.board.render(update.scene, this.offers, cause === "other" || cause === "own" || cause === "undo");
    if (cause === "own" && newsOf(update).length) this.board.forgetMoves();
    this.flash(update, lasts);
    this.bar.render(update);
    this.panel.render();
    if (this.overlay && session.current) void this.setOverlay(this.overlay);
    if (cause !== "load") announce(newsOf(update).map((event) => event.text).join(" "));
    if (session.current) this.notice(cause);
  }

  /**
   * @param {import("./wire").Scene} scene
   * @param {string} place
   */
  isDrawn(scene, place) {
    if (this.layout.place(place)) return true;
    return scene.panels.some((panel) => panel.id === place || (typeof panel.body === "object" && "track" in panel.body && panel.body.track.some((cell) => cell.id === place)));
  }

  /**
   * Keeps what happens in view.
   * @param {Update} update
   * @param {import("./session.js").Cause} cause
   */
  follow(update, cause) {
    const about = newsOf(update).flatMap((event) => event.at ?? []).at(-1);
    if (cause === "other" && about) this.board.reveal(about);
    if (cause !== "own") return;
    const chosen = update.scene.prompt.piece ? update.scene.pieces.find((p) => p.id === update.scene.prompt.piece)?.at : undefined;
    const wanted = update.scene.prompt.place ?? chosen;
    if (wanted && !this.board.hovered) this.board.reveal(wanted);
    this.board.revealNearest([...this.offers.byPlace.keys()], chosen ?? null);
  }

  /**
   * @param {Update} update
   * @param {number} lasts
   */
  flash(update, lasts) {
    this.board.clearFlashes();
    if (!lasts) return;
    for (const event of newsOf(update).slice(-4)) {
      const place = event.at?.at(-1);
      if (!place) continue;
      const dice = (event.dice ?? []).map((die) => die.roll).join(", ");
      if (dice) this.board.flash(place, `${dice} · ${event.text}`, lasts);
    }
  }

  /** @param {import("./session.js").Cause} cause */
  notice(cause) {
    const { session } = this;
    const mine = session.mine;
    mark(`${session.game.title} · ${t("product")}`, mine);
    if (mine && !this.wasMine && cause !== "load") {
      callToTable(session.game.title);
      const first = this.firstActor();
      if (first) this.board.reveal(first);
      announce(`${t("notice.turn")}. ${session.shown.scene.prompt.text}`);
    } else if (mine && cause === "own") announce(session.shown.scene.prompt.text);
    this.wasMine = mine;
  }

  /** Called when playback begins, goes on or ends. */
  settled() {
    this.element.classList.toggle("watching-moves", this.playback.running);
    this.panel.renderPrompt();
    if (this.playback.running || this.replay) return;
    if (!this.session.current) this.show(this.session.latest, "jump", 0);
    const chair = nextChair(this.session);
    if (chair) this.hang(chair);
    else this.refreshOffers();
  }

  /** Offers are only made on the latest version; when playback has caught up they appear. */
  refreshOffers() {
    if (this.offers !== NOTHING || !this.session.mine || !this.session.current) return;
    this.show(this.session.latest, "jump", 0);
  }

  /**
   * Hangs the curtain before the next person at this screen.
   * @param {import("./memory.js").HeldChair} chair
   */
  hang(chair) {
    if (this.curtained) return;
    this.curtained = true;
    this.seen.set(this.session.token, this.session.log.length);
    const who = chair.seats.map((seat) => this.session.seatName(seat)).join(", ");
    closePopover();
    fill(must("#page"), curtain(who, async () => {
      await this.session.change(/** @type {string} */ (chair.token));
      this.curtained = false;
      fill(must("#page"), this.element);
      this.panel.log.drawn = 0;
      this.panel.log.news = this.seen.get(this.session.token) ?? Infinity;
      this.board.forgetMoves();
      this.inspect(null);
      this.show(this.session.latest, "load", 0);
      this.board.element?.focus();
    }));
    announce(t("seat.curtain", { who }));
  }

  // Gestures.

  /**
   * A press on a piece, a place or a box.
   * @param {string | null} piece
   * @param {string | null} place
   * @param {{x: number, y: number}} point
   */
  tap(piece, place, point) {
    closePopover();
    this.tip.classList.remove("on");
    this.inspect(place, false);
    if (this.replay || !this.session.mine || this.playback.running) {
      if (place) this.panel.open("units", false);
      return;
    }
    const { scene } = this.session.shown;
    const found = meant(this.offers, scene, piece, place);
    // Choosing a unit is what a press on it means first; its other actions are in "Units here" and under a long press.
    const selects = found.filter((action) => action.kind === "select");
    if (found.length === 1 || selects.length === 1) return this.run(selects[0] ?? found[0], false);
    if (found.length > 1) return this.choose(found, point);
    const chosen = scene.prompt.piece;
    if (chosen && (piece === chosen || (!piece && scene.pieces.find((p) => p.id === chosen)?.at === place && this.soleAt(place)))) return this.letGo();
    if (piece && chosen && this.lastWasSelection()) return void this.reselect(piece);
    if (place) this.panel.open("units", false);
    void this.explain(piece, place);
  }

  /**
   * A long press or the other mouse button: everything that can be done here, or what is here.
   * @param {string | null} piece
   * @param {string | null} place
   * @param {{x: number, y: number}} point
   */
  hold(piece, place, point) {
    const found = this.session.mine ? meant(this.offers, this.session.shown.scene, piece, place) : [];
    this.inspect(place, found.length === 0);
    if (found.length) this.choose(found, point);
    if (place) announce(describe(this, place, true));
  }

  /** @param {string | null} place */
  soleAt(place) {
    return this.session.shown.scene.pieces.filter((p) => p.at === place).length === 1;
  }

  lastWasSelection() {
    return this.session.latest.undo && this.session.done.at(-1)?.kind === "select";
  }

  /**
   * Several actions fit: a short list where the press was.
   * @param {SceneAction[]} actions
   * @param {{x: number, y: number}} point
   */
  choose(actions, point) {
    popover(point, t("act.choose"), actions.map((action) => h("button", { type: "button", class: "menu-item", onclick: () => { closePopover(); this.run(action, false); } },
      this.actionPicture(action), h("span", {}, action.label), action.cost ? h("small", {}, action.cost) : null)));
  }

  /** @param {SceneAction} action */
  actionPicture(action) {
    const piece = action.piece ? this.session.shown.scene.pieces.find((p) => p.id === action.piece) : undefined;
    return piece ? counterPicture(this.session.sheet.pieces[piece.def], piece) : null;
  }

  /**
   * Plays an action, or asks first where that is due.
   * @param {SceneAction} action
   * @param {boolean} direct whether its label was read before (a button), so that nothing needs to be shown again
   */
  run(action, direct) {
    const scene = this.session.shown.scene;
    if (action.kind === "endphase" && settings.warnEnd) {
      const moment = `${scene.turn} ${scene.phase} ${scene.active_side}`;
      if (this.warned !== moment && leftToDo(this.offers) > 0) {
        this.warned = moment;
        return this.setWarning(action);
      }
    }
    if (action.dice && !direct && settings.confirmDice) return this.setPending(action);
    void this.session.act(action);
    return undefined;
  }

  /** @param {SceneAction | null} action */
  setPending(action) {
    this.pending = action;
    this.panel.renderPrompt();
    if (action) /** @type {HTMLElement | null} */ (this.panel.prompt.querySelector('[data-key="commit"]'))?.focus({ preventScroll: true });
  }

  /** @param {SceneAction | null} action */
  setWarning(action) {
    this.warning = action;
    this.panel.renderPrompt();
    if (action) /** @type {HTMLElement | null} */ (this.panel.prompt.querySelector('[data-key="not-yet"]'))?.focus({ preventScroll: true });
  }

  /** Lets go of what is chosen. */
  letGo() {
    if (this.pending) return this.setPending(null);
    if (this.warning) return this.setWarning(null);
    if (this.lastWasSelection()) return void this.session.undo();
    this.board.showCursor(null);
    this.board.closeFan();
    return this.inspect(null);
  }

  /**
   * Another unit instead of the chosen one.
   * @param {string} piece
   */
  async reselect(piece) {
    if (!(await this.session.undo())) return;
    this.session.undone.length = 0;
    const other = this.offers.byPiece.get(piece)?.filter((action) => action.kind === "select") ?? [];
    if (other.length === 1) await this.session.act(other[0]);
    else void this.explain(piece, null);
  }

  /**
   * Why something cannot be done: the rules are asked, and nothing is played.
   * @param {string | null} piece
   * @param {string | null} place
   */
  async explain(piece, place) {
    const wish = forbidden(this.offers, this.session.shown.scene, piece, place);
    if (!wish) return;
    try {
      await this.session.preview(wish);
    } catch (error) {
      if (error instanceof Refused && error.rule) this.refuse(error.message, error.rule);
    }
  }

  /**
   * @param {string} why
   * @param {string} [rule]
   */
  refuse(why, rule) {
    toast([h("span", {}, why || t("act.cannot"), " "), rule ? this.ruleChip(rule) : ""], { kind: "warn" });
  }

  /**
   * An action as typed; a refusal comes back with its rule.
   * @param {string} text
   */
  async type(text) {
    const typed = text.trim();
    if (!typed) return;
    const exact = this.offers.all.find((action) => action.text === typed);
    await this.session.act(exact ?? { text: typed, kind: "choose" });
  }

  pressEnd() {
    const end = this.offers.free.find((a) => a.kind === "done") ?? this.offers.free.find((a) => a.kind === "endphase");
    if (end) this.run(end, true);
  }

  /** @param {string | null} place */
  hover(place) {
    const scene = this.session.shown.scene;
    const action = place ? this.offers.byPlace.get(place)?.[0] : undefined;
    const markers = place ? scene.markers.filter((marker) => marker.at === place).map((marker) => marker.title) : [];
    const name = place ? this.layout.place(place)?.name : undefined;
    const words = [name ?? "", action ? `${action.label}${action.cost && !action.label.includes(action.cost) ? ` · ${action.cost}` : ""}` : "", ...markers].filter(Boolean);
    this.tip.textContent = words.join(" — ");
    this.tip.classList.toggle("on", words.length > 0);
    const at = place ? this.layout.place(place) : undefined;
    if (!at || !words.length || !this.board.camera) return;
    const spot = this.board.camera.toFrame(at.x - this.layout.view[0], at.y - this.layout.view[1] + this.layout.size * 0.62);
    this.tip.style.transform = `translate(${Math.round(spot.x)}px, ${Math.round(spot.y)}px) translateX(-50%)`;
  }

  // Looking around.

  /**
   * @param {string | null} place
   * @param {boolean} [open] whether the panel turns to the units
   */
  inspect(place, open = false) {
    this.place = place;
    this.board.showChosenPlace(place);
    if (open) this.panel.open("units");
    else if (this.panel.tab === "units") this.panel.renderTab();
  }

  /**
   * @param {string} place
   * @param {boolean} reveal
   */
  showPlace(place, reveal) {
    if (this.layout.place(place)) {
      if (reveal) this.board.reveal(place);
      this.board.showCursor(place);
      this.inspect(place, true);
      announce(describe(this, place, false));
    } else this.panel.open("boxes");
  }

  /** @param {number} def */
  showUnit(def) {
    const piece = this.session.shown.scene.pieces.find((p) => p.def === def && p.face !== "hidden");
    if (piece) this.showPlace(piece.at, true);
  }

  firstActor() {
    return actors(this.offers, this.session.shown.scene, this.layout)[0]?.place ?? null;
  }

  /** @param {number} step */
  nextActor(step) {
    const list = actors(this.offers, this.session.shown.scene, this.layout);
    if (!list.length) return announce(t("act.cannot"));
    const now = list.findIndex((entry) => entry.place === (this.board.cursor ?? this.place));
    const next = list[(now + step + list.length) % list.length];
    this.board.showCursor(next.place);
    this.board.reveal(next.place);
    this.inspect(next.place);
    announce(describe(this, next.place, false));
    return this.board.element?.focus({ preventScroll: true });
  }

  /** @param {string} id */
  placeTitle(id) {
    const panel = this.session.shown.scene.panels.find((p) => p.id === id);
    return panel ? panel.title : this.layout.title(id);
  }

  /** @param {string} mention */
  ruleChip(mention) {
    return ruleChips(mention, this.book.prefix, (id) => this.openRule(id));
  }

  /** @param {string} id */
  openRule(id) {
    closePopover();
    this.panel.open("rules");
    this.panel.rules.open(id);
  }

  /**
   * @param {SceneAction} action
   * @param {boolean} [small]
   * @param {boolean} [primary]
   */
  actionButton(action, small = false, primary = false) {
    const button = h("button", {
      type: "button", class: `act${small ? " small" : ""}${primary ? " primary" : ""} kind-${action.kind}`, "data-key": action.text, "data-action": action.text,
      title: action.text, onclick: () => this.run(action, true),
      onpointerenter: () => action.place && this.board.showPath(action.place),
    }, this.isAmbiguous(action) ? h("small", { class: "of-seat" }, this.session.seatName(this.session.seatId(action.seat) ?? "")) : null,
    h("span", {}, action.label), action.cost && !action.label.includes(action.cost) ? h("small", {}, action.cost) : null);
    return button;
  }

  /**
   * Whether another seat is offered the same words, so that the button must say whose it is.
   * @param {SceneAction} action
   */
  isAmbiguous(action) {
    return this.offers.all.some((other) => other.seat !== action.seat && other.label === action.label);
  }

  /** @param {string | null} id */
  async setOverlay(id) {
    this.overlay = id;
    if (!id) return this.board.showOverlay(null);
    const overlay = await api.overlay(this.session.match, this.session.token, id);
    if (this.overlay === id) this.board.showOverlay(overlay);
  }

  find() {
    openFind(this, must(".map-controls button", this.element));
  }

  showKeys() {
    openKeys(this.bar.menu);
  }

  /** @param {Element} anchor */
  openMenu(anchor) {
    openMatchMenu(this, anchor);
  }

  /** Asks the computer to play what it has. */
  async hurry() {
    await api.order(this.session.match, this.session.token, "cancel").catch(() => {});
  }

  async rematch() {
    const created = await api.order(this.session.match, this.session.token, "rematch");
    begin(created, this.session);
  }

  // Replay.

  /** @param {number} at */
  async startReplay(at) {
    this.playback.stop();
    this.session.past = true;
    this.replay = new Replay(this, at);
    this.element.classList.add("replaying");
    must(".table", this.element).append(this.replay.element);
    await this.replay.go(at);
  }

  /** @param {Update} update */
  showMoment(update) {
    if ((update.at ?? 0) !== (this.session.shown.at ?? -9) + 1) this.board.forgetMoves();
    this.session.shown = update;
    this.offers = NOTHING;
    this.board.render(update.scene, NOTHING, true);
    this.flash(update, 2000);
    this.bar.render(update);
    this.panel.render();
  }

  /** @param {Update} update */
  replayArrived(update) {
    if (this.replay) this.replay.length = update.length ?? this.replay.length;
  }

  endReplay() {
    this.replay?.pause();
    this.replay?.element.remove();
    this.replay = null;
    this.session.past = false;
    this.element.classList.remove("replaying");
    history.replaceState(null, "", `${location.pathname}${location.hash}`);
    this.show(this.session.latest, "jump", 0);
    this.settled();
  }
}
