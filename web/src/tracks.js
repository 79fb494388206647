// Turn and points as tracks, drawn as they would be on the sheet's margin.

import { sideMark } from "./counters.js";
import { h } from "./dom.js";
import { t } from "./strings.js";

/**
 * @typedef {import("./wire").Panel} Panel
 * @typedef {import("./wire").Scene} Scene
 */

/**
 * The turn track of a game that has none of its own among its panels.
 * @param {Scene} scene
 * @returns {Panel | null}
 */
export function turnTrack(scene) {
  const own = scene.panels.some((panel) => typeof panel.body === "object" && "track" in panel.body
    && panel.body.track.some((cell) => cell.id.startsWith("turn-")));
  if (own || scene.turns < 2) return null;
  const track = Array.from({ length: scene.turns }, (_, k) => {
    const current = k + 1 === scene.turn;
    return { id: `turn-${k + 1}`, label: String(k + 1), note: current ? scene.turn_label : "", current };
  });
  return { id: "turn-track", title: t("boxes.turns"), body: { track } };
}

/**
 * The ends of a scale that holds some numbers and nought, and its step.
 * @param {number[]} totals
 */
export function scale(totals) {
  const least = Math.min(0, ...totals);
  const most = Math.max(10, ...totals);
  const rough = (most - least) / 10;
  const unit = 10 ** Math.floor(Math.log10(rough));
  const step = unit * ([1, 2, 5, 10].find((n) => n * unit >= rough) ?? 10);
  return { low: Math.floor(least / step) * step, high: Math.ceil(most / step) * step, step };
}

/**
 * The points of every side on one scale.
 * @param {Scene} scene
 * @param {{name: string, nation: string}[]} sides
 */
export function pointsTrack(scene, sides) {
  if (!scene.points.length) return null;
  const { low, high, step } = scale(scene.points.map((points) => points.total));
  const part = (/** @type {number} */ n) => (n - low) / (high - low);
  const share = (/** @type {number} */ n) => `${100 * part(n)}%`;
  const ticks = Array.from({ length: Math.round((high - low) / step) + 1 }, (_, k) => low + k * step);
  const words = scene.points.map((points) => `${sides[points.side]?.name ?? ""} ${points.total}`).join(", ");
  return h("section", { class: "box", "data-box": "points-track" }, h("h2", {}, t("bar.points")),
    h("div", { class: "points-track", role: "img", "aria-label": words },
      scene.points.map((points) => h("span", { class: "points-of", title: `${sides[points.side]?.name ?? ""}: ${points.total}` },
        along(share(points.total), h("span", { class: `points-mark${part(points.total) > 0.8 ? " last" : ""}` }, sideMark(sides[points.side]?.nation ?? "neutral"), h("b", {}, points.total))))),
      h("span", { class: "points-scale" }, ticks.map((n) => along(share(n), h("span", {}, n))))));
}

/**
 * Puts an element at its place along the track; the page's policy forbids styles in attributes.
 * @param {string} left
 * @param {HTMLElement} element
 */
function along(left, element) {
  element.style.left = left;
  return element;
}
