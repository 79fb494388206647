// What is drawn over the map besides the pieces: where one can go, ways, marks, the cursor.

import { nationColours } from "./counters.js";
import { s } from "./dom.js";
import { badgesOf, markerPicture, notesOf, waysOf } from "./marks.js";

/**
 * @typedef {import("./wire").Scene} Scene
 * @typedef {import("./layout.js").Layout} Layout
 * @typedef {import("./actions.js").Offers} Offers
 */

/** So many places are outlined one by one. */
const FEW = 12;
/** From this share of all places on, what is lit up is nearly everything. */
const MOST = 0.4;

const LAYERS = ["overlay", "reach", "chosen-place", "markers", "moves", "pieces", "notes", "ways", "badges", "path", "cursor", "fan", "effects"];

export class Ink {
  /**
   * @param {import("./server").GameEntry} game
   * @param {Layout} layout
   */
  constructor(game, layout) {
    this.game = game;
    this.layout = layout;
    const [, , width, height] = layout.view;
    this.svg = s("svg", { class: "ink", viewBox: layout.view.join(" "), width, height, "aria-hidden": "true" }, s("defs", {}, arrowHead()));
    /** @type {Record<string, SVGElement>} */
    this.layer = Object.fromEntries(LAYERS.map((name) => [name, s("g", { class: `layer-${name}` })]));
    this.svg.append(...Object.values(this.layer));
    /** @type {string | null} The place of the keyboard's cursor. */
    this.cursor = null;
    /** @type {Map<string, string | undefined>} Where the way of the chosen unit to each place comes from. */
    this.ways = new Map();
    /** @type {Set<string>} The places that are lit up. */
    this.lit = new Set();
  }

  /**
   * @param {Scene} scene
   * @param {Offers} offers
   * @param {import("./gestures.js").Hand | null} hand
   */
  drawReach(scene, offers, hand) {
    const layer = this.layer.reach;
    layer.textContent = "";
    this.ways = new Map((scene.reach ?? []).map((reach) => [reach.at, reach.from]));
    const costs = new Map((scene.reach ?? []).map((reach) => [reach.at, reach.cost]));
    const places = hand?.places ?? offers.byPlace;
    const lit = [...places].filter(([id, actions]) => this.layout.place(id) && (hand || !said(scene, offers, id, actions)));
    this.lit = new Set(lit.map(([id]) => id));
    // Few places are outlined one by one; many are a region, and one that is most of the map is not shaded either.
    const many = this.layout.hex !== undefined && lit.length > FEW;
    layer.setAttribute("class", `layer-reach${many ? " many" : ""}${lit.length > this.layout.places.length * MOST ? " most" : ""}`);
    for (const [id, actions] of lit) layer.append(...this.offer(id, actions, costs.get(id)));
    if (many) layer.append(s("path", { class: "offer-edge", d: this.layout.edgeOf(this.lit) }));
    if (!offers.all.length) return;
    for (const [id, cost] of costs) {
      const place = this.layout.place(id);
      if (place && !places.has(id)) layer.append(this.label(place, cost, "cost pass"));
    }
    const about = scene.prompt.place ? this.layout.place(scene.prompt.place) : undefined;
    if (about) layer.append(s("path", { class: "about", d: this.layout.outline(about) }));
  }

  /**
   * A place that something can be done with.
   * @param {string} id
   * @param {import("./wire").SceneAction[]} actions
   * @param {string | undefined} toll
   */
  offer(id, actions, toll) {
    const place = this.layout.place(id);
    if (!place) return [];
    const kind = ["attack", "move"].find((k) => actions.some((a) => a.kind === k)) ?? (actions.every((a) => a.kind === "step") ? "step" : "other");
    const cost = toll ?? actions.find((a) => a.cost)?.cost;
    return [s("path", { class: `offer ${kind}`, d: this.layout.outline(place, 0.94) }), ...(cost ? [this.label(place, cost.replace(/\s*MPs?$/i, ""), "cost")] : [])];
  }

  /**
   * @param {{x: number, y: number}} place
   * @param {string} text
   * @param {string} kind
   */
  label(place, text, kind) {
    const size = this.layout.hex ? this.layout.size * 0.22 : this.layout.counter * 0.4;
    const y = place.y + (this.layout.hex ? this.layout.size * 0.43 : this.layout.counter * 0.9);
    return s("text", { class: `label ${kind}`, x: place.x, y, "font-size": size.toFixed(1) }, text);
  }

  /** @param {Scene} scene */
  drawMarkers(scene) {
    const layer = this.layer.markers;
    layer.textContent = "";
    /** @type {Map<string, number>} */
    const count = new Map();
    for (const marker of scene.markers) {
      const place = this.layout.place(marker.at);
      if (!place) continue;
      const k = count.get(marker.at) ?? 0;
      count.set(marker.at, k + 1);
      layer.append(markerPicture(marker, place, k, this.layout, this.game));
    }
  }

  /**
   * What the others did.
   * @param {import("./happened.js").Way[]} ways
   * @param {string[]} fights
   */
  showWays(ways, fights) {
    this.layer.ways.replaceChildren(...waysOf(ways, fights, this.layout));
  }

  /**
   * The chance over every place that can be attacked.
   * @param {import("./wire").Overlay | null} overlay
   */
  showBadges(overlay) {
    this.layer.badges.replaceChildren(...badgesOf(overlay, this.layout));
  }

  /** @param {Record<string, string>} notes */
  showNotes(notes) {
    this.layer.notes.replaceChildren(...notesOf(notes, this.layout));
  }

  /**
   * Points at a place: what a guided game waits for.
   * @param {string | null} place
   */
  point(place) {
    const at = place ? this.layout.place(place) : undefined;
    this.layer.effects.replaceChildren(...(at ? [s("path", { class: "pointing", d: this.layout.outline(at, 1.12) })] : []));
  }

  /** @param {{from: string, to: string}[]} moved */
  drawMoves(moved) {
    const layer = this.layer.moves;
    while (layer.childNodes.length > 24) layer.firstChild?.remove();
    for (const { from, to } of moved) {
      const a = this.layout.place(from);
      const b = this.layout.place(to);
      if (a && b) layer.append(s("path", { class: "last-move", d: `M${a.x} ${a.y}L${b.x} ${b.y}`, "marker-end": "url(#arrow-quiet)" }));
    }
  }

  forgetMoves() {
    this.layer.moves.textContent = "";
  }

  /**
   * What a press on a place would take, and the way of the chosen unit there.
   * @param {string | null} place
   */
  showPath(place) {
    const layer = this.layer.path;
    layer.textContent = "";
    const at = place && this.lit.has(place) ? this.layout.place(place) : undefined;
    if (at) layer.append(s("path", { class: "aimed", d: this.layout.outline(at, 0.94) }));
    if (!place || !this.ways.has(place)) return;
    const points = [];
    const been = new Set();
    for (let at = /** @type {string | undefined} */ (place); at && !been.has(at); at = this.ways.get(at)) {
      been.add(at);
      const spot = this.layout.place(at);
      if (spot) points.push(`${spot.x.toFixed(1)} ${spot.y.toFixed(1)}`);
    }
    if (points.length < 2) return;
    const d = `M${points.reverse().join("L")}`;
    layer.append(s("path", { class: "way-case", d }), s("path", { class: "way", d, "marker-end": "url(#arrow)" }));
  }

  /**
   * @param {string | null} place
   */
  showChosenPlace(place) {
    const layer = this.layer["chosen-place"];
    const at = place ? this.layout.place(place) : undefined;
    layer.replaceChildren(...(at ? [s("path", { class: "here", d: this.layout.outline(at) })] : []));
  }

  /**
   * The keyboard's cursor.
   * @param {string | null} place
   */
  showCursor(place) {
    this.cursor = place;
    const at = place ? this.layout.place(place) : undefined;
    this.layer.cursor.replaceChildren(
      ...(at ? [s("path", { class: "cursor-out", d: this.layout.outline(at, 1.04) }), s("path", { class: "cursor-in", d: this.layout.outline(at, 1.04) })] : []),
    );
    this.showPath(place);
  }

  /** @param {import("./wire").Overlay | null} overlay */
  showOverlay(overlay) {
    const layer = this.layer.overlay;
    layer.textContent = "";
    for (const mark of overlay?.marks ?? []) {
      const place = this.layout.place(mark.at);
      if (!place) continue;
      const nation = mark.side === null ? "neutral" : (this.game.sides[mark.side]?.nation ?? "neutral");
      const { band } = nationColours(nation);
      layer.append(s("path", { class: `mark side-${mark.side ?? "none"}`, d: this.layout.outline(place, 0.97), fill: band, stroke: band }));
      if (mark.label) layer.append(this.label({ x: place.x, y: place.y - this.layout.size * 0.2 }, mark.label, "mark-label"));
    }
  }
}

/**
 * Whether the pieces that stand in a place say all that can be done there: their frames are enough.
 * @param {Scene} scene
 * @param {Offers} offers
 * @param {string} id
 * @param {import("./wire").SceneAction[]} actions
 */
function said(scene, offers, id, actions) {
  return actions.every((action) => action.piece && offers.byPiece.has(action.piece) && scene.pieces.some((piece) => piece.id === action.piece && piece.at === id));
}

function arrowHead() {
  return ["arrow", "arrow-quiet"].map((id) =>
    s("marker", { id, viewBox: "0 0 10 10", refX: 6, refY: 5, markerWidth: 3.4, markerHeight: 3.4, orient: "auto-start-reverse" },
      s("path", { d: "M0 0L10 5L0 10Z", class: id })));
}
