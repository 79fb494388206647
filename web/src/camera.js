// Pan and zoom: one transform on one element, changed at most once a frame. Mouse, touch, pen and wheel.

import { middle, span } from "./front.js";
import { motion } from "./settings.js";

/** Room left round points that are brought into view, in pixels. */
const MARGIN = 90;
/** Where nothing could be read, so much nearer than what can just be read, if there is room. */
const NEARER = 1.6;

/**
 * @typedef {{tap: (event: PointerEvent) => void, hover: (event: PointerEvent | null) => void,
 *   hold: (event: PointerEvent) => void, moved: () => void,
 *   grabs: (event: PointerEvent) => boolean, drag: (event: PointerEvent, begun: boolean) => void, drop: (event: PointerEvent, real: boolean) => void}} Listener
 */

export class Camera {
  /**
   * @param {HTMLElement} frame
   * @param {HTMLElement} world
   * @param {Listener} listener
   */
  constructor(frame, world, listener) {
    this.frame = frame;
    this.world = world;
    this.listener = listener;
    this.x = 0;
    this.y = 0;
    this.scale = 1;
    this.width = 1;
    this.height = 1;
    this.room = { width: 0, height: 0 };
    /** The largest scale. */
    this.nearest = 6;
    /** Room at the edges that is covered by panels, in pixels. */
    this.inset = { top: 0, right: 0, bottom: 0, left: 0 };
    /** @type {Map<number, {x: number, y: number}>} */
    this.pointers = new Map();
    this.dragged = false;
    /** Whether what the pointer drags is a piece and not the map. */
    this.grabbed = false;
    this.pinch = 0;
    this.queued = false;
    /** @type {number | undefined} */
    this.settling = undefined;
    /** @type {number | undefined} */
    this.holding = undefined;
    this.flight = 0;
    /** @type {{x: number, y: number, scale: number} | null} Where a flight that is under way will end. */
    this.goal = null;
    this.listen();
  }

  listen() {
    const frame = this.frame;
    frame.addEventListener("pointerdown", (event) => this.down(event));
    frame.addEventListener("pointermove", (event) => this.move(event));
    frame.addEventListener("pointerup", (event) => this.up(event, true));
    frame.addEventListener("pointercancel", (event) => this.up(event, false));
    frame.addEventListener("pointerleave", () => this.pointers.size || this.listener.hover(null));
    frame.addEventListener("wheel", (event) => this.wheel(event), { passive: false });
    new ResizeObserver(([entry]) => {
      const { width, height } = entry.contentRect;
      // What was in the middle of a window stays there when the window changes.
      if (this.room.width) {
        this.x += (width - this.room.width) / 2;
        this.y += (height - this.room.height) / 2;
      }
      this.room = { width, height };
      this.keep();
    }).observe(frame);
  }

  /**
   * @param {number} width
   * @param {number} height
   */
  setWorld(width, height) {
    this.width = width;
    this.height = height;
    this.world.style.width = `${width}px`;
    this.world.style.height = `${height}px`;
  }

  get free() {
    // Kept from the last resize: asking the page in every frame would make it lay itself out.
    const { width, height } = this.room.width ? this.room : { width: this.frame.clientWidth, height: this.frame.clientHeight };
    const { top, right, bottom, left } = this.inset;
    return { x: left, y: top, width: Math.max(80, width - left - right), height: Math.max(80, height - top - bottom) };
  }

  get least() {
    const { width, height } = this.free;
    return Math.min(width / this.width, height / this.height, 1) * 0.92;
  }

  /** The whole map. */
  fit() {
    const { x, y, width, height } = this.free;
    const scale = Math.min(width / this.width, height / this.height);
    this.flyTo(x + (width - this.width * scale) / 2, y + (height - this.height * scale) / 2, scale);
  }

  /**
   * Fills the window with the map: the first look at a board.
   * @param {number} cx
   * @param {number} cy
   * @param {number} scale
   */
  look(cx, cy, scale) {
    const { x, y, width, height } = this.free;
    this.stay();
    this.scale = Math.max(this.least, Math.min(this.nearest, scale));
    this.x = x + width / 2 - cx * this.scale;
    this.y = y + height / 2 - cy * this.scale;
    this.keep();
    // At once: a board that is just being put on the page must not show a frame from elsewhere first.
    this.place();
    this.settle();
  }

  /**
   * Brings a point into view, with as little movement as possible.
   * @param {number} wx
   * @param {number} wy
   * @param {number} [margin] in pixels
   */
  reveal(wx, wy, margin = 70) {
    const { x, y, width, height } = this.free;
    const end = this.goal ?? this;
    const px = wx * end.scale + end.x;
    const py = wy * end.scale + end.y;
    const mx = Math.min(margin, width / 3);
    const my = Math.min(margin, height / 3);
    const dx = px < x + mx ? x + mx - px : px > x + width - mx ? x + width - mx - px : 0;
    const dy = py < y + my ? y + my - py : py > y + height - my ? y + height - my - py : 0;
    if (dx || dy) this.flyTo(end.x + dx, end.y + dy, end.scale);
  }

  /**
   * Brings several points into view at once, if they are not: with as little change as possible, and nearer only where nothing could be read.
   * @param {{x: number, y: number}[]} points
   * @param {boolean} [centred] whether the view is put round them even where they could be seen
   * @param {number} [readable] the smallest scale that is worth looking at: where they do not fit, the first of them are shown
   */
  enclose(points, centred = false, readable = 0) {
    const small = (this.goal ?? this).scale < readable;
    if (!points.length || (!centred && !small && points.every((p) => this.inView(p.x, p.y)))) return;
    const { x, y, width, height } = this.free;
    const fits = (/** @type {{x: number, y: number}[]} */ some) => {
      const box = span(some);
      return Math.min((width - MARGIN * 2) / Math.max(1, box.width), (height - MARGIN * 2) / Math.max(1, box.height));
    };
    const scale = Math.max(this.least, Math.min(small ? readable * NEARER : (this.goal ?? this).scale, fits(points)), readable);
    // As many of them as there is room for, from the first on.
    let n = points.length;
    while (n > 1 && fits(points.slice(0, n)) < scale) n--;
    const at = middle(points.slice(0, n));
    this.flyTo(x + width / 2 - at.x * scale, y + height / 2 - at.y * scale, scale);
  }

  /**
   * Whether a point of the map can be seen, or will be when the map has come to rest.
   * @param {number} wx
   * @param {number} wy
   */
  inView(wx, wy) {
    const { x, y, width, height } = this.free;
    const end = this.goal ?? this;
    const px = wx * end.scale + end.x;
    const py = wy * end.scale + end.y;
    return px > x && px < x + width && py > y && py < y + height;
  }

  /**
   * @param {number} x
   * @param {number} y
   * @param {number} scale
   */
  flyTo(x, y, scale) {
    const from = { x: this.x, y: this.y, scale: this.scale };
    const flight = ++this.flight;
    this.goal = { x, y, scale };
    const length = motion() ? 240 : 0;
    const start = performance.now();
    const step = (/** @type {number} */ now) => {
      if (flight !== this.flight) return;
      const part = length ? Math.min(1, (now - start) / length) : 1;
      const ease = 1 - (1 - part) ** 3;
      this.x = from.x + (x - from.x) * ease;
      this.y = from.y + (y - from.y) * ease;
      this.scale = from.scale + (scale - from.scale) * ease;
      if (part >= 1) this.goal = null;
      this.keep();
      if (part < 1) requestAnimationFrame(step);
      else this.settle();
    };
    if (length) requestAnimationFrame(step);
    else step(start);
  }

  /** Ends a flight where it is. */
  stay() {
    this.flight++;
    this.goal = null;
  }

  /**
   * Zooms about a point of the frame.
   * @param {number} factor
   * @param {number} [px]
   * @param {number} [py]
   */
  zoom(factor, px, py) {
    this.stay();
    const free = this.free;
    const ax = px ?? free.x + free.width / 2;
    const ay = py ?? free.y + free.height / 2;
    const scale = Math.max(this.least, Math.min(this.nearest, this.scale * factor));
    const ratio = scale / this.scale;
    this.x = ax - (ax - this.x) * ratio;
    this.y = ay - (ay - this.y) * ratio;
    this.scale = scale;
    this.keep();
    this.settle();
  }

  /**
   * @param {number} dx
   * @param {number} dy
   */
  pan(dx, dy) {
    this.stay();
    this.x += dx;
    this.y += dy;
    this.keep();
  }

  /** Keeps some of the map in view, and draws soon. */
  keep() {
    const free = this.free;
    const slack = 0.35;
    const w = this.width * this.scale;
    const hgt = this.height * this.scale;
    const minX = free.x + Math.min(0, free.width - w) - free.width * slack;
    const maxX = free.x + Math.max(0, free.width - w) + free.width * slack;
    const minY = free.y + Math.min(0, free.height - hgt) - free.height * slack;
    const maxY = free.y + Math.max(0, free.height - hgt) + free.height * slack;
    this.x = Math.max(minX, Math.min(maxX, this.x));
    this.y = Math.max(minY, Math.min(maxY, this.y));
    if (this.queued) return;
    this.queued = true;
    requestAnimationFrame(() => {
      this.queued = false;
      this.place();
    });
  }

  place() {
    this.world.style.transform = `translate3d(${this.x}px, ${this.y}px, 0) scale(${this.scale})`;
    this.listener.moved();
  }

  /** After a change of scale the layer is drawn anew once, so that it is sharp again. */
  settle() {
    clearTimeout(this.settling);
    this.world.classList.add("moving");
    this.settling = setTimeout(() => this.world.classList.remove("moving"), 180);
  }

  /**
   * A point of the page as a point of the map.
   * @param {number} clientX
   * @param {number} clientY
   */
  toWorld(clientX, clientY) {
    const box = this.frame.getBoundingClientRect();
    return { x: (clientX - box.left - this.x) / this.scale, y: (clientY - box.top - this.y) / this.scale };
  }

  /**
   * A point of the map as a point of the frame.
   * @param {number} wx
   * @param {number} wy
   */
  toFrame(wx, wy) {
    return { x: wx * this.scale + this.x, y: wy * this.scale + this.y };
  }

  /** @param {PointerEvent} event */
  down(event) {
    if (event.button > 0 || isControl(event.target)) return;
    this.stay();
    this.pointers.set(event.pointerId, { x: event.clientX, y: event.clientY });
    if (this.pointers.size === 1) {
      this.dragged = false;
      this.grabbed = this.listener.grabs(event);
      this.start = { x: event.clientX, y: event.clientY };
      clearTimeout(this.holding);
      this.holding = setTimeout(() => this.hold(event), 550);
    } else {
      if (this.grabbed && this.dragged) this.listener.drop(event, false);
      this.grabbed = false;
      this.dragged = true;
      this.pinch = this.spread();
    }
  }

  /** @param {PointerEvent} event */
  hold(event) {
    if (this.dragged || this.pointers.size !== 1 || event.pointerType === "mouse") return;
    this.dragged = true;
    this.listener.hold(event);
  }

  /** @param {PointerEvent} event */
  move(event) {
    const last = this.pointers.get(event.pointerId);
    if (!last) {
      if (event.pointerType !== "touch") this.listener.hover(event);
      return undefined;
    }
    const dx = event.clientX - last.x;
    const dy = event.clientY - last.y;
    if (!this.dragged && this.start) {
      const far = Math.hypot(event.clientX - this.start.x, event.clientY - this.start.y);
      if (far < (event.pointerType === "mouse" ? 4 : 9)) return undefined;
      this.dragged = true;
      clearTimeout(this.holding);
      this.frame.setPointerCapture(event.pointerId);
      this.frame.classList.add("dragging");
      if (this.grabbed) this.listener.drag(event, true);
    }
    if (this.grabbed) {
      last.x = event.clientX;
      last.y = event.clientY;
      return this.listener.drag(event, false);
    }
    last.x = event.clientX;
    last.y = event.clientY;
    if (this.pointers.size === 1) this.pan(dx, dy);
    else this.pinched(dx, dy);
    return undefined;
  }

  /**
   * @param {number} dx
   * @param {number} dy
   */
  pinched(dx, dy) {
    const spread = this.spread();
    const points = [...this.pointers.values()];
    const box = this.frame.getBoundingClientRect();
    const cx = (points[0].x + points[1].x) / 2 - box.left;
    const cy = (points[0].y + points[1].y) / 2 - box.top;
    this.pan(dx / 2, dy / 2);
    if (this.pinch > 0) this.zoom(spread / this.pinch, cx, cy);
    this.pinch = spread;
  }

  spread() {
    const [a, b] = [...this.pointers.values()];
    return a && b ? Math.hypot(a.x - b.x, a.y - b.y) : 0;
  }

  /**
   * @param {PointerEvent} event
   * @param {boolean} real
   */
  up(event, real) {
    if (!this.pointers.delete(event.pointerId)) return;
    clearTimeout(this.holding);
    if (this.pointers.size) {
      this.pinch = this.spread();
      return;
    }
    this.frame.classList.remove("dragging");
    if (this.grabbed && this.dragged) this.listener.drop(event, real);
    else if (real && !this.dragged) this.listener.tap(event);
    this.dragged = false;
    this.grabbed = false;
  }

  /** @param {WheelEvent} event */
  wheel(event) {
    if (isControl(event.target)) return;
    event.preventDefault();
    const unit = event.deltaMode === 1 ? 16 : event.deltaMode === 2 ? 400 : 1;
    if (event.shiftKey) return this.pan(-(event.deltaX + event.deltaY) * unit, 0);
    const box = this.frame.getBoundingClientRect();
    const speed = event.ctrlKey ? 0.01 : 0.0016;
    const delta = Math.max(-240, Math.min(240, event.deltaY * unit));
    return this.zoom(Math.exp(-delta * speed), event.clientX - box.left, event.clientY - box.top);
  }
}

/** @param {EventTarget | null} target */
function isControl(target) {
  return target instanceof Element && target.closest("button, input, select, .control") !== null;
}
