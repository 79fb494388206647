// Shows one version of the match after the other: draws it, says what is new, and sees to what follows when it has come to rest.

import { NOTHING, forced, offersOf } from "./actions.js";
import { Playback } from "./playback.js";
import { closePopover } from "./popover.js";
import { announce, callToTable, forgetRefusals, mark } from "./notices.js";
import { settings } from "./settings.js";
import { sound } from "./sounds.js";
import { t } from "./strings.js";

/**
 * @typedef {import("./server").Update} Update
 * @typedef {import("./state.js").Arrival} Arrival
 * @typedef {object} Cast who draws a version
 * @property {HTMLElement} element of the whole match
 * @property {import("./board.js").Board} board
 * @property {import("./bar.js").Bar} bar
 * @property {import("./panel.js").Panel} panel
 * @property {import("./battle.js").BattleCards} battles
 * @property {import("./happened.js").Happened} happened
 * @property {import("./looking.js").Looking} looking
 * @property {import("./orders.js").StandingOrders} orders
 */

/** How long a forced answer waits, so that one sees what was asked, in milliseconds. */
const FORCED_PAUSE = 500;

export class Stage {
  /**
   * @param {import("./desk.js").Desk} desk
   * @param {Cast} cast
   */
  constructor(desk, cast) {
    this.desk = desk;
    this.session = desk.session;
    this.cast = cast;
    /** The stage in which the person was last shown where they can act. */
    this.oriented = 0;
    this.wasMine = false;
    /** The phase in which the person was last shown who can act. */
    this.phase = "";
    /** @type {string[]} What was said in versions that were passed over. */
    this.unsaid = [];
    this.playback = new Playback({
      show: (arrival, lasts) => this.show(arrival, lasts),
      pass: (arrival) => this.pass(arrival),
      watching: (running, waiting) => this.watching(running, waiting),
      changed: () => this.settled(),
    });
  }

  /**
   * Playback has begun, gone on or ended; a replay or a curtain stays what it is.
   * @param {boolean} running
   * @param {number} waiting
   */
  watching(running, waiting) {
    const { mode } = this.desk.page;
    if (mode === "now" || mode === "watching") this.desk.change({ type: "mode", mode: running ? "watching" : "now", waiting });
  }

  /**
   * A version has arrived; in a replay it is kept for later.
   * @param {Arrival} arrival
   */
  arrived(arrival) {
    if (this.desk.page.mode !== "past") this.playback.push(arrival);
  }

  /**
   * Shows a version of the match.
   * @param {Arrival} arrival
   * @param {number} lasts how long it is looked at, in milliseconds
   */
  show(arrival, lasts) {
    const { session, desk } = this;
    const { board, bar, panel, battles, happened, looking, orders, element } = this.cast;
    const { update, cause, news } = arrival;
    const before = desk.scene;
    session.change({ type: "showing", arrival });
    element.setAttribute("data-version", String(update.version));
    closePopover();
    if (cause === "own") forgetRefusals();
    const live = session.current && session.mine;
    desk.change({ type: "shown", offers: live ? offersOf(update.scene, (place) => desk.isDrawn(update.scene, place)) : NOTHING });
    happened.take(arrival, before);
    const theirs = cause === "other" || cause === "again";
    if (theirs || cause === "own") this.follow(arrival);
    const moved = board.render(update.scene, desk.offers, theirs || cause === "own" || cause === "undo");
    if (theirs && moved.length) board.ink.drawMoves(moved);
    if (cause === "own" && news.length) board.ink.forgetMoves();
    battles.take(arrival, lasts);
    bar.render(update);
    panel.render();
    if (session.current) looking.refresh();
    if (cause === "load") return this.notice(cause);
    announce([...this.unsaid.splice(0), ...news.map((event) => event.text)].join(" "));
    this.notice(cause);
    return orders.tell();
  }

  /** Shows how things stand. */
  showNow() {
    this.show({ update: this.session.latest, cause: "jump", news: [] }, 0);
  }

  /** Shows a match that is just opened, or opened for somebody else. */
  open() {
    this.show({ update: this.session.latest, cause: "load", news: [] }, 0);
  }

  /**
   * Takes note of a version without drawing it.
   * @param {Arrival} arrival
   */
  pass(arrival) {
    const before = this.desk.scene;
    this.session.change({ type: "showing", arrival });
    this.cast.happened.take(arrival, before);
    this.unsaid.push(...arrival.news.map((event) => event.text));
  }

  /**
   * Keeps what happens in view.
   * @param {Arrival} arrival
   */
  follow({ update, cause, news }) {
    const { sight, handling } = this.cast.board;
    const about = news.flatMap((event) => event.at ?? []).at(-1);
    if (cause !== "own" && about) sight.reveal(about);
    if (cause !== "own") return;
    const { prompt, pieces } = update.scene;
    const chosen = prompt.piece ? pieces.find((p) => p.id === prompt.piece)?.at : undefined;
    const wanted = prompt.place ?? chosen;
    if (wanted && !handling.hovered) sight.reveal(wanted);
    const offered = [...this.desk.offers.byPlace.keys()];
    // Where a unit can go has to be large enough to be pressed.
    if (prompt.piece && sight.isFar) sight.frame(offered);
    else sight.revealNearest(offered, chosen ?? null);
  }

  /** Says whose turn it is, once it is known. @param {import("./state.js").Cause} cause */
  notice(cause) {
    const { session } = this;
    if (!session.current) return;
    const { mine } = session;
    mark(`${session.game.title} · ${t("product")}`, mine);
    if (mine && !this.wasMine && cause !== "load") {
      callToTable(session.game.title);
      sound("turn");
      announce(`${t("notice.turn")}. ${this.desk.scene.prompt.text}`);
    } else if (mine && cause === "own") announce(this.desk.scene.prompt.text);
    this.wasMine = mine;
  }

  /** What follows when playback begins, goes on or ends. */
  settled() {
    const { session, desk } = this;
    const { happened, board, element } = this.cast;
    element.classList.toggle("watching-moves", this.playback.running);
    desk.say("prompt", undefined);
    if (this.playback.running || desk.page.mode === "past") return;
    if (!session.current) this.showNow();
    desk.say("rested", undefined);
    this.refreshOffers();
    const fresh = session.mine && this.newPhase();
    // Where one can act first is looked at when one is first to decide, and again when set-up is over.
    if (session.mine && happened.present()) this.oriented = desk.stage;
    else if (desk.stage > this.oriented) this.lookAtFront();
    else if (session.mine && !desk.page.guided) board.sight.showSome(desk.actors().map((actor) => actor.place), fresh);
    desk.say("settled", undefined);
    this.answerForced();
  }

  /** Whether this is the first look in a phase in which one decides. */
  newPhase() {
    const { turn, phase } = this.desk.scene;
    const now = `${turn} ${phase}`;
    const fresh = now !== this.phase;
    this.phase = now;
    return fresh;
  }

  /** Offers are only made on the latest version; when playback has caught up they appear. */
  refreshOffers() {
    const { session, desk } = this;
    if (desk.page.mode === "now" && desk.offers === NOTHING && session.mine && session.current) this.showNow();
  }

  /** A single answer that nothing hangs on is given without asking. */
  answerForced() {
    const { session, desk } = this;
    const only = session.mine && !desk.page.guided ? forced(desk.offers, session.latest.undo) : null;
    if (!only) return;
    const { version } = session.latest;
    void session.together(async () => {
      await new Promise((done) => setTimeout(done, settings.speed === 0 ? 0 : FORCED_PAUSE));
      if (session.latest.version === version && session.current && desk.page.mode !== "past") await session.act(only);
    });
  }

  /** Looks at where the action is. */
  lookAtFront() {
    const { session } = this;
    const own = session.game.seats.find((seat) => session.seats.includes(seat.seat));
    this.cast.board.sight.lookAtFront(own?.side ?? null);
    this.oriented = this.desk.stage;
  }

  /** Forgets what concerned the person before. */
  forget() {
    this.cast.happened.forget();
    this.cast.battles.forget();
    this.cast.looking.inspect(null);
  }

  // A replay.

  enterPast() {
    this.playback.stop();
    this.session.change({ type: "past", past: true });
    this.desk.change({ type: "mode", mode: "past" });
    this.cast.happened.forget();
    this.cast.battles.forget();
    this.cast.element.classList.add("replaying");
    // The sheet of a telephone would hide what is replayed.
    this.cast.panel.raise(false);
  }

  leavePast() {
    this.session.change({ type: "past", past: false });
    this.desk.change({ type: "mode", mode: "now" });
    this.desk.change({ type: "log", log: null });
    this.cast.element.classList.remove("replaying");
    this.cast.battles.forget();
    this.desk.say("freshLog", Infinity);
    this.showNow();
    this.settled();
  }

  /**
   * Shows a moment of the past.
   * @param {Update} update
   */
  showPast(update) {
    const { board, bar, panel, battles } = this.cast;
    const follows = (update.at ?? 0) === (this.session.shown.at ?? -9) + 1;
    if (!follows) board.ink.forgetMoves();
    const arrival = { update, cause: /** @type {const} */ ("other"), news: update.log?.events ?? [] };
    this.session.change({ type: "showing", arrival });
    this.desk.change({ type: "shown", offers: NOTHING });
    const moved = board.render(update.scene, NOTHING, true);
    if (follows) board.ink.drawMoves(moved);
    battles.forget();
    battles.take(arrival, 6000);
    bar.render(update);
    panel.render();
  }
}
