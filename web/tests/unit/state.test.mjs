// The state of a match without a browser: what arrives, what is held back, what can be taken back.

import assert from "node:assert/strict";
import { test } from "node:test";
import { begin, holdsUnit, isMine, reduce, unknown } from "../../src/state.js";

const event = (text) => ({ seat: "red", text, rule: "" });

/** A version of a match with so much of its log. */
function update(version, more = {}, log = { from: 0, events: [] }) {
  const scene = { pieces: [], actions: [], prompt: { text: "", rule: "" }, ...more.scene };
  return { version, seats: ["red"], status: { to_act: ["red"], over: null, turn: 1 }, undo: false, length: version, ...more, scene, log };
}

/** Lets changes follow each other, and gathers what arrived. */
function run(first, ...changes) {
  let state = begin(first);
  const arrivals = [];
  for (const change of changes) {
    const next = reduce(state, change);
    state = next.state;
    arrivals.push(...next.arrivals);
  }
  return { state, arrivals };
}

test("news are told once, and an old version is dropped", () => {
  const { state, arrivals } = run(update(0, {}, { from: 0, events: [event("a")] }),
    { type: "heard", update: update(1, {}, { from: 1, events: [event("b")] }) },
    { type: "heard", update: update(1, {}, { from: 1, events: [event("b")] }) });
  assert.deepEqual(arrivals.map((a) => a.news.map((e) => e.text)), [["b"]]);
  assert.deepEqual(state.log.map((e) => e.text), ["a", "b"]);
});

test("a log that comes anew at the end has no old news", () => {
  const { arrivals } = run(update(0, {}, { from: 0, events: [event("a"), event("b")] }),
    { type: "heard", update: update(1, {}, { from: 0, events: [event("a"), event("b"), event("c")] }) });
  assert.deepEqual(arrivals[0].news.map((e) => e.text), ["c"]);
});

test("what was said before the part a match was opened with is filled in when it is asked for", () => {
  const said = ["a", "b", "c", "d"].map(event);
  const opened = update(4, {}, { from: 2, events: said.slice(2) });
  const { state, arrivals } = run(opened, { type: "heard", update: update(5, {}, { from: 4, events: [event("e")] }) });
  assert.equal(unknown(state.log), 2);
  assert.deepEqual(arrivals[0].news.map((e) => e.text), ["e"]);
  const whole = reduce(state, { type: "recalled", events: said }).state;
  assert.deepEqual(whole.log.map((e) => e.text), ["a", "b", "c", "d", "e"]);
  assert.equal(unknown(whole.log), 0);
  // Another chair's log has nothing of this one's in it.
  const other = reduce(whole, { type: "loaded", update: update(5, {}, { from: 1, events: [event("x")] }) }).state;
  assert.deepEqual(other.log.map((e) => e.text), ["", "x"]);
});

test("undoing cuts the log", () => {
  const { state } = run(update(1, {}, { from: 0, events: [event("a"), event("b")] }),
    { type: "asked" }, { type: "answered", cause: "undo", update: update(2, {}, { from: 1, events: [] }) });
  assert.deepEqual(state.log.map((e) => e.text), ["a"]);
});

test("what the stream says while an answer is awaited comes after the answer", () => {
  const { state, arrivals } = run(update(0), { type: "asked" },
    { type: "heard", update: update(2) },
    { type: "answered", cause: "own", update: update(1), deed: { text: "end", kind: "endphase" } });
  assert.deepEqual(arrivals.map((a) => [a.update.version, a.cause]), [[1, "own"], [2, "other"]]);
  assert.equal(state.busy, false);
  assert.equal(state.held.length, 0);
});

test("what was done can be taken back and done again", () => {
  const deed = { text: "unit a", kind: "select" };
  const did = run(update(0), { type: "asked" }, { type: "answered", cause: "own", update: update(1, { undo: true }), deed });
  assert.ok(holdsUnit(did.state));
  const undid = run(update(0), { type: "asked" }, { type: "answered", cause: "own", update: update(1, { undo: true }), deed },
    { type: "asked" }, { type: "answered", cause: "undo", update: update(2) });
  assert.deepEqual(undid.state.undone, [deed]);
  assert.ok(!holdsUnit(undid.state));
  const redid = reduce(reduce(undid.state, { type: "asked" }).state, { type: "answered", cause: "own", update: update(3, { undo: true }), deed, redo: true });
  assert.deepEqual([redid.state.done, redid.state.undone], [[deed], []]);
});

test("the units that could have been chosen are known while one is", () => {
  const select = (piece) => ({ text: `unit ${piece}`, kind: "select", piece, seat: 0, label: "", rule: "" });
  const first = update(0, { scene: { actions: [select("a"), select("b")] } });
  const { state } = run(first, { type: "asked" }, { type: "answered", cause: "own", update: update(1, { undo: true }), deed: { text: "unit a", kind: "select" } });
  assert.deepEqual([...state.selectable], ["a", "b"]);
  const moved = reduce(state, { type: "answered", cause: "own", update: update(2), deed: { text: "to 1", kind: "move" } });
  assert.equal(moved.state.selectable.size, 0);
});

test("a refusal with a fresh version brings it, and waiting ends", () => {
  const { state, arrivals } = run(update(0), { type: "asked" }, { type: "refused", update: update(4) });
  assert.deepEqual([state.busy, state.latest.version, arrivals.length], [false, 4, 1]);
});

test("whose decision it is goes by what is shown, and never in a replay or after the end", () => {
  assert.ok(isMine(begin(update(0))));
  assert.ok(!isMine(begin(update(0, { seats: ["blue"] }))));
  assert.ok(!isMine(reduce(begin(update(0)), { type: "past", past: true }).state));
  assert.ok(!isMine(begin(update(0, { status: { to_act: ["red"], over: { winner: "red" } } }))));
});

test("presence changes the latest version without making what is shown old", () => {
  const { state } = run(update(0), { type: "presence", chairs: [{ seats: ["blue"], kind: "link", online: true }] });
  assert.equal(state.latest.chairs.length, 1);
  assert.equal(state.shown, state.latest);
});
