// Standing orders: what answers a kind of question from now on. They are kept by the server, for their owner alone.

import { Refused, api } from "./api.js";
import { h, icon } from "./dom.js";
import { toast } from "./notices.js";
import { closePopover, popover } from "./popover.js";
import { t } from "./strings.js";

/**
 * @typedef {import("./wire").Order} Order
 * @typedef {import("./wire").SeatOrder} SeatOrder
 */

export class StandingOrders {
  /** @param {import("./desk.js").Desk} desk */
  constructor(desk) {
    this.desk = desk;
    /** @type {SeatOrder[]} */
    this.all = [];
    /** @type {Map<string, string>} What kinds of questions are called, as far as they were asked. */
    this.titles = new Map();
    desk.session.on("orders", (standing) => this.take(standing));
  }

  /** Asks for the orders of the chair. */
  async load() {
    this.all = [];
    const { match, token, seats } = this.desk.session;
    if (seats.length) this.take(await api.orders(match, token));
  }

  /** @param {import("./wire").Standing} standing */
  take(standing) {
    this.all = standing.orders;
  }

  /** What orders answered just now is said in passing. */
  tell() {
    const { answered } = this.desk.session.shown;
    if (answered?.length) toast(t("order.answered", { what: answered.map(([, text]) => text).join(", ") }), { ms: 4000 });
  }

  /** The way to an order, where the question that is asked can be answered beforehand. */
  offer() {
    const { question } = this.desk.scene.prompt;
    if (!question || this.desk.page.guided) return null;
    this.titles.set(question.question, question.title);
    return h("button", { type: "button", class: "quiet-button", "data-key": "standing-order", onclick: (/** @type {MouseEvent} */ event) => this.ask(question, /** @type {Element} */ (event.currentTarget)) },
      icon("check"), t("order.offer"));
  }

  /**
   * @param {import("./wire").QuestionInfo} question
   * @param {Element} anchor
   */
  ask(question, anchor) {
    const { desk } = this;
    const { session, offers } = desk;
    // An answer that names a unit or a place fits this question only.
    const general = offers.all.filter((action) => !action.piece && !action.place && !action.quantity);
    const answer = h("select", {}, h("option", { value: "" }, t("order.quiet")), general.map((action) => h("option", { value: action.text }, action.label)));
    const when = h("select", {}, h("option", { value: "always" }, t("order.always")),
      question.place ? [h("option", { value: "only" }, t("order.only", { place: desk.title(question.place) })), h("option", { value: "except" }, t("order.except", { place: desk.title(question.place) }))] : [],
      question.value > 0 ? h("option", { value: "below" }, t("order.below", { n: question.value })) : null);
    const turn = h("input", { type: "checkbox" });
    const give = () => {
      const scope = /** @type {Order["when"]} */ ({ always: "always", only: { only: question.place ?? "" }, except: { except: question.place ?? "" }, below: { below: question.value } }[when.value] ?? "always");
      const order = { question: question.question, when: scope, ...(turn.checked ? { until: session.shown.scene.turn } : {}), ...(answer.value ? { answer: answer.value } : {}) };
      closePopover();
      void this.send(() => api.giveOrder(session.match, session.token, { seat: this.seat(), order }));
    };
    popover(anchor, question.title, [
      h("label", { class: "field" }, h("span", {}, t("order.answer")), answer),
      h("label", { class: "field" }, h("span", {}, t("order.when")), when),
      h("label", { class: "check" }, turn, h("span", {}, t("order.this-turn"))),
      h("p", { class: "quiet" }, t("order.private")),
      h("div", { class: "buttons" }, h("button", { type: "button", class: "primary", "data-key": "give-order", onclick: give }, t("order.give"))),
    ]);
  }

  /** The seat of one's own that is asked. */
  seat() {
    const { session } = this.desk;
    return session.shown.status.to_act.find((seat) => session.seats.includes(seat));
  }

  /** @param {() => Promise<import("./wire").Standing>} request */
  async send(request) {
    try {
      this.take(await request());
    } catch (error) {
      if (!(error instanceof Refused)) throw error;
      this.desk.say("refused", { why: error.message, rule: error.rule });
    }
  }

  /** The orders in force, each with the way to take it back. @param {Element} anchor */
  show(anchor) {
    const { session } = this.desk;
    const revoke = (/** @type {SeatOrder} */ { seat, order }) => this.send(() => api.revokeOrder(session.match, session.token, { seat, order })).then(() => this.show(anchor));
    popover(anchor, t("order.title"), this.all.length
      ? [h("ul", { class: "order-list" }, this.all.map((entry) => h("li", {}, h("span", {}, this.words(entry)), h("button", { type: "button", "data-key": "revoke", onclick: () => void revoke(entry) }, t("order.revoke")))))]
      : [h("p", { class: "quiet" }, t("order.none"))]);
  }

  /** @param {SeatOrder} entry */
  words({ seat, order }) {
    const { desk } = this;
    const { session } = desk;
    const { when } = order;
    const scope = when === "always" ? "" : "only" in when ? t("order.only", { place: desk.title(when.only) }) : "except" in when ? t("order.except", { place: desk.title(when.except) }) : t("order.below", { n: when.below });
    const who = session.seats.length > 1 ? `${session.seatName(seat)}: ` : "";
    const until = order.until ? t("order.until", { n: order.until }) : "";
    return [`${who}${this.titles.get(order.question) ?? order.question}: ${order.answer ?? t("order.quiet")}`, scope, until].filter(Boolean).join(", ");
  }
}
