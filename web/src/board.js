// The board: the atlas's map, and over it one SVG with everything that changes.

import { Camera } from "./camera.js";
import { counter, nationColours } from "./counters.js";
import { h, s } from "./dom.js";
import { Overview } from "./overview.js";
import { motion } from "./settings.js";
import { arrange, byPlace, fan, halo } from "./stacks.js";
import { t } from "./strings.js";

/**
 * @typedef {import("./wire").Scene} Scene
 * @typedef {import("./wire").Sheet} Sheet
 * @typedef {import("./wire").Piece} Piece
 * @typedef {import("./layout.js").Layout} Layout
 * @typedef {import("./actions.js").Offers} Offers
 * @typedef {{group: SVGElement, look: string, at: string}} Drawn
 * @typedef {{tap: (piece: string | null, place: string | null, point: {x: number, y: number}) => void,
 *   hover: (place: string | null) => void,
 *   hold: (piece: string | null, place: string | null, point: {x: number, y: number}) => void}} BoardListener
 */

const LAYERS = ["overlay", "reach", "chosen-place", "markers", "moves", "pieces", "path", "cursor", "fan", "effects"];

export class Board {
  /**
   * @param {import("./server").GameEntry} game
   * @param {Sheet} sheet
   * @param {Layout} layout
   * @param {BoardListener} listener
   */
  constructor(game, sheet, layout, listener) {
    this.game = game;
    this.sheet = sheet;
    this.layout = layout;
    this.listener = listener;
    /** @type {Map<string, Drawn>} */
    this.drawn = new Map();
    /** @type {Map<string, Piece[]>} */
    this.places = new Map();
    /** @type {Scene | null} */
    this.scene = null;
    /** @type {Offers | null} */
    this.offers = null;
    /** @type {string | null} */
    this.fanned = null;
    /** @type {string | null} */
    this.hovered = null;
    /** @type {string | null} */
    this.cursor = null;
    this.build();
  }

  build() {
    const [, , width, height] = this.layout.view;
    this.image = h("img", { class: "map", alt: "", draggable: "false", decoding: "async", width, height });
    this.ink = s("svg", { class: "ink", viewBox: this.layout.view.join(" "), width, height, "aria-hidden": "true" },
      s("defs", {}, arrowHead()));
    /** @type {Record<string, SVGElement>} */
    this.layer = {};
    for (const name of LAYERS) {
      this.layer[name] = s("g", { class: `layer-${name}` });
      this.ink.append(this.layer[name]);
    }
    this.world = h("div", { class: "world" }, this.image, this.ink);
    const unfolding = h("p", { class: "unfolding-note", "aria-hidden": "true" }, t("loading"));
    this.element = h("div", { class: "board", tabindex: "0", role: "application", "aria-label": t("map.label"), id: "board" }, this.world, unfolding);
    this.camera = new Camera(this.element, this.world, {
      tap: (event) => this.tap(event),
      hover: (event) => this.hover(event),
      hold: (event) => this.hold(event),
      moved: () => this.overview?.follow(),
    });
    this.camera.setWorld(width, height);
    this.camera.nearest = 150 / this.layout.counter;
    this.image.addEventListener("load", () => {
      this.element?.classList.remove("unfolding");
      this.camera?.settle();
    });
    this.element.addEventListener("contextmenu", (event) => {
      event.preventDefault();
      this.hold(event);
    });
    this.overview = new Overview(this);
    this.element.append(this.overview.element);
  }

  /**
   * @param {string} map
   * @param {string} look
   */
  setMap(map, look) {
    const [, , width, height] = this.layout.view;
    const address = `/maps/${map}.svg?theme=${look}`;
    this.element?.classList.add("unfolding");
    this.image?.setAttribute("src", address);
    this.image?.addEventListener("error", () => this.element?.classList.replace("unfolding", "no-map"));
    this.overview?.setMap(address, width, height);
  }

  /** @param {PointerEvent | MouseEvent} event */
  placeAt(event) {
    const point = this.camera?.toWorld(event.clientX, event.clientY) ?? { x: 0, y: 0 };
    return this.layout.under(point.x + this.layout.view[0], point.y + this.layout.view[1])?.id ?? null;
  }

  /**
   * The piece and the place that an event is about. A pile's top hides those below: where only they can act, a press on
   * the pile means the place; fanned out, each is pressed by itself.
   * @param {PointerEvent | MouseEvent} event
   */
  aim(event) {
    const drawn = /** @type {Element} */ (event.target).closest?.("[data-piece]");
    const piece = drawn?.getAttribute("data-piece");
    if (!drawn || !piece) return { piece: null, place: this.placeAt(event) };
    const place = this.pieceById(piece)?.at ?? null;
    const can = (/** @type {string} */ id) => this.offers?.byPiece.has(id) ?? false;
    const hides = !drawn.closest("[data-fan]") && !can(piece) && (this.places.get(place ?? "") ?? []).some((other) => can(other.id));
    return { piece: hides ? null : piece, place };
  }

  /** @param {PointerEvent | MouseEvent} event */
  hold(event) {
    const { piece, place } = this.aim(event);
    this.listener.hold(piece, place, { x: event.clientX, y: event.clientY });
  }

  /** @param {PointerEvent} event */
  tap(event) {
    const { piece, place } = this.aim(event);
    if (event.pointerType === "touch" && place && place !== this.fanned) this.openFan(place);
    this.listener.tap(piece, place, { x: event.clientX, y: event.clientY });
  }

  /** @param {PointerEvent | null} event */
  hover(event) {
    const inFan = event && /** @type {Element} */ (event.target).closest?.("[data-fan]");
    const place = event && !inFan ? this.placeAt(event) : inFan ? this.fanned : null;
    if (this.fanned && place !== this.fanned) this.closeFan();
    if (place === this.hovered) return;
    this.hovered = place;
    this.showPath(place);
    this.listener.hover(place);
    clearTimeout(this.fanTimer);
    if (place && this.layout.hex && (this.places.get(place)?.length ?? 0) > 1) {
      this.fanTimer = setTimeout(() => this.hovered === place && this.openFan(place), 160);
    }
  }

  /** @param {string} id */
  pieceById(id) {
    return this.scene?.pieces.find((piece) => piece.id === id);
  }

  /** @param {string} place */
  openFan(place) {
    this.closeFan();
    const here = this.places.get(place) ?? [];
    const at = this.layout.place(place);
    if (here.length < 2 || !at || !this.layout.hex) return;
    this.fanned = place;
    this.layer?.fan.append(fan(here, this.sheet.pieces, at, this.layout, this.camera?.scale ?? 1, (piece) => this.classOf(piece)));
  }

  closeFan() {
    this.fanned = null;
    if (this.layer) this.layer.fan.textContent = "";
  }

  /** @param {Piece} piece */
  classOf(piece) {
    const words = [];
    if (this.offers?.byPiece.has(piece.id)) words.push("can");
    if (this.scene?.prompt.piece === piece.id) words.push("chosen");
    return words.join(" ");
  }

  /**
   * Draws a scene; pieces that changed place glide there.
   * @param {Scene} scene
   * @param {Offers} offers
   * @param {boolean} animate
   */
  render(scene, offers, animate) {
    const before = this.scene;
    const fanned = this.fanned;
    this.scene = scene;
    this.offers = offers;
    this.places = byPlace(scene.pieces);
    this.closeFan();
    const moved = this.drawPieces(animate && motion());
    this.drawReach(scene, offers);
    this.drawMarkers(scene);
    if (before && moved.length) this.drawMoves(moved);
    this.showPath(this.hovered);
    // Whoever takes several units from one pile need not fan it out anew for each; a chosen unit needs the room around it.
    if (fanned && fanned === this.hovered && !scene.prompt.piece) this.openFan(fanned);
    this.overview?.draw(scene, this.sheet, this.game);
    return moved;
  }

  /** @param {boolean} glide */
  drawPieces(glide) {
    /** @type {{from: string, to: string}[]} */
    const moved = [];
    const seen = new Set();
    const pieces = this.layer?.pieces;
    if (!pieces) return moved;
    for (const [id, here] of this.places) {
      const place = this.layout.place(id);
      if (!place) continue;
      for (const laid of arrange(here, place, this.layout)) {
        seen.add(laid.piece.id);
        const entry = this.drawPiece(laid, glide);
        if (entry.at !== id) {
          if (entry.at) moved.push({ from: entry.at, to: id });
          entry.at = id;
          pieces.append(entry.group);
        } else if (here.length > 1) pieces.append(entry.group);
      }
      if (here.length > 1 && this.layout.hex) this.dressStack(here);
    }
    for (const [id, entry] of this.drawn) {
      if (seen.has(id)) continue;
      this.drawn.delete(id);
      entry.group.remove();
    }
    return moved;
  }

  /**
   * @param {import("./stacks.js").Laid} laid
   * @param {boolean} glide
   */
  drawPiece({ piece, x, y, size }, glide) {
    const look = [piece.def, piece.face ?? "", piece.factors ?? "", piece.count ?? 1, (piece.status ?? []).join()].join("|");
    let entry = this.drawn.get(piece.id);
    if (!entry) {
      entry = { group: s("g", { "data-piece": piece.id }), look: "", at: "" };
      this.drawn.set(piece.id, entry);
    }
    if (entry.look !== look) {
      entry.group.replaceChildren(halo(), counter(this.sheet.pieces[piece.def], piece));
      entry.look = look;
    }
    entry.group.setAttribute("class", `piece ${this.classOf(piece)}${glide && entry.at ? " glide" : ""}`);
    entry.group.style.transform = `translate(${x.toFixed(1)}px, ${y.toFixed(1)}px) scale(${(size / 100).toFixed(4)})`;
    return entry;
  }

  /**
   * Only the top counter of a stack shows its face and texts in full; those below are edges.
   * @param {Piece[]} here
   */
  dressStack(here) {
    here.forEach((piece, k) => this.drawn.get(piece.id)?.group.classList.toggle("below", k < here.length - 1));
  }

  /**
   * @param {Scene} scene
   * @param {Offers} offers
   */
  drawReach(scene, offers) {
    const layer = this.layer?.reach;
    if (!layer) return;
    layer.textContent = "";
    const costs = new Map((scene.reach ?? []).map((reach) => [reach.at, reach.cost]));
    for (const [id, actions] of offers.byPlace) {
      const place = this.layout.place(id);
      if (!place) continue;
      const kind = actions.some((a) => a.kind === "attack") ? "attack" : actions.some((a) => a.kind === "move") ? "move" : "other";
      layer.append(s("path", { class: `offer ${kind}`, d: this.layout.outline(place, 0.94) }));
      const cost = costs.get(id) ?? actions.find((a) => a.cost)?.cost;
      if (cost) layer.append(this.label(place, cost.replace(/\s*MPs?$/i, ""), "cost"));
    }
    if (!offers.all.length) return;
    for (const [id, cost] of costs) {
      const place = this.layout.place(id);
      if (place && !offers.byPlace.has(id)) layer.append(this.label(place, cost, "cost pass"));
    }
    const about = scene.prompt.place ? this.layout.place(scene.prompt.place) : undefined;
    if (about) layer.append(s("path", { class: "about", d: this.layout.outline(about) }));
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
    const layer = this.layer?.markers;
    if (!layer) return;
    layer.textContent = "";
    /** @type {Map<string, number>} */
    const count = new Map();
    for (const marker of scene.markers) {
      const place = this.layout.place(marker.at);
      if (!place) continue;
      const k = count.get(marker.at) ?? 0;
      count.set(marker.at, k + 1);
      layer.append(this.marker(marker, place, k));
    }
  }

  /**
   * @param {import("./wire").Marker} marker
   * @param {{x: number, y: number}} place
   * @param {number} k
   */
  marker(marker, place, k) {
    const size = this.layout.counter * 0.36;
    const spread = this.layout.hex ? this.layout.size * 0.4 : this.layout.counter * 0.7;
    const x = place.x - spread + k * size * 1.08;
    const y = place.y - spread * 0.98;
    const nation = marker.side === null || marker.side === undefined ? "neutral" : (this.game.sides[marker.side]?.nation ?? "neutral");
    const { ink, band, field } = nationColours(nation);
    const group = s("g", { class: `marker marker-${marker.kind}`, transform: `translate(${x.toFixed(1)} ${y.toFixed(1)}) scale(${(size / 24).toFixed(3)})` },
      s("title", {}, marker.title));
    const picture = ["attack", "bombardment"].includes(marker.kind) ? "barrage" : marker.kind;
    const badge = { objective: "badge-victory", victory: "badge-victory" }[marker.kind] ?? `badge-${marker.kind}`;
    if (marker.kind === "control") {
      group.append(s("rect", { x: 1, y: 1, width: 22, height: 22, rx: 5, fill: band, stroke: "#fff", "stroke-width": 1.6 }),
        s("path", { d: "M8 20V5H18L15 9 18 13H8", fill: field, stroke: field, "stroke-width": 2, "stroke-linejoin": "round" }));
    } else if (marker.label) {
      const width = Math.max(24, 8 + marker.label.length * 10);
      group.append(s("rect", { x: 0, y: 0, width, height: 24, rx: 5, fill: field, stroke: ink, "stroke-width": 2 }),
        s("rect", { x: 0, y: 19, width, height: 5, fill: band }),
        s("text", { class: "t", x: width / 2, y: 17, "font-size": 16, "text-anchor": "middle", fill: ink }, marker.label));
    } else if (document.getElementById(badge)) {
      group.append(s("circle", { cx: 12, cy: 12, r: 13.5, fill: band }), s("use", { href: `#${badge}`, width: 24, height: 24 }));
    } else if (document.getElementById(`unit-${picture}`)) {
      group.append(s("rect", { width: 26, height: 24, rx: 5, fill: field, stroke: band, "stroke-width": 2.5 }),
        s("g", { color: ink }, s("use", { href: `#unit-${picture}`, x: 3, y: 4, width: 20, height: 15 })));
    } else {
      group.append(s("rect", { width: 24, height: 24, rx: 5, fill: field, stroke: band, "stroke-width": 3 }),
        s("text", { class: "t", x: 12, y: 18, "font-size": 16, "text-anchor": "middle", fill: ink }, marker.kind.slice(0, 1).toUpperCase()));
    }
    return group;
  }

  /** @param {{from: string, to: string}[]} moved */
  drawMoves(moved) {
    const layer = this.layer?.moves;
    if (!layer) return;
    while (layer.childNodes.length > 24) layer.firstChild?.remove();
    for (const { from, to } of moved) {
      const a = this.layout.place(from);
      const b = this.layout.place(to);
      if (a && b) layer.append(s("path", { class: "last-move", d: `M${a.x} ${a.y}L${b.x} ${b.y}`, "marker-end": "url(#arrow-quiet)" }));
    }
  }

  forgetMoves() {
    if (this.layer) this.layer.moves.textContent = "";
  }

  /**
   * The way of the chosen unit to a place.
   * @param {string | null} place
   */
  showPath(place) {
    const layer = this.layer?.path;
    if (!layer) return;
    layer.textContent = "";
    const reach = new Map((this.scene?.reach ?? []).map((r) => [r.at, r.from]));
    if (!place || !reach.has(place)) return;
    const points = [];
    const been = new Set();
    for (let at = /** @type {string | undefined} */ (place); at && !been.has(at); at = reach.get(at)) {
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
    const layer = this.layer?.["chosen-place"];
    const at = place ? this.layout.place(place) : undefined;
    layer?.replaceChildren(...(at ? [s("path", { class: "here", d: this.layout.outline(at) })] : []));
  }

  /**
   * The keyboard's cursor.
   * @param {string | null} place
   */
  showCursor(place) {
    this.cursor = place;
    const at = place ? this.layout.place(place) : undefined;
    this.layer?.cursor.replaceChildren(
      ...(at ? [s("path", { class: "cursor-out", d: this.layout.outline(at, 1.04) }), s("path", { class: "cursor-in", d: this.layout.outline(at, 1.04) })] : []),
    );
    this.showPath(place);
  }

  /** @param {import("./wire").Overlay | null} overlay */
  showOverlay(overlay) {
    const layer = this.layer?.overlay;
    if (!layer) return;
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

  /**
   * A word where something happens: a die, a result.
   * @param {string} place
   * @param {string} text
   * @param {number} ms
   */
  flash(place, text, ms) {
    const at = this.layout.place(place);
    if (!at || !this.layer) return;
    const size = Math.max(this.layout.counter * 0.34, 13 / (this.camera?.scale ?? 1));
    const width = Math.min(text.length, 34) * size * 0.56 + size;
    const shown = text.length > 34 ? `${text.slice(0, 33)}…` : text;
    const group = s("g", { class: "flash", transform: `translate(${at.x} ${at.y - this.layout.size * 0.62})` },
      s("rect", { x: -width / 2, y: -size * 1.15, width, height: size * 1.7, rx: size * 0.4 }),
      s("text", { "font-size": size.toFixed(1), "text-anchor": "middle" }, shown));
    this.layer.effects.append(s("path", { class: "pulse", d: this.layout.outline(at) }), group);
    const pulse = group.previousSibling;
    setTimeout(() => {
      group.remove();
      pulse?.remove();
    }, ms);
  }

  clearFlashes() {
    if (this.layer) this.layer.effects.textContent = "";
  }

  /**
   * Brings a place into view.
   * @param {string} place
   */
  reveal(place) {
    const at = this.layout.place(place);
    if (at) this.camera?.reveal(at.x - this.layout.view[0], at.y - this.layout.view[1]);
    return Boolean(at);
  }

  /**
   * Brings the nearest of some places into view, if none of them is.
   * @param {string[]} ids
   * @param {string | null} from
   */
  revealNearest(ids, from) {
    const camera = this.camera;
    const start = from ? this.layout.place(from) : undefined;
    const spots = ids.map((id) => this.layout.place(id)).filter((place) => place !== undefined);
    if (!camera || !start || !spots.length) return;
    const [vx, vy] = this.layout.view;
    if (spots.some((p) => camera.inView(p.x - vx, p.y - vy))) return;
    const far = (/** @type {{x: number, y: number}} */ p) => Math.hypot(p.x - start.x, p.y - start.y);
    this.reveal(spots.reduce((a, b) => (far(b) < far(a) ? b : a)).id);
  }

  /** The places of what can act. */
  actorSpots() {
    const ids = [...(this.offers?.byPlace.keys() ?? [])];
    for (const id of this.offers?.byPiece.keys() ?? []) ids.push(this.pieceById(id)?.at ?? "");
    return ids.map((id) => this.layout.place(id)).filter((place) => place !== undefined);
  }

  /** Where the first look goes: at the pieces, large enough to read. */
  firstLook() {
    const camera = this.camera;
    if (!camera) return;
    const spots = [...this.places.keys()].map((id) => this.layout.place(id)).filter((p) => p !== undefined);
    const [vx, vy, vw, vh] = this.layout.view;
    const { width, height } = camera.free;
    const xs = spots.length ? spots.map((p) => p.x - vx) : [0, vw];
    const ys = spots.length ? spots.map((p) => p.y - vy) : [0, vh];
    const margin = this.layout.size * 2.2;
    const spanX = Math.max(...xs) - Math.min(...xs) + margin;
    const spanY = Math.max(...ys) - Math.min(...ys) + margin;
    // Counters between 34 and 56 pixels wide, if that leaves some of the map to be seen.
    const span = Math.min(width / spanX, height / spanY);
    const readable = Math.min(34 / this.layout.counter, width / (this.layout.size * 5));
    const scale = Math.max(Math.min(span, 56 / this.layout.counter), readable);
    /** @type {(list: number[], start: number, whole: number, room: number) => number} */
    const middle = (list, start, whole, room) => {
      const at = (Math.max(...list) + Math.min(...list)) / 2;
      if (list.length === 0) return start + whole / 2;
      const half = room / scale / 2;
      return half * 2 >= whole ? start + whole / 2 : Math.max(start + half, Math.min(start + whole - half, at));
    };
    // Where not everything fits, what can act comes first.
    const actors = scale > span ? this.actorSpots() : [];
    if (actors.length) {
      xs.splice(0, Infinity, ...actors.map((p) => p.x - vx));
      ys.splice(0, Infinity, ...actors.map((p) => p.y - vy));
    }
    camera.look(middle(xs, -vx, this.layout.body[0], width), middle(ys, -vy, this.layout.body[1], height), scale);
  }
}

function arrowHead() {
  return ["arrow", "arrow-quiet"].map((id) =>
    s("marker", { id, viewBox: "0 0 10 10", refX: 6, refY: 5, markerWidth: 3.4, markerHeight: 3.4, orient: "auto-start-reverse" },
      s("path", { d: "M0 0L10 5L0 10Z", class: id })));
}
