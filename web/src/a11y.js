// The board for the keyboard and for ears: a cursor over the map and descriptions of what lies under it.

import { pieceName, pieceWords } from "./counters.js";
import { announce } from "./notices.js";
import { closePopover } from "./popover.js";
import { settings } from "./settings.js";
import { t } from "./strings.js";

/**
 * @typedef {import("./desk.js").Desk} Desk
 * @typedef {import("./board.js").Board} Board
 */

/** The tabs of the panel, in order. @type {import("./desk.js").TabName[]} */
export const TABS = ["units", "log", "boxes", "charts", "rules"];

/**
 * A place in words: name, what it costs, what can be done, who is there.
 * @param {Desk} desk
 * @param {string} id
 * @param {boolean} full
 */
export function describe(desk, id, full) {
  const { scene, offers: on, page } = desk;
  const place = desk.layout.place(id);
  const words = [desk.title(id)];
  if (place?.sea) words.push("sea");
  if (place?.terrain) words.push(place.terrain);
  if (full && place?.note) words.push(place.note);
  const reach = scene.reach?.find((r) => r.at === id);
  if (reach) words.push(t("map.cost", { cost: reach.cost }));
  const offers = (page.hand?.places.get(id) ?? on.byPlace.get(id) ?? []).filter((action) => action.kind !== "step");
  for (const action of offers.slice(0, full ? 6 : 2)) words.push(action.label);
  const here = scene.pieces.filter((piece) => piece.at === id);
  if (here.length > 1) words.push(t("map.holds", { n: here.length }));
  for (const piece of here.slice(0, full ? 20 : 3)) {
    const def = desk.session.sheet.pieces[piece.def];
    const can = on.byPiece.has(piece.id) ? `, ${t("status.can-act")}` : "";
    words.push(full ? `${pieceName(def, piece)}, ${pieceWords(def, piece)}${can}` : `${pieceName(def, piece)}${can}`);
  }
  if (!here.length && !offers.length && !reach) words.push(t("map.nothing"));
  const note = page.notes[id];
  if (note) words.push(t("note.said", { note }));
  if (full) for (const marker of scene.markers) if (marker.at === id) words.push(marker.title);
  return `${words.join(". ")}.`;
}

const ARROWS = /** @type {Record<string, [number, number]>} */ ({
  ArrowUp: [0, -1], ArrowDown: [0, 1], ArrowLeft: [-1, 0], ArrowRight: [1, 0],
});

/** @param {EventTarget | null} target */
function isTyping(target) {
  return target instanceof HTMLElement && (target.isContentEditable || /^(INPUT|SELECT|TEXTAREA)$/.test(target.tagName));
}

/**
 * Listens to the keyboard for a match; gives back the way to stop.
 * @param {Desk} desk
 * @param {Board} board
 */
export function listenToKeys(desk, board) {
  /** @param {KeyboardEvent} event */
  const pressed = (event) => {
    if (event.defaultPrevented || event.altKey || desk.page.mode === "curtain") return;
    if (event.key === "Escape") return letGo(desk, event);
    if (event.ctrlKey || event.metaKey) return history(desk, event);
    if (isTyping(event.target)) return;
    const onBoard = event.target === board.element || event.target === document.body;
    if (onBoard && boardKey(desk, board, event)) return event.preventDefault();
    if (settings.keys && letterKey(desk, board, event)) event.preventDefault();
  };
  addEventListener("keydown", pressed);
  return () => removeEventListener("keydown", pressed);
}

/**
 * @param {Desk} desk
 * @param {KeyboardEvent} event
 */
function letGo(desk, event) {
  if (closePopover()) return event.preventDefault();
  if (isTyping(event.target)) return /** @type {HTMLElement} */ (event.target).blur();
  desk.say("letGo", undefined);
}

/**
 * @param {Desk} desk
 * @param {KeyboardEvent} event
 */
function history({ session }, event) {
  if (isTyping(event.target)) return;
  if (event.key === "z" && !event.shiftKey) void session.undo();
  else if (event.key === "y" || (event.key === "z" && event.shiftKey)) void session.redo();
  else return;
  event.preventDefault();
}

/**
 * @param {Desk} desk
 * @param {Board} board
 * @param {KeyboardEvent} event
 */
function boardKey(desk, board, event) {
  const arrow = ARROWS[event.key];
  if (arrow && event.shiftKey) {
    board.camera.pan(-arrow[0] * 90, -arrow[1] * 90);
    return true;
  }
  if (arrow) {
    moveCursor(desk, board, arrow);
    return true;
  }
  const { cursor } = board.ink;
  if ((event.key === "Enter" || event.key === " ") && cursor) {
    desk.say("tap", { piece: null, place: cursor, point: board.spotOf(cursor), own: event.shiftKey });
    return true;
  }
  return false;
}

/**
 * @param {Desk} desk
 * @param {Board} board
 * @param {[number, number]} direction
 */
function moveCursor(desk, board, [dx, dy]) {
  const { layout } = desk;
  const { cursor } = board.ink;
  const start = cursor ?? desk.page.place ?? desk.actors()[0]?.place ?? null;
  const next = cursor ? layout.towards(start, dx, dy) : (start && layout.place(start)) || layout.towards(null, dx, dy);
  if (!next) return announce(t("map.edge"));
  board.ink.showCursor(next.id);
  board.sight.reveal(next.id);
  desk.say("inspect", { place: next.id });
  announce(describe(desk, next.id, false));
}

/**
 * @param {Desk} desk
 * @param {Board} board
 * @param {KeyboardEvent} event
 * @returns {boolean} whether the key meant something
 */
function letterKey(desk, board, event) {
  const { camera } = board;
  const { session } = desk;
  const at = board.ink.cursor ?? desk.page.place;
  switch (event.key) {
    case "+": case "=": camera.zoom(1.3); return true;
    case "-": camera.zoom(1 / 1.3); return true;
    case "0": camera.fit(); return true;
    case "n": case "N": desk.say("nextActor", event.key === "N" ? -1 : 1); return true;
    case "u": void session.undo(); return true;
    case "U": case "y": void session.redo(); return true;
    case "e": desk.say("end", undefined); return true;
    case "/": desk.say("find", undefined); return true;
    case "s": desk.say("skip", undefined); return true;
    case "d": if (at) announce(describe(desk, at, true)); return true;
    case "?": desk.say("keys", undefined); return true;
    case "r": desk.say("playAgain", undefined); return true;
    case "g": desk.say("goal", undefined); return true;
    case "1": case "2": case "3": case "4": case "5": desk.say("tab", { tab: TABS[Number(event.key) - 1] }); return true;
    default: return false;
  }
}

/** The keys, for the list that explains them. */
export const KEYS = [
  ["← ↑ → ↓", "keys.arrows"],
  ["Shift + arrows", "keys.shift-arrows"],
  ["Enter", "keys.enter"],
  ["N, Shift + N", "keys.n"],
  ["Esc", "keys.esc"],
  ["U, Shift + U", "keys.u"],
  ["E", "keys.e"],
  ["/", "keys.slash"],
  ["+ − 0", "keys.zoom"],
  ["S", "keys.s"],
  ["D", "keys.d"],
  ["R", "keys.r"],
  ["G", "keys.g"],
  ["Shift + Enter", "keys.own-way"],
  ["1 to 5", "keys.tabs"],
  ["?", "keys.help"],
];
