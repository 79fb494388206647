// What the page tells of a game: combats, what the others did, odds in a line, guides, figures.

import assert from "node:assert/strict";
import { test } from "node:test";
import { beside, combats, settled } from "../../src/battle.js";
import { stepAt } from "../../src/guide.js";
import { gather } from "../../src/happened.js";
import { pace } from "../../src/playback.js";
import { alike, gathered, outline, unless } from "../../src/preview.js";
import { answersTo, reckon, sumOf, withCount } from "../../src/quantities.js";
import { nextMark } from "../../src/replay.js";
import { lead, swings, turnShift } from "../../src/stats.js";
import { upper } from "../../src/strings.js";

const event = (text, more = {}) => ({ seat: "cn", text, rule: "", ...more });
const die = { sides: 6, roll: 4, label: "combat" };
const onMap = (place) => /^\d{4}$/.test(place);
const scene = (places) => ({ pieces: Object.entries(places).map(([id, at], k) => ({ id, def: k, at })) });
const arrival = (places, news) => ({ update: { scene: scene(places) }, cause: "other", news });

test("ways run from the first place to the last, and who came back has none", () => {
  const seen = [
    { before: scene({ a: "0101", b: "0201" }), arrival: arrival({ a: "0102", b: "0202" }, [event("a moves")]) },
    { before: scene({ a: "0102", b: "0202" }), arrival: arrival({ a: "0103", b: "0201" }, [event("b goes back")]) },
  ];
  assert.deepEqual(gather(seen, onMap).ways, [{ piece: "a", from: "0101", to: "0103" }]);
});

test("sentences of a kind in a row are one line; combats and losses are counted", () => {
  const seen = [{
    before: scene({ a: "0101", b: "0201" }),
    arrival: arrival({ a: "0101", b: "dead" }, [event("China buys 2 infantry"), event("China buys 1 armor"), event("China attacks 0201", { dice: [die], at: ["0201"] }), event("b is lost", { at: ["0201"], effects: [{ kind: "lost", piece: "b" }] })]),
  }];
  const report = gather(seen, onMap);
  assert.deepEqual(report.lines.map((line) => [line.text, line.more]), [["China buys 2 infantry", 1], ["China attacks 0201", 0], ["b is lost", 0]]);
  assert.deepEqual([report.fights, report.lost], [["0201"], 1]);
  const hidden = [{ before: scene({ a: "0101", b: "0201" }), arrival: arrival({ a: "0101" }, [event("night falls")]) }];
  assert.equal(gather(hidden, onMap).lost, 0, "what goes out of sight is not lost");
});

test("a combat is its dice at a place and what follows from them", () => {
  const told = combats([event("the turn begins"), event("a roll", { dice: [die], at: ["0101"] }), event("a step is lost"), event("another", { dice: [die], at: ["0102"] })]);
  assert.deepEqual(told.map((t) => [t.at, t.lines.length]), [["0101", 2], ["0102", 1]]);
  assert.deepEqual(combats([event("a cup", { dice: [die] })]), [], "dice without a place are no combat");
  assert.deepEqual(combats([event("lots are drawn", { dice: [{ ...die, cup: true }], at: ["0101"] })]), [], "nor are lots");
});

test("a combat ends where the bookkeeping of another chapter begins", () => {
  const events = [
    { text: "Wonsan is swept", rule: "ck 6.7", at: ["1728"], dice: [{ sides: 100, roll: 3 }] },
    { text: "Two ships sail", rule: "ck 6.8" },
    { text: "A corps comes back", rule: "ck 2.1", at: ["1729"] },
    { text: "Turn 4", rule: "ck 2.2" },
    { text: "The United Nations move first", rule: "ck 6.2" },
  ];
  assert.deepEqual(combats(events).map(({ at, lines }) => [at, lines.map((line) => line.text)]), [["1728", ["Wonsan is swept", "Two ships sail", "A corps comes back"]]]);
});

test("a card of a fight lies where it hides the least of what may be pressed", () => {
  const free = { x: 0, y: 0, width: 1000, height: 800 };
  const place = (wanted) => beside({ x: 500, y: 400 }, 20, { w: 200, h: 100 }, free, [], wanted);
  assert.deepEqual(place([]), { x: 520, y: 350, w: 200, h: 100 }, "at the right");
  assert.deepEqual(place([{ x: 600, y: 400 }]), { x: 280, y: 350, w: 200, h: 100 }, "at the left where somebody wants to press at the right");
  assert.equal(place([{ x: 600, y: 400 }, { x: 400, y: 400 }]).y, 420, "then below");
});

test("bookkeeping is hardly watched, and the more waits the faster it goes", () => {
  const of = (...news) => ({ update: {}, cause: "other", news });
  const move = of(event("a moves", { at: ["0101"] }));
  assert.ok(pace(of(event("buys")), 0) < 50);
  assert.ok(pace(move, 0) >= 500 && pace(move, 80) <= 100);
  let total = 0;
  for (let waiting = 119; waiting >= 0; waiting--) total += pace(move, waiting);
  assert.ok(total < 20_000, `a hundred and twenty moves take ${total} ms`);
});

test("odds in one line", () => {
  assert.equal(outline([{ probability: 1, text: "The unit is eliminated." }]), "The unit is eliminated.");
  assert.equal(outline([{ probability: 1 / 3, text: "Ex: both lose a step" }, { probability: 2 / 3, text: "(A): an attacker is depleted" }]), "33% Ex · 67% (A)");
  assert.equal(outline([{ probability: 0.5, text: "D2. The unit retreats." }, { probability: 0.5, text: "Ex" }]), "50% D2. The unit retreats. · 50% Ex");
  assert.equal(outline([{ probability: 0.6, text: "Their guns: 1 of 3 hit." }, { probability: 0.4, text: "Their guns: 2 of 3 hit." }]), "Their guns: 60% 1 of 3 hit. · 40% 2 of 3 hit.", "what they begin with is said once");
  assert.equal(outline([{ probability: 0.7, text: "The fleet sails; A stays damaged" }, { probability: 0.3, text: "The fleet sails; A is repaired" }]), "The fleet sails; 70% A stays damaged · 30% A is repaired", "whole sentences");
  assert.equal(outline([{ probability: 0.7, text: "United Nations loses by 5" }, { probability: 0.3, text: "United Nations loses by 6" }]), "United Nations loses by: 70% 5 · 30% 6", "what is no sentence ends with a colon");
  assert.equal(outline([{ probability: 0.7, text: "D2" }, { probability: 0.3, text: "" }]), "70% D2 · 30% nothing is decided yet");
});

test("chance that is the same whatever one answers is not told", () => {
  const of = (sea, ...chances) => chances.map((probability, k) => ({ probability, text: `The fleet lies in the ${sea}; wing ${k} is repaired` }));
  assert.equal(alike(of("Yellow Sea", 0.6, 0.4), [of("Sea of Japan", 0.6, 0.4)]), "The fleet lies in the Yellow Sea");
  assert.equal(alike(of("Yellow Sea", 0.6, 0.4), [of("Sea of Japan", 0.5, 0.5)]), null, "where it differs it is");
  assert.equal(alike(of("Yellow Sea", 0.6, 0.4), []), null);
  const bare = [{ probability: 0.5, text: "D2" }, { probability: 0.5, text: "Ex" }];
  assert.equal(alike(bare, [bare]), null, "and where nothing is certain");
});

test("turns are counted as the bar counts them", () => {
  assert.equal(turnShift({ status: { turn: 15 }, scene: { turn: 6 } }), 9);
  assert.equal(turnShift({ status: { turn: 3 }, scene: { turn: 3 } }), 0);
  assert.equal(turnShift({ status: { turn: 0 }, scene: { turn: 0 } }), 0, "set-up");
});

test("a button does not say its own words twice, and sentences begin with a capital", () => {
  const rolls = Array.from({ length: 12 }, (_, k) => ({ probability: 1 / 12, text: `${k + 1} against 3: ${k < 9 ? "the North loses by 2" : "nobody loses"}` }));
  assert.deepEqual(gathered(rolls).map((line) => [line.text, Math.round(line.probability * 12)]), [["the North loses by 2", 9], ["nobody loses", 3]], "dozens of rolls by what follows");
  assert.equal(gathered(rolls.slice(0, 4)).length, 4, "a few are told as they are");
  assert.equal(unless("The 7th Division goes back to 2350.", "the 7th Division goes back to 2350"), "");
  assert.equal(unless("The unit is lost", "Give up the 7th Division"), "The unit is lost");
  assert.equal(unless("The 7th Division is evacuated to the Pusan box.", "The 7th Division to the Pusan box"), "", "a verb between tells nothing");
  assert.equal(unless("The 7th Division is eliminated", "The 7th Division stays"), "The 7th Division is eliminated");
  assert.equal(unless("The 7th Division to Pusan is not found", "The 7th Division to Pusan"), "The 7th Division to Pusan is not found");
  assert.equal(upper("the attacker rolls 2"), "The attacker rolls 2");
  assert.equal(upper("us-5-1m moves"), "us-5-1m moves", "ids stay as they are");
  assert.equal(upper("5/1M moves"), "5/1M moves");
  assert.equal(upper(""), "");
});

test("a number takes its place in the action", () => {
  const action = { text: "buy 9 NK armor", kind: "add", quantity: { least: 1, most: 9, form: "buy {n} NK armor" } };
  assert.equal(withCount("buy {n} NK armor", 4), "buy 4 NK armor");
  assert.deepEqual(["buy 4 NK armor", "buy 10 NK armor", "buy x NK armor", "buy 4 CH armor"].map((text) => answersTo(action, text)), [true, false, false, false]);
  assert.deepEqual([answersTo({ text: "end" }, "end"), answersTo({ text: "end" }, "en")], [true, false]);
});

test("numbers are chosen within the purse and the heap", () => {
  assert.deepEqual([sumOf("24 IPC"), sumOf("3 IPC each"), sumOf("4 infantry, 2 armor"), sumOf(undefined)], [{ amount: 24, unit: "IPC" }, { amount: 3, unit: "IPC" }, null, null]);
  const row = (text, most, cost, def) => ({ text, seat: 0, cost, def, quantity: { least: 1, most, form: "" } });
  const buys = [row("infantry", 8, "3 IPC each", 0), row("armor", 4, "6 IPC each", 3)];
  const { spent, left, room } = reckon(buys, new Map([["infantry", 3], ["armor", 1]]), sumOf("24 IPC"));
  assert.deepEqual([spent, left, room(buys[0]), room(buys[1])], [15, 9, 3, 1]);
  // Eighteen infantry in all, wherever they are written down.
  const hides = [row("a", 18, "", 7), row("b", 18, "", 7)];
  const hidden = reckon(hides, new Map([["a", 12]]), null);
  assert.deepEqual([hidden.room(hides[0]), hidden.room(hides[1])], [6, 6]);
});

test("where a guided game stands follows from what was played and read", () => {
  const steps = [{ say: "hello" }, { say: "choose", play: [["un", "unit a"]] }, { say: "watch", play: [["cn", "x"], ["cn", "y"]] }, { say: "bye" }];
  assert.deepEqual(stepAt(steps, 0, 0), { step: 0, within: 0 });
  assert.deepEqual(stepAt(steps, 0, 1), { step: 1, within: 0 });
  assert.deepEqual(stepAt(steps, 2, 1), { step: 2, within: 1 });
  assert.deepEqual(stepAt(steps, 3, 1), { step: 3, within: 0 });
  assert.deepEqual(stepAt(steps, 3, 4), { step: 4, within: 0 });
});

test("marks of a replay, and the swings of a game", () => {
  assert.equal(nextMark([3, 9, 20], 9, 1), 20);
  assert.equal(nextMark([3, 9, 20], 9, -1), 3);
  assert.equal(nextMark([3], 9, 1), undefined);
  const rows = lead([{ turn: 0, totals: [0, 0] }, { turn: 1, totals: [1, -1] }, { turn: 2, totals: [-5, 5] }]);
  assert.deepEqual(rows.map((r) => r.totals[0]), [0, 2, -10]);
  assert.deepEqual(swings(rows), [2, 1]);
});

test("a result is shown in the column that it names, not in that of the scene before", () => {
  const charts = [{ id: "assault", title: "Assault", rule: "", heads: [["Die", "2:1", "3:1", "4:1"]], rows: [["1", "AT", "AA", "AA"]], die: 6 }];
  const lit = [{ chart: "assault", column: 3 }];
  const said = (text) => [{ text, rule: "" }];
  assert.equal(settled(charts, lit, said("Attack on 1217 at 3:1: BB."))[0].column, 2);
  assert.equal(settled(charts, lit, said("The bridge holds."))[0].column, 3);
});
