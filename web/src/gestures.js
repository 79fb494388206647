// What presses, drags and letting go mean: they become actions, a unit in hand, or the rule that forbids them.

import { describe } from "./a11y.js";
import { handOf, leftToDo, meant, offersOf } from "./actions.js";
import { Refused, api } from "./api.js";
import { counterPicture } from "./counters.js";
import { h } from "./dom.js";
import { announce, toast } from "./notices.js";
import { closePopover, popover } from "./popover.js";
import { settings } from "./settings.js";
import { t } from "./strings.js";

/**
 * @typedef {import("./wire").SceneAction} SceneAction
 * @typedef {import("./play.js").Play} Play
 * @typedef {{x: number, y: number}} Point
 * @typedef {{piece: string, places: Map<string, SceneAction[]>}} Hand a unit that is taken up but not yet played
 */

export class Gestures {
  /** @param {Play} play */
  constructor(play) {
    this.play = play;
    /** @type {Hand | null} */
    this.hand = null;
    /** Whether a press on a place is one step of a way of one's own. */
    this.ownWay = false;
    /** @type {HTMLElement | null} */
    this.ghost = null;
    /** @type {Promise<unknown> | null} What must be answered before a dragged unit can be laid down. */
    this.lifting = null;
    this.warned = "";
    /** @type {Point} Where the last press was. */
    this.point = { x: 0, y: 0 };
  }

  get session() { return this.play.session; }

  get free() {
    return this.session.mine && !this.play.replay && !this.play.playback.running && this.session.current;
  }

  /** Forgets a unit in hand: the position has changed. */
  reset() {
    this.hand = null;
  }

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
    this.play.looking.hideTip();
    this.play.looking.inspect(place, false);
    if (!this.free) {
      if (place) this.play.panel.open("units", false);
      return;
    }
    if (this.hand && this.layDown(this.hand, piece, place, point)) return;
    const { scene } = this.session.shown;
    const found = meant(this.play.offers, scene, piece, place);
    const steps = found.filter((action) => action.kind === "step");
    const others = found.filter((action) => action.kind !== "step");
    if ((own || this.ownWay) && steps.length) return this.run(steps[0], false);
    // Where nothing but steps can be done (a retreat, hex by hex), a press is one.
    const goes = this.play.offers.all.some((action) => action.kind === "move");
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
    if (found.length === 1) return this.run(found[0], false);
    this.choose(found, point);
  }

  /**
   * Takes a unit into the hand, if it can be laid somewhere.
   * @param {string} piece
   */
  take(piece) {
    const places = handOf(this.play.offers.byPiece.get(piece) ?? [], (place) => this.play.isDrawn(this.session.shown.scene, place));
    if (!places) return false;
    this.hand = { piece, places };
    this.play.showHand();
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
    if (piece && this.play.offers.byPiece.has(piece)) {
      this.hand = null;
      return false;
    }
    void this.explain(hand.piece, place);
    return true;
  }

  layBack() {
    this.hand = null;
    this.play.showHand();
  }

  /**
   * A press that means nothing here.
   * @param {string | null} piece
   * @param {string | null} place
   */
  nothing(piece, place) {
    const { scene } = this.session.shown;
    const chosen = scene.prompt.piece;
    const alone = !piece && scene.pieces.find((p) => p.id === chosen)?.at === place && scene.pieces.filter((p) => p.at === place).length === 1;
    if (chosen && (piece === chosen || alone)) return this.letGo();
    if (piece && chosen && this.session.holdsUnit && this.session.state.selectable.has(piece)) return void this.reselect(piece);
    if (place) this.play.panel.open("units", false);
    void this.explain(piece, place);
  }

  /**
   * A long press or the other mouse button: everything that can be done here, or what is here.
   * @param {string | null} piece
   * @param {string | null} place
   * @param {Point} point
   */
  hold(piece, place, point) {
    const found = this.free ? meant(this.play.offers, this.session.shown.scene, piece, place) : [];
    this.play.looking.inspect(place, found.length === 0);
    if (found.length && found.length <= 24) this.choose(found, point, place);
    else if (place && this.play.layout.place(place)) this.choose([], point, place);
    if (place) announce(describe(this.play, place, true));
  }

  /**
   * Several actions fit: a short list where the press was.
   * @param {SceneAction[]} actions
   * @param {Point} point
   * @param {string | null} [noted] a place that a note can be left on
   */
  choose(actions, point, noted = null) {
    const numbers = actions.filter((action) => action.quantity);
    const title = !actions.length ? this.play.looking.placeTitle(noted ?? "") : t(numbers.length === actions.length ? "act.how-many" : "act.choose");
    popover(point, title, [
      this.play.panel.prompt.quantities.table(numbers),
      ...actions.filter((action) => !action.quantity).map((action) => h("button", { type: "button", class: "menu-item", "data-action": action.text, onclick: () => { closePopover(); this.run(action, false); } },
        this.play.actionPicture(action), h("span", {}, action.label), action.cost ? h("small", {}, action.cost) : null)),
      noted ? this.play.notes.entry(noted, point) : null,
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
    if (piece === this.session.shown.scene.prompt.piece || piece === this.hand?.piece) return true;
    if (touch) return false;
    const own = this.play.offers.byPiece.get(piece) ?? [];
    const selectable = this.session.holdsUnit && this.session.state.selectable.has(piece);
    return selectable || own.some((action) => action.kind === "select") || handOf(own, () => true) !== null;
  }

  /**
   * @param {string} piece
   * @param {Point} point
   */
  lift(piece, point) {
    const { scene } = this.session.shown;
    const shown = scene.pieces.find((p) => p.id === piece);
    if (!shown) return;
    this.ghost = h("div", { class: "ghost", "aria-hidden": "true" }, counterPicture(this.session.sheet.pieces[shown.def], shown));
    document.body.append(this.ghost);
    this.carry(point);
    if (piece === scene.prompt.piece || piece === this.hand?.piece || this.take(piece)) return;
    const select = this.play.offers.byPiece.get(piece)?.find((action) => action.kind === "select");
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
    const from = this.session.shown.scene.pieces.find((p) => p.id === (this.hand?.piece ?? this.session.shown.scene.prompt.piece))?.at;
    // Laid down where it was taken up: it stays in hand.
    if (!place || place === from) return;
    if (this.hand) this.tap(null, place, point);
    else {
      const found = (this.play.offers.byPlace.get(place) ?? []).filter((action) => action.kind !== "step");
      if (found.length === 1) this.run(found[0], false);
      else if (found.length) this.choose(found, point);
      else if (this.play.offers.byPlace.has(place)) this.cannotStop();
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
    const { scene } = this.session.shown;
    const ordered = ["done", "endphase"].includes(action.kind) ? this.play.panel.prompt.quantities.ordered() : [];
    if (ordered.length) return void this.order(ordered, action);
    if (action.kind === "endphase" && settings.warnEnd && !this.session.gate) {
      const moment = `${scene.turn} ${scene.phase} ${scene.active_side}`;
      if (this.warned !== moment && leftToDo(this.play.offers) > 0) {
        this.warned = moment;
        return this.play.setWarning(action);
      }
    }
    // A number is asked for where more than one can be meant.
    if (action.quantity && action.quantity.most > 1 && !direct) return this.choose([action], this.point);
    if (action.dice && !direct && settings.confirmDice) return this.play.setPending(action);
    void this.session.act(action);
    return undefined;
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
    if (this.play.pending) return this.play.setPending(null);
    if (this.play.warning) return this.play.setWarning(null);
    if (this.session.holdsUnit) return void this.session.undo();
    return this.play.lookAway();
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
      const offers = offersOf(scene, (place) => this.play.isDrawn(scene, place));
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
      if (message && rule) this.play.refuse(message, rule);
      else if (this.hand) toast([t("hand.not-there")], { kind: "warn" });
      this.play.guide?.refused(place, Boolean(rule));
    } catch (error) {
      if (!(error instanceof Refused)) throw error;
    }
  }
}
