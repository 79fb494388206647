// Counters: a few `use` elements of the atlas's symbol sheet and the texts of a piece, in a field of 100 by 100.

import { h, s } from "./dom.js";
import { has, t } from "./strings.js";

/**
 * @typedef {import("./wire").Piece} Piece
 * @typedef {import("./wire").PieceDef} PieceDef
 * @typedef {{ink: string, field: string, band: string}} Colours
 */

/**
 * Statuses that share the drawing of another one.
 * @type {Record<string, string>}
 */
const BADGES = { attacker: "assault", "face-down": "hidden", advanced: "march", reduced: "replacement" };

/** @type {Map<string, Colours>} */
const colours = new Map();
/** @type {Promise<void> | null} */
let loading = null;

/** Puts the symbol sheet into the page, once. */
export function loadSymbols() {
  loading ??= fetchSheet();
  return loading;
}

async function fetchSheet() {
  const response = await fetch("/symbols.svg");
  if (!response.ok) return;
  const text = await response.text();
  const plain = text.replace(/style="fill:([^";]+);?"/g, 'fill="$1"').replace(/<style>[\s\S]*?<\/style>/g, "");
  const sheet = new DOMParser().parseFromString(plain, "image/svg+xml").documentElement;
  const holder = s("svg", { class: "symbols", "aria-hidden": "true", width: 0, height: 0 });
  for (const child of Array.from(sheet.children)) holder.appendChild(document.importNode(child, true));
  document.body.prepend(holder);
  for (const symbol of holder.querySelectorAll('symbol[id^="face-"]')) learnColours(symbol);
}

/**
 * The sheet is the only place that knows a nation's colours: they are read off its drawings.
 * @param {Element} face
 */
function learnColours(face) {
  const nation = face.id.slice(5);
  const back = document.getElementById(`back-${nation}`);
  const rects = face.querySelectorAll("rect");
  colours.set(nation, {
    ink: rects[rects.length - 1]?.getAttribute("stroke") ?? "#222",
    band: rects[0]?.getAttribute("fill") ?? "#666",
    field: back?.querySelector("[stroke-dasharray]")?.getAttribute("stroke") ?? "#fbf8ee",
  });
}

/** @param {string} nation @returns {Colours} */
export function nationColours(nation) {
  return colours.get(nation) ?? colours.get("neutral") ?? { ink: "#2a2620", field: "#fbf8ee", band: "#6b6355" };
}

/**
 * @param {string} id
 * @param {string} fallback
 */
function known(id, fallback) {
  return document.getElementById(id) ? `#${id}` : `#${fallback}`;
}

/**
 * @param {string} href
 * @param {number} x
 * @param {number} y
 * @param {number} width
 * @param {number} height
 */
function use(href, x, y, width, height) {
  return s("use", { href, x, y, width, height });
}

/**
 * The factors a piece shows now.
 * @param {PieceDef} def
 * @param {Piece} piece
 */
export function factors(def, piece) {
  return piece.factors ?? (piece.face === "back" ? (def.back ?? def.front) : def.front);
}

/**
 * A counter as a group of 100 by 100 units, its upper left corner at the origin.
 * @param {PieceDef} def
 * @param {Piece} piece
 * @returns {SVGElement}
 */
export function counter(def, piece) {
  const nation = document.getElementById(`face-${def.nation}`) ? def.nation : "neutral";
  const { ink, field } = nationColours(nation);
  const group = s("g", { class: "counter", color: ink }, s("rect", { class: "hit", width: 98, height: 98 }));
  if (piece.face === "hidden") group.append(use(`#back-${nation}`, 0, 0, 100, 100));
  else front(group, def, piece, nation, field);
  (piece.status ?? []).slice(0, 4).forEach((key, k) => group.append(badge(key, 70 - 30 * k)));
  if ((piece.count ?? 1) > 1) group.append(tally(piece.count ?? 1));
  return group;
}

/**
 * @param {SVGElement} group
 * @param {PieceDef} def
 * @param {Piece} piece
 * @param {string} nation
 * @param {string} field
 */
function front(group, def, piece, nation, field) {
  group.append(use(`#face-${nation}`, 0, 0, 100, 100));
  if (piece.face === "back") group.append(use(`#stripe-${nation}`, 0, 0, 100, 100));
  if (def.size && document.getElementById(`size-${def.size}`)) group.append(use(`#size-${def.size}`, 20, 5, 60, 12));
  const symbol = known(`unit-${def.symbol}`, "unit-unknown");
  const framed = document.getElementById(symbol.slice(1))?.querySelector(":scope > g > rect");
  if (framed) group.append(s("rect", { x: 25, y: 20.5, width: 50, height: 33.3, fill: field }));
  group.append(use(symbol, 23.3, 18.8, 53.3, 36.7));
  sideText(group, 12.5, def.left);
  sideText(group, 87.5, def.right);
  lowerText(group, factors(def, piece));
}

/**
 * @param {SVGElement} group
 * @param {number} x
 * @param {string} text
 */
function sideText(group, x, text) {
  const length = [...text].length;
  if (!length) return;
  const attributes =
    length <= 3
      ? { x, y: 43, "font-size": 16, textLength: length * 9.4 > 21 ? 21 : null }
      : { "font-size": 14.5, dy: 5, transform: `translate(${x} 40) rotate(${x < 50 ? -90 : 90})`, textLength: length > 5 ? 44 : null };
  group.append(s("text", { class: "t", "text-anchor": "middle", lengthAdjust: "spacingAndGlyphs", ...attributes }, text));
}

/**
 * @param {SVGElement} group
 * @param {string} text
 */
function lowerText(group, text) {
  if (!text) return;
  // Words are smaller than numbers: their letters would touch the edge.
  const size = /\d/.test(text) ? 36 : 30;
  let width = 0;
  for (const sign of text) width += ("-.()/ ".includes(sign) ? 0.34 : 0.6) * size;
  const textLength = width > 94 ? 94 : null;
  group.append(s("text", { class: "t", x: 50, y: 91, "font-size": size, "text-anchor": "middle", textLength, lengthAdjust: "spacingAndGlyphs" }, text));
}

/**
 * @param {string} status
 * @param {number} x
 */
function badge(status, x) {
  const key = BADGES[status] ?? status;
  if (document.getElementById(`badge-${key}`)) return use(`#badge-${key}`, x, -3, 31.7, 31.7);
  return s("g", { class: "badge", transform: `translate(${x + 16} 13)` },
    s("circle", { r: 15 }), s("text", { class: "t", "text-anchor": "middle", y: 7, "font-size": 20 }, key.slice(0, 1).toUpperCase()));
}

/**
 * How many pieces a counter stands for: on its upper left corner, where it hides neither factors nor status.
 * @param {number} count
 */
function tally(count) {
  const text = `×${count}`;
  const width = 14 + text.length * 13;
  return s("g", { class: "tally", transform: "translate(-9 -10)" },
    s("rect", { width, height: 32, rx: 8 }), s("text", { class: "t", x: width / 2, y: 25, "font-size": 25, "text-anchor": "middle" }, text));
}

/**
 * A counter as a picture of its own, for lists.
 * @param {PieceDef} def
 * @param {Piece} piece
 */
export function counterPicture(def, piece) {
  return s("svg", { class: "counter-picture", viewBox: "-10 -11 116 116", "aria-hidden": "true" }, counter(def, piece));
}

/**
 * What a piece is called.
 * @param {PieceDef} def
 * @param {Piece} piece
 */
export function pieceName(def, piece) {
  const name = piece.face === "hidden" ? `${def.name || def.id}` : def.name || def.id;
  return (piece.count ?? 1) > 1 ? `${t("units.count", { n: piece.count ?? 1 })} ${name}` : name;
}

/** @param {string} key */
export function statusWord(key) {
  return has(`status.${key}`) ? t(`status.${key}`) : key.replaceAll("-", " ");
}

/**
 * A piece in words: what a screen reader says and a list shows.
 * @param {PieceDef} def
 * @param {Piece} piece
 */
export function pieceWords(def, piece) {
  const words = [];
  if (piece.face === "hidden") words.push(t("status.hidden"));
  else {
    const value = factors(def, piece);
    if (value) words.push(/\d/.test(value) ? t("units.factors", { f: value }) : value);
    if (piece.face === "back") words.push(t("status.reduced"));
  }
  for (const key of piece.status ?? []) words.push(statusWord(key));
  return [...new Set(words)].join(", ");
}

/**
 * A side's mark: its nation's corner sign on its colour, so that it is not told by colour alone.
 * @param {string} nation
 */
export function sideMark(nation) {
  const key = document.getElementById(`face-${nation}`) ? nation : "neutral";
  return s("svg", { class: "side-mark", viewBox: "0 0 100 100", "aria-hidden": "true" }, use(`#face-${key}`, 0, 0, 100, 100));
}

/**
 * @param {import("./server").GameEntry} game
 * @param {number | null | undefined} side
 */
export function sideChip(game, side) {
  const info = side === null || side === undefined ? undefined : game.sides[side];
  return info ? h("span", { class: "chip" }, sideMark(info.nation), info.name) : h("span", { class: "chip" }, "–");
}
