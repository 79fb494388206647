// Elements without markup: everything is made by calls, so nothing that comes over the wire is ever parsed as HTML.

const SVG = "http://www.w3.org/2000/svg";

/**
 * @typedef {Node | string | number | null | undefined | false} Leaf
 * @typedef {Leaf | readonly (Leaf | readonly (Leaf | readonly (Leaf | readonly Leaf[])[])[])[]} Child
 */

/**
 * @param {Element} element
 * @param {readonly (Child | readonly Child[])[]} children
 */
function append(element, children) {
  for (const child of children) {
    if (child === null || child === undefined || child === false) continue;
    if (Array.isArray(child)) append(element, child);
    else if (child instanceof Node) element.appendChild(child);
    else element.appendChild(document.createTextNode(String(child)));
  }
}

/**
 * @param {Element} element
 * @param {Record<string, unknown>} attributes
 */
function dress(element, attributes) {
  for (const [key, value] of Object.entries(attributes)) {
    if (value === null || value === undefined || value === false) continue;
    if (key.startsWith("on")) element.addEventListener(key.slice(2), /** @type {EventListener} */ (value));
    else if (value === true) element.setAttribute(key, "");
    else element.setAttribute(key, String(value));
  }
}

/**
 * An HTML element. Attributes that begin with `on` are listeners.
 * @template {keyof HTMLElementTagNameMap} K
 * @param {K} tag
 * @param {Record<string, unknown>} [attributes]
 * @param {...Child} children
 * @returns {HTMLElementTagNameMap[K]}
 */
export function h(tag, attributes = {}, ...children) {
  const element = document.createElement(tag);
  dress(element, attributes);
  append(element, children);
  return element;
}

/** How often a picture is asked for again, and the first pause in milliseconds. */
const RETRIES = 12;
const RETRY_PAUSE = 700;

/** @type {WeakMap<HTMLImageElement, string>} The picture that each element is to show. */
const wanted = new WeakMap();

/**
 * Shows a picture that a busy server may still be drawing: it is asked for again for a while, and taken away if it never comes.
 * @param {HTMLImageElement} image
 * @param {string} source
 * @param {() => void} [failed]
 */
export function persistently(image, source, failed = () => image.remove()) {
  let tries = 0;
  wanted.set(image, source);
  image.onerror = () => {
    if (++tries > RETRIES) return failed();
    const again = `${source}${source.includes("?") ? "&" : "?"}try=${tries}`;
    setTimeout(() => { if (image.isConnected && wanted.get(image) === source) image.src = again; }, Math.min(5000, RETRY_PAUSE * 1.6 ** tries));
  };
  image.src = source;
  return image;
}

/**
 * An SVG element.
 * @param {string} tag
 * @param {Record<string, unknown>} [attributes]
 * @param {...Child} children
 * @returns {SVGElement}
 */
export function s(tag, attributes = {}, ...children) {
  const element = /** @type {SVGElement} */ (document.createElementNS(SVG, tag));
  dress(element, attributes);
  append(element, children);
  return element;
}

/**
 * Replaces the content of an element.
 * @param {Element} element
 * @param {...Child} children
 */
export function fill(element, ...children) {
  element.textContent = "";
  append(element, children);
}

/**
 * @template {Element} T
 * @param {string} selector
 * @param {ParentNode} [root]
 * @returns {T}
 */
export function must(selector, root = document) {
  const found = root.querySelector(selector);
  if (!found) throw new Error(`nothing matches ${selector}`);
  return /** @type {T} */ (found);
}

/** Icons of the page, as paths in a 24 by 24 field. */
const ICONS = {
  home: "M4 11 12 4l8 7M6 10v9h12v-9",
  menu: "M5 7h14M5 12h14M5 17h14",
  layers: "M12 4 3 9l9 5 9-5zM4.500 13 12 17l7.500-4M4.500 16.500 12 20.500l7.500-4",
  find: "M10.500 4a6.500 6.500 0 1 0 .1 0M15.500 15.500 21 21",
  undo: "M8 5 4 9l4 4M4.500 9H15a5 5 0 0 1 0 10h-4",
  redo: "m16 5 4 4-4 4M19.500 9H9a5 5 0 0 0 0 10h4",
  next: "M5 5v14l9-7zM18 5v14",
  skip: "M4 5v14l8-7zM12 5v14l8-7z",
  play: "M7 4v16l13-8z",
  pause: "M8 5v14M16 5v14",
  plus: "M12 5v14M5 12h14",
  minus: "M5 12h14",
  fit: "M4 9V4h5M15 4h5v5M20 15v5h-5M9 20H4v-5",
  close: "m6 6 12 12M18 6 6 18",
  link: "M10 14a4 4 0 0 0 5.700 0l3-3a4 4 0 0 0-5.700-5.700l-1 1M14 10a4 4 0 0 0-5.700 0l-3 3a4 4 0 0 0 5.700 5.700l1-1",
  help: "M9 9a3 3 0 1 1 4.500 2.600c-1 .6-1.500 1.200-1.500 2.400M12 18v.5",
  replay: "M5 12a7 7 0 1 0 2.500-5.400M5 4v4h4",
  save: "M12 4v10M8 10.500l4 4 4-4M5 19h14",
  open: "M12 15V4M8 8l4-4 4 4M5 19h14",
  settings: "M5 8h9M18 8h1M5 16h2M11 16h8M16 6v4M9 14v4",
  flag: "M6 21V4h11l-2 4 2 4H6",
  note: "M5 4h14v11l-5 5H5zM19 15h-5v5M9 9h6M9 13h3",
  chart: "M4 5h16v14H4zM4 10h16M10 5v14",
  back: "M19 5v14l-9-7zM6 5v14",
  forward: "M5 5v14l9-7zM18 5v14",
  check: "m5 12.500 4.500 4.500L19 7",
};

/**
 * @param {keyof typeof ICONS} name
 * @returns {SVGElement}
 */
export function icon(name) {
  return s("svg", { class: "icon", viewBox: "0 0 24 24", "aria-hidden": "true" }, s("path", { d: ICONS[name] }));
}

/**
 * A button with an icon and a name for everyone.
 * @param {keyof typeof ICONS} name
 * @param {string} label
 * @param {(event: MouseEvent) => void} onclick
 * @param {Record<string, unknown>} [attributes]
 */
export function iconButton(name, label, onclick, attributes = {}) {
  return h("button", { type: "button", class: "round", "aria-label": label, title: label, onclick, ...attributes }, icon(name));
}
