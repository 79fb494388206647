// What a person does on the page, for tests: start a game, press pieces and places, play on.

/**
 * From the lobby to a board: the first click chooses a scenario, the second starts it.
 * @param {import("playwright-core").Page} page
 * @param {string} address
 * @param {{game?: string, scenario?: string, seats?: Record<string, string>, curtain?: boolean}} [wish]
 */
export async function start(page, address, wish = {}) {
  await page.goto(address);
  const card = wish.game ? `.card[data-game="${wish.game}"]` : ".card";
  await page.click(`${card} .scenario${wish.scenario ? `[data-scenario="${wish.scenario}"]` : ""}`);
  for (const [seat, kind] of Object.entries(wish.seats ?? {})) await page.selectOption(`[data-seat="${seat}"]`, kind);
  if (wish.curtain === false) await page.uncheck(".seats .check input");
  await page.click(".set-up .primary");
  // A program that has just begun may still be drawing its maps.
  await page.waitForSelector(".board, .curtain", { timeout: 120_000 });
  await page.waitForSelector(".sentence, .ending, .curtain");
}

/**
 * Presses a piece that can act.
 * @param {import("playwright-core").Page} page
 * @param {number} [k]
 */
export async function pressPiece(page, k = 0) {
  // The computer may have moved since the pieces were counted.
  const n = await page.locator(".layer-pieces .piece.can").count();
  await press(page, ".layer-pieces .piece.can", n ? k % n : 0);
}

/**
 * Where something drawn on the map lies, once it has come to rest: the map may still be on its way to what it shows.
 * @param {import("playwright-core").Page} page
 * @param {string} selector
 * @param {number} [k]
 */
export async function spotOf(page, selector, k = 0) {
  const spot = await page.evaluate(async ([wanted, index]) => {
    const where = () => {
      const drawn = document.querySelectorAll(String(wanted))[Number(index)];
      if (!drawn) return null;
      // Where a pile is fanned out, a person presses the unit there.
      const element = document.querySelector(`.layer-fan [data-piece="${drawn.getAttribute("data-piece")}"]`) ?? drawn;
      const box = (element.querySelector(".counter") ?? element).getBoundingClientRect();
      const middle = { x: box.x + box.width / 2, y: box.y + box.height / 2 };
      return element instanceof SVGPathElement ? inside(element, box, middle) : middle;
    };
    // An area may bend round its own middle: then the first point of a grid over it that lies inside.
    const inside = (/** @type {SVGPathElement} */ path, /** @type {DOMRect} */ box, /** @type {{x: number, y: number}} */ middle) => {
      const back = path.getScreenCTM()?.inverse();
      const lies = (/** @type {{x: number, y: number}} */ p) => path.isPointInFill(new DOMPoint(p.x, p.y).matrixTransform(back));
      for (let k = 1; k < 81 && !lies(middle); k++) middle = { x: box.x + (box.width * (1 + (k % 9))) / 10, y: box.y + (box.height * (1 + Math.floor(k / 9))) / 10 };
      return middle;
    };
    const frames = () => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)));
    for (let before = where(); ;) {
      await frames();
      const now = where();
      if (now?.x === before?.x && now?.y === before?.y) return now;
      before = now;
    }
  }, [selector, k]);
  if (!spot) throw new Error(`nothing to press: ${selector} ${k}`);
  return spot;
}

/**
 * Presses the middle of something drawn on the map; what lies under a panel or out of sight is drawn into view first.
 * @param {import("playwright-core").Page} page
 * @param {string} selector
 * @param {number} [k]
 */
export async function press(page, selector, k = 0) {
  let spot = await spotOf(page, selector, k);
  for (let tries = 0; tries < 12; tries++) {
    const way = await page.evaluate(wayIntoView, spot);
    if (!way) break;
    // The result of a fight lies over the map and goes with it: whoever has read it lays it away.
    if (way === "result") {
      await page.locator(".battle.result .round").first().click({ timeout: 2000 }).catch(() => {});
      spot = await spotOf(page, selector, k);
      continue;
    }
    await page.mouse.move(way.from.x, way.from.y);
    await page.mouse.down();
    await page.mouse.move(way.to.x, way.to.y, { steps: 3 });
    await page.mouse.up();
    spot = await spotOf(page, selector, k);
  }
  await page.mouse.click(spot.x, spot.y);
}

/**
 * Runs in the page: how to drag the map so that a spot comes nearer to the middle of what is free of panels; nothing if
 * it can be pressed where it is, and "result" if the card of a fight that is over lies there.
 * @param {{x: number, y: number}} spot
 * @returns {null | "result" | {from: {x: number, y: number}, to: {x: number, y: number}}}
 */
function wayIntoView(spot) {
  const under = document.elementFromPoint(spot.x, spot.y);
  if (under?.closest(".board") && !under.closest(".overview, .control")) return null;
  if (under?.closest(".battle.result")) return "result";
  const board = document.querySelector(".board")?.getBoundingClientRect();
  const panel = document.querySelector(".panel")?.getBoundingClientRect();
  if (!board || !panel) return null;
  const beside = panel.width < innerWidth / 2;
  const free = { right: beside ? panel.left : board.right, bottom: beside ? board.bottom : panel.top };
  // The map is taken where no piece lies: that would be dragged instead.
  const spots = [...Array(63).keys()].map((k) => ({ x: board.left + ((free.right - board.left) * (1 + (k % 9))) / 10, y: board.top + ((free.bottom - board.top) * (1 + Math.floor(k / 9))) / 8 }));
  const bare = (/** @type {{x: number, y: number}} */ at) => {
    const there = document.elementFromPoint(at.x, at.y);
    return there?.closest(".board") && !there.closest("[data-piece], .overview, .control");
  };
  const from = spots.filter(bare).sort((a, b) => Math.hypot(a.x - innerWidth / 2, a.y - innerHeight / 2) - Math.hypot(b.x - innerWidth / 2, b.y - innerHeight / 2))[0] ?? spots[31];
  const least = (/** @type {number} */ d) => Math.max(-400, Math.min(400, d));
  const middle = { x: (board.left + free.right) / 2, y: (board.top + free.bottom) / 2 };
  return { from, to: { x: from.x + least(middle.x - spot.x), y: from.y + least(middle.y - spot.y) } };
}

/** How the page stands. @param {import("playwright-core").Page} page */
export function standing(page) {
  return page.evaluate(() => ({
    over: document.querySelector(".ending") !== null,
    curtain: document.querySelector(".curtain") !== null,
    mine: document.querySelector(".bar-who.mine") !== null && document.querySelector(".ending") === null,
    busy: document.querySelector(".play.busy") !== null || document.querySelector(".watching-moves") !== null,
    pieces: document.querySelectorAll(".layer-pieces .piece.can").length,
    offers: document.querySelectorAll(".layer-reach .offer").length,
    buttons: [...document.querySelectorAll(".prompt .act")].map((b) => b.textContent),
    menu: document.querySelectorAll(".popover .menu-item[data-action]").length,
    numbers: document.querySelectorAll(".popover .quantity .act").length,
    rows: document.querySelectorAll('.prompt .quantity [data-key^="more"]:not(:disabled)').length,
    ordered: document.querySelector('.prompt [data-key="order"]') !== null,
    pending: document.querySelector(".pending") !== null,
    sentence: document.querySelector(".sentence")?.textContent ?? "",
    chosen: document.querySelector(".piece.chosen")?.getAttribute("data-piece") ?? null,
    toast: document.querySelector(".toast")?.textContent ?? "",
    turn: document.querySelector(".bar-turn .long")?.textContent ?? "",
    results: document.querySelectorAll(".battle.result").length,
    version: document.querySelector(".play")?.getAttribute("data-version") ?? "",
  }));
}

/**
 * Waits until this page has something to decide, or the game is over.
 * @param {import("playwright-core").Page} page
 * @param {number} [timeout]
 * @param {boolean} [handOver] whether another player's turn will do too
 */
export async function ready(page, timeout = 30_000, handOver = false) {
  await page.waitForFunction((theirs) => {
    if (document.querySelector(".curtain, .ending")) return true;
    if (theirs && !document.querySelector(".play.busy, .bar-who.mine")) return true;
    return !document.querySelector(".play.busy, .watching-moves") && document.querySelector(".bar-who.mine") && document.querySelector(".prompt .act, .piece.can, .offer, .piece-button.can, .can-do");
  }, handOver, { timeout });
}

/** A source of chance that a failure can be repeated with. @param {number} seed */
export function chance(seed) {
  let state = seed >>> 0;
  return (/** @type {number} */ n) => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return Math.floor((state / 2 ** 32) * n);
  };
}

/**
 * Makes one decision through the page as a hasty person would: a unit, a place, or a button.
 * @param {import("playwright-core").Page} page
 * @param {(n: number) => number} dice
 * @param {{eager: number}} mood how many units it moves before it ends a phase; below zero it takes up nothing that it need not
 */
export async function decide(page, dice, mood) {
  const now = await standing(page);
  if (now.menu) return page.locator(".popover .menu-item[data-action]").nth(dice(now.menu)).click();
  if (now.numbers) return page.locator(".popover .quantity .act").nth(dice(now.numbers)).click();
  // Numbers are chosen in a few rows, then ordered.
  if (now.ordered && (!now.rows || dice(3) === 0)) return page.locator('.prompt [data-key="order"]').click();
  if (now.rows && mood.eager-- > 0) return page.locator('.prompt .quantity [data-key^="more"]:not(:disabled)').nth(dice(now.rows)).click();
  if (now.pending) return page.locator('.pending [data-key="commit"], .pending [data-key="end"]').first().click();
  if (now.offers && ((mood.eager >= 0 && dice(4) > 0) || !now.buttons.length)) {
    const before = await page.locator(".layer-reach .offer").count();
    return press(page, ".layer-reach .offer", dice(before));
  }
  if (now.pieces && (mood.eager-- > 0 || !now.buttons.length)) return pressPiece(page, dice(now.pieces));
  if (now.buttons.length) {
    const choices = page.locator(".prompt .act");
    // The advancing button stands last.
    const k = mood.eager > 0 ? dice(now.buttons.length) : now.buttons.length - 1;
    return choices.nth(k).click();
  }
  if (now.pieces) return pressPiece(page, dice(now.pieces));
  const boxed = page.locator(".piece-button.can, .can-do");
  if (!(await boxed.count())) await page.click("#tab-boxes");
  return boxed.first().click();
}

/**
 * Does something and waits until the page has answered: with a new version of the match, a question, or a word.
 * @param {import("playwright-core").Page} page
 * @param {() => Promise<unknown>} deed
 */
export async function stir(page, deed) {
  // Runs in the page: how it answers, or with an old answer whether there is a new one.
  const answer = (/** @type {string | null} */ old) => {
    const answers = ".popover, .pending, .ending, .curtain, .piece-button.chosen, .layer-pieces .chosen, .panel.high";
    const words = [".toast", ".prompt", ".tabs [aria-selected=true]"].map((part) => document.querySelector(part)?.textContent);
    const now = `${document.querySelector(".play")?.getAttribute("data-version")} ${document.querySelectorAll(answers).length} ${words.join(" ")}`;
    return old === null ? now : now !== old;
  };
  const before = await page.evaluate(answer, null);
  await deed();
  await page.waitForFunction(answer, before, { timeout: 1000 }).catch(() => {});
}

/** How a press complains that finds nothing. */
const GONE = /nothing to press/;

/** So many decisions in a row that change nothing are a dead end. */
const STUCK = 60;

/**
 * Plays on until the game is over or a test is satisfied.
 * @param {import("playwright-core").Page} page
 * @param {{seed?: number, most?: number, eager?: number, handOver?: boolean, until?: (now: Awaited<ReturnType<typeof standing>>) => boolean, stop?: string, wait?: number}} [how] stop: what ends it when it is seen
 */
export async function playOn(page, how = {}) {
  const dice = chance(how.seed ?? 38);
  let mood = { eager: how.eager ?? 3 };
  let turn = "";
  let last = { version: "", step: 0 };
  for (let step = 0; step < (how.most ?? 400); step++) {
    await ready(page, how.wait, how.handOver);
    const now = await standing(page);
    if (now.over || now.curtain || (how.handOver && !now.mine) || how.until?.(now) || (how.stop && (await page.locator(how.stop).count()))) return { steps: step, now };
    if (now.version !== last.version) last = { version: now.version, step };
    if (step - last.step > STUCK) throw new Error(`nothing goes on any more: ${JSON.stringify(now)}`);
    if (now.turn !== turn) mood = { eager: how.eager ?? 3 };
    turn = now.turn;
    // What was counted may be gone when it is pressed: the other side has answered meanwhile. The next look finds what is there.
    await stir(page, () => decide(page, dice, mood).catch((error) => { if (!GONE.test(String(error))) throw error; }));
  }
  throw new Error(`not finished after ${how.most ?? 400} decisions: ${JSON.stringify(await standing(page))}`);
}
