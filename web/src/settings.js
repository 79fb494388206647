// What a person has set for this browser. Kept in local storage, never sent anywhere.

const KEY = "p38.settings";

const DEFAULTS = {
  /** How fast other players' moves are shown: 0 is at once. */
  speed: 1,
  motion: true,
  warnEnd: true,
  confirmDice: true,
  keys: true,
  notify: false,
  contrast: false,
  large: false,
  look: "standard",
  /** `light`, `dark`, or `auto` for what the system likes. */
  theme: "auto",
  /** Off on a telephone unless somebody wants them. */
  sounds: typeof matchMedia !== "undefined" && !touches(),
  /** Whether a scenario's briefing opens unasked before its first game. */
  brief: true,
  /** @type {string[]} The scenarios whose briefing was shown. */
  briefed: [],
};

/** @typedef {typeof DEFAULTS} Settings */

/** @type {Settings} */
export const settings = { ...DEFAULTS, ...read() };

/** @returns {Partial<Settings>} */
function read() {
  try {
    return JSON.parse(localStorage.getItem(KEY) ?? "{}") ?? {};
  } catch {
    return {};
  }
}

/** @type {Set<() => void>} */
const listeners = new Set();

/** @param {() => void} listener */
export function onSettings(listener) {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** @param {Partial<Settings>} change */
export function set(change) {
  Object.assign(settings, change);
  try {
    localStorage.setItem(KEY, JSON.stringify(settings));
  } catch {
    // A browser that keeps nothing still plays.
  }
  dress();
  for (const listener of listeners) listener();
}

/** Whether a finger points: nobody there has an Esc key. */
export function touches() {
  return matchMedia("(pointer: coarse)").matches;
}

/** Whether things may glide: the setting and what the system asks for. */
export function motion() {
  return settings.motion && !matchMedia("(prefers-reduced-motion: reduce)").matches;
}

/** Whether the page is dark: the setting, or what the system asks for. */
export function isDark() {
  if (settings.contrast) return false;
  return settings.theme === "dark" || (settings.theme === "auto" && matchMedia("(prefers-color-scheme: dark)").matches);
}

if (typeof matchMedia !== "undefined") matchMedia("(prefers-color-scheme: dark)").addEventListener("change", dress);

/** Puts the settings on the page. */
export function dress() {
  const root = document.documentElement;
  root.classList.toggle("contrast", settings.contrast);
  root.classList.toggle("large", settings.large);
  root.classList.toggle("still", !settings.motion);
  root.classList.toggle("dark", isDark());
}
