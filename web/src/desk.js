// What the parts of an open match share: the session, what the page keeps, and typed wishes that one part utters and another fulfils.
// Parts know the desk and not each other; `play.js` says who hears what. Nothing here draws.

import { actors } from "./actions.js";
import { Emitter } from "./emitter.js";
import { EMPTY, turn } from "./page.js";

/**
 * @typedef {import("./wire").Scene} Scene
 * @typedef {import("./wire").SceneAction} SceneAction
 * @typedef {import("./state.js").Arrival} Arrival
 * @typedef {import("./page.js").PageChange} PageChange
 * @typedef {{x: number, y: number}} Point
 * @typedef {"units" | "log" | "boxes" | "charts" | "rules"} TabName
 * @typedef {{
 *   tap: {piece: string | null, place: string | null, point: Point, own?: boolean},
 *   lift: {piece: string, event: PointerEvent},
 *   run: {action: SceneAction, direct: boolean},
 *   order: SceneAction[],
 *   typed: string,
 *   end: undefined,
 *   letGo: undefined,
 *   notYet: undefined,
 *   hand: undefined,
 *   asked: string,
 *   explained: {place: string | null, byRule: boolean},
 *   refused: {why: string, rule?: string},
 *   hover: string | null,
 *   inspect: {place: string | null, open?: boolean},
 *   lookAt: string,
 *   unit: number,
 *   lookAway: undefined,
 *   nextActor: number,
 *   path: string,
 *   overlay: string | null,
 *   hideTip: undefined,
 *   tab: {tab: TabName, raise?: boolean},
 *   raise: boolean,
 *   rule: string,
 *   prompt: undefined,
 *   prompted: undefined,
 *   looked: undefined,
 *   note: {place: string, anchor: Point | Element},
 *   freshLog: number,
 *   again: Arrival[],
 *   skip: undefined,
 *   playAgain: undefined,
 *   settle: undefined,
 *   rested: undefined,
 *   settled: undefined,
 *   moved: undefined,
 *   room: undefined,
 *   replay: number,
 *   goal: undefined,
 *   find: undefined,
 *   keys: undefined,
 *   menu: Element,
 *   orders: Element,
 * }} Wishes what is wished or has happened on the page, with what belongs to it
 */

/** @extends {Emitter<Wishes>} */
export class Desk extends Emitter {
  /**
   * @param {import("./session.js").Session} session
   * @param {import("./layout.js").Layout} layout
   * @param {import("./server").RuleBook} book
   * @param {import("./wire").Papers} papers
   */
  constructor(session, layout, book, papers) {
    super();
    this.session = session;
    this.layout = layout;
    this.book = book;
    this.papers = papers;
    this.page = EMPTY;
  }

  /** @param {PageChange} change */
  change(change) {
    this.page = turn(this.page, change);
  }

  get scene() { return this.session.shown.scene; }
  get offers() { return this.page.offers; }
  get hand() { return this.page.hand; }

  /** Whether a press can be an action. */
  get free() { return this.session.mine && this.page.mode === "now" && this.session.current; }

  /** Whether the unit in hand can only be laid beside the map. */
  get laysBeside() {
    return this.hand !== null && ![...this.hand.places.keys()].some((place) => this.layout.place(place));
  }

  /** How far the person has come: not to decide yet, to set up, to play. */
  get stage() {
    if (!this.session.mine) return 0;
    return this.scene.turn > 0 ? 2 : 1;
  }

  /**
   * Whether something on the page stands for a place: the map, a box beside it, or a cell of a track.
   * @param {Scene} scene
   * @param {string} place
   */
  isDrawn(scene, place) {
    if (this.layout.place(place)) return true;
    return scene.panels.some((panel) => panel.id === place || (typeof panel.body === "object" && "track" in panel.body && panel.body.track.some((cell) => cell.id === place)));
  }

  /**
   * What a place is called.
   * @param {string} place
   */
  title(place) {
    return this.scene.panels.find((panel) => panel.id === place)?.title ?? this.layout.title(place);
  }

  /** The pieces and places that can act, in reading order. */
  actors() {
    return actors(this.offers, this.scene, this.layout);
  }
}
