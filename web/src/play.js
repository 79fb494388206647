// One open match on the page: puts its parts together and says who hears what. Each part knows the desk and those it is given here.

import { listenToKeys } from "./a11y.js";
import { Refused, isNetworkFailure } from "./api.js";
import { Bar } from "./bar.js";
import { BattleCards } from "./battle.js";
import { Board } from "./board.js";
import { briefOnce, openBriefing } from "./briefing.js";
import { Desk } from "./desk.js";
import { fill, h, iconButton, must } from "./dom.js";
import { openFind } from "./find.js";
import { Gestures } from "./gestures.js";
import { Happened } from "./happened.js";
import { Curtain } from "./hotseat.js";
import { Looking } from "./looking.js";
import { openKeys, openLayers, openMatchMenu } from "./menu.js";
import { Notes } from "./notes.js";
import { toast } from "./notices.js";
import { StandingOrders } from "./orders.js";
import { Panel } from "./panel.js";
import { closePopover } from "./popover.js";
import { Room } from "./room.js";
import { ruleChip } from "./rules.js";
import { settings } from "./settings.js";
import { Stage } from "./stage.js";
import { t, upper } from "./strings.js";

export class Play {
  /**
   * @param {import("./session.js").Session} session
   * @param {import("./layout.js").Layout} layout
   * @param {import("./server").RuleBook} book
   * @param {import("./wire").Papers} papers
   */
  constructor(session, layout, book, papers) {
    const desk = new Desk(session, layout, book, papers);
    const gestures = new Gestures(desk);
    const board = new Board(session.game, session.sheet, layout, listener(desk, gestures));
    const happened = new Happened(desk, board);
    const orders = new StandingOrders(desk);
    this.desk = desk;
    this.gestures = gestures;
    this.board = board;
    this.happened = happened;
    this.orders = orders;
    this.looking = new Looking(desk, board);
    this.notes = new Notes(desk, board.ink);
    this.battles = new BattleCards(desk, board);
    this.bar = new Bar(desk);
    this.panel = new Panel(desk, { news: () => happened.card(), orders: () => orders.offer() });
    this.controls = mapControls(desk, board);
    this.net = h("div", { class: "net", role: "status", hidden: true });
    this.element = this.build();
    this.room = new Room(board.camera, this.panel, this.controls);
    this.stage = new Stage(desk, this);
    this.curtain = new Curtain(desk, this.element, () => this.risen());
    this.listen();
    this.wire();
    this.wireViews();
    listenToKeys(desk, board);
  }

  build() {
    this.board.element.append(this.looking.tip);
    return h("div", { class: "play" }, this.bar.element,
      h("main", { class: "table" }, this.board.element, this.battles.element, this.controls, this.net, this.panel.element));
  }

  /** What the match says. */
  listen() {
    const { desk, stage, panel } = this;
    const { session } = desk;
    session.on("arrived", (arrival) => stage.arrived(arrival));
    session.on("thinking", (news) => session.current && panel.prompt.showThinking(news));
    session.on("presence", () => panel.prompt.render());
    session.on("busy", (busy) => this.element.classList.toggle("busy", busy));
    session.on("stale", () => toast(t("act.stale")));
    session.on("refused", ({ why, rule, network }) => desk.say("refused", { why: network ? t("net.failed", { why: "" }) : why, rule }));
    session.on("connection", (connected) => {
      this.net.hidden = connected;
      this.net.textContent = connected ? "" : t("net.lost");
      if (connected) toast(t("net.back"), { ms: 2500 });
    });
  }

  /** Who hears what people do. */
  wire() {
    const { desk, gestures, board, stage, happened, orders, notes, room } = this;
    desk.on("tap", ({ piece, place, point, own }) => gestures.tap(piece, place, point, own));
    desk.on("lift", ({ piece, event }) => board.handling.liftFrom(piece, event));
    desk.on("run", ({ action, direct }) => gestures.run(action, direct));
    desk.on("order", (actions) => void gestures.order(actions));
    desk.on("typed", (text) => void gestures.type(text));
    desk.on("end", () => gestures.end());
    desk.on("letGo", () => gestures.letGo());
    desk.on("notYet", () => gestures.notYet());
    desk.on("again", (arrivals) => stage.playback.again(arrivals));
    desk.on("skip", () => stage.playback.skip());
    desk.on("playAgain", () => happened.again());
    desk.on("settle", () => stage.settled());
    desk.on("rested", () => this.curtain.fall());
    desk.on("replay", (at) => void this.startReplay(at));
    desk.on("note", ({ place, anchor }) => notes.edit(place, anchor));
    desk.on("orders", (anchor) => orders.show(anchor));
    desk.on("moved", () => this.battles.follow());
    desk.on("room", () => room.measure());
    desk.on("refused", ({ why, rule }) => toast([h("span", {}, upper(why) || t("act.cannot"), " "), rule ? ruleChip(desk, rule) : ""], { kind: "warn" }));
  }

  /** Who hears what people want to see. */
  wireViews() {
    const { desk, board, looking, panel, bar } = this;
    desk.on("hover", (place) => looking.hover(place));
    desk.on("hideTip", () => looking.hideTip());
    desk.on("inspect", ({ place, open }) => looking.inspect(place, open));
    desk.on("looked", () => panel.tab === "units" && panel.renderTab());
    desk.on("lookAt", (place) => looking.showPlace(place));
    desk.on("unit", (def) => looking.showUnit(def));
    desk.on("lookAway", () => looking.away());
    desk.on("nextActor", (step) => looking.nextActor(step));
    desk.on("path", (place) => board.ink.showPath(place));
    desk.on("overlay", (overlay) => void looking.setOverlay(overlay));
    desk.on("hand", () => this.showHand());
    desk.on("prompt", () => panel.prompt.render());
    desk.on("asked", (key) => panel.prompt.ask(key));
    desk.on("tab", ({ tab, raise }) => panel.open(tab, raise));
    desk.on("raise", (high) => panel.raise(high));
    desk.on("freshLog", (news) => panel.log.startAnew(news));
    desk.on("rule", (id) => { closePopover(); panel.openRule(id); });
    desk.on("goal", () => openBriefing(desk));
    desk.on("find", () => openFind(desk, must(".map-controls button", this.element)));
    desk.on("keys", () => openKeys(bar.menu));
    desk.on("menu", (anchor) => openMatchMenu(desk, anchor));
  }

  /** Puts the match on the page. */
  async open() {
    const { board, desk, room, stage } = this;
    const { session } = desk;
    fill(must("#page"), this.element);
    room.measure();
    board.setMap(session.sheet.map, settings.look);
    stage.open();
    room.measure();
    stage.lookAtFront();
    room.watch();
    void this.loadOwn();
    session.open();
    const at = new URLSearchParams(location.search).get("at");
    if (at !== null && /^\d+$/.test(at)) await this.startReplay(Number(at));
    else stage.settled();
    briefOnce(desk);
  }

  /** What the chair keeps for itself; a page without it still plays. */
  loadOwn() {
    return Promise.all([this.notes.load(), this.orders.load()]).catch((error) => {
      if (!(error instanceof Refused) && !isNetworkFailure(error)) throw error;
    });
  }

  /** Somebody else has sat down before the page. */
  risen() {
    this.stage.forget();
    this.stage.open();
    this.board.element.focus();
    briefOnce(this.desk);
    void this.loadOwn();
  }

  /** Draws the unit in hand, or that there is none any more. */
  showHand() {
    const { hand } = this.desk;
    this.board.hold(hand);
    if (hand) this.board.sight.frame([...hand.places.keys()]);
    this.panel.showHand();
  }

  /**
   * Cards say what is to be done.
   * @param {import("./wire").Guide} data
   */
  async beGuided(data) {
    const { Guide } = await import("./guide.js");
    const { desk, board, battles, panel, element } = this;
    const guide = new Guide(desk, { board, battles, prompt: panel.prompt }, data);
    element.classList.add("guided");
    element.append(guide.element);
    this.room.above.add(() => guide.covers);
    desk.on("settled", () => guide.settled());
    await guide.begin();
  }

  /** @param {number} at */
  async startReplay(at) {
    if (this.desk.page.mode === "past") return;
    const { Replay } = await import("./replay.js");
    const replay = new Replay(this.desk, this.stage, at);
    this.room.above.add(() => (replay.element.isConnected ? replay.element.offsetHeight + 8 : 0));
    await replay.begin();
  }
}

/**
 * What the board tells of pointers.
 * @param {Desk} desk
 * @param {Gestures} gestures
 * @returns {import("./board.js").BoardListener}
 */
function listener(desk, gestures) {
  return {
    tap: (piece, place, point, own) => desk.say("tap", { piece, place, point, own }),
    look: (place) => desk.say("inspect", { place }),
    hover: (place) => desk.say("hover", place),
    hold: (piece, place, point) => gestures.hold(piece, place, point),
    canLift: (piece, touch) => gestures.canLift(piece, touch),
    lift: (piece, point) => gestures.lift(piece, point),
    carry: (point) => gestures.carry(point),
    drop: (place, point) => void gestures.drop(place, point),
    moved: () => desk.say("moved", undefined),
  };
}

/**
 * The buttons over the map.
 * @param {Desk} desk
 * @param {Board} board
 */
function mapControls(desk, board) {
  return h("div", { class: "map-controls control" },
    iconButton("find", t("map.find"), () => desk.say("find", undefined)),
    iconButton("layers", t("map.layers"), (event) => openLayers(desk, board, /** @type {Element} */ (event.currentTarget))),
    iconButton("plus", t("map.zoom-in"), () => board.camera.zoom(1.4)),
    iconButton("minus", t("map.zoom-out"), () => board.camera.zoom(1 / 1.4)),
    iconButton("fit", t("map.fit"), () => board.camera.fit()));
}
