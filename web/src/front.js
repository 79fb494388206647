// Where the action is: what a view of the board should show when nobody has chosen one.

/**
 * @typedef {{x: number, y: number}} Spot
 * @typedef {Spot & {side: number, can: boolean}} Stand where a piece stands, whose it is, and whether it can act
 * @typedef {Spot & {weight: number}} Weighed
 */

/** Round so many spots a window is tried. */
const TRIED = 200;

/**
 * What is worth looking at: pieces that can act and the enemy beside them most, then whatever stands face to face, then
 * what can act elsewhere; everything where nothing of that is to be seen.
 * @param {Stand[]} stands
 * @param {number | null} side whose eyes look; none for somebody who only watches
 * @param {number} near how far apart two pieces are that stand face to face
 * @returns {Weighed[]}
 */
export function front(stands, side, near) {
  const acting = stands.some((stand) => stand.can);
  const own = (/** @type {Stand} */ stand) => (acting ? stand.can : side === null || stand.side === side);
  const faces = (/** @type {Stand} */ a) => stands.some((b) => b.side !== a.side && (own(a) || own(b)) && Math.hypot(a.x - b.x, a.y - b.y) <= near);
  const weighed = stands.map((stand) => ({ x: stand.x, y: stand.y, weight: faces(stand) ? (own(stand) ? 4 : 3) : acting && own(stand) ? 1 : 0 }));
  const some = weighed.filter((spot) => spot.weight > 0);
  if (some.length) return some;
  return stands.filter((stand) => !stands.some(own) || own(stand)).map(({ x, y }) => ({ x, y, weight: 1 }));
}

/**
 * The middle of the window of a size that holds the most.
 * @param {Weighed[]} spots at least one
 * @param {number} width
 * @param {number} height
 * @returns {Spot}
 */
export function bestWindow(spots, width, height) {
  const held = (/** @type {Spot} */ at) => spots.filter((spot) => Math.abs(spot.x - at.x) <= width / 2 && Math.abs(spot.y - at.y) <= height / 2);
  const sum = (/** @type {Weighed[]} */ some) => some.reduce((total, spot) => total + spot.weight, 0);
  // Round each spot, and with each spot at an edge or a corner: a line of units fits that no window round one of them holds.
  const shifts = [0, -0.48, 0.48].flatMap((dx) => [0, -0.48, 0.48].map((dy) => ({ dx: dx * width, dy: dy * height })));
  let best = { most: -1, held: spots };
  // Of very many spots some are tried: their neighbours would give the same.
  const each = Math.ceil(spots.length / TRIED);
  for (const spot of spots.filter((_, k) => k % each === 0)) {
    for (const { dx, dy } of shifts) {
      const some = held({ x: spot.x + dx, y: spot.y + dy });
      const most = sum(some);
      if (most > best.most) best = { most, held: some };
    }
  }
  return middle(best.held);
}

/** The middle of what some spots span. @param {Spot[]} spots @returns {Spot} */
export function middle(spots) {
  const { left, top, width, height } = span(spots);
  return { x: left + width / 2, y: top + height / 2 };
}

/** What some spots span. @param {Spot[]} spots */
export function span(spots) {
  const xs = spots.map((spot) => spot.x);
  const ys = spots.map((spot) => spot.y);
  const [left, top] = [Math.min(...xs), Math.min(...ys)];
  return { left, top, width: Math.max(...xs) - left, height: Math.max(...ys) - top };
}
