// The games this browser knows, with the tokens of the chairs held here. A token is as good as a key:
// it lives in local storage and in the fragment of a link, never in an address that is sent.

const KEY = "p38.matches";

/**
 * @typedef {{seats: string[], kind: string, token?: string | null, invite?: string | null, mine?: boolean}} HeldChair
 * @typedef {{match: string, game: string, scenario: string, title: string, at: number,
 *   chairs: HeldChair[], spectator?: string, guide?: string, read?: number}} Known
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
 * The link that brings a friend to a chair: an invitation that works once.
 * @param {string} match
 * @param {HeldChair} chair
 */
export function invitation(match, chair) {
  return chair.invite ? inviteLink(match, chair.invite) : null;
}

/**
 * The link of a chair held here, or of the spectators.
 * @param {string} match
 * @param {string} token
 */
export function seatLink(match, token) {
  return `${location.origin}/play/${match}#${token}`;
}

/**
 * An invitation to a chair: it works once, and whoever follows it gets a token that nobody else has.
 * @param {string} match
 * @param {string} code
 */
export function inviteLink(match, code) {
  return `${location.origin}/play/${match}#i.${code}`;
}

/**
 * Remembers a match that was just made from another one, and goes to it.
 * @param {import("./server").Created} created
 * @param {import("./session.js").Session} session
 */
export function begin(created, session) {
  const before = recall(session.match);
  const own = new Set((before ? mine(before) : []).flatMap((chair) => chair.seats));
  // A rematch keeps the tokens of the chairs; anything else brings new ones.
  const chairs = created.chairs.map((chair, k) => ({
    ...chair,
    token: chair.token ?? before?.chairs[k]?.token,
    mine: chair.token ? chair.kind === "here" || chair.seats.some((seat) => own.has(seat)) : (before?.chairs[k]?.mine ?? false),
  }));
  const spectator = created.spectator ?? before?.spectator;
  const held = chairs.filter((chair) => chair.token || chair.invite || chair.kind === "computer");
  remember({ match: created.match, game: session.latest.game, scenario: session.latest.scenario, title: session.game.title, at: Date.now(), chairs: held, spectator });
  const token = held.find((chair) => chair.mine && chair.token)?.token ?? session.token;
  location.assign(seatLink(created.match, token));
}
