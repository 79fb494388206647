// Dice as they are shown: faces of six, numbers of others, and of many thrown at once how many hit.

import { h } from "./dom.js";
import { t } from "./strings.js";

/** @typedef {import("./wire").Die} Die */

const FACES = ["⚀", "⚁", "⚂", "⚃", "⚄", "⚅"];

/**
 * What a die says, for ears and on hover.
 * @param {Die} die
 */
export function said(die) {
  return die.dice ? t("log.hits", { label: die.label, roll: die.roll, dice: die.dice }) : t("log.die", { label: die.label, roll: die.roll, sides: die.sides });
}

/**
 * What stands on it.
 * @param {Die} die
 */
export function faceOf(die) {
  if (die.dice) return `${die.roll}/${die.dice}`;
  return die.sides === 6 ? (FACES[die.roll - 1] ?? String(die.roll)) : String(die.roll);
}

/**
 * @param {Die} die
 * @param {Record<string, unknown>} [attributes]
 * @param {string} [look] further classes
 */
export function dieMark(die, attributes = {}, look = "") {
  const face = die.sides === 6 && !die.dice;
  return h("span", { class: `die${look}`, role: "img", title: said(die), "aria-label": said(die), ...attributes }, face ? faceOf(die) : h("b", {}, faceOf(die)));
}
