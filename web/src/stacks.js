// Several pieces in one place: how they lie on each other, and how they fan out.

import { counter } from "./counters.js";
import { s } from "./dom.js";

/**
 * @typedef {import("./wire").Piece} Piece
 * @typedef {import("./wire").PieceDef} PieceDef
 * @typedef {import("./layout.js").Layout} Layout
 * @typedef {import("./server").LayoutPlace} LayoutPlace
 * @typedef {{piece: Piece, x: number, y: number, size: number}} Laid
 */

/**
 * The pieces by place, in the order of the scene.
 * @param {Piece[]} pieces
 * @returns {Map<string, Piece[]>}
 */
export function byPlace(pieces) {
  /** @type {Map<string, Piece[]>} */
  const places = new Map();
  for (const piece of pieces) {
    const here = places.get(piece.at);
    if (here) here.push(piece);
    else places.set(piece.at, [piece]);
  }
  return places;
}

/**
 * Where the pieces of one place lie: a leaning stack in a hex, rows in an area and in a box on the sheet.
 * @param {Piece[]} pieces
 * @param {LayoutPlace} place
 * @param {Layout} layout
 * @returns {Laid[]}
 */
export function arrange(pieces, place, layout) {
  return layout.hex && place.terrain !== "box" ? lean(pieces, place, layout) : rows(pieces, place, layout);
}

/**
 * @param {Piece[]} pieces
 * @param {LayoutPlace} place
 * @param {Layout} layout
 */
function lean(pieces, place, layout) {
  const size = layout.counter;
  const step = Math.min(size * 0.09, (size * 0.3) / Math.max(1, pieces.length - 1));
  const middle = (pieces.length - 1) / 2;
  return pieces.map((piece, k) => ({
    piece,
    size,
    x: place.x - size / 2 + (k - middle) * step,
    y: place.y - size / 2 - (k - middle) * step,
  }));
}

/**
 * @param {Piece[]} pieces
 * @param {LayoutPlace} place
 * @param {Layout} layout
 */
function rows(pieces, place, layout) {
  const columns = pieces.length <= 3 ? pieces.length : Math.ceil(Math.sqrt(pieces.length * 1.4));
  const size = layout.counter * (pieces.length > 8 ? 0.72 : pieces.length > 4 ? 0.84 : 1);
  const step = size * 1.06;
  const lines = Math.ceil(pieces.length / columns);
  return pieces.map((piece, k) => {
    const line = Math.floor(k / columns);
    const inLine = line === lines - 1 ? pieces.length - columns * (lines - 1) : columns;
    return {
      piece,
      size,
      x: place.x - (inLine * step) / 2 + (k % columns) * step,
      y: place.y - (lines * step) / 2 + line * step,
    };
  });
}

/**
 * The pieces of all places as they lie. The rows of neighbouring areas move apart where they would cover each other.
 * @param {Map<string, Piece[]>} places
 * @param {Layout} layout
 * @returns {Map<string, Laid[]>}
 */
export function arrangeAll(places, layout) {
  /** @type {Map<string, Laid[]>} */
  const all = new Map();
  for (const [id, here] of places) {
    const place = layout.place(id);
    if (place) all.set(id, arrange(here, place, layout));
  }
  if (!layout.hex) apart([...all.values()], layout.counter * 0.8);
  return all;
}

/**
 * Moves heaps that overlap away from each other, each no further than it may.
 * @param {Laid[][]} heaps
 * @param {number} most
 */
function apart(heaps, most) {
  const boxes = heaps.map((heap) => {
    const [x, y] = [Math.min(...heap.map((laid) => laid.x)), Math.min(...heap.map((laid) => laid.y))];
    return { heap, x, y, home: [x, y], w: Math.max(...heap.map((laid) => laid.x + laid.size)) - x, h: Math.max(...heap.map((laid) => laid.y + laid.size)) - y };
  });
  const held = (/** @type {number} */ at, /** @type {number} */ home) => Math.max(home - most, Math.min(home + most, at));
  for (let round = 0; round < 6; round++) {
    for (const [k, a] of boxes.entries()) {
      for (const b of boxes.slice(k + 1)) {
        const over = [Math.min(a.x + a.w, b.x + b.w) - Math.max(a.x, b.x), Math.min(a.y + a.h, b.y + b.h) - Math.max(a.y, b.y)];
        if (over[0] <= 0 || over[1] <= 0) continue;
        const axis = over[0] < over[1] ? "x" : "y";
        const [size, d] = axis === "x" ? ["w", 0] : ["h", 1];
        const first = a[axis] + a[/** @type {"w" | "h"} */ (size)] / 2 < b[axis] + b[/** @type {"w" | "h"} */ (size)] / 2;
        const step = (over[d] / 2 + 0.5) * (first ? 1 : -1);
        a[axis] = held(a[axis] - step, a.home[d]);
        b[axis] = held(b[axis] + step, b.home[d]);
      }
    }
  }
  for (const { heap, x, y, home } of boxes) {
    for (const laid of heap) {
      laid.x += x - home[0];
      laid.y += y - home[1];
    }
  }
}

/**
 * A stack spread out beside its place, every piece to be seen and chosen.
 * @param {Piece[]} pieces
 * @param {PieceDef[]} defs
 * @param {LayoutPlace} place
 * @param {Layout} layout
 * @param {number} scale pixels to a unit of the map
 * @param {[number, number, number, number]} room what of the map is free to look at: left, top, width, height
 * @param {(piece: Piece) => string} classOf
 * @returns {SVGElement}
 */
export function fan(pieces, defs, place, layout, scale, room, classOf) {
  const size = Math.max(layout.counter, 46 / scale);
  const gap = size * 0.1;
  const columns = Math.max(1, Math.min(pieces.length, 6, Math.floor(room[2] / (size + gap))));
  const lines = Math.ceil(pieces.length / columns);
  const width = columns * (size + gap) + gap;
  const height = lines * (size + gap) + gap;
  const [left, top, sheetWidth, sheetHeight] = room;
  const reach = layout.hex ? layout.size * 0.5 : layout.counter * 0.6;
  let y = place.y - reach - height;
  if (y < top) y = place.y + reach;
  if (y + height > top + sheetHeight && place.y - reach - height > layout.view[1]) y = place.y - reach - height;
  const x = Math.max(left, Math.min(left + sheetWidth - width, place.x - width / 2));
  const group = s("g", { class: "fan-sheet", "data-fan": place.id });
  group.append(s("rect", { class: "fan-paper", x, y, width, height, rx: gap }));
  pieces.forEach((piece, k) => {
    const px = x + gap + (k % columns) * (size + gap);
    const py = y + gap + Math.floor(k / columns) * (size + gap);
    group.append(
      s("g", { class: `piece ${classOf(piece)}`, "data-piece": piece.id, transform: `translate(${px} ${py}) scale(${size / 100})` },
        halo(), counter(defs[piece.def], piece)),
    );
  });
  return group;
}

/** The frame that says "you can do this". */
export function halo() {
  return s("g", { class: "halo" },
    s("rect", { class: "halo-out", x: -7, y: -7, width: 112, height: 112, rx: 17 }),
    s("rect", { class: "halo-in", x: -7, y: -7, width: 112, height: 112, rx: 17 }));
}
