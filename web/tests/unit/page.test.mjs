// What the page keeps besides the match, without a browser: what is held, asked and chosen, and what a new version makes of it.

import assert from "node:assert/strict";
import { test } from "node:test";
import { NOTHING, offersOf } from "../../src/actions.js";
import { Desk } from "../../src/desk.js";
import { Gestures } from "../../src/gestures.js";
import { Layout, plainSheet } from "../../src/layout.js";
import { EMPTY, offersAt, turn } from "../../src/page.js";
import { ordered } from "../../src/quantities.js";
import { Session } from "../../src/session.js";

const action = (text, kind, more = {}) => ({ text, label: text, kind, seat: 0, rule: "", ...more });
const run = (...changes) => changes.reduce(turn, EMPTY);
const place = action("place a 0101", "move", { piece: "a", place: "0101" });
const hand = { piece: "a", places: new Map([["0101", [place]]]) };
const buy = action("buy 6 tank", "add", { quantity: { least: 1, most: 6, form: "buy {n} tank" } });

test("a new version takes away what was held, asked and chosen, and leaves what is looked at", () => {
  const page = run({ type: "looked", place: "0101" }, { type: "took", hand }, { type: "pending", action: place }, { type: "warning", action: place, moment: "1 2 0" },
    { type: "number", text: buy.text, n: 2 }, { type: "own-way", on: true }, { type: "shown", offers: NOTHING });
  assert.deepEqual([page.hand, page.pending, page.warning, page.wanted.size], [null, null, null, 0]);
  assert.deepEqual([page.place, page.ownWay, page.warned], ["0101", true, "1 2 0"]);
});

test("nothing is changed in place", () => {
  const before = run({ type: "number", text: "x", n: 1 });
  const after = turn(before, { type: "number", text: "y", n: 2 });
  assert.deepEqual([[...before.wanted], [...after.wanted]], [[["x", 1]], [["x", 1], ["y", 2]]]);
  assert.equal(EMPTY.wanted.size, 0);
});

test("a number of nothing is no order", () => {
  const offers = { ...NOTHING, all: [buy] };
  const page = run({ type: "shown", offers }, { type: "number", text: buy.text, n: 3 });
  assert.deepEqual(ordered(page).map((a) => a.text), ["buy 3 tank"]);
  assert.deepEqual(ordered(turn(page, { type: "number", text: buy.text, n: 0 })), []);
  assert.deepEqual(ordered(turn(page, { type: "no-numbers" })), []);
});

test("with a unit in hand a place means laying it there", () => {
  const stay = action("stay", "choose", { place: "0102" });
  const offers = { ...NOTHING, byPlace: new Map([["0102", [stay]]]) };
  const page = run({ type: "shown", offers });
  assert.deepEqual(offersAt(page, "0102"), [stay]);
  assert.equal(offersAt(turn(page, { type: "took", hand }), "0102"), undefined);
  assert.deepEqual(offersAt(turn(page, { type: "took", hand }), "0101"), [place]);
});

/** A desk with one piece that can be laid on one of two places, and the actions that would be played. */
function desk(actions) {
  const scene = { turn: 1, phase: 0, active_side: 0, phases: [], pieces: [{ id: "a", def: 0, at: "box" }], actions, prompt: { text: "", rule: "" }, markers: [], panels: [] };
  const game = { title: "", seats: [{ seat: "red", name: "Red", side: 0 }], sides: [], scenarios: [], players: [] };
  const update = { version: 1, game: "x", scenario: "x", seats: ["red"], status: { to_act: ["red"], over: null }, scene, undo: false, chairs: [] };
  const session = new Session("m", "t", game, { pieces: [], overlays: [], map: "" }, update);
  const played = [];
  session.act = async (wanted) => { played.push(wanted.text); return true; };
  const all = new Desk(session, new Layout(plainSheet(["0101", "0102"])), { prefix: "x", rules: [] }, { briefings: [], counters: [], guides: [], pictures: [] });
  all.change({ type: "shown", offers: offersOf(scene, (id) => all.isDrawn(scene, id)) });
  const said = [];
  for (const wish of ["hand", "asked", "inspect"]) all.on(wish, (detail) => said.push(wish === "asked" ? `asked ${detail}` : wish));
  // What is said aloud goes to a page that is not there.
  globalThis.document = { querySelector: () => ({}) };
  return { desk: all, gestures: new Gestures(all), played, said };
}

test("a press takes a unit up, a second one lays it down, and what can be left for now is asked once", () => {
  const two = [place, { ...place, text: "place a 0102", place: "0102" }];
  const table = desk([...two, action("end", "endphase")]);
  table.gestures.tap("a", "box", { x: 0, y: 0 });
  assert.equal(table.desk.hand?.piece, "a");
  table.gestures.tap(null, "0102", { x: 0, y: 0 });
  assert.deepEqual(table.played, ["place a 0102"]);
  table.gestures.layBack();
  table.gestures.end();
  assert.equal(table.desk.page.warning?.text, "end");
  assert.deepEqual(table.played, ["place a 0102"]);
  table.gestures.letGo();
  assert.equal(table.desk.page.warning, null);
  table.gestures.end();
  assert.deepEqual(table.played, ["place a 0102", "end"]);
  assert.ok(table.said.includes("asked not-yet"));
});

test("nothing is pressed while moves are watched, in a replay or behind the curtain", () => {
  for (const mode of ["watching", "past", "curtain"]) {
    const table = desk([place, { ...place, text: "place a 0102", place: "0102" }]);
    table.desk.change({ type: "mode", mode });
    table.gestures.tap("a", "box", { x: 0, y: 0 });
    assert.equal(table.desk.hand, null, mode);
    assert.ok(!table.gestures.canLift("a", false), mode);
  }
});
