// The overview map: where the pieces are and which part of the map is in view. A press goes there.

import { nationColours } from "./counters.js";
import { h, s } from "./dom.js";
import { t } from "./strings.js";

/** Pixels across: twice what it is shown with. */
const WIDTH = 352;
/** The largest height, in hundredths of the page. */
const TALLEST = 32;

export class Overview {
  /** @param {import("./board.js").Board} board */
  constructor(board) {
    this.board = board;
    const { view, body } = board.layout;
    // The map alone: what is printed below it is read elsewhere.
    this.part = { width: Math.min(view[2], body[0] - 2 * view[0]), height: Math.min(view[3], body[1] - 2 * view[1]) };
    const { width, height } = this.part;
    this.image = h("canvas", { "aria-hidden": "true", width: WIDTH, height: Math.round((WIDTH * height) / width) });
    this.dots = s("g", {});
    // A layer of its own: the map under it is not drawn again when it moves.
    this.window = h("div", { class: "window" });
    this.svg = s("svg", { viewBox: `${view[0]} ${view[1]} ${width} ${height}`, "aria-hidden": "true" }, this.dots);
    this.element = h("div", { class: "overview control", title: t("map.overview") }, this.image, this.svg, this.window);
    this.width = 0;
    this.size = "";
    new ResizeObserver(([entry]) => {
      this.width = entry.contentRect.width;
      this.follow();
    }).observe(this.element);
    this.element.style.aspectRatio = `${width} / ${height}`;
    this.element.style.maxWidth = `${(TALLEST * width) / height}vh`;
    this.element.addEventListener("pointerdown", (event) => this.go(event));
    this.element.addEventListener("pointermove", (event) => event.buttons && this.go(event));
  }

  /** The small picture of the map: a copy of the large one. @param {ImageBitmap} picture */
  setMap(picture) {
    const { width, height } = this.image;
    const pen = this.image.getContext("2d");
    if (pen) pen.imageSmoothingQuality = "high";
    const [, , whole, tall] = this.board.layout.view;
    pen?.drawImage(picture, 0, 0, (picture.width * this.part.width) / whole, (picture.height * this.part.height) / tall, 0, 0, width, height);
  }

  /** @param {PointerEvent} event */
  go(event) {
    const box = this.element.getBoundingClientRect();
    const camera = this.board.camera;
    if (!camera) return;
    event.preventDefault();
    camera.look(((event.clientX - box.left) / box.width) * this.part.width, ((event.clientY - box.top) / box.height) * this.part.height, camera.scale);
  }

  /**
   * @param {import("./wire").Scene} scene
   * @param {import("./wire").Sheet} sheet
   * @param {import("./server").GameEntry} game
   */
  draw(scene, sheet, game) {
    const { layout } = this.board;
    const r = layout.view[2] / 70;
    const dots = [];
    for (const piece of scene.pieces) {
      const at = layout.place(piece.at);
      if (!at) continue;
      const side = sheet.pieces[piece.def]?.side ?? 0;
      const { band } = nationColours(game.sides[side]?.nation ?? "neutral");
      dots.push(side === 0
        ? s("circle", { cx: at.x, cy: at.y, r, fill: band })
        : s("rect", { x: at.x - r, y: at.y - r, width: 2 * r, height: 2 * r, fill: band }));
    }
    this.dots.replaceChildren(...dots);
  }

  /** Follows the camera. */
  follow() {
    const camera = this.board.camera;
    if (!camera) return;
    const free = camera.free;
    const share = this.width / this.part.width / camera.scale;
    const size = `${(free.width * share).toFixed(1)} ${(free.height * share).toFixed(1)}`;
    if (size !== this.size) {
      this.size = size;
      this.window.style.width = `${free.width * share}px`;
      this.window.style.height = `${free.height * share}px`;
    }
    this.window.style.transform = `translate(${(free.x - camera.x) * share}px, ${(free.y - camera.y) * share}px)`;
  }
}
