// One open match on the page: puts board, bar, panel and cards together and shows one version of the match after the other.

import { listenToKeys } from "./a11y.js";
import { NOTHING, actors, forced, offersOf } from "./actions.js";
import { Refused, api, isNetworkFailure } from "./api.js";
import { Bar } from "./bar.js";
import { BattleCards } from "./battle.js";
import { Board } from "./board.js";
import { openBriefing } from "./briefing.js";
import { counterPicture } from "./counters.js";
import { fill, h, iconButton, must } from "./dom.js";
import { openFind } from "./find.js";
import { Gestures } from "./gestures.js";
import { Happened } from "./happened.js";
import { curtain, nextChair } from "./hotseat.js";
import { Looking } from "./looking.js";
import { openKeys, openLayers, openMatchMenu } from "./menu.js";
import { Notes } from "./notes.js";
import { announce, callToTable, mark, toast } from "./notices.js";
import { StandingOrders } from "./orders.js";
import { Panel } from "./panel.js";
import { Playback } from "./playback.js";
import { closePopover } from "./popover.js";
import { begin } from "./memory.js";
import { ruleChips } from "./rules.js";
import { settings } from "./settings.js";
import { sound } from "./sounds.js";
import { t, upper } from "./strings.js";

/**
 * @typedef {import("./server").Update} Update
 * @typedef {import("./wire").SceneAction} SceneAction
 * @typedef {import("./session.js").Session} Session
 * @typedef {import("./state.js").Arrival} Arrival
 */

/** How long a forced answer waits, so that one sees what was asked, in milliseconds. */
const FORCED_PAUSE = 500;

export class Play {
  /**
   * @param {Session} session
   * @param {import("./layout.js").Layout} layout
   * @param {import("./server").RuleBook} book
   * @param {import("./wire").Papers} papers
   */
  constructor(session, layout, book, papers) {
    this.session = session;
    this.layout = layout;
    this.book = book;
    this.papers = papers;
    /** @type {import("./actions.js").Offers} */
    this.offers = NOTHING;
    /** @type {SceneAction | null} */
    this.pending = null;
    /** @type {SceneAction | null} */
    this.warning = null;
    /** @type {import("./replay.js").Replay | null} */
    this.replay = null;
    /** @type {import("./guide.js").Guide | null} */
    this.guide = null;
    this.curtained = false;
    /** The stage in which the person was last shown where they can act. */
    this.oriented = 0;
    /** @type {Map<string, number>} How much of the log each chair at this screen has seen. */
    this.seen = new Map();
    this.wasMine = false;
    /** @type {string[]} What was said in versions that were passed over. */
    this.unsaid = [];
    this.looking = new Looking(this);
    this.gestures = new Gestures(this);
    this.happened = new Happened(this);
    this.notes = new Notes(this);
    this.orders = new StandingOrders(this);
    this.playback = new Playback((arrival, lasts) => this.show(arrival, lasts), (arrival) => this.pass(arrival), () => this.settled());
    this.board = new Board(session.game, session.sheet, layout, {
      tap: (piece, place, point, own) => this.gestures.tap(piece, place, point, own),
      look: (place) => this.looking.inspect(place),
      hover: (place) => this.looking.hover(place),
      hold: (piece, place, point) => this.gestures.hold(piece, place, point),
      canLift: (piece, touch) => this.gestures.canLift(piece, touch),
      lift: (piece, point) => this.gestures.lift(piece, point),
      carry: (point) => this.gestures.carry(point),
      drop: (place, point) => void this.gestures.drop(place, point),
      moved: () => this.battles?.follow(),
    });
    this.battles = new BattleCards(this);
    this.bar = new Bar(this);
    this.panel = new Panel(this);
    this.controls = this.mapControls();
    this.net = h("div", { class: "net", role: "status", hidden: true });
    this.element = this.build();
    this.listen();
  }

  /** The buttons over the map. */
  mapControls() {
    return h("div", { class: "map-controls control" },
      iconButton("find", t("map.find"), () => this.find()),
      iconButton("layers", t("map.layers"), (event) => openLayers(this, /** @type {Element} */ (event.currentTarget))),
      iconButton("plus", t("map.zoom-in"), () => this.board.camera.zoom(1.4)),
      iconButton("minus", t("map.zoom-out"), () => this.board.camera.zoom(1 / 1.4)),
      iconButton("fit", t("map.fit"), () => this.board.camera.fit()));
  }

  build() {
    this.board.element.append(this.looking.tip);
    return h("div", { class: "play" }, this.bar.element,
      h("main", { class: "table" }, this.board.element, this.battles.element, this.controls, this.net, this.panel.element));
  }

  listen() {
    const { session } = this;
    session.on("arrived", (arrival) => this.replay ? this.replay.grow(arrival.update) : this.playback.push(arrival));
    session.on("thinking", (news) => session.current && this.panel.prompt.showThinking(news));
    session.on("presence", () => this.panel.prompt.render());
    session.on("busy", (busy) => this.element.classList.toggle("busy", busy));
    session.on("stale", () => toast(t("act.stale")));
    session.on("refused", ({ why, rule, network }) => this.refuse(network ? t("net.failed", { why: "" }) : why, rule));
    session.on("connection", (connected) => {
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
    this.show({ update: this.session.latest, cause: "load", news: [] }, 0);
    this.measure();
    this.lookAtFront();
    new ResizeObserver(() => this.measure()).observe(this.panel.prompt.element);
    void this.loadOwn();
    this.session.open();
    addEventListener("resize", () => this.measure());
    const at = new URLSearchParams(location.search).get("at");
    if (at !== null && /^\d+$/.test(at)) await this.startReplay(Number(at));
    else this.settled();
  }

  /** Looks at where the action is. */
  lookAtFront() {
    const { session, board } = this;
    const own = session.game.seats.find((seat) => session.seats.includes(seat.seat));
    board.sight.lookAtFront(own?.side ?? null);
    this.oriented = this.stage;
  }

  /** How far the person has come: not to decide yet, to set up, to play. */
  get stage() {
    if (!this.session.mine) return 0;
    return this.session.shown.scene.turn > 0 ? 2 : 1;
  }

  /** What the chair keeps for itself; a page without it still plays. */
  loadOwn() {
    return Promise.all([this.notes.load(), this.orders.load()]).catch((error) => {
      if (!(error instanceof Refused) && !isNetworkFailure(error)) throw error;
    });
  }

  /** The room of the map that panels leave free. */
  measure() {
    const narrow = innerWidth < 760;
    const camera = this.board.camera;
    if (!camera) return;
    const { offsetWidth: aside, offsetHeight: above } = this.controls;
    camera.inset = narrow
      ? { top: Math.max(this.guide?.covers ?? 0, this.replay ? this.replay.element.offsetHeight + 8 : 0, above + 12), right: 0, left: 0, bottom: Math.min(this.panel.element.offsetHeight, innerHeight * (this.panel.isHigh ? 0.45 : 0.62)) }
      : { top: 0, left: aside + 16, bottom: 0, right: this.panel.element.offsetWidth + 16 };
    camera.keep();
  }

  /**
   * Shows a version of the match.
   * @param {Arrival} arrival
   * @param {number} lasts how long it is looked at, in milliseconds
   */
  show(arrival, lasts) {
    const { session } = this;
    const { update, cause, news } = arrival;
    const before = session.shown.scene;
    session.change({ type: "showing", arrival });
    this.element.setAttribute("data-version", String(update.version));
    this.pending = null;
    this.warning = null;
    this.gestures.reset();
    closePopover();
    const live = session.current && session.mine;
    this.offers = live ? offersOf(update.scene, (place) => this.isDrawn(update.scene, place)) : NOTHING;
    this.happened.take(arrival, before);
    const theirs = cause === "other" || cause === "again";
    if (theirs || cause === "own") this.follow(arrival);
    const moved = this.board.render(update.scene, this.offers, theirs || cause === "own" || cause === "undo");
    if (theirs && moved.length) this.board.ink.drawMoves(moved);
    if (cause === "own" && news.length) this.board.ink.forgetMoves();
    this.battles.take(arrival, lasts);
    this.bar.render(update);
    this.panel.render();
    if (session.current) this.looking.refresh();
    if (cause !== "load") announce([...this.unsaid.splice(0), ...news.map((event) => event.text)].join(" "));
    if (session.current) this.notice(cause);
    if (cause !== "load") this.orders.tell();
  }

  /**
   * Takes note of a version without drawing it.
   * @param {Arrival} arrival
   */
  pass(arrival) {
    const before = this.session.shown.scene;
    this.session.change({ type: "showing", arrival });
    this.happened.take(arrival, before);
    this.unsaid.push(...arrival.news.map((event) => event.text));
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
   * @param {Arrival} arrival
   */
  follow({ update, cause, news }) {
    const about = news.flatMap((event) => event.at ?? []).at(-1);
    if (cause !== "own" && about) this.board.sight.reveal(about);
    if (cause !== "own") return;
    const chosen = update.scene.prompt.piece ? update.scene.pieces.find((p) => p.id === update.scene.prompt.piece)?.at : undefined;
    const wanted = update.scene.prompt.place ?? chosen;
    if (wanted && !this.board.handling.hovered) this.board.sight.reveal(wanted);
    this.board.sight.revealNearest([...this.offers.byPlace.keys()], chosen ?? null);
  }

  /** @param {import("./state.js").Cause} cause */
  notice(cause) {
    const { session } = this;
    const mine = session.mine;
    mark(`${session.game.title} · ${t("product")}`, mine);
    if (mine && !this.wasMine && cause !== "load") {
      callToTable(session.game.title);
      sound("turn");
      announce(`${t("notice.turn")}. ${session.shown.scene.prompt.text}`);
    } else if (mine && cause === "own") announce(session.shown.scene.prompt.text);
    this.wasMine = mine;
  }

  /** Called when playback begins, goes on or ends. */
  settled() {
    this.element.classList.toggle("watching-moves", this.playback.running);
    this.panel.prompt.render();
    if (this.playback.running || this.replay) return;
    if (!this.session.current) this.show({ update: this.session.latest, cause: "jump", news: [] }, 0);
    const chair = nextChair(this.session);
    if (chair && !this.guide) this.hang(chair);
    else this.refreshOffers();
    // Where one can act first is looked at when one is first to decide, and again when set-up is over.
    if (this.session.mine && this.happened.present()) this.oriented = this.stage;
    else if (this.stage > this.oriented) this.lookAtFront();
    else if (this.session.mine && !this.guide) this.board.sight.showSome(actors(this.offers, this.session.shown.scene, this.layout).map((actor) => actor.place));
    this.guide?.settled();
    this.answerForced();
  }

  /** Offers are only made on the latest version; when playback has caught up they appear. */
  refreshOffers() {
    if (this.offers !== NOTHING || !this.session.mine || !this.session.current) return;
    this.show({ update: this.session.latest, cause: "jump", news: [] }, 0);
  }

  /** A single answer that nothing hangs on is given without asking. */
  answerForced() {
    const only = this.session.mine && !this.guide ? forced(this.offers, this.session.latest.undo) : null;
    if (!only) return;
    const { version } = this.session.latest;
    void this.session.together(async () => {
      await new Promise((done) => setTimeout(done, settings.speed === 0 ? 0 : FORCED_PAUSE));
      if (this.session.latest.version === version && this.session.current && !this.replay) await this.session.act(only);
    });
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
      await this.session.takeChair(/** @type {string} */ (chair.token));
      this.curtained = false;
      fill(must("#page"), this.element);
      this.panel.log.drawn = 0;
      this.panel.log.news = this.seen.get(this.session.token) ?? Infinity;
      this.happened.forget();
      this.battles.forget();
      this.looking.inspect(null);
      this.show({ update: this.session.latest, cause: "load", news: [] }, 0);
      this.board.element.focus();
      void this.loadOwn();
    }));
    announce(t("seat.curtain", { who }));
  }

  // What is chosen.

  /** Draws the unit in hand, or that there is none any more. */
  showHand() {
    const { hand } = this.gestures;
    this.board.hold(hand);
    if (hand) this.board.sight.frame([...hand.places.keys()]);
    // What can only be laid beside the map is laid in the boxes: they come up.
    const beside = hand && ![...hand.places.keys()].some((place) => this.layout.place(place));
    if (beside && this.panel.tab !== "boxes") this.panel.open("boxes");
    else if (this.panel.tab === "boxes") this.panel.renderTab();
    this.panel.prompt.render();
    // The prompt may have taken room from the boxes.
    if (beside) this.panel.boxes.reveal();
  }

  letGo() {
    this.gestures.letGo();
  }

  lookAway() {
    this.board.ink.showCursor(null);
    this.board.pieces.closeFan();
    this.looking.inspect(null);
  }

  /** @param {SceneAction | null} action */
  setPending(action) {
    this.pending = action;
    this.panel.prompt.render();
    if (action) this.panel.prompt.focus("commit");
  }

  /** @param {SceneAction | null} action */
  setWarning(action) {
    this.warning = action;
    this.panel.prompt.render();
    if (action) this.panel.prompt.focus("not-yet");
  }

  /**
   * @param {string} why
   * @param {string} [rule]
   */
  refuse(why, rule) {
    toast([h("span", {}, upper(why) || t("act.cannot"), " "), rule ? this.ruleChip(rule) : ""], { kind: "warn" });
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
    if (end) this.gestures.run(end, true);
  }

  /** @param {SceneAction} action */
  actionPicture(action) {
    const piece = action.piece ? this.session.shown.scene.pieces.find((p) => p.id === action.piece) : undefined;
    return piece ? counterPicture(this.session.sheet.pieces[piece.def], piece) : null;
  }

  /** @param {string} mention */
  ruleChip(mention) {
    return ruleChips(mention, this.book, (id) => this.openRule(id));
  }

  /** @param {string} id */
  openRule(id) {
    closePopover();
    this.panel.open("rules");
    this.panel.rules.open(id);
  }

  find() {
    openFind(this, must(".map-controls button", this.element));
  }

  showKeys() {
    openKeys(this.bar.menu);
  }

  showGoal() {
    openBriefing(this);
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

  /** @param {number} at */
  async startReplay(at) {
    const { Replay } = await import("./replay.js");
    this.replay = new Replay(this, at);
    await this.replay.begin();
  }
}
