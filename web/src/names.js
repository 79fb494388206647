// The names of the whole map: shown while those on the drawing are too small to read, always at the same size on the screen.

import { s } from "./dom.js";

/** Below this scale a city's name on the drawing is smaller than six pixels. */
const FAR = 0.34;
/** Pixels of a letter on the screen. */
const LETTER = 11;

export class FarNames {
  /** @param {import("./layout.js").Layout} layout */
  constructor(layout) {
    this.scale = 0;
    this.names = layout.names;
    this.group = s("g", {
      class: "far-names", "aria-hidden": "true", "text-anchor": "middle", "dominant-baseline": "central", "font-family": "Arial, sans-serif",
      "font-weight": 700, "stroke-linejoin": "round", "paint-order": "stroke", fill: "#2b2620", stroke: "#f8f3e4", "pointer-events": "none", display: "none",
    }, ...this.names.map(({ text }) => s("text", {}, text)));
  }

  /** Follows the camera: texts change only with the scale. @param {number} scale */
  follow(scale) {
    if (Math.abs(scale - this.scale) < this.scale * 0.04) return;
    this.scale = scale;
    const shown = scale < FAR && this.names.length > 0;
    this.group.setAttribute("display", shown ? "inline" : "none");
    if (!shown) return;
    const size = LETTER / scale;
    this.group.setAttribute("font-size", size.toFixed(1));
    this.group.setAttribute("stroke-width", (size * 0.24).toFixed(1));
    this.makeRoom(size);
  }

  /** Where the map is so small that names would cover each other, the more important ones stay; each keeps by its place. @param {number} size */
  makeRoom(size) {
    /** @type {{ x: number, y: number, half: number }[]} */
    const kept = [];
    for (const [k, { text, of, ...name }] of this.names.entries()) {
      const share = size / name.size;
      const [x, y] = [of[0] + (name.x - of[0]) * share, of[1] + (name.y - of[1]) * share];
      const half = text.length * size * 0.33;
      const free = kept.every((other) => Math.abs(other.y - y) > size || Math.abs(other.x - x) > half + other.half);
      if (free) kept.push({ x, y, half });
      const line = /** @type {SVGElement} */ (this.group.children[k]);
      line.setAttribute("x", x.toFixed(1));
      line.setAttribute("y", y.toFixed(1));
      line.setAttribute("display", free ? "inline" : "none");
    }
  }
}
