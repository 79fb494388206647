// The panel at the right (a sheet from below on a telephone): what is to be done, then tabs.

import { fitting, leftToDo } from "./actions.js";
import { counterPicture, pieceName, pieceWords, sideMark } from "./counters.js";
import { fill, h, icon, iconButton } from "./dom.js";
import { LogTab } from "./log.js";
import { speedChoice } from "./menu.js";
import { BoxesTab } from "./panels.js";
import { oddsTable, workingsList } from "./preview.js";
import { showFigures } from "./replay.js";
import { RulesTab } from "./rules.js";
import { newsOf } from "./session.js";
import { t } from "./strings.js";
import { UnitsTab } from "./units.js";

/**
 * @typedef {import("./play.js").Play} Play
 * @typedef {"units" | "log" | "boxes" | "rules"} TabName
 * @typedef {import("./wire").SceneAction} SceneAction
 */

/** @type {TabName[]} */
const TABS = ["units", "log", "boxes", "rules"];
const ADVANCING = ["done", "endphase"];

/**
 * A button that acts when it is pressed, not when it is let go: each move of the computer draws the panel anew, and the
 * release would find another button. The keyboard's click has no detail.
 * @param {() => void} act
 */
function atPress(act) {
  return { onpointerdown: act, onclick: (/** @type {MouseEvent} */ event) => event.detail === 0 && act() };
}

export class Panel {
  /** @param {Play} play */
  constructor(play) {
    this.play = play;
    /** @type {TabName} */
    this.tab = "log";
    this.units = new UnitsTab(play);
    this.log = new LogTab(play);
    this.boxes = new BoxesTab(play);
    this.rules = new RulesTab(play.book);
    this.prompt = h("section", { class: "prompt", "aria-label": t("panel.prompt") });
    this.body = h("div", { class: "tab-body", id: "tab-body", role: "tabpanel", tabindex: "0" });
    this.tabs = h("div", { class: "tabs", role: "tablist" }, TABS.map((name) => this.tabButton(name)));
    this.handle = h("button", { type: "button", class: "handle", "aria-expanded": "false", "aria-label": t("panel.show-more"), onclick: () => this.raise(!this.element.classList.contains("high")) });
    this.element = h("aside", { class: "panel", "aria-label": t("panel.sheet") }, this.handle, this.prompt, this.tabs, this.body);
    this.body.addEventListener("scroll", () => this.tab === "log" && this.log.scrolled());
    new ResizeObserver(() => this.tab === "log" && this.log.keepEnd()).observe(this.body);
    this.slide();
    this.open("log", false);
  }

  /** @param {TabName} name */
  tabButton(name) {
    return h("button", {
      type: "button", role: "tab", id: `tab-${name}`, "aria-controls": "tab-body", "aria-selected": "false",
      onclick: () => this.open(name),
      onkeydown: (/** @type {KeyboardEvent} */ event) => {
        const step = event.key === "ArrowRight" ? 1 : event.key === "ArrowLeft" ? -1 : 0;
        if (!step) return;
        event.preventDefault();
        const next = TABS[(TABS.indexOf(name) + step + TABS.length) % TABS.length];
        this.open(next);
        document.getElementById(`tab-${next}`)?.focus();
      },
    }, t(`panel.tab.${name}`));
  }

  /** The sheet of a telephone follows a finger on its handle. */
  slide() {
    /** @type {number | null} */
    let from = null;
    this.handle.addEventListener("pointerdown", (event) => { from = event.clientY; });
    addEventListener("pointerup", (event) => {
      if (from !== null && Math.abs(event.clientY - from) > 24) this.raise(event.clientY < from);
      from = null;
    });
  }

  /** @param {boolean} high */
  raise(high) {
    this.element.classList.toggle("high", high);
    this.handle.setAttribute("aria-expanded", String(high));
    this.handle.setAttribute("aria-label", high ? t("panel.show-less") : t("panel.show-more"));
  }

  /**
   * @param {TabName} name
   * @param {boolean} [raise]
   */
  open(name, raise = true) {
    this.tab = name;
    for (const other of TABS) {
      const button = this.tabs.querySelector(`#tab-${other}`);
      button?.setAttribute("aria-selected", String(other === name));
      button?.setAttribute("tabindex", other === name ? "0" : "-1");
    }
    this.body.setAttribute("aria-labelledby", `tab-${name}`);
    this.body.setAttribute("class", `tab-body of-${name}`);
    fill(this.body, { units: this.units, log: this.log, boxes: this.boxes, rules: this.rules }[name].element);
    this.renderTab();
    if (name === "log") this.log.toEnd();
    else this.body.scrollTop = 0;
    if (raise) this.raise(true);
  }

  renderTab() {
    const { session } = this.play;
    const { scene, log } = session.shown;
    if (this.tab === "units") this.units.render(scene, this.play.place);
    else if (this.tab === "log") this.log.render(this.play.replay ? (log?.from ?? 0) + (log?.events.length ?? 0) : Math.min(session.log.length, (log?.from ?? 0) + (log?.events.length ?? 0)));
    else if (this.tab === "boxes") this.boxes.render(scene);
  }

  render() {
    this.renderPrompt();
    this.renderTab();
  }

  renderPrompt() {
    const { play } = this;
    const { session } = play;
    const keep = document.activeElement instanceof HTMLElement && this.prompt.contains(document.activeElement) ? document.activeElement.dataset.key : undefined;
    const over = session.shown.status.over;
    /** @type {any[]} */
    let content;
    if (play.replay) content = [this.sentence(), this.workings()];
    else if (play.playback.running) content = this.watching();
    else if (over) content = this.ending(over);
    else content = [this.sentence(), this.thinking(), ...this.choices(), this.history()];
    fill(this.prompt, content);
    if (keep) /** @type {HTMLElement | null} */ (this.prompt.querySelector(`[data-key="${CSS.escape(keep)}"]`))?.focus({ preventScroll: true });
  }

  sentence() {
    const { session } = this.play;
    const { prompt } = session.shown.scene;
    const chosen = prompt.piece ? session.shown.scene.pieces.find((piece) => piece.id === prompt.piece) : undefined;
    const def = chosen ? session.sheet.pieces[chosen.def] : undefined;
    return [
      h("p", { class: `sentence${session.mine ? " mine" : ""}`, id: "sentence" }, prompt.text, " ", prompt.rule ? this.play.ruleChip(prompt.rule) : ""),
      chosen && def ? h("div", { class: "chosen-unit" }, counterPicture(def, chosen), h("div", {}, h("b", {}, pieceName(def, chosen)), h("span", { class: "quiet" }, pieceWords(def, chosen))),
        session.latest.undo && session.done.at(-1)?.kind === "select" ? iconButton("close", t("cancel"), () => this.play.letGo(), { "data-key": "let-go" }) : null) : null,
    ];
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

  /** @param {string[]} toAct */
  absent(toAct) {
    const { session } = this.play;
    if (session.mine) return null;
    const away = session.latest.chairs?.find((c) => c.kind === "link" && c.online === false && c.seats.some((seat) => toAct.includes(seat)));
    return away ? h("p", { class: "quiet" }, t("net.offline", { who: away.seats.map((s) => session.seatName(s)).join(", ") })) : null;
  }

  watching() {
    const { play } = this;
    const events = newsOf(play.session.shown);
    const seat = events.at(-1)?.seat;
    const n = play.playback.queue.length;
    return [
      h("p", { class: "sentence" }, events.at(-1)?.text ?? t("watch.moves")),
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
    return [
      h("div", { class: "ending" }, side ? sideMark(side.nation) : null, h("div", {},
        h("h2", {}, side ? t("over.won", { who: side.name }) : t("over.draw")),
        h("p", {}, over.result),
        over.points.length ? h("p", { class: "quiet" }, over.points.map((p, k) => `${game.sides[k]?.name ?? k}: ${p}`).join(" · ")) : null)),
      h("div", { class: "buttons" },
        h("button", { type: "button", class: "act", onclick: () => play.startReplay(0) }, icon("replay"), t("over.replay")),
        h("button", { type: "button", class: "act", onclick: () => { this.raise(true); void showFigures(play.session, box); } }, t("over.figures")),
        play.session.latest.rematch
          ? h("a", { class: "act button", href: `/play/${play.session.latest.rematch}#${play.session.token}` }, t("over.to-rematch"))
          : play.session.seats.length ? h("button", { type: "button", class: "act", onclick: () => void play.rematch() }, t("over.rematch")) : null),
      box,
    ];
  }

  choices() {
    const { play } = this;
    if (!play.session.mine) return [this.workings()];
    if (play.pending) return [this.pendingCard(play.pending), this.workings()];
    const free = play.offers.free.slice().sort((a, b) => rank(a) - rank(b));
    const left = leftToDo(play.offers);
    if (play.warning) return [this.endWarning(play.warning, left)];
    const dice = free.filter((action) => action.dice);
    return [
      this.tray(),
      h("div", { class: "buttons" }, free.map((action) => play.actionButton(action, false, ADVANCING.includes(action.kind) ? left === 0 && free.every((other) => ADVANCING.includes(other.kind)) : action.dice && free.length <= 3))),
      dice.length > 0 && dice.length <= 2 ? dice.map((action) => h("section", { class: "odds-of" }, dice.length > 1 ? h("h3", {}, action.label) : null, oddsTable(play.session, action))) : null,
      this.workings(),
      this.typed(),
    ];
  }

  /** Units beside the map that can act (to be set up, to enter), and boxes that can be chosen: within reach here too. */
  tray() {
    const { play } = this;
    const { scene } = play.session.shown;
    const pieces = scene.pieces.filter((piece) => play.offers.byPiece.has(piece.id) && !play.layout.place(piece.at));
    const boxes = [...play.offers.byPlace].filter(([place]) => !play.layout.place(place)).flatMap(([, actions]) => actions);
    if (!pieces.length && !boxes.length) return null;
    return h("div", { class: "tray" },
      pieces.length ? h("ul", { class: "box-pieces" }, pieces.map((piece) => h("li", {}, this.boxes.piece(piece)))) : null,
      boxes.length ? h("div", { class: "buttons" }, boxes.map((action) => play.actionButton(action))) : null);
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
        h("button", { type: "button", class: "act primary", "data-key": "commit", onclick: () => { play.setPending(null); void play.session.act(action); } }, action.dice ? t("act.commit") : t("act.do"))));
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
      fill(list, found.length ? found.map((action) => play.actionButton(action, true)) : h("p", { class: "quiet" }, t("panel.type-none")));
    };
    field.addEventListener("input", show);
    field.addEventListener("keydown", (event) => {
      if (event.key !== "Enter") return;
      event.preventDefault();
      void play.type(field.value);
    });
    const details = h("details", { class: "typed" }, h("summary", {}, t("panel.all-actions"), " ", h("span", { class: "count" }, play.offers.all.length)), field, list);
    details.open = this.typing ?? false;
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
    const next = iconButton("next", t("panel.next-unit"), () => play.nextActor(1), { "data-key": "next" });
    undo.disabled = !session.latest.undo;
    redo.disabled = session.undone.length === 0;
    next.disabled = !session.mine || play.offers.byPiece.size + play.offers.byPlace.size === 0;
    return h("div", { class: "history" }, undo, redo, next);
  }

  /** @param {import("./server").ThinkingNews} news */
  showThinking(news) {
    if (this.progress?.isConnected) this.progress.value = news.progress;
    else this.renderPrompt();
  }
}

/** @param {SceneAction} action */
function rank(action) {
  return { endphase: 9, done: 8, remove: 5 }[/** @type {"endphase" | "done" | "remove"} */ (action.kind)] ?? 1;
}
