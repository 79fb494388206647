// One field that finds units, places and actions.

import { fitting } from "./actions.js";
import { counterPicture, pieceName } from "./counters.js";
import { fill, h } from "./dom.js";
import { closePopover, popover } from "./popover.js";
import { t } from "./strings.js";

/**
 * @param {import("./desk.js").Desk} desk
 * @param {{x: number, y: number} | Element} anchor
 */
export function openFind(desk, anchor) {
  const results = h("div", { class: "find-results", role: "group", "aria-label": t("find.title") });
  const field = h("input", { type: "search", "aria-label": t("find.hint"), placeholder: t("find.hint"), autocomplete: "off", spellcheck: "false" });
  field.addEventListener("input", () => list(desk, field.value, results));
  field.addEventListener("keydown", (event) => {
    if (event.key !== "Enter") return;
    // The press must not go on to whatever gets the focus next.
    event.preventDefault();
    const first = results.querySelector("button");
    if (first) first.click();
  });
  popover(anchor, t("find.title"), [field, results], { class: "find" });
  field.focus();
  list(desk, "", results);
}

/**
 * @param {import("./desk.js").Desk} desk
 * @param {string} typed
 * @param {HTMLElement} results
 */
function list(desk, typed, results) {
  const wanted = typed.trim().toLowerCase();
  const groups = [actions(desk, wanted), units(desk, wanted), places(desk, wanted)].filter((g) => g !== null);
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
 * @param {import("./desk.js").Desk} desk
 * @param {string} wanted
 */
function actions(desk, wanted) {
  const found = fitting(desk.offers.all, wanted, wanted ? 6 : 4);
  return group(t("find.actions"), found.map((action) => item([h("span", {}, action.label), h("code", {}, action.text)], () => desk.say("run", { action, direct: true }))));
}

/**
 * @param {import("./desk.js").Desk} desk
 * @param {string} wanted
 */
function units(desk, wanted) {
  if (!wanted) return null;
  const { sheet, shown } = desk.session;
  const found = shown.scene.pieces.filter((piece) => {
    const def = sheet.pieces[piece.def];
    return piece.face !== "hidden" && `${def.name} ${def.id} ${def.left} ${def.right}`.toLowerCase().includes(wanted);
  });
  return group(t("find.units"), found.slice(0, 8).map((piece) =>
    item([counterPicture(sheet.pieces[piece.def], piece), h("span", {}, pieceName(sheet.pieces[piece.def], piece)), h("small", {}, desk.title(piece.at))],
      () => desk.say("lookAt", piece.at))));
}

/**
 * @param {import("./desk.js").Desk} desk
 * @param {string} wanted
 */
function places(desk, wanted) {
  if (!wanted) return null;
  const found = desk.layout.places.filter((place) => place.id.toLowerCase().startsWith(wanted) || place.name?.toLowerCase().includes(wanted));
  return group(t("find.places"), found.slice(0, 8).map((place) => item([desk.title(place.id)], () => desk.say("lookAt", place.id))));
}
