// The games this browser knows, with the tokens of the chairs held here. A token is as good as a key:
// it lives in local storage and in the fragment of a link, never in an address that is sent.

const KEY = "p38.matches";

/**
 * @typedef {{seats: string[], kind: string, token?: string | null, mine?: boolean}} HeldChair
 * @typedef {{match: string, game: string, scenario: string, title: string, at: number,
 *   chairs: HeldChair[], spectator?: string, current?: string}} Known
 */

/** @returns {Known[]} Latest first. */
export function known() {
  try {
    const list = JSON.parse(localStorage.getItem(KEY) ?? "[]");
    return Array.isArray(list) ? list.sort((a, b) => b.at - a.at) : [];
  } catch {
    return [];
  }
}

/** @param {Known[]} list */
function write(list) {
  try {
    localStorage.setItem(KEY, JSON.stringify(list.slice(0, 100)));
  } catch {
    // A browser that keeps nothing still plays by its link.
  }
}

/** @param {string} match */
export function recall(match) {
  return known().find((k) => k.match === match);
}

/** @param {Known} entry */
export function remember(entry) {
  write([entry, ...known().filter((k) => k.match !== entry.match)]);
}

/** @param {string} match */
export function forget(match) {
  write(known().filter((k) => k.match !== match));
}

/**
 * The chairs whose player sits at this browser.
 * @param {Known} entry
 */
export function mine(entry) {
  return entry.chairs.filter((c) => c.token && c.mine);
}

/**
 * A seat link, as it is given to a friend.
 * @param {string} match
 * @param {string} token
 */
export function seatLink(match, token) {
  return `${location.origin}/play/${match}#${token}`;
}
