// What the page keeps besides the match: what is offered, held, asked and looked at. A pure function changes it, so that it can be
// tried without a browser.

import { NOTHING } from "./actions.js";

/**
 * @typedef {import("./wire").SceneAction} SceneAction
 * @typedef {import("./actions.js").Offers} Offers
 * @typedef {"now" | "watching" | "past" | "curtain"} Mode whether the page shows how things stand, plays back the moves of others, shows a
 *   replay, or hides everything between two persons
 * @typedef {{piece: string, places: Map<string, SceneAction[]>}} Hand a unit that is taken up but not yet played
 *
 * @typedef {object} Page
 * @property {Mode} mode
 * @property {number} waiting how many moves of others are still to be watched
 * @property {boolean} guided whether cards say what is to be done
 * @property {Offers} offers what can be done, by what it attaches to
 * @property {Hand | null} hand
 * @property {boolean} ownWay whether a press on a place is one step of a way of one's own
 * @property {SceneAction | null} pending what rolls dice and waits for a yes
 * @property {SceneAction | null} warning what ends a phase while something is left to do
 * @property {string} warned the moment that was warned about
 * @property {Map<string, number>} wanted numbers that are chosen and not yet ordered, by the text of the action
 * @property {string | null} place what is looked at
 * @property {string | null} overlay
 * @property {Record<string, string>} notes by place
 * @property {import("./wire").Event[] | null} log the log of a replay, where it is not the match's own
 *
 * @typedef {{type: "shown", offers: Offers}
 *   | {type: "mode", mode: Mode, waiting?: number}
 *   | {type: "guided"}
 *   | {type: "took", hand: Hand}
 *   | {type: "laid"}
 *   | {type: "own-way", on: boolean}
 *   | {type: "pending", action: SceneAction | null}
 *   | {type: "warning", action: SceneAction | null, moment?: string}
 *   | {type: "number", text: string, n: number}
 *   | {type: "no-numbers"}
 *   | {type: "looked", place: string | null}
 *   | {type: "overlay", overlay: string | null}
 *   | {type: "notes", notes: import("./wire").Note[]}
 *   | {type: "log", log: import("./wire").Event[] | null}} PageChange
 */

/** @type {Page} */
export const EMPTY = {
  mode: "now", waiting: 0, guided: false, offers: NOTHING, hand: null, ownWay: false, pending: null, warning: null, warned: "",
  wanted: new Map(), place: null, overlay: null, notes: {}, log: null,
};

/**
 * @param {Page} page
 * @param {PageChange} change
 * @returns {Page}
 */
export function turn(page, change) {
  switch (change.type) {
    case "shown":
      // What was held or asked for belongs to the version before.
      return { ...page, offers: change.offers, hand: null, pending: null, warning: null, wanted: new Map() };
    case "mode":
      return { ...page, mode: change.mode, waiting: change.waiting ?? 0 };
    case "guided":
      return { ...page, guided: true };
    case "took":
      return { ...page, hand: change.hand };
    case "laid":
      return { ...page, hand: null };
    case "own-way":
      return { ...page, ownWay: change.on };
    case "pending":
      return { ...page, pending: change.action };
    case "warning":
      return { ...page, warning: change.action, warned: change.moment ?? page.warned };
    case "number":
      return { ...page, wanted: counted(page.wanted, change.text, change.n) };
    case "no-numbers":
      return { ...page, wanted: new Map() };
    case "looked":
      return { ...page, place: change.place };
    case "overlay":
      return { ...page, overlay: change.overlay };
    case "notes":
      return { ...page, notes: Object.fromEntries(change.notes.map(({ thing, text }) => [thing, text])) };
    case "log":
      return { ...page, log: change.log };
  }
}

/**
 * @param {Map<string, number>} wanted
 * @param {string} text
 * @param {number} n
 */
function counted(wanted, text, n) {
  const next = new Map(wanted);
  if (n > 0) next.set(text, n);
  else next.delete(text);
  return next;
}

/**
 * What can be done at a place: with a unit in hand, laying it there.
 * @param {Page} page
 * @param {string} place
 */
export function offersAt(page, place) {
  return page.hand ? page.hand.places.get(place) : page.offers.byPlace.get(place);
}
