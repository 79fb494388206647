// Pictures of rules: where their cells lie.

import assert from "node:assert/strict";
import { test } from "node:test";
import { cellsTo, middleOf } from "../../src/pictures.js";

const apart = (a, b, shape) => Math.hypot(middleOf(a, shape).x - middleOf(b, shape).x, middleOf(a, shape).y - middleOf(b, shape).y);

test("the six hexes around one lie equally near, whichever way the hexes stand", () => {
  for (const shape of ["flat", "pointed"]) {
    const near = ["C1", "C3", "B1", "B2", "D1", "D2"].map((cell) => Math.round(apart("C2", cell, shape)));
    assert.equal(new Set(near).size, 1, `${shape}: ${near}`);
    assert.ok(apart("C2", "B3", shape) > near[0] * 1.5, "the next ones lie farther");
  }
});

test("areas lie in rows, and a picture holds all cells up to its last", () => {
  assert.equal(middleOf("A1", "area").y, middleOf("D1", "area").y);
  assert.deepEqual(cellsTo("C2"), ["A1", "B1", "C1", "A2", "B2", "C2"]);
});
