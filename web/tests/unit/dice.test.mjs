// What stands on dice: nobody reads a number of hits as a face.

import assert from "node:assert/strict";
import { test } from "node:test";
import { faceOf, said } from "../../src/dice.js";

test("one die shows its face, many show how many of them hit", () => {
  assert.equal(faceOf({ sides: 6, roll: 3, label: "combat" }), "⚂");
  assert.equal(faceOf({ sides: 10, roll: 7, label: "combat" }), "7");
  assert.equal(faceOf({ sides: 6, roll: 3, dice: 8, at_most: 2, label: "infantry" }), "3/8");
  assert.equal(faceOf({ sides: 6, roll: 0, dice: 1, at_most: 1, label: "infantry" }), "0/1");
  assert.equal(said({ sides: 6, roll: 0, dice: 1, label: "infantry" }), "infantry: 0 of 1 hit");
});
