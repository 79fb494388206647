// The board for the keyboard and for ears: a cursor over the map and descriptions of what lies under it.

import { pieceName, pieceWords } from "./counters.js";
import { TABS } from "./panel.js";
import { closePopover } from "./popover.js";
import { announce } from "./notices.js";
import { settings } from "./settings.js";
import { t } from "./strings.js";

/** @typedef {import("./play.js").Play} Play */

/**
 * A place in words: name, what it costs, what can be done, who is there.
 * @param {Play} play
 * @param {string} id
 * @param {boolean} full
 */
export function describe(play, id, full) {
  const scene = play.session.shown.scene;
  const place = play.layout.place(id);
  const words = [play.looking.placeTitle(id)];
  if (place?.sea) words.push("sea");
  if (place?.terrain) words.push(place.terrain);
  if (full && place?.note) words.push(place.note);
  const reach = scene.reach?.find((r) => r.at === id);
  if (reach) words.push(t("map.cost", { cost: reach.cost }));
  const offers = (play.gestures.hand?.places.get(id) ?? play.offers.byPlace.get(id) ?? []).filter((action) => action.kind !== "step");
  for (const action of offers.slice(0, full ? 6 : 2)) words.push(action.label);
  const here = scene.pieces.filter((piece) => piece.at === id);
  if (here.length > 1) words.push(t("map.holds", { n: here.length }));
  for (const piece of here.slice(0, full ? 20 : 3)) {
    const def = play.session.sheet.pieces[piece.def];
    const can = play.offers.byPiece.has(piece.id) ? `, ${t("status.can-act")}` : "";
    words.push(full ? `${pieceName(def, piece)}, ${pieceWords(def, piece)}${can}` : `${pieceName(def, piece)}${can}`);
  }
  if (!here.length && !offers.length && !reach) words.push(t("map.nothing"));
  const note = play.notes.at(id);
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
 * @param {Play} play
 */
export function listenToKeys(play) {
  /** @param {KeyboardEvent} event */
  const pressed = (event) => {
    if (event.defaultPrevented || event.altKey || play.curtained) return;
    if (event.key === "Escape") return letGo(play, event);
    if (event.ctrlKey || event.metaKey) return history(play, event);
    if (isTyping(event.target)) return;
    const onBoard = event.target === play.board.element || event.target === document.body;
    if (onBoard && boardKey(play, event)) return event.preventDefault();
    if (settings.keys && letterKey(play, event)) event.preventDefault();
  };
  addEventListener("keydown", pressed);
  return () => removeEventListener("keydown", pressed);
}

/**
 * @param {Play} play
 * @param {KeyboardEvent} event
 */
function letGo(play, event) {
  if (closePopover()) return event.preventDefault();
  if (isTyping(event.target)) return /** @type {HTMLElement} */ (event.target).blur();
  play.letGo();
}

/**
 * @param {Play} play
 * @param {KeyboardEvent} event
 */
function history(play, event) {
  if (isTyping(event.target)) return;
  if (event.key === "z" && !event.shiftKey) void play.session.undo();
  else if (event.key === "y" || (event.key === "z" && event.shiftKey)) void play.session.redo();
  else return;
  event.preventDefault();
}

/**
 * @param {Play} play
 * @param {KeyboardEvent} event
 */
function boardKey(play, event) {
  const arrow = ARROWS[event.key];
  if (arrow && event.shiftKey) {
    play.board.camera.pan(-arrow[0] * 90, -arrow[1] * 90);
    return true;
  }
  if (arrow) {
    moveCursor(play, arrow);
    return true;
  }
  if ((event.key === "Enter" || event.key === " ") && play.board.ink.cursor) {
    const at = play.board.layout.place(play.board.ink.cursor);
    const spot = at && play.board.camera.toFrame(at.x - play.layout.view[0], at.y - play.layout.view[1]);
    const box = play.board.element.getBoundingClientRect();
    play.gestures.tap(null, play.board.ink.cursor, { x: (spot?.x ?? 0) + (box?.left ?? 0), y: (spot?.y ?? 0) + (box?.top ?? 0) }, event.shiftKey);
    return true;
  }
  return false;
}

/**
 * @param {Play} play
 * @param {[number, number]} direction
 */
function moveCursor(play, [dx, dy]) {
  const start = play.board.ink.cursor ?? play.looking.place ?? play.looking.firstActor();
  const next = play.board.ink.cursor ? play.layout.towards(start, dx, dy) : (start && play.layout.place(start)) || play.layout.towards(null, dx, dy);
  if (!next) return announce(t("map.edge"));
  play.board.ink.showCursor(next.id);
  play.board.sight.reveal(next.id);
  play.looking.inspect(next.id);
  announce(describe(play, next.id, false));
}

/**
 * @param {Play} play
 * @param {KeyboardEvent} event
 * @returns {boolean} whether the key meant something
 */
function letterKey(play, event) {
  const camera = play.board.camera;
  switch (event.key) {
    case "+": case "=": camera?.zoom(1.3); return true;
    case "-": camera?.zoom(1 / 1.3); return true;
    case "0": camera?.fit(); return true;
    case "n": case "N": play.looking.nextActor(event.key === "N" ? -1 : 1); return true;
    case "u": void play.session.undo(); return true;
    case "U": case "y": void play.session.redo(); return true;
    case "e": play.pressEnd(); return true;
    case "/": play.find(); return true;
    case "s": play.playback.skip(); return true;
    case "d": if (play.board.ink.cursor ?? play.looking.place) announce(describe(play, /** @type {string} */ (play.board.ink.cursor ?? play.looking.place), true)); return true;
    case "?": play.showKeys(); return true;
    case "r": play.happened.again(); return true;
    case "g": play.showGoal(); return true;
    case "1": case "2": case "3": case "4": case "5": play.panel.open(TABS[Number(event.key) - 1]); return true;
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
