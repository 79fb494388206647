// The upper part of the panel: what is to be done, with its buttons, numbers, odds and sums.

import { fewAnswers, fitting, leftToDo } from "./actions.js";
import { counterPicture, pieceName, pieceWords, sideMark } from "./counters.js";
import { fill, h, icon, iconButton } from "./dom.js";
import { linkRow, speedChoice } from "./menu.js";
import { invitation, recall } from "./memory.js";
import { consequence, oddsTable, workingsList } from "./preview.js";
import { Quantities, answersTo } from "./quantities.js";
import { t, upper } from "./strings.js";

/**
 * @typedef {import("./play.js").Play} Play
 * @typedef {import("./wire").SceneAction} SceneAction
 */

const ADVANCING = ["done", "endphase"];
/** So many buttons at most; the rest is in the list of all choices. */
const MOST_BUTTONS = 14;

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
   * @param {Play} play
   * @param {import("./panel.js").Panel} panel
   */
  constructor(play, panel) {
    this.play = play;
    this.panel = panel;
    this.quantities = new Quantities(play);
    this.element = h("section", { class: "prompt", "aria-label": t("panel.prompt") });
    this.typing = false;
  }

  render() {
    const { play, element } = this;
    const active = document.activeElement;
    const keep = active instanceof HTMLElement && element.contains(active) ? active.dataset.key : undefined;
    const scroll = element.scrollTop;
    const rows = element.querySelector(".quantities > ul")?.scrollTop ?? 0;
    const over = play.session.shown.status.over;
    if (play.replay) fill(element, this.sentence(), this.workings());
    else if (play.playback.running) fill(element, this.watching());
    else if (over) fill(element, this.ending(over));
    else fill(element, this.invitation(), play.happened.card(), this.sentence(), this.thinking(), ...this.choices(), this.history());
    element.scrollTop = scroll;
    element.querySelector(".quantities > ul")?.scrollTo(0, rows);
    element.querySelector(".tray.narrow .chosen")?.scrollIntoView({ block: "nearest" });
    if (keep) this.focus(keep);
    play.guide?.pointInPanel();
  }

  /** @param {string} key */
  focus(key) {
    /** @type {HTMLElement | null} */ (this.element.querySelector(`[data-key="${CSS.escape(key)}"]`))?.focus({ preventScroll: true });
  }

  /**
   * The button of an action.
   * @param {string} text
   */
  find(text) {
    const numbered = this.play.offers.all.find((action) => action.quantity && answersTo(action, text));
    const row = numbered ? this.element.querySelector(`[data-form="${CSS.escape(numbered.quantity?.form ?? "")}"]`) : null;
    return row ?? this.element.querySelector(`[data-action="${CSS.escape(text)}"]`);
  }

  /** The links for friends, until they have come. */
  invitation() {
    const { session } = this.play;
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
    const { session, gestures } = this.play;
    const { prompt, pieces } = session.shown.scene;
    const held = gestures.hand?.piece ?? prompt.piece;
    const chosen = held ? pieces.find((piece) => piece.id === held) : undefined;
    const def = chosen ? session.sheet.pieces[chosen.def] : undefined;
    const text = gestures.hand ? t("hand.where") : this.waits() ?? prompt.text;
    return [
      h("p", { class: `sentence${session.mine ? " mine" : ""}`, id: "sentence" }, text, " ", prompt.rule && !gestures.hand ? this.play.ruleChip(prompt.rule) : ""),
      chosen && def ? h("div", { class: "chosen-unit" }, counterPicture(def, chosen), h("div", {}, h("b", {}, pieceName(def, chosen)), h("span", { class: "quiet" }, pieceWords(def, chosen))),
        gestures.hand || session.holdsUnit ? iconButton("close", t("cancel"), () => this.play.letGo(), { "data-key": "let-go" }) : null) : null,
      this.ownWay(),
    ];
  }

  /** Who else decides, by the names that the scenario gives them; nothing while somebody who looks may decide. */
  waits() {
    const { session } = this.play;
    const { scene, status } = session.shown;
    if (scene.actions.length || status.over || !status.to_act.length) return null;
    return t("prompt.waits", { who: status.to_act.map((seat) => session.seatName(seat)).join(", ") });
  }

  /** The switch for a way of one's own, where steps can be chosen. */
  ownWay() {
    const { play } = this;
    const some = (/** @type {string} */ kind) => play.offers.all.some((action) => action.kind === kind);
    // Where every press is a step there is no other way to choose.
    if (!some("step") || !some("move")) return null;
    const box = h("input", { type: "checkbox", "data-key": "own-way", onchange: () => { play.gestures.ownWay = box.checked; play.board.element.classList.toggle("own-way", box.checked); } });
    box.checked = play.gestures.ownWay;
    return h("label", { class: "check own-way" }, box, h("span", {}, t("hand.own-way")));
  }

  workings() {
    return workingsList(this.play.session.shown.scene.workings ?? [], (rule) => this.play.ruleChip(rule));
  }

  thinking() {
    const { session } = this.play;
    const { to_act } = session.shown.status;
    const chair = session.latest.chairs?.find((c) => c.kind === "computer" && c.seats.some((seat) => to_act.includes(seat)));
    if (session.mine || !chair) return this.absent(to_act);
    const who = chair.seats.filter((seat) => to_act.includes(seat)).map((seat) => session.seatName(seat)).join(", ");
    const progress = h("progress", { max: 1, "aria-label": t("think.who", { who }) });
    if (session.thinking) progress.value = session.thinking.progress;
    this.progress = progress;
    return h("div", { class: "thinking" }, h("span", {}, t("think.who", { who })), progress,
      session.seats.length ? h("button", { type: "button", class: "quiet-button", "data-key": "stop", ...atPress(() => void this.play.hurry()) }, t("think.stop")) : null);
  }

  /** @param {import("./server").ThinkingNews} news */
  showThinking(news) {
    if (this.progress?.isConnected) this.progress.value = news.progress;
    else this.render();
  }

  /** @param {string[]} toAct */
  absent(toAct) {
    const { session } = this.play;
    if (session.mine) return null;
    const away = session.latest.chairs?.find((c) => c.kind === "link" && c.online === false && c.seats.some((seat) => toAct.includes(seat)));
    return away ? h("p", { class: "quiet" }, t("net.offline", { who: away.seats.map((s) => session.seatName(s)).join(", ") })) : null;
  }

  watching() {
    const { play } = this;
    const { news } = play.session;
    const seat = news.at(-1)?.seat;
    const n = play.playback.queue.length;
    return [
      h("p", { class: "sentence" }, upper(news.at(-1)?.text ?? t("watch.moves"))),
      h("div", { class: "watching" },
        seat ? h("span", { class: "quiet" }, t("watch.title", { who: play.session.seatName(seat) })) : null,
        n ? h("span", { class: "quiet" }, t("watch.left", { n })) : null),
      h("div", { class: "buttons" }, h("button", { type: "button", class: "act primary", "data-key": "skip", ...atPress(() => play.playback.skip()) }, icon("skip"), t("watch.skip")), speedChoice()),
    ];
  }

  /** @param {import("./wire").Outcome} over */
  ending(over) {
    const { play } = this;
    const { game } = play.session;
    const side = game.sides.find((s) => s.side === over.winner);
    const box = h("div", { class: "figures" });
    const figures = async () => {
      this.panel.raise(true);
      const { showFigures } = await import("./replay.js");
      await showFigures(play, box);
    };
    return [
      h("div", { class: "ending" }, side ? sideMark(side.nation) : null, h("div", {},
        h("h2", {}, side ? t("over.won", { who: side.name }) : t("over.draw")),
        h("p", {}, over.result),
        over.points.length ? h("p", { class: "quiet" }, over.points.map((p, k) => `${game.sides[k]?.name ?? k}: ${p}`).join(" · ")) : null)),
      h("div", { class: "buttons" },
        h("button", { type: "button", class: "act", onclick: () => play.startReplay(0) }, icon("replay"), t("over.replay")),
        h("button", { type: "button", class: "act", onclick: () => void figures() }, t("over.figures")),
        play.session.latest.rematch
          ? h("a", { class: "act button", href: `/play/${play.session.latest.rematch}#${play.session.token}` }, t("over.to-rematch"))
          : play.session.seats.length ? h("button", { type: "button", class: "act", onclick: () => void play.rematch() }, t("over.rematch")) : null),
      box,
    ];
  }

  choices() {
    const { play } = this;
    const { session } = play;
    if (!session.mine) return [this.workings()];
    if (play.pending) return [this.pendingCard(play.pending), this.workings()];
    const left = leftToDo(play.offers);
    if (play.warning) return [this.endWarning(play.warning, left)];
    const numbers = play.offers.all.filter((action) => action.quantity && (action.kind === "add" || !action.place));
    const few = fewAnswers(play.offers, session.shown.scene);
    const buttons = (few.length ? few : play.offers.free.filter((action) => !action.quantity)).slice().sort((a, b) => rank(a) - rank(b));
    const dice = buttons.filter((action) => action.dice);
    return [
      this.quantities.order(numbers),
      few.length && !numbers.some((action) => action.piece) ? null : this.tray(),
      this.buttons(buttons, few.length > 0, left),
      play.orders.offer(),
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
    const primary = (/** @type {SceneAction} */ action) => (ADVANCING.includes(action.kind) ? left === 0 && onlyEnds : action.dice === true && actions.length <= 3);
    const several = actions.filter((action) => action.dice).length > 1;
    return h("div", { class: `buttons${told ? " answers" : ""}` }, shown.map((action) => {
      const button = this.action(action, false, primary(action));
      // A single roll has its table below; what the others will do stands on them.
      const tells = told && !["select", "endphase"].includes(action.kind) && (!action.dice || several);
      if (tells) button.append(action.note ? h("small", { class: "consequence" }, upper(action.note)) : consequence(this.play.session, action));
      return button;
    }), shown.length < actions.length ? h("span", { class: "quiet" }, t("act.more", { n: actions.length - shown.length })) : null);
  }

  /**
   * @param {SceneAction} action
   * @param {boolean} [small]
   * @param {boolean} [primary]
   */
  action(action, small = false, primary = false) {
    const { play } = this;
    const { session } = play;
    const twin = play.offers.all.some((other) => other.seat !== action.seat && other.label === action.label);
    return h("button", {
      type: "button", class: `act${small ? " small" : ""}${primary ? " primary" : ""} kind-${action.kind}`, "data-key": action.text, "data-action": action.text,
      onclick: () => play.gestures.run(action, true),
      onpointerenter: () => action.place && play.board.ink.showPath(action.place),
    }, twin ? h("small", { class: "of-seat" }, session.seatName(session.seatId(action.seat) ?? "")) : null,
    h("span", {}, action.label), action.cost && !action.label.includes(action.cost) ? h("small", {}, action.cost) : null);
  }

  /** Units beside the map that can act (to be set up, to enter), and boxes that can be chosen: within reach here too. */
  tray() {
    const { play } = this;
    const { scene } = play.session.shown;
    const pieces = scene.pieces.filter((piece) => play.offers.byPiece.has(piece.id) && !play.layout.place(piece.at));
    const boxes = [...play.offers.byPlace].filter(([place]) => !play.layout.place(place)).flatMap(([, actions]) => actions)
      .filter((action) => !action.quantity && !(action.piece && play.offers.byPiece.has(action.piece)));
    if (!pieces.length && !boxes.length) return null;
    // What is in hand and goes beside the map needs the room below.
    const beside = play.gestures.hand && ![...play.gestures.hand.places.keys()].some((place) => play.layout.place(place));
    return h("div", { class: `tray${beside ? " narrow" : ""}` },
      pieces.length ? h("ul", { class: "box-pieces" }, pieces.map((piece) => h("li", {}, this.panel.boxes.piece(piece)))) : null,
      boxes.length ? h("div", { class: "buttons" }, boxes.slice(0, MOST_BUTTONS).map((action) => this.action(action))) : null);
  }

  /**
   * An action from the map that rolls dice: the odds first.
   * @param {SceneAction} action
   */
  pendingCard(action) {
    const { play } = this;
    return h("div", { class: "pending", role: "group", "aria-label": action.label },
      h("p", { class: "pending-label" }, h("b", {}, action.label), action.cost ? h("span", { class: "quiet" }, ` ${action.cost}`) : null, " ", action.rule ? play.ruleChip(action.rule) : ""),
      action.dice ? oddsTable(play.session, action) : null,
      h("div", { class: "buttons" },
        h("button", { type: "button", class: "act", "data-key": "not-yet", onclick: () => play.setPending(null) }, t("act.not-yet")),
        h("button", { type: "button", class: "act primary", "data-key": "commit", onclick: () => { play.setPending(null); void play.session.act(action); } }, action.label)));
  }

  /**
   * @param {SceneAction} action
   * @param {number} left
   */
  endWarning(action, left) {
    const { play } = this;
    return h("div", { class: "pending", role: "alert" },
      h("p", {}, t("act.sure-end", { n: left })),
      h("div", { class: "buttons" },
        h("button", { type: "button", class: "act", "data-key": "not-yet", onclick: () => play.setWarning(null) }, t("act.not-yet")),
        h("button", { type: "button", class: "act primary", "data-key": "end", onclick: () => { play.setWarning(null); void play.session.act(action); } }, t("act.end-anyway"))));
  }

  /** Typed text with completion: the way for those who do not use the picture. */
  typed() {
    const { play } = this;
    if (!play.offers.all.length) return null;
    const list = h("div", { class: "typed-list" });
    const field = h("input", { type: "text", "aria-label": t("panel.type"), placeholder: t("panel.type"), autocomplete: "off", autocapitalize: "off", spellcheck: "false", "data-key": "typed" });
    const show = () => {
      const found = fitting(play.offers.all, field.value, 30);
      fill(list, found.length ? found.map((action) => this.action(action, true)) : h("p", { class: "quiet" }, t("panel.type-none")));
    };
    field.addEventListener("input", show);
    field.addEventListener("keydown", (event) => {
      if (event.key !== "Enter") return;
      event.preventDefault();
      void play.type(field.value);
    });
    const details = h("details", { class: "typed" }, h("summary", {}, t("panel.all-actions"), " ", h("span", { class: "count" }, play.offers.all.length)), field, list);
    details.open = this.typing;
    details.addEventListener("toggle", () => { this.typing = details.open; if (details.open) show(); });
    if (details.open) show();
    return details;
  }

  history() {
    const { play } = this;
    const { session } = play;
    if (!session.seats.length) return h("p", { class: "quiet" }, t("menu.spectating"));
    const undo = iconButton("undo", t("panel.undo"), () => void session.undo(), { "data-key": "undo" });
    const redo = iconButton("redo", t("panel.redo"), () => void session.redo(), { "data-key": "redo" });
    const next = iconButton("next", t("panel.next-unit"), () => play.looking.nextActor(1), { "data-key": "next" });
    undo.disabled = !session.latest.undo || session.gate !== null;
    redo.disabled = !session.canRedo;
    next.disabled = !session.mine || play.offers.byPiece.size + play.offers.byPlace.size === 0;
    return h("div", { class: "history" }, undo, redo, next);
  }
}

/** @param {SceneAction} action */
function rank(action) {
  return { endphase: 9, done: 8, remove: 5 }[/** @type {"endphase" | "done" | "remove"} */ (action.kind)] ?? 1;
}
