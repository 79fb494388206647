// A picture of the map made of pixels: the browser moves it without drawing the map's lines anew. The drawing itself is shown when
// the map stands still and is so near that its pixels would show.

import { h } from "./dom.js";

/** Pixels of the largest picture that is kept. */
const MOST = 16_000_000;
/** How long the map stands still before the drawing returns. */
const REST = 220;

export class Still {
  /** @param {HTMLImageElement} image @param {number} width @param {number} height */
  constructor(image, width, height) {
    this.image = image;
    const share = Math.min(1, Math.sqrt(MOST / (width * height)));
    this.share = share;
    this.canvas = h("canvas", { class: "map", "aria-hidden": "true", width: Math.round(width * share), height: Math.round(height * share) });
    this.canvas.style.width = `${width}px`;
    this.canvas.style.height = `${height}px`;
    this.ready = false;
    /** @type {ReturnType<typeof setTimeout> | undefined} */
    this.resting = undefined;
    /** @type {((picture: ImageBitmap) => void) | null} Whoever wants a small copy of the picture. */
    this.copied = null;
    image.addEventListener("load", () => void this.take());
  }

  /** Takes the picture of the drawing that has just arrived. */
  async take() {
    this.ready = false;
    this.image.style.visibility = "";
    const { width, height } = this.canvas;
    const picture = await createImageBitmap(this.image, { resizeWidth: width, resizeHeight: height }).catch(() => null);
    if (!picture) return;
    this.copied?.(picture);
    this.canvas.getContext("bitmaprenderer")?.transferFromImageBitmap(picture);
    this.ready = true;
    this.follow(this.scale ?? 1);
  }

  /** Follows the camera. @param {number} scale */
  follow(scale) {
    this.scale = scale;
    if (!this.ready) return;
    if (this.image.style.visibility !== "hidden") this.image.style.visibility = "hidden";
    clearTimeout(this.resting);
    if (scale * devicePixelRatio > this.share * 1.05) this.resting = setTimeout(() => { this.image.style.visibility = ""; }, REST);
  }
}
