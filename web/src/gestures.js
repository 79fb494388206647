// What presses, drags and letting go mean: they become actions, a unit in hand, or the rule that forbids them.

import { describe } from "./a11y.js";
import { handOf, leftToDo, meant, offersOf } from "./actions.js";
import { Refused, api } from "./api.js";
import { actionPicture } from "./buttons.js";
import { counterPicture } from "./counters.js";
import { h } from "./dom.js";
import { announce, toast } from "./notices.js";
import { noteButton } from "./notes.js";
import { closePopover, popover } from "./popover.js";
import { consequence } from "./preview.js";
import { Quantities, ordered } from "./quantities.js";
import { settings } from "./settings.js";
import { t } from "./strings.js";

/**
 * @typedef {import("./wire").SceneAction} SceneAction
 * @typedef {import("./page.js").Hand} Hand
 * @typedef {import("./desk.js").Point} Point
 */

/** Of so many choices at most each says in the list what would come of it. */
const FEW = 3;

export class Gestures {
  /** @param {import("./desk.js").Desk} desk */
  constructor(desk) {
    this.desk = desk;
    this.session = desk.session;
    /** @type {HTMLElement | null} */
    this.ghost = null;
    /** @type {Promise<unknown> | null} What must be answered before a dragged unit can be laid down. */
    this.lifting = null;
    /** @type {Point} Where the last press was. */
    this.point = { x: 0, y: 0 };
  }

  get hand() { return this.desk.hand; }
  get offers() { return this.desk.offers; }
  get free() { return this.desk.free; }

  /**
   * A press on a piece, a place or a box.
   * @param {string | null} piece
   * @param {string | null} place
   * @param {Point} point
   * @param {boolean} [own] whether a step of an own way is meant
   */
  tap(piece, place, point, own = false) {
    // An answer is awaited: what was pressed may be gone with it.
    if (this.session.busy) return;
    this.point = point;
    closePopover();
    this.desk.say("hideTip", undefined);
    this.desk.say("inspect", { place });
    if (!this.free) {
      if (place) this.desk.say("tab", { tab: "units", raise: false });
      return;
    }
    if (this.hand && this.layDown(this.hand, piece, place, point)) return;
    const { scene } = this.desk;
    const found = meant(this.offers, scene, piece, place);
    const steps = found.filter((action) => action.kind === "step");
    const others = found.filter((action) => action.kind !== "step");
    if ((own || this.desk.page.ownWay) && steps.length) return this.run(steps[0], false);
    // Where nothing but steps can be done (a retreat, hex by hex), a press is one.
    const goes = this.offers.all.some((action) => action.kind === "move");
    if (!others.length && steps.length) return goes ? this.cannotStop() : this.begin(steps, piece, place, point);
    if (others.length) return this.begin(others, piece, place, point);
    this.nothing(piece, place);
  }

  /** A place that can be passed but not stayed in. */
  cannotStop() {
    toast([t("act.cannot-stop")], { kind: "warn" });
  }

  /**
   * Does what a press means, or asks which of several things it means.
   * @param {SceneAction[]} found
   * @param {string | null} piece
   * @param {string | null} place
   * @param {Point} point
   */
  begin(found, piece, place, point) {
    // Choosing a unit is what a press on it means first; its other actions are in "Units here" and under a long press.
    const selects = found.filter((action) => action.kind === "select");
    if (selects.length === 1) return this.run(selects[0], false);
    // A press on the place that an action names is that action; one on a unit takes it up.
    const aimed = found.every((action) => action.place === place);
    const own = piece ?? (found.every((action) => action.piece === found[0].piece) ? found[0].piece : null);
    if (!aimed && own && this.take(own)) return;
    // Where units are chosen, a press on one that can only do something else asks first: nobody expects it to be done.
    const other = !aimed && found[0].kind === "choose" && this.offers.all.some((action) => action.kind === "select");
    if (found.length === 1 && !other) return this.run(found[0], false);
    this.choose(found, point);
  }

  /**
   * Takes a unit into the hand, if it can be laid somewhere.
   * @param {string} piece
   */
  take(piece) {
    const places = handOf(this.offers.byPiece.get(piece) ?? [], (place) => this.desk.isDrawn(this.desk.scene, place));
    if (!places) return false;
    this.desk.change({ type: "took", hand: { piece, places } });
    this.desk.say("hand", undefined);
    announce(t("hand.taken", { n: places.size }));
    return true;
  }

  /**
   * A press while a unit is in hand. True if it was about that unit.
   * @param {Hand} hand
   * @param {string | null} piece
   * @param {string | null} place
   * @param {Point} point
   */
  layDown(hand, piece, place, point) {
    const actions = place ? hand.places.get(place) : undefined;
    if (actions) {
      if (actions.length === 1) this.run(actions[0], false);
      else this.choose(actions, point);
      return true;
    }
    if (piece === hand.piece) {
      this.layBack();
      return true;
    }
    if (piece && this.offers.byPiece.has(piece)) {
      this.desk.change({ type: "laid" });
      return false;
    }
    void this.explain(hand.piece, place);
    return true;
  }

  layBack() {
    this.desk.change({ type: "laid" });
    this.desk.say("hand", undefined);
  }

  /**
   * A press that means nothing here.
   * @param {string | null} piece
   * @param {string | null} place
   */
  nothing(piece, place) {
    const { scene } = this.desk;
    const chosen = scene.prompt.piece;
    const alone = !piece && scene.pieces.find((p) => p.id === chosen)?.at === place && scene.pieces.filter((p) => p.at === place).length === 1;
    if (chosen && (piece === chosen || alone)) return this.letGo();
    if (piece && chosen && this.session.holdsUnit && this.session.state.selectable.has(piece)) return void this.reselect(piece);
    if (place) this.desk.say("tab", { tab: "units", raise: false });
    void this.explain(piece, place);
  }

  /**
   * A long press or the other mouse button: everything that can be done here, or what is here.
   * @param {string | null} piece
   * @param {string | null} place
   * @param {Point} point
   */
  hold(piece, place, point) {
    const found = this.free ? meant(this.offers, this.desk.scene, piece, place) : [];
    this.desk.say("inspect", { place, open: found.length === 0 });
    if (found.length && found.length <= 24) this.choose(found, point, place);
    else if (place && this.desk.layout.place(place)) this.choose([], point, place);
    if (place) announce(describe(this.desk, place, true));
  }

  /**
   * Several actions fit: a short list where the press was.
   * @param {SceneAction[]} actions
   * @param {Point} point
   * @param {string | null} [noted] a place that a note can be left on
   */
  choose(actions, point, noted = null) {
    const numbers = actions.filter((action) => action.quantity);
    const title = !actions.length ? this.desk.title(noted ?? "") : t(numbers.length === actions.length ? "act.how-many" : "act.choose");
    popover(point, title, [
      new Quantities(this.desk).table(numbers),
      ...actions.filter((action) => !action.quantity).map((action) => h("button", { type: "button", class: "menu-item", "data-action": action.text, onclick: () => { closePopover(); this.run(action, false); } },
        actionPicture(this.desk, action), h("span", {}, action.label, action.kind === "choose" && !action.dice && actions.length <= FEW ? consequence(this.session, action) : null), action.cost ? h("small", {}, action.cost) : null)),
      noted ? noteButton(this.desk, noted, "menu-item", point) : null,
    ]);
  }

  // Dragging a unit.

  /**
   * Whether a piece can be lifted off the map: then a drag that begins on it moves the piece and not the map.
   * @param {string} piece
   * @param {boolean} touch
   */
  canLift(piece, touch) {
    if (!this.free || this.session.busy) return false;
    if (piece === this.desk.scene.prompt.piece || piece === this.hand?.piece) return true;
    if (touch) return false;
    const own = this.offers.byPiece.get(piece) ?? [];
    const selectable = this.session.holdsUnit && this.session.state.selectable.has(piece);
    return selectable || own.some((action) => action.kind === "select") || handOf(own, () => true) !== null;
  }

  /**
   * @param {string} piece
   * @param {Point} point
   */
  lift(piece, point) {
    const { scene } = this.desk;
    const shown = scene.pieces.find((p) => p.id === piece);
    if (!shown) return;
    this.ghost = h("div", { class: "ghost", "aria-hidden": "true" }, counterPicture(this.session.sheet.pieces[shown.def], shown));
    document.body.append(this.ghost);
    this.carry(point);
    if (piece === scene.prompt.piece || piece === this.hand?.piece || this.take(piece)) return;
    const select = this.offers.byPiece.get(piece)?.find((action) => action.kind === "select");
    this.lifting = select ? this.session.act(select) : this.reselect(piece);
  }

  /** @param {Point} point */
  carry(point) {
    if (this.ghost) this.ghost.style.transform = `translate(${point.x}px, ${point.y}px) translate(-50%, -60%)`;
  }

  /**
   * @param {string | null} place
   * @param {Point} point
   */
  async drop(place, point) {
    this.ghost?.remove();
    this.ghost = null;
    await this.lifting;
    this.lifting = null;
    const from = this.desk.scene.pieces.find((p) => p.id === (this.hand?.piece ?? this.desk.scene.prompt.piece))?.at;
    // Laid down where it was taken up: it stays in hand.
    if (!place || place === from) return;
    if (this.hand) this.tap(null, place, point);
    else {
      const found = (this.offers.byPlace.get(place) ?? []).filter((action) => action.kind !== "step");
      if (found.length === 1) this.run(found[0], false);
      else if (found.length) this.choose(found, point);
      else if (this.offers.byPlace.has(place)) this.cannotStop();
      else void this.explain(null, place);
    }
  }

  // Acting.

  /**
   * Plays an action, or asks first where that is due.
   * @param {SceneAction} action
   * @param {boolean} direct whether its label was read before (a button), so that nothing needs to be shown again
   */
  run(action, direct) {
    const { scene } = this.desk;
    const numbers = ["done", "endphase"].includes(action.kind) ? ordered(this.desk.page) : [];
    if (numbers.length) return void this.order(numbers, action);
    if (action.kind === "endphase" && settings.warnEnd && !this.session.gate) {
      const moment = `${scene.turn} ${scene.phase} ${scene.active_side}`;
      if (this.desk.page.warned !== moment && leftToDo(this.offers) > 0) return this.ask({ type: "warning", action, moment }, "not-yet");
    }
    // A number is asked for where more than one can be meant.
    if (action.quantity && action.quantity.most > 1 && !direct) return this.choose([action], this.point);
    if (action.dice && !direct && settings.confirmDice) return this.ask({ type: "pending", action }, "commit");
    void this.session.act(action);
    return undefined;
  }

  /**
   * Asks once more before something is done.
   * @param {import("./page.js").PageChange} change
   * @param {string} key the answer that gets the focus
   */
  ask(change, key) {
    this.desk.change(change);
    this.desk.say("asked", key);
  }

  /** What was asked once more is left for now. */
  notYet() {
    this.desk.change({ type: "pending", action: null });
    this.desk.change({ type: "warning", action: null });
    this.desk.say("prompt", undefined);
  }

  /** What ends the step or the phase. */
  end() {
    const { free } = this.offers;
    const end = free.find((action) => action.kind === "done") ?? free.find((action) => action.kind === "endphase");
    if (end) this.run(end, true);
  }

  /**
   * An action as typed; a refusal comes back with its rule.
   * @param {string} text
   */
  async type(text) {
    const typed = text.trim();
    if (!typed) return;
    await this.session.act(this.offers.all.find((action) => action.text === typed) ?? { text: typed, kind: "choose" });
  }

  /**
   * Plays what was put together, one after the other, and then what ends it.
   * @param {SceneAction[]} actions
   * @param {SceneAction} [end]
   */
  order(actions, end) {
    return this.session.together(async () => {
      for (const action of actions) if (!(await this.session.act(action))) return;
      if (end) await this.session.act(end);
    });
  }

  /** Lets go of what is chosen. */
  letGo() {
    if (this.hand) return this.layBack();
    if (this.desk.page.pending || this.desk.page.warning) return this.notYet();
    if (this.session.holdsUnit) return void this.session.undo();
    return this.desk.say("lookAway", undefined);
  }

  /**
   * Another unit instead of the chosen one.
   * @param {string} piece
   */
  reselect(piece) {
    return this.session.together(async () => {
      if (!(await this.session.undo())) return;
      this.session.change({ type: "forgotten" });
      const { scene } = this.session.latest;
      const offers = offersOf(scene, (place) => this.desk.isDrawn(scene, place));
      const other = offers.byPiece.get(piece)?.find((action) => action.kind === "select");
      if (other) await this.session.act(other);
    });
  }

  /**
   * Why something cannot be done: the rules are asked, and nothing is played.
   * @param {string | null} piece
   * @param {string | null} place
   */
  async explain(piece, place) {
    const { match, token } = this.session;
    try {
      const { message, rule } = await api.why(match, token, piece, place);
      if (message && rule) this.desk.say("refused", { why: message, rule });
      else if (this.hand) toast([t("hand.not-there")], { kind: "warn" });
      this.desk.say("explained", { place, byRule: Boolean(rule) });
    } catch (error) {
      if (!(error instanceof Refused)) throw error;
    }
  }
}
