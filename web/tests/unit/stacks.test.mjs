// How pieces lie in areas that are close together.

import assert from "node:assert/strict";
import { test } from "node:test";
import { Layout } from "../../src/layout.js";
import { arrangeAll, byPlace } from "../../src/stacks.js";

const areas = (/** @type {number[]} */ ...at) => new Layout({ view: [0, 0, 1000, 1000], counter: 40, places: at.map((x, k) => ({ id: `A${k}`, name: "", x, y: 100, rings: [] })), names: [] });
const heap = (/** @type {string} */ at, /** @type {number} */ n) => Array.from({ length: n }, (_, k) => ({ id: `${at}-${k}`, def: 0, at }));

test("the heaps of neighbouring areas move apart, and none goes far", () => {
  const all = arrangeAll(byPlace([...heap("A0", 3), ...heap("A1", 2)]), areas(100, 180));
  const edge = Math.max(...(all.get("A0") ?? []).map((laid) => laid.x + laid.size));
  const begins = Math.min(...(all.get("A1") ?? []).map((laid) => laid.x));
  assert.ok(edge <= begins, `${edge} and ${begins}`);
  for (const [id, home] of [["A0", 100], ["A1", 180]]) {
    const mean = (all.get(String(id)) ?? []).reduce((sum, laid, _, list) => sum + (laid.x + laid.size / 2) / list.length, 0);
    assert.ok(Math.abs(mean - Number(home)) <= 33, `${id} lies at ${mean}`);
  }
});

test("heaps with room between them stay where they are", () => {
  const all = arrangeAll(byPlace([...heap("A0", 1), ...heap("A1", 1)]), areas(100, 300));
  assert.deepEqual([...all.values()].flat().map((laid) => laid.x), [78.8, 278.8]);
});
