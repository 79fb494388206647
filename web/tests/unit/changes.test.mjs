// What changed in a scene, put together again.

import assert from "node:assert/strict";
import { test } from "node:test";
import { changedScene, whole } from "../../src/api.js";

const scene = { pieces: [{ id: "a" }, { id: "b" }, { id: "c" }], prompt: { text: "one" }, note: 1 };

test("fields are exchanged, lists put together, what is gone is gone, and the old scene stays as it was", () => {
  const before = structuredClone(scene);
  const next = changedScene(scene, { from: 1, fields: { prompt: { text: "two" } }, lists: { pieces: [{ keep: [1, 2] }, { new: [{ id: "d" }] }] }, gone: ["note"] });
  assert.deepEqual(next, { pieces: [{ id: "b" }, { id: "c" }, { id: "d" }], prompt: { text: "two" } });
  assert.equal(next.pieces[0], scene.pieces[1], "what stayed is shared");
  assert.deepEqual(scene, before);
});

test("a stream of changes reads like one of updates, and one that does not fit ends it", () => {
  /** @type {import("../../src/server").Heard[]} */
  const heard = [];
  const listen = whole((event) => heard.push(event));
  const say = (name, data) => listen({ name, data });
  say("presence", { chairs: [] });
  say("update", { version: 4, undo: false, scene });
  say("change", { version: 6, undo: true, changes: { from: 4, fields: { note: 2 } } });
  say("change", { version: 7, undo: false, changes: { from: 6, lists: { pieces: [{ keep: [0, 1] }] } } });
  assert.deepEqual(heard.map(({ name }) => name), ["presence", "update", "update", "update"]);
  assert.deepEqual(heard[3].data, { version: 7, undo: false, scene: { ...scene, note: 2, pieces: [{ id: "a" }] } });
  assert.throws(() => say("change", { version: 9, changes: { from: 8 } }), /another scene/);
});
