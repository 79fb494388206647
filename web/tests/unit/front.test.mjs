// Where a board looks when nobody has chosen a view.

import assert from "node:assert/strict";
import { test } from "node:test";
import { bestWindow, front } from "../../src/front.js";

const stand = (x, y, side, can = false) => ({ x, y, side, can });

test("units that can act and the enemy beside them weigh most, units in the rear little, others nothing", () => {
  const spots = front([stand(0, 0, 0, true), stand(100, 0, 1), stand(0, 900, 0, true), stand(0, 500, 0), stand(900, 900, 1)], 0, 110);
  assert.deepEqual(spots, [{ x: 0, y: 0, weight: 4 }, { x: 100, y: 0, weight: 3 }, { x: 0, y: 900, weight: 1 }]);
});

test("where nothing can act it is where one's own units face the enemy, and without an enemy one's own units", () => {
  const stands = [stand(0, 0, 0), stand(50, 0, 1), stand(700, 0, 0)];
  assert.deepEqual(front(stands, 0, 60).map((spot) => spot.x), [0, 50]);
  assert.deepEqual(front(stands, 0, 10).map((spot) => spot.x), [0, 700]);
  assert.deepEqual(front(stands, null, 10).map((spot) => spot.x), [0, 50, 700], "who only watches sees them all");
});

test("the window goes where most is, not to the middle between two ends of the map", () => {
  const line = [0, 100, 200, 300].map((x) => ({ x, y: 0, weight: 4 }));
  assert.deepEqual(bestWindow([...line, { x: 3000, y: 2000, weight: 1 }], 320, 200), { x: 150, y: 0 });
  assert.deepEqual(bestWindow([{ x: 5, y: 7, weight: 1 }], 10, 10), { x: 5, y: 7 });
});
