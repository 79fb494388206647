// The tracks that the client makes itself.

import assert from "node:assert/strict";
import { test } from "node:test";
import { scale, turnTrack } from "../../src/tracks.js";

/** A scene of which only turn and panels matter. @param {object} part */
const scene = (part) => /** @type {any} */ ({ turn: 2, turns: 3, turn_label: "8 July 1950", panels: [], points: [], ...part });

test("a game without a turn track gets one, with the date where the marker stands", () => {
  const panel = turnTrack(scene({}));
  assert.deepEqual(panel?.body, { track: [
    { id: "turn-1", label: "1", note: "", current: false },
    { id: "turn-2", label: "2", note: "8 July 1950", current: true },
    { id: "turn-3", label: "3", note: "", current: false },
  ] });
});

test("a game with a turn track of its own keeps it", () => {
  const own = { id: "track", title: "Turns", body: { track: [{ id: "turn-1", label: "1" }] } };
  assert.equal(turnTrack(scene({ panels: [own] })), null);
  assert.equal(turnTrack(scene({ turns: 1 })), null);
});

test("the scale of points holds every total and nought, in round steps", () => {
  assert.deepEqual(scale([3, 7]), { low: 0, high: 10, step: 1 });
  assert.deepEqual(scale([-57, 89]), { low: -60, high: 100, step: 20 });
  assert.deepEqual(scale([1226, 396]), { low: 0, high: 1400, step: 200 });
});
