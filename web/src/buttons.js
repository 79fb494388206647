// An action as a button, and the picture of what it is about.

import { counterPicture } from "./counters.js";
import { h } from "./dom.js";

/**
 * @typedef {import("./desk.js").Desk} Desk
 * @typedef {import("./wire").SceneAction} SceneAction
 */

/**
 * @param {Desk} desk
 * @param {SceneAction} action
 * @param {{small?: boolean, primary?: boolean}} [look]
 */
export function actionButton(desk, action, { small = false, primary = false } = {}) {
  const { session, offers } = desk;
  const twin = offers.all.some((other) => other.seat !== action.seat && other.label === action.label);
  return h("button", {
    type: "button", class: `act${small ? " small" : ""}${primary ? " primary" : ""} kind-${action.kind}`, "data-key": action.text, "data-action": action.text,
    onclick: () => desk.say("run", { action, direct: true }),
    onpointerenter: () => action.place && desk.say("path", action.place),
  }, twin ? h("small", { class: "of-seat" }, session.seatName(session.seatId(action.seat) ?? "")) : null,
  h("span", {}, action.label), action.cost && !action.label.includes(action.cost) ? h("small", {}, action.cost) : null);
}

/**
 * The counter of the piece that an action is about.
 * @param {Desk} desk
 * @param {SceneAction} action
 */
export function actionPicture({ scene, session }, action) {
  const piece = action.piece ? scene.pieces.find((p) => p.id === action.piece) : undefined;
  return piece ? counterPicture(session.sheet.pieces[piece.def], piece) : null;
}
