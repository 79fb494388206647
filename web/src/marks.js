// What is drawn on the map beside the pieces: markers, the ways of the others, chances, one's own notes.

import { nationColours } from "./counters.js";
import { s } from "./dom.js";

/**
 * @typedef {import("./layout.js").Layout} Layout
 * @typedef {{x: number, y: number}} Point
 */

/**
 * A marker of the scene; several in one place stand side by side.
 * @param {import("./wire").Marker} marker
 * @param {Point} place
 * @param {number} k
 * @param {Layout} layout
 * @param {import("./server").GameEntry} game
 */
export function markerPicture(marker, place, k, layout, game) {
  const size = layout.counter * 0.36;
  const spread = layout.hex ? layout.size * 0.4 : layout.counter * 0.7;
  const x = place.x - spread + k * size * 1.08;
  const y = place.y - spread * 0.98;
  const nation = marker.side === null || marker.side === undefined ? "neutral" : (game.sides[marker.side]?.nation ?? "neutral");
  const colours = nationColours(nation);
  const group = s("g", { class: `marker marker-${marker.kind}`, transform: `translate(${x.toFixed(1)} ${y.toFixed(1)}) scale(${(size / 24).toFixed(3)})` }, s("title", {}, marker.title));
  group.append(...face(marker, colours));
  return group;
}

/**
 * @param {import("./wire").Marker} marker
 * @param {import("./counters.js").Colours} colours
 */
function face(marker, { ink, band, field }) {
  const picture = ["attack", "bombardment"].includes(marker.kind) ? "barrage" : marker.kind;
  const badge = { objective: "badge-victory", victory: "badge-victory" }[marker.kind] ?? `badge-${marker.kind}`;
  if (marker.kind === "control") {
    return [s("rect", { x: 1, y: 1, width: 22, height: 22, rx: 5, fill: band, stroke: "#fff", "stroke-width": 1.6 }),
      s("path", { d: "M8 20V5H18L15 9 18 13H8", fill: field, stroke: field, "stroke-width": 2, "stroke-linejoin": "round" })];
  }
  if (marker.label) {
    const width = Math.max(24, 8 + marker.label.length * 10);
    return [s("rect", { x: 0, y: 0, width, height: 24, rx: 5, fill: field, stroke: ink, "stroke-width": 2 }),
      s("rect", { x: 0, y: 19, width, height: 5, fill: band }),
      s("text", { class: "t", x: width / 2, y: 17, "font-size": 16, "text-anchor": "middle", color: ink }, marker.label)];
  }
  if (document.getElementById(badge)) return [s("circle", { cx: 12, cy: 12, r: 13.5, fill: band }), s("use", { href: `#${badge}`, width: 24, height: 24 })];
  if (document.getElementById(`unit-${picture}`)) {
    return [s("rect", { width: 26, height: 24, rx: 5, fill: field, stroke: band, "stroke-width": 2.5 }),
      s("g", { color: ink }, s("use", { href: `#unit-${picture}`, x: 3, y: 4, width: 20, height: 15 }))];
  }
  return [s("rect", { width: 24, height: 24, rx: 5, fill: field, stroke: band, "stroke-width": 3 }),
    s("text", { class: "t", x: 12, y: 18, "font-size": 16, "text-anchor": "middle", color: ink }, marker.kind.slice(0, 1).toUpperCase())];
}

/** Beyond so many arrows the numbers would hide the map. */
const NUMBERED = 40;

/**
 * What the others did: an arrow with a number for each piece that moved, a mark where they fought.
 * @param {import("./happened.js").Way[]} ways
 * @param {string[]} fights
 * @param {Layout} layout
 */
export function waysOf(ways, fights, layout) {
  const size = Math.max(layout.counter * 0.3, 5);
  const arrows = ways.flatMap(({ from, to }, k) => {
    const a = layout.place(from);
    const b = layout.place(to);
    if (!a || !b) return [];
    const d = `M${a.x} ${a.y}L${b.x} ${b.y}`;
    const number = ways.length <= NUMBERED ? [disc({ x: a.x + (b.x - a.x) * 0.36, y: a.y + (b.y - a.y) * 0.36 }, String(k + 1), size, "went-number")] : [];
    return [s("path", { class: "went-case", d }), s("path", { class: "went", d, "marker-end": "url(#arrow-quiet)" }), ...number];
  });
  return [...arrows, ...fights.flatMap((id) => fightMark(id, layout))];
}

/**
 * @param {string} id
 * @param {Layout} layout
 */
function fightMark(id, layout) {
  const at = layout.place(id);
  if (!at) return [];
  const r = layout.counter * 0.26;
  const h = r * 0.5;
  return [s("g", { class: "fought-here", transform: `translate(${(at.x + layout.counter * 0.5).toFixed(1)} ${(at.y - layout.counter * 0.5).toFixed(1)})` },
    s("circle", { r }), s("path", { d: `M${-h} ${-h}L${h} ${h}M${h} ${-h}L${-h} ${h}`, "stroke-width": r * 0.28 }))];
}

/**
 * @param {Point} at
 * @param {string} text
 * @param {number} size
 * @param {string} kind
 */
function disc(at, text, size, kind) {
  const width = size * (0.9 + text.length * 0.55);
  return s("g", { class: kind, transform: `translate(${at.x.toFixed(1)} ${at.y.toFixed(1)})` },
    s("rect", { x: -width / 2, y: -size * 0.68, width, height: size * 1.36, rx: size * 0.6 }),
    s("text", { y: size * 0.36, "font-size": size.toFixed(1), "text-anchor": "middle" }, text));
}

/**
 * The chances over places that can be attacked.
 * @param {import("./wire").Overlay | null} overlay
 * @param {Layout} layout
 */
export function badgesOf(overlay, layout) {
  return (overlay?.marks ?? []).flatMap((mark) => {
    const at = layout.place(mark.at);
    return at && mark.label ? [disc({ x: at.x, y: at.y - layout.counter * 0.66 }, mark.label, layout.counter * 0.26, "chance")] : [];
  });
}

/**
 * One's own notes: a slip on each place that has one.
 * @param {Record<string, string>} notes
 * @param {Layout} layout
 */
export function notesOf(notes, layout) {
  const scale = (layout.counter * 0.36) / 24;
  return Object.entries(notes).flatMap(([id, text]) => {
    const at = layout.place(id);
    if (!at) return [];
    const move = `translate(${(at.x + layout.counter * 0.3).toFixed(1)} ${(at.y + layout.counter * 0.24).toFixed(1)}) scale(${scale.toFixed(3)})`;
    return [s("g", { class: "note-mark", transform: move }, s("title", {}, text), s("path", { d: "M3 2h18v14l-6 6H3z" }), s("path", { class: "fold", d: "M21 16h-6v6M7 8h10M7 12h6" }))];
  });
}
