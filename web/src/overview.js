// The overview map: where the pieces are and which part of the map is in view. A press goes there.

import { nationColours } from "./counters.js";
import { h, s } from "./dom.js";
import { t } from "./strings.js";

export class Overview {
  /** @param {import("./board.js").Board} board */
  constructor(board) {
    this.board = board;
    const view = board.layout.view;
    this.image = h("img", { alt: "", draggable: "false" });
    this.dots = s("g", {});
    this.window = s("rect", { class: "window" });
    this.svg = s("svg", { viewBox: view.join(" "), "aria-hidden": "true" }, this.dots, this.window);
    this.element = h("div", { class: "overview control", title: t("map.overview") }, this.image, this.svg);
    this.element.style.aspectRatio = `${view[2]} / ${view[3]}`;
    this.element.addEventListener("pointerdown", (event) => this.go(event));
    this.element.addEventListener("pointermove", (event) => event.buttons && this.go(event));
  }

  /**
   * @param {string} map
   * @param {number} width
   * @param {number} height
   */
  setMap(map, width, height) {
    this.image.width = width;
    this.image.height = height;
    this.image.src = map;
    this.image.addEventListener("error", () => this.image.remove());
  }

  /** @param {PointerEvent} event */
  go(event) {
    const box = this.element.getBoundingClientRect();
    const camera = this.board.camera;
    if (!camera) return;
    event.preventDefault();
    camera.look(((event.clientX - box.left) / box.width) * camera.width, ((event.clientY - box.top) / box.height) * camera.height, camera.scale);
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
    const [vx, vy] = this.board.layout.view;
    const free = camera.free;
    const attributes = {
      x: (free.x - camera.x) / camera.scale + vx,
      y: (free.y - camera.y) / camera.scale + vy,
      width: free.width / camera.scale,
      height: free.height / camera.scale,
    };
    for (const [key, value] of Object.entries(attributes)) this.window.setAttribute(key, value.toFixed(1));
  }
}
