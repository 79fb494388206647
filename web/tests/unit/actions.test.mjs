// What can be checked without a browser: how clicks become actions, how the map is asked, texts.

import assert from "node:assert/strict";
import { test } from "node:test";
import { actors, fewAnswers, fitting, forced, handOf, leftToDo, meant, offersOf, oneByOne } from "../../src/actions.js";
import { Layout, plainSheet } from "../../src/layout.js";
import { chapters, ruleIds, ruleLabel } from "../../src/rules.js";
import { percent, t } from "../../src/strings.js";

const action = (text, kind, more = {}) => ({ text, label: text, kind, seat: 0, rule: "", ...more });

/** A scene with two pieces, one of them chosen if asked for. */
function scene(actions, chosen) {
  const prompt = { text: "", rule: "", ...(chosen ? { piece: chosen } : {}) };
  return { prompt, actions, pieces: [{ id: "a", def: 0, at: "0101" }, { id: "b", def: 0, at: "0102" }], markers: [], panels: [] };
}

const drawn = () => true;

test("an action attaches to its piece, and an action of the chosen piece to its place alone", () => {
  const select = action("unit a", "select", { piece: "a" });
  const move = action("move 0103", "move", { piece: "a", place: "0103" });
  const end = action("end", "endphase");
  const free = offersOf(scene([select, end]), drawn);
  assert.ok(free.byPiece.get("a")?.[0] === select && free.free[0] === end, "piece and button");
  const chosen = offersOf(scene([move], "a"), drawn);
  assert.ok(!chosen.byPiece.size && chosen.byPlace.get("0103")?.[0] === move, "place alone");
  assert.ok(offersOf(scene([move], "a"), () => false).free.length === 1, "what is not drawn becomes a button");
});

test("a press on a place means the actions there, or those of the units there", () => {
  const s = scene([action("unit a", "select", { piece: "a" }), action("attack 0102", "attack", { place: "0102" })]);
  const offers = offersOf(s, drawn);
  assert.ok(meant(offers, s, null, "0101")[0].text === "unit a", "the unit of the place");
  assert.ok(meant(offers, s, "b", "0102")[0].text === "attack 0102", "the place of an enemy");
  assert.ok(meant(offers, s, "b", "0199").length === 0, "nothing");
  assert.ok(leftToDo(offers) === 2, "two things could still act");
});

test("typed text finds actions, exact ones first", () => {
  const all = [action("move 0103", "move"), action("move 01", "move"), action("end", "done", { label: "End the phase" })];
  assert.ok(fitting(all, "move 01", 5)[0].text === "move 01", "exact first");
  assert.ok(fitting(all, "phase", 5)[0].text === "end", "labels count too");
});

test("the map knows what lies under a point and in a direction", () => {
  const layout = new Layout(plainSheet(["0101", "0102", "0201", "0202"]));
  const place = layout.place("0102");
  assert.ok(place && layout.under(place.x + 3, place.y - 4)?.id === "0102", "under a point");
  assert.ok(layout.towards("0101", 0, 1)?.id === "0102", "down");
  assert.ok(layout.towards("0101", 1, 0)?.id === "0201", "right");
  assert.ok(layout.towards("0101", -1, 0) === null, "the edge");
  const s = scene([action("unit b", "select", { piece: "b" }), action("unit a", "select", { piece: "a" })]);
  assert.ok(actors(offersOf(s, drawn), s, layout).map((entry) => entry.piece).join() === "a,b", "units in reading order");
  const area = new Layout({ view: [0, 0, 100, 100], places: [{ id: "SEO", name: "Seoul", x: 20, y: 20, rings: [[0, 0, 50, 0, 50, 50, 0, 50]] }, { id: "INC", x: 80, y: 80, rings: [[50, 50, 100, 50, 100, 100, 50, 100]] }] });
  assert.ok(area.under(45, 5)?.id === "SEO" && area.under(60, 60)?.id === "INC", "areas by their outline");
  assert.ok(area.title("SEO") === "Seoul" && layout.title("0101") === "0101", "titles");
});

test("rule numbers, percentages and plurals", () => {
  assert.ok(ruleIds("kb 7.53, kb 8.1", "kb").join("|") === "7.53|8.1", "prefixes go");
  assert.ok(percent(0.004) === "<1%" && percent(0.416) === "42%" && percent(0) === "0%", "percentages");
  assert.ok(t("map.holds", { n: 1 }) === "1 unit" && t("map.holds", { n: 3 }) === "3 units", "plurals");
});

test("a unit that is laid down by its own actions is taken into the hand", () => {
  const place = (at) => action(`place a ${at}`, "move", { piece: "a", place: at });
  const hand = handOf([place("0101"), place("0102"), action("place a 0102 hidden", "move", { piece: "a", place: "0102" })], drawn);
  assert.deepEqual([...(hand?.keys() ?? [])], ["0101", "0102"]);
  assert.equal(hand?.get("0102")?.length, 2, "two ways to lie there");
  assert.equal(handOf([action("unit a", "select", { piece: "a" })], drawn), null, "a unit that is chosen is no such unit");
  assert.equal(handOf([place("0101")], () => false), null, "nor one without a place on the map");
});

test("up to six answers are all buttons, unless a unit is on its way", () => {
  const answers = [action("retreat", "choose"), action("stand a", "choose", { piece: "a" })];
  const s = scene(answers);
  assert.equal(fewAnswers(offersOf(s, drawn), s).length, 2, "both answers, whatever they attach to");
  const many = scene(Array.from({ length: 7 }, (_, k) => action(`lose ${k}`, "choose")));
  assert.equal(fewAnswers(offersOf(many, drawn), many).length, 0);
  const going = { ...scene([action("to 0103", "move", { place: "0103" })], "a"), reach: [{ at: "0103", cost: "1", from: "0101" }] };
  assert.equal(fewAnswers(offersOf(going, drawn), going).length, 0);
});

test("a single answer is forced only where nothing hangs on it", () => {
  const only = (more, kind = "choose") => offersOf(scene([action("go", kind, more)]), drawn);
  assert.equal(forced(only({}), false)?.text, "go");
  assert.equal(forced(only({}), true), null, "something could still be taken back");
  assert.equal(forced(only({ dice: true }), false), null, "dice are rolled by people");
  assert.equal(forced(only({}, "endphase"), false), null, "a phase is ended by people");
  assert.equal(forced(offersOf(scene([action("a", "choose"), action("b", "choose")]), drawn), false), null);
});

test("chips say numbers of the book, and titles where we have a word of our own", () => {
  const rule = (id, title) => ({ id, title, summary: "", source: "book", status: "done" });
  const book = { prefix: "kb", rules: [rule("7.0", "Combat"), rule("7.53", "Infiltration"), rule("29-victory", "Victory at Chosin"), rule("hidden-knowledge", "What is known"), rule("CE-2", "China")] };
  assert.equal(ruleLabel(book, "7.53"), "7.53");
  assert.equal(ruleLabel(book, "29-victory"), "29");
  assert.equal(ruleLabel(book, "S1 5.31"), "S1 5.31");
  assert.equal(ruleLabel(book, "hidden-knowledge"), "What is known");
  assert.equal(ruleLabel(book, "CE-2"), "CE-2");
  assert.deepEqual(chapters(book.rules).map((c) => [c.id, c.rules.length]), [["7", 2], ["29", 1], ["", 1], ["CE", 1]]);
});

test("what is offered once for many places is an action at each of them", () => {
  const many = { text: "interdict 3 tac {place}", label: "Interdict over", kind: "choose", seat: 0, rule: "r", places: ["0101", "0102"], quantity: { least: 1, most: 3, form: "interdict {n} tac {place}" } };
  const offers = offersOf(scene([many, { text: "end", label: "End", kind: "endphase", seat: 0, rule: "r" }]), () => true);
  assert.deepEqual(offers.all.map((action) => action.text), ["interdict 3 tac 0101", "interdict 3 tac 0102", "end"]);
  assert.equal(offers.all[0].label, "Interdict over 0101");
  assert.equal(offers.byPlace.get("0102")?.[0].quantity?.form, "interdict {n} tac 0102");
  assert.equal(meant(offers, scene([many]), null, "0101")[0].text, "interdict 3 tac 0101");
  const plain = [{ text: "end", label: "End", kind: "done", seat: 0, rule: "r" }];
  assert.equal(oneByOne(plain), plain);
});
