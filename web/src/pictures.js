// Pictures of rules: a few hexes or areas with counters, drawn from a game's data.

import { counter } from "./counters.js";
import { h, s } from "./dom.js";

/**
 * @typedef {import("./wire").Picture} Picture
 * @typedef {{x: number, y: number}} Point
 */

/** From the middle of a cell to a corner. */
const R = 50;
const COUNTER = 56;

/**
 * Where the middle of a cell lies: hexes in columns, every second one half a hex lower; on a map whose hexes stand on a corner
 * the same, turned; areas in rows.
 * @param {string} cell
 * @param {"flat" | "pointed" | "area"} shape
 * @returns {Point}
 */
export function middleOf(cell, shape) {
  const column = cell.charCodeAt(0) - 65;
  const row = Number(cell.slice(1)) - 1;
  if (shape === "area") return { x: column * 2.1 * R, y: row * 2.1 * R };
  const along = column * 1.5 * R;
  const across = (row + (column % 2) / 2) * Math.sqrt(3) * R;
  return shape === "flat" ? { x: along, y: across } : { x: across, y: along };
}

/**
 * All cells of a picture.
 * @param {string} to the last one
 */
export function cellsTo(to) {
  const columns = to.charCodeAt(0) - 64;
  const rows = Number(to.slice(1));
  return Array.from({ length: columns * rows }, (_, k) => `${String.fromCharCode(65 + (k % columns))}${Math.floor(k / columns) + 1}`);
}

/** @param {Point} at @param {"flat" | "pointed" | "area"} shape */
function outline(at, shape) {
  if (shape === "area") return `M${at.x - R} ${at.y - R}h${2 * R}v${2 * R}h${-2 * R}z`;
  const turn = shape === "flat" ? 0 : Math.PI / 6;
  const corners = Array.from({ length: 6 }, (_, k) => `${(at.x + R * Math.cos(turn + (k * Math.PI) / 3)).toFixed(1)} ${(at.y + R * Math.sin(turn + (k * Math.PI) / 3)).toFixed(1)}`);
  return `M${corners.join("L")}z`;
}

/**
 * A way as an arrow that begins and ends beside the counters.
 * @param {Point[]} points
 * @param {boolean} barred
 * @param {boolean} met whether a counter stands at its end
 */
function way(points, barred, met) {
  const short = (/** @type {Point} */ from, /** @type {Point} */ to, /** @type {number} */ by) => {
    const length = Math.hypot(to.x - from.x, to.y - from.y) || 1;
    return { x: from.x + ((to.x - from.x) * by) / length, y: from.y + ((to.y - from.y) * by) / length };
  };
  const last = points.length - 1;
  const line = [short(points[0], points[1], 36), ...points.slice(1, last), short(points[last], points[last - 1], met ? 48 : barred ? 30 : 20)];
  const d = line.map((p, k) => `${k ? "L" : "M"}${p.x.toFixed(1)} ${p.y.toFixed(1)}`).join("");
  const end = line[line.length - 1];
  const before = line[line.length - 2];
  const turn = (Math.atan2(end.y - before.y, end.x - before.x) * 180) / Math.PI;
  const half = { x: (end.x + before.x) / 2, y: (end.y + before.y) / 2 };
  return s("g", { class: barred ? "picture-barred" : "picture-way" }, s("path", { class: "picture-case", d }), s("path", { class: "picture-line", d }),
    barred ? s("path", { class: "picture-cross", d: `M${half.x - 9} ${half.y - 9}l18 18m0 -18l-18 18` })
      : s("path", { class: "picture-head", d: "M12 0L-8 -9V9z", transform: `translate(${end.x.toFixed(1)} ${end.y.toFixed(1)}) rotate(${turn.toFixed(1)})` }));
}

/**
 * The counters of a cell: one in its middle, several leaning on each other.
 * @param {Picture} picture
 * @param {"flat" | "pointed" | "area"} shape
 */
function counters(picture, shape) {
  /** @type {Map<string, number>} */
  const laid = new Map();
  return (picture.counters ?? []).map((piece) => {
    const k = laid.get(piece.at) ?? 0;
    laid.set(piece.at, k + 1);
    const others = (picture.counters ?? []).filter((other) => other.at === piece.at).length - 1;
    const at = middleOf(piece.at, shape);
    const apart = (k - others / 2) * 22;
    const lift = picture.words?.[piece.at] ? -10 : 0;
    const def = { id: "", name: "", left: "", right: "", side: 0, back: piece.front ?? "", front: piece.front ?? "", nation: piece.nation, symbol: piece.symbol, size: piece.size ?? "" };
    const face = piece.reverse ? /** @type {const} */ ("back") : /** @type {const} */ ("front");
    return s("g", { transform: `translate(${at.x - COUNTER / 2 + apart} ${at.y - COUNTER / 2 + lift - (shape === "area" ? 0 : apart / 2)}) scale(${COUNTER / 100})` }, counter(def, { id: "", def: 0, at: "", face }));
  });
}

/**
 * A picture with its caption.
 * @param {Picture} picture
 * @param {import("./layout.js").Layout} layout
 */
export function pictureOf(picture, layout) {
  const shape = layout.hex ? (layout.hex.flat ? "flat" : "pointed") : "area";
  const cells = cellsTo(picture.to).map((cell) => ({ cell, at: middleOf(cell, shape) }));
  const width = Math.max(...cells.map(({ at }) => at.x)) + 2 * R + 8;
  const height = Math.max(...cells.map(({ at }) => at.y)) + 2 * R + 8;
  const points = (/** @type {string[]} */ way) => way.map((cell) => middleOf(cell, shape));
  const occupied = new Set((picture.counters ?? []).map((piece) => piece.at));
  const drawing = s("svg", { class: "picture", viewBox: `${-R - 4} ${-R - 4} ${width} ${height}`, role: "img", "aria-label": picture.caption },
    cells.map(({ cell, at }) => s("path", { class: `picture-cell ground-${picture.ground?.[cell] ?? "clear"}`, d: outline(at, shape) })),
    (picture.zone ?? []).map((cell) => s("path", { class: "picture-zone", d: outline(middleOf(cell, shape), shape) })),
    (picture.ways ?? []).map((cells) => way(points(cells), false, occupied.has(cells[cells.length - 1]))),
    counters(picture, shape),
    (picture.barred ?? []).map((cells) => way(points(cells), true, false)),
    Object.entries(picture.words ?? {}).map(([cell, word]) => {
      const at = middleOf(cell, shape);
      return s("text", { class: "picture-word", x: at.x, y: at.y + (occupied.has(cell) ? 33 : 34) }, word);
    }));
  drawing.style.maxWidth = `${Math.min(340, width * 0.72)}px`;
  return h("figure", { class: "picture-of" }, drawing, h("figcaption", { class: "quiet" }, picture.caption));
}
