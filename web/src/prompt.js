// The upper part of the panel: what is to be done, with its buttons, numbers, odds and sums.

import { fewAnswers, fitting, leftToDo } from "./actions.js";
import { api } from "./api.js";
import { actionButton } from "./buttons.js";
import { counterPicture, pieceName, pieceWords, sideMark } from "./counters.js";
import { fill, h, icon, iconButton } from "./dom.js";
import { linkRow, speedChoice } from "./menu.js";
import { begin, invitation, recall } from "./memory.js";
import { pieceButton } from "./panels.js";
import { consequence, oddsTable, workingsList } from "./preview.js";
import { Quantities, answersTo } from "./quantities.js";
import { ruleChip } from "./rules.js";
import { touches } from "./settings.js";
import { t, upper } from "./strings.js";

/**
 * @typedef {import("./wire").SceneAction} SceneAction
 * @typedef {{news: () => Node | null, orders: () => Node | null}} Additions what happened meanwhile, and the way to a standing order
 */

const ADVANCING = ["done", "endphase"];
/** So many buttons at most; the rest is in the list of all choices. */
const MOST_BUTTONS = 14;
/** Under more than so many the buttons that go on are kept in sight. */
const FEW_BUTTONS = 3;

/**
 * A button that acts when it is pressed, not when it is let go: each move of the computer draws the panel anew, and the
 * release would find another button. The keyboard's click has no detail.
 * @param {() => void} act
 */
function atPress(act) {
  return { onpointerdown: act, onclick: (/** @type {MouseEvent} */ event) => event.detail === 0 && act() };
}

export class Prompt {
  /**
   * @param {import("./desk.js").Desk} desk
   * @param {Additions} additions
   */
  constructor(desk, additions) {
    this.desk = desk;
    this.additions = additions;
    this.quantities = new Quantities(desk);
    this.element = h("section", { class: "prompt", "aria-label": t("panel.prompt") });
    this.typing = false;
  }

  render() {
    const { desk, element } = this;
    const { mode } = desk.page;
    const active = document.activeElement;
    const keep = active instanceof HTMLElement && element.contains(active) ? active.dataset.key : undefined;
    const scroll = element.scrollTop;
    const table = ".quantities > ul";
    const rows = element.querySelector(table)?.scrollTop ?? 0;
    const over = desk.session.shown.status.over;
    if (mode === "past") fill(element, this.sentence(), this.workings());
    else if (mode === "watching") fill(element, this.watching());
    else if (over) fill(element, this.ending(over));
    else fill(element, this.invitation(), this.additions.news(), this.sentence(), this.thinking(), ...this.choices(), this.history());
    element.scrollTop = scroll;
    element.querySelector(table)?.scrollTo(0, rows);
    element.querySelector(".tray.narrow .chosen")?.scrollIntoView({ block: "nearest" });
    if (keep) this.focus(keep);
    desk.say("prompted", undefined);
  }

  /** @param {string} key */
  focus(key) {
    /** @type {HTMLElement | null} */ (this.element.querySelector(`[data-key="${CSS.escape(key)}"]`))?.focus({ preventScroll: true });
  }

  /**
   * Draws a question that comes before an action, and lays the focus on an answer.
   * @param {string} key
   */
  ask(key) {
    this.render();
    this.focus(key);
  }

  /**
   * The button of an action.
   * @param {string} text
   */
  find(text) {
    const numbered = this.desk.offers.all.find((action) => action.quantity && answersTo(action, text));
    const row = numbered ? this.element.querySelector(`[data-form="${CSS.escape(numbered.quantity?.form ?? "")}"]`) : null;
    return row ?? this.element.querySelector(`[data-action="${CSS.escape(text)}"]`);
  }

  /** The links for friends, until they have come. */
  invitation() {
    const { session } = this.desk;
    const entry = recall(session.match);
    const state = (/** @type {string[]} */ seats) => session.latest.chairs?.find((c) => c.kind === "link" && c.seats.join() === seats.join());
    const waiting = (entry?.chairs ?? []).filter((chair) => {
      const seen = state(chair.seats);
      return chair.kind === "link" && !chair.mine && seen && !seen.online && seen.joined !== true;
    });
    const links = waiting.flatMap((chair) => {
      const link = invitation(session.match, chair);
      return link ? [linkRow(t("menu.link-for", { who: chair.seats.map((s) => session.seatName(s)).join(", ") }), link)] : [];
    });
    return links.length && session.latest.length <= 8 ? h("div", { class: "invitation" }, h("p", {}, h("b", {}, t("invite.title"))), links) : null;
  }

  sentence() {
    const { session, hand, scene } = this.desk;
    const { prompt, pieces } = scene;
    const held = hand?.piece ?? prompt.piece;
    const chosen = held ? pieces.find((piece) => piece.id === held) : undefined;
    const def = chosen ? session.sheet.pieces[chosen.def] : undefined;
    const text = hand ? t(touches() ? "hand.where-touch" : "hand.where") : this.waits() ?? prompt.text;
    return [
      h("p", { class: `sentence${session.mine ? " mine" : ""}`, id: "sentence" }, text, " ", prompt.rule && !hand ? ruleChip(this.desk, prompt.rule) : ""),
      chosen && def ? h("div", { class: "chosen-unit" }, counterPicture(def, chosen), h("div", {}, h("b", {}, pieceName(def, chosen)), h("span", { class: "quiet" }, pieceWords(def, chosen))),
        hand || session.holdsUnit ? iconButton("close", t("cancel"), () => this.desk.say("letGo", undefined), { "data-key": "let-go" }) : null) : null,
      this.ownWay(),
    ];
  }

  /** Who else decides, by the names that the scenario gives them; nothing while somebody who looks may decide. */
  waits() {
    const { session } = this.desk;
    const { scene, status } = session.shown;
    if (scene.actions.length || status.over || !status.to_act.length) return null;
    return t("prompt.waits", { who: status.to_act.map((seat) => session.seatName(seat)).join(", ") });
  }

  /** The switch for a way of one's own, where steps can be chosen. */
  ownWay() {
    const { desk } = this;
    const some = (/** @type {string} */ kind) => desk.offers.all.some((action) => action.kind === kind);
    // Where every press is a step there is no other way to choose.
    if (!some("step") || !some("move")) return null;
    const box = h("input", { type: "checkbox", "data-key": "own-way", onchange: () => desk.change({ type: "own-way", on: box.checked }) });
    box.checked = desk.page.ownWay;
    return h("label", { class: "check own-way" }, box, h("span", {}, t("hand.own-way")));
  }

  workings() {
    return workingsList(this.desk.scene.workings ?? [], (rule) => ruleChip(this.desk, rule));
  }

  thinking() {
    const { session } = this.desk;
    const { to_act } = session.shown.status;
    const chair = session.latest.chairs?.find((c) => c.kind === "computer" && c.seats.some((seat) => to_act.includes(seat)));
    if (session.mine || !chair) return this.absent(to_act);
    const who = chair.seats.filter((seat) => to_act.includes(seat)).map((seat) => session.seatName(seat)).join(", ");
    const progress = h("progress", { max: 1, "aria-label": t("think.who", { who }) });
    if (session.thinking) progress.value = session.thinking.progress;
    this.progress = progress;
    return h("div", { class: "thinking" }, h("span", {}, t("think.who", { who })), progress,
      session.seats.length ? h("button", { type: "button", class: "quiet-button", "data-key": "stop", ...atPress(() => void hurry(session)) }, t("think.stop")) : null);
  }

  /** @param {import("./server").ThinkingNews} news */
  showThinking(news) {
    if (this.progress?.isConnected) this.progress.value = news.progress;
    else this.render();
  }

  /** @param {string[]} toAct */
  absent(toAct) {
    const { session } = this.desk;
    if (session.mine) return null;
    const away = session.latest.chairs?.find((c) => c.kind === "link" && c.online === false && c.seats.some((seat) => toAct.includes(seat)));
    return away ? h("p", { class: "quiet" }, t("net.offline", { who: away.seats.map((s) => session.seatName(s)).join(", ") })) : null;
  }

  watching() {
    const { desk } = this;
    const { news } = desk.session;
    const seat = news.at(-1)?.seat;
    const n = desk.page.waiting;
    return [
      h("p", { class: "sentence" }, upper(news.at(-1)?.text ?? t("watch.moves"))),
      h("div", { class: "watching" },
        seat ? h("span", { class: "quiet" }, t("watch.title", { who: desk.session.seatName(seat) })) : null,
        n ? h("span", { class: "quiet" }, t("watch.left", { n })) : null),
      h("div", { class: "buttons" }, h("button", { type: "button", class: "act primary", "data-key": "skip", ...atPress(() => desk.say("skip", undefined)) }, icon("skip"), t("watch.skip")), speedChoice()),
    ];
  }

  /** @param {import("./wire").Outcome} over */
  ending(over) {
    const { desk } = this;
    const { session } = desk;
    const { game } = session;
    const side = game.sides.find((s) => s.side === over.winner);
    const box = h("div", { class: "figures" });
    const figures = async () => {
      desk.say("raise", true);
      const { showFigures } = await import("./stats.js");
      await showFigures(session, box, (at) => desk.say("replay", at));
    };
    return [
      h("div", { class: "ending" }, side ? sideMark(side.nation) : null, h("div", {},
        h("h2", {}, side ? t("over.won", { who: side.name }) : t("over.draw")),
        h("p", {}, over.result),
        over.points.length ? h("p", { class: "quiet" }, over.points.map((p, k) => `${game.sides[k]?.name ?? k}: ${p}`).join(" · ")) : null)),
      h("div", { class: "buttons" },
        h("button", { type: "button", class: "act", onclick: () => desk.say("replay", 0) }, icon("replay"), t("over.replay")),
        h("button", { type: "button", class: "act", onclick: () => void figures() }, t("over.figures")),
        session.latest.rematch
          ? h("a", { class: "act button", href: `/play/${session.latest.rematch}#${session.token}` }, t("over.to-rematch"))
          : session.seats.length ? h("button", { type: "button", class: "act", onclick: () => void rematch(session) }, t("over.rematch")) : null),
      box,
    ];
  }

  choices() {
    const { session, offers, page, scene } = this.desk;
    if (!session.mine) return [this.workings()];
    if (page.pending) return [this.pendingCard(page.pending), this.workings()];
    const left = leftToDo(offers);
    if (page.warning) return [this.endWarning(page.warning, left)];
    const numbers = offers.all.filter((action) => action.quantity && (action.kind === "add" || !action.place));
    const few = fewAnswers(offers, scene);
    const buttons = (few.length ? few : offers.free.filter((action) => !action.quantity)).slice().sort((a, b) => rank(a) - rank(b));
    const dice = buttons.filter((action) => action.dice);
    return [
      this.quantities.order(numbers),
      few.length && !numbers.some((action) => action.piece) ? null : this.tray(),
      // Who still has numbers to choose is not nudged past them.
      ...(this.buttons(buttons, few.length > 0, left + numbers.length) ?? []),
      this.additions.orders(),
      dice.length === 1 ? h("section", { class: "odds-of" }, oddsTable(session, dice[0])) : null,
      this.workings(),
      this.typed(),
    ];
  }

  /**
   * @param {SceneAction[]} actions
   * @param {boolean} told whether the consequence of each is told
   * @param {number} left
   */
  buttons(actions, told, left) {
    if (!actions.length) return null;
    const shown = actions.length > MOST_BUTTONS ? [...actions.slice(0, MOST_BUTTONS), ...actions.slice(MOST_BUTTONS).filter((action) => ADVANCING.includes(action.kind))] : actions;
    const onlyEnds = actions.every((action) => ADVANCING.includes(action.kind));
    const several = actions.filter((action) => action.dice).length > 1;
    // One thing at most is what one does next: where several seats end their step, the first that is asked.
    const primary = (/** @type {SceneAction} */ action) => (ADVANCING.includes(action.kind) ? left === 0 && onlyEnds && action === actions[0] : action.dice === true && !several && actions.length <= 3);
    const button = (/** @type {SceneAction} */ action) => {
      const drawn = actionButton(this.desk, action, { primary: primary(action) });
      // A single roll has its table below; what the others will do stands on them.
      const tells = told && !["select", "endphase"].includes(action.kind) && (!action.dice || several);
      if (tells) drawn.append(action.note ? h("small", { class: "consequence" }, upper(action.note)) : consequence(this.desk.session, action, action.dice ? [] : actions.filter((other) => other !== action && other.kind === action.kind)));
      return drawn;
    };
    // Under a long list what goes on stays in sight.
    const ends = shown.length > FEW_BUTTONS ? shown.filter((action) => ADVANCING.includes(action.kind)) : [];
    return [
      h("div", { class: `buttons${told ? " answers" : ""}` }, shown.filter((action) => !ends.includes(action)).map(button),
        shown.length < actions.length ? h("span", { class: "quiet" }, t("act.more", { n: actions.length - shown.length })) : null),
      ends.length ? h("div", { class: `buttons last${told ? " answers" : ""}` }, ends.map(button)) : null,
    ];
  }


  /** Units beside the map that can act (to be set up, to enter), and boxes that can be chosen: within reach here too. */
  tray() {
    const { desk } = this;
    const { offers, layout, scene } = desk;
    const pieces = scene.pieces.filter((piece) => offers.byPiece.has(piece.id) && !layout.place(piece.at));
    const boxes = [...offers.byPlace].filter(([place]) => !layout.place(place)).flatMap(([, actions]) => actions)
      .filter((action) => !action.quantity && !(action.piece && offers.byPiece.has(action.piece)));
    if (!pieces.length && !boxes.length) return null;
    // What is in hand and goes beside the map needs the room below.
    return h("div", { class: `tray${desk.laysBeside ? " narrow" : ""}` },
      pieces.length ? h("ul", { class: "box-pieces" }, pieces.map((piece) => h("li", {}, pieceButton(desk, piece)))) : null,
      boxes.length ? h("div", { class: "buttons" }, boxes.slice(0, MOST_BUTTONS).map((action) => actionButton(desk, action))) : null);
  }

  /**
   * An action from the map that rolls dice: the odds first.
   * @param {SceneAction} action
   */
  pendingCard(action) {
    const { desk } = this;
    return h("div", { class: "pending", role: "group", "aria-label": action.label },
      h("p", { class: "pending-label" }, h("b", {}, action.label), action.cost ? h("span", { class: "quiet" }, ` ${action.cost}`) : null, " ", action.rule ? ruleChip(desk, action.rule) : ""),
      action.note ? h("p", { class: "consequence" }, upper(action.note)) : null,
      action.dice ? oddsTable(desk.session, action) : null,
      h("div", { class: "buttons" },
        h("button", { type: "button", class: "act", "data-key": "not-yet", onclick: () => desk.say("notYet", undefined) }, t("act.not-yet")),
        h("button", { type: "button", class: "act primary", "data-key": "commit", onclick: () => { desk.say("notYet", undefined); void desk.session.act(action); } }, action.label)));
  }

  /**
   * @param {SceneAction} action
   * @param {number} left
   */
  endWarning(action, left) {
    const { desk } = this;
    return h("div", { class: "pending", role: "alert" },
      h("p", {}, t("act.sure-end", { n: left })),
      h("div", { class: "buttons" },
        h("button", { type: "button", class: "act", "data-key": "not-yet", onclick: () => desk.say("notYet", undefined) }, t("act.not-yet")),
        h("button", { type: "button", class: "act primary", "data-key": "end", onclick: () => { desk.say("notYet", undefined); void desk.session.act(action); } }, t("act.end-anyway"))));
  }

  /** Typed text with completion: the way for those who do not use the picture. */
  typed() {
    const { desk } = this;
    const { all } = desk.offers;
    if (!all.length) return null;
    const list = h("div", { class: "typed-list" });
    const field = h("input", { type: "text", "aria-label": t("panel.type"), placeholder: t("panel.type"), autocomplete: "off", autocapitalize: "off", spellcheck: "false", "data-key": "typed" });
    const show = () => {
      const found = fitting(all, field.value, 30);
      fill(list, found.length ? found.map((action) => actionButton(desk, action, { small: true })) : h("p", { class: "quiet" }, t("panel.type-none")));
    };
    field.addEventListener("input", show);
    field.addEventListener("keydown", (event) => {
      if (event.key !== "Enter") return;
      event.preventDefault();
      desk.say("typed", field.value);
    });
    const details = h("details", { class: "typed" }, h("summary", {}, t("panel.all-actions"), " ", h("span", { class: "count" }, all.length)), field, list);
    details.open = this.typing;
    details.addEventListener("toggle", () => { this.typing = details.open; if (details.open) show(); });
    if (details.open) show();
    return details;
  }

  history() {
    const { desk } = this;
    const { session, offers } = desk;
    if (!session.seats.length) return h("p", { class: "quiet" }, t("menu.spectating"));
    const undo = iconButton("undo", t("panel.undo"), () => void session.undo(), { "data-key": "undo" });
    const redo = iconButton("redo", t("panel.redo"), () => void session.redo(), { "data-key": "redo" });
    const next = iconButton("next", t("panel.next-unit"), () => desk.say("nextActor", 1), { "data-key": "next" });
    undo.disabled = !session.latest.undo || session.gate !== null;
    redo.disabled = !session.canRedo;
    next.disabled = !session.mine || offers.byPiece.size + offers.byPlace.size === 0;
    return h("div", { class: "history" }, undo, redo, next);
  }
}

/**
 * Asks the computer to play what it has.
 * @param {import("./session.js").Session} session
 */
async function hurry(session) {
  await api.order(session.match, session.token, "cancel").catch(() => {});
}

/**
 * The same game once more.
 * @param {import("./session.js").Session} session
 */
async function rematch(session) {
  begin(await api.order(session.match, session.token, "rematch"), session);
}

/** @param {SceneAction} action */
function rank(action) {
  return { endphase: 9, done: 8, remove: 5 }[/** @type {"endphase" | "done" | "remove"} */ (action.kind)] ?? 1;
}
