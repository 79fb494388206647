// One field that finds units, places and actions.

import { fitting } from "./actions.js";
import { counterPicture, pieceName } from "./counters.js";
import { fill, h } from "./dom.js";
import { closePopover, popover } from "./popover.js";
import { t } from "./strings.js";

/**
 * @param {import("./play.js").Play} play
 * @param {{x: number, y: number} | Element} anchor
 */
export function openFind(play, anchor) {
  const results = h("div", { class: "find-results", role: "group", "aria-label": t("find.title") });
  const field = h("input", { type: "search", "aria-label": t("find.hint"), placeholder: t("find.hint"), autocomplete: "off", spellcheck: "false" });
  field.addEventListener("input", () => list(play, field.value, results));
  field.addEventListener("keydown", (event) => {
    if (event.key !== "Enter") return;
    // The press must not go on to whatever gets the focus next.
    event.preventDefault();
    const first = results.querySelector("button");
    if (first) first.click();
  });
  popover(anchor, t("find.title"), [field, results], { class: "find" });
  field.focus();
  list(play, "", results);
}

/**
 * @param {import("./play.js").Play} play
 * @param {string} typed
 * @param {HTMLElement} results
 */
function list(play, typed, results) {
  const wanted = typed.trim().toLowerCase();
  const groups = [actions(play, wanted), units(play, wanted), places(play, wanted)].filter((g) => g !== null);
  fill(results, groups.length ? groups : h("p", { class: "quiet" }, t("find.nothing")));
}

/**
 * @param {string} title
 * @param {HTMLElement[]} items
 */
function group(title, items) {
  return items.length ? h("section", {}, h("h3", {}, title), items) : null;
}

/**
 * @param {(Node | string)[]} content
 * @param {() => void} go
 */
function item(content, go) {
  return h("button", { type: "button", class: "find-item", onclick: () => { closePopover(); go(); } }, content);
}

/**
 * @param {import("./play.js").Play} play
 * @param {string} wanted
 */
function actions(play, wanted) {
  const found = fitting(play.offers.all, wanted, wanted ? 6 : 4);
  return group(t("find.actions"), found.map((action) => item([h("span", {}, action.label), h("code", {}, action.text)], () => play.gestures.run(action, true))));
}

/**
 * @param {import("./play.js").Play} play
 * @param {string} wanted
 */
function units(play, wanted) {
  if (!wanted) return null;
  const { sheet, shown } = play.session;
  const found = shown.scene.pieces.filter((piece) => {
    const def = sheet.pieces[piece.def];
    return piece.face !== "hidden" && `${def.name} ${def.id} ${def.left} ${def.right}`.toLowerCase().includes(wanted);
  });
  return group(t("find.units"), found.slice(0, 8).map((piece) =>
    item([counterPicture(sheet.pieces[piece.def], piece), h("span", {}, pieceName(sheet.pieces[piece.def], piece)), h("small", {}, play.looking.placeTitle(piece.at))],
      () => play.looking.showPlace(piece.at, true))));
}

/**
 * @param {import("./play.js").Play} play
 * @param {string} wanted
 */
function places(play, wanted) {
  if (!wanted) return null;
  const found = play.layout.places.filter((place) => place.id.toLowerCase().startsWith(wanted) || place.name?.toLowerCase().includes(wanted));
  return group(t("find.places"), found.slice(0, 8).map((place) => item([play.looking.placeTitle(place.id)], () => play.looking.showPlace(place.id, true))));
}
