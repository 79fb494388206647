// The room of the map that panels leave free: the camera keeps what it shows there.

/** Below this width the panel is a sheet from below. */
export const NARROW = 760;

export class Room {
  /**
   * @param {import("./camera.js").Camera} camera
   * @param {import("./panel.js").Panel} panel
   * @param {HTMLElement} controls the buttons over the map
   */
  constructor(camera, panel, controls) {
    this.camera = camera;
    this.panel = panel;
    this.controls = controls;
    /** @type {Set<() => number>} How much of the map's top each of the things that may lie there covers on a telephone. */
    this.above = new Set();
  }

  /** Measures whenever something changes its size. */
  watch() {
    new ResizeObserver(() => this.measure()).observe(this.panel.prompt.element);
    addEventListener("resize", () => this.measure());
  }

  measure() {
    const { offsetWidth: aside, offsetHeight: high } = this.controls;
    const { element, isHigh } = this.panel;
    const covered = [...this.above].map((height) => height());
    this.camera.inset = innerWidth < NARROW
      ? { top: Math.max(high + 12, ...covered), right: 0, left: 0, bottom: Math.min(element.offsetHeight, innerHeight * (isHigh ? 0.45 : 0.62)) }
      : { top: 0, left: aside + 16, bottom: 0, right: element.offsetWidth + 16 };
    this.camera.keep();
    document.documentElement.style.setProperty("--sheet", `${element.offsetHeight}px`);
  }
}
