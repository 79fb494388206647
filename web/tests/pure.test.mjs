// What can be checked without a browser: how clicks become actions, how the map is asked, texts.

import { actors, fitting, forbidden, leftToDo, meant, offersOf } from "../src/actions.js";
import { Layout, plainSheet } from "../src/layout.js";
import { ruleIds } from "../src/rules.js";
import { percent, t } from "../src/strings.js";
import { ensure } from "./shared.mjs";

const action = (text, kind, more = {}) => ({ text, label: text, kind, seat: 0, rule: "", ...more });

/** A scene with two pieces, one of them chosen if asked for. */
function scene(actions, chosen) {
  const prompt = { text: "", rule: "", ...(chosen ? { piece: chosen } : {}) };
  return { prompt, actions, pieces: [{ id: "a", def: 0, at: "0101" }, { id: "b", def: 0, at: "0102" }], markers: [], panels: [] };
}

const drawn = () => true;

export const tests = [
  {
    name: "pure: an action attaches to its piece, and an action of the chosen piece to its place alone",
    async run() {
      const select = action("unit a", "select", { piece: "a" });
      const move = action("move 0103", "move", { piece: "a", place: "0103" });
      const end = action("end", "endphase");
      const free = offersOf(scene([select, end]), drawn);
      ensure(free.byPiece.get("a")?.[0] === select && free.free[0] === end, "piece and button");
      const chosen = offersOf(scene([move], "a"), drawn);
      ensure(!chosen.byPiece.size && chosen.byPlace.get("0103")?.[0] === move, "place alone");
      ensure(offersOf(scene([move], "a"), () => false).free.length === 1, "what is not drawn becomes a button");
    },
  },
  {
    name: "pure: a press on a place means the actions there, or those of the units there",
    async run() {
      const s = scene([action("unit a", "select", { piece: "a" }), action("attack 0102", "attack", { place: "0102" })]);
      const offers = offersOf(s, drawn);
      ensure(meant(offers, s, null, "0101")[0].text === "unit a", "the unit of the place");
      ensure(meant(offers, s, "b", "0102")[0].text === "attack 0102", "the place of an enemy");
      ensure(meant(offers, s, "b", "0199").length === 0, "nothing");
      ensure(leftToDo(offers) === 2, "two things could still act");
    },
  },
  {
    name: "pure: what is forbidden is asked for in the words of what is allowed",
    async run() {
      const move = scene([action("move 0103", "move", { place: "0103" })], "a");
      ensure(forbidden(offersOf(move, drawn), move, null, "0210")?.text === "move 0210", "another place");
      const select = scene([action("unit a", "select", { piece: "a" })]);
      ensure(forbidden(offersOf(select, drawn), select, "b", null)?.text === "unit b", "another unit");
      ensure(forbidden(offersOf(scene([]), drawn), scene([]), "b", "0101") === null, "nothing to go by");
    },
  },
  {
    name: "pure: typed text finds actions, exact ones first",
    async run() {
      const all = [action("move 0103", "move"), action("move 01", "move"), action("end", "done", { label: "End the phase" })];
      ensure(fitting(all, "move 01", 5)[0].text === "move 01", "exact first");
      ensure(fitting(all, "phase", 5)[0].text === "end", "labels count too");
    },
  },
  {
    name: "pure: the map knows what lies under a point and in a direction",
    async run() {
      const layout = new Layout(plainSheet(["0101", "0102", "0201", "0202"]));
      const place = layout.place("0102");
      ensure(place && layout.under(place.x + 3, place.y - 4)?.id === "0102", "under a point");
      ensure(layout.towards("0101", 0, 1)?.id === "0102", "down");
      ensure(layout.towards("0101", 1, 0)?.id === "0201", "right");
      ensure(layout.towards("0101", -1, 0) === null, "the edge");
      const s = scene([action("unit b", "select", { piece: "b" }), action("unit a", "select", { piece: "a" })]);
      ensure(actors(offersOf(s, drawn), s, layout).map((entry) => entry.piece).join() === "a,b", "units in reading order");
      const area = new Layout({ view: [0, 0, 100, 100], places: [{ id: "SEO", name: "Seoul", x: 20, y: 20, rings: [[0, 0, 50, 0, 50, 50, 0, 50]] }, { id: "INC", x: 80, y: 80, rings: [[50, 50, 100, 50, 100, 100, 50, 100]] }] });
      ensure(area.under(45, 5)?.id === "SEO" && area.under(60, 60)?.id === "INC", "areas by their outline");
      ensure(area.title("SEO") === "Seoul" && layout.title("0101") === "0101", "titles");
    },
  },
  {
    name: "pure: rule numbers, percentages and plurals",
    async run() {
      ensure(ruleIds("kb 7.53, kb 8.1", "kb").join("|") === "7.53|8.1", "prefixes go");
      ensure(percent(0.004) === "<1%" && percent(0.416) === "42%" && percent(0) === "0%", "percentages");
      ensure(t("map.holds", { n: 1 }) === "1 unit" && t("map.holds", { n: 3 }) === "3 units", "plurals");
    },
  },
];
