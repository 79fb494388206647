// The board: the atlas's map, and over it one SVG with everything that changes.

import { NOTHING } from "./actions.js";
import { Camera } from "./camera.js";
import { h, persistently } from "./dom.js";
import { Handling } from "./handling.js";
import { Ink } from "./ink.js";
import { FarNames } from "./names.js";
import { Overview } from "./overview.js";
import { Pieces } from "./pieces.js";
import { motion } from "./settings.js";
import { Sight } from "./sight.js";
import { Still } from "./still.js";
import { t } from "./strings.js";

/**
 * @typedef {import("./wire").Scene} Scene
 * @typedef {import("./wire").Sheet} Sheet
 * @typedef {import("./layout.js").Layout} Layout
 * @typedef {import("./actions.js").Offers} Offers
 * @typedef {{x: number, y: number}} Point
 * @typedef {{tap: (piece: string | null, place: string | null, point: Point, own: boolean) => void,
 *   look: (place: string) => void,
 *   hover: (place: string | null) => void,
 *   hold: (piece: string | null, place: string | null, point: Point) => void,
 *   canLift: (piece: string, touch: boolean) => boolean,
 *   lift: (piece: string, point: Point) => void,
 *   carry: (point: Point) => void,
 *   drop: (place: string | null, point: Point) => void,
 *   moved: () => void}} BoardListener
 */

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
    /** @type {Scene | null} */
    this.scene = null;
    /** @type {Offers} */
    this.offers = NOTHING;
    /** @type {import("./page.js").Hand | null} */
    this.hand = null;
    const [, , width, height] = layout.view;
    this.image = h("img", { class: "map", alt: "", draggable: "false", decoding: "async", width, height });
    this.ink = new Ink(game, layout);
    this.far = new FarNames(layout);
    this.ink.svg.append(this.far.group);
    this.still = new Still(this.image, width, height);
    this.world = h("div", { class: "world" }, this.still.canvas, this.image, this.ink.svg);
    const unfolding = h("p", { class: "unfolding-note", "aria-hidden": "true" }, t("loading"));
    this.element = h("div", { class: "board", tabindex: "0", role: "application", "aria-label": t("map.label"), id: "board" }, this.world, unfolding);
    this.handling = new Handling(this, listener);
    this.pieces = new Pieces(this);
    this.camera = this.photograph(width, height);
    this.sight = new Sight(this);
    this.overview = new Overview(this);
    this.still.copied = (picture) => this.overview.setMap(picture);
    this.element.append(this.overview.element);
    this.listen();
  }

  /**
   * @param {number} width
   * @param {number} height
   */
  photograph(width, height) {
    const { handling } = this;
    const camera = new Camera(this.element, this.world, {
      tap: (event) => handling.tap(event),
      hover: (event) => handling.hover(event),
      hold: (event) => handling.ask(event),
      moved: () => this.moved(),
      grabs: (event) => handling.grabs(event),
      drag: (event, begun) => handling.drag(event, begun),
      drop: (event, real) => handling.drop(event, real),
    });
    camera.setWorld(width, height);
    camera.nearest = 150 / this.layout.counter;
    return camera;
  }

  moved() {
    this.overview?.follow();
    this.far.follow(this.camera?.scale ?? 1);
    this.pieces?.follow();
    this.listener.moved();
    this.still.follow(this.camera?.scale ?? 1);
  }

  listen() {
    this.image.addEventListener("load", () => {
      this.element.classList.remove("unfolding");
      this.camera.settle();
    });
    this.element.addEventListener("contextmenu", (event) => {
      event.preventDefault();
      this.handling.ask(event);
    });
  }

  /**
   * @param {string} map
   * @param {string} look
   */
  setMap(map, look) {
    const address = `/maps/${map}.svg?theme=${look}`;
    this.element.classList.add("unfolding");
    persistently(this.image, address, () => this.element.classList.replace("unfolding", "no-map"));
  }

  /**
   * Where a place lies on the screen.
   * @param {string} place
   */
  spotOf(place) {
    const at = this.layout.place(place);
    const spot = at ? this.camera.toFrame(at.x - this.layout.view[0], at.y - this.layout.view[1]) : { x: 0, y: 0 };
    const box = this.element.getBoundingClientRect();
    return { x: spot.x + box.left, y: spot.y + box.top };
  }

  /** @param {string} id */
  pieceById(id) {
    return this.scene?.pieces.find((piece) => piece.id === id);
  }

  /**
   * Draws a scene; pieces that changed place glide there.
   * @param {Scene} scene
   * @param {Offers} offers
   * @param {boolean} animate
   */
  render(scene, offers, animate) {
    const { pieces, ink } = this;
    const { hovered } = this.handling;
    const { fanned } = pieces;
    this.scene = scene;
    this.offers = offers;
    this.hand = null;
    pieces.clearFan();
    const moved = pieces.render(scene.pieces, animate && motion());
    ink.drawReach(scene, offers, null);
    ink.drawMarkers(scene);
    ink.showPath(hovered);
    // Whoever takes several units from one pile need not fan it out anew for each; a chosen unit needs the room around it.
    if (fanned && fanned === hovered && !scene.prompt.piece) pieces.openFan(fanned);
    pieces.closeFan();
    this.overview.draw(scene, this.sheet, this.game);
    return moved;
  }

  /**
   * Lights up where the unit in hand can be laid down; without one, what is on offer.
   * @param {import("./page.js").Hand | null} hand
   */
  hold(hand) {
    this.hand = hand;
    if (!this.scene) return;
    this.pieces.dress();
    this.pieces.closeFan();
    this.ink.drawReach(this.scene, this.offers, hand);
  }

  /**
   * Points at a place, and at a piece in its pile: what a guided game waits for.
   * @param {string | null} place
   * @param {string | null} piece
   */
  point(place, piece) {
    this.pieces.pin(piece);
    this.pieces.dress();
    this.ink.point(place);
  }
}
