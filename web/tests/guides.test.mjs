// Guided games, card by card, as a newcomer goes through them: what the card points at is pressed, and nothing else. With `P38_TELEPHONE=1` on a
// telephone; `P38_CARDS` names a folder for a picture of every card.

import { TELEPHONE } from "./host.mjs";
import { press } from "./gestures.mjs";
import { address, ensure, visit } from "./shared.mjs";

/** Every guide of the product with its game. */
async function guides() {
  const host = await address("product");
  const { games } = await (await fetch(`${host}/api/games`)).json();
  const all = await Promise.all(games.map(async ({ game }) => (await (await fetch(`${host}/api/games/${game}/papers`)).json()).guides.map((guide) => ({ game, guide }))));
  return all.flat();
}

/**
 * Waits until a card asks for something.
 * @param {import("playwright-core").Page} page
 * @param {string} before the card that was answered
 */
async function card(page, before) {
  await page.waitForFunction((old) => {
    const guide = /** @type {HTMLElement | null} */ (document.querySelector(".guide"));
    const settled = !document.querySelector(".play.busy, .watching-moves") && document.querySelector(".board:not(.unfolding)");
    return settled && guide && !guide.hidden && guide.querySelector(".act, .guide-say") && guide.querySelector(".guide-step")?.textContent !== old;
  }, before, { timeout: 180_000 });
  return page.evaluate(() => ({
    title: document.querySelector(".guide-step")?.textContent ?? "",
    next: document.querySelector('.guide [data-key="guide-next"]') !== null,
    over: document.querySelector(".guide a.primary") !== null,
    piece: document.querySelector(".layer-pieces .pointed-at") !== null,
    place: document.querySelector(".pointing") !== null,
    button: document.querySelector(".prompt .pointed") !== null,
  }));
}

/**
 * Chooses a number in the panel: the row that is pointed at, then the button that is.
 * @param {import("playwright-core").Page} page
 * @param {string} wanted
 */
async function orderNumber(page, wanted) {
  const n = Number(/\d+/.exec(wanted)?.[0]);
  for (let k = 0; k < n; k++) await page.click('.prompt .pointed [aria-label^="One more"]');
  await page.click('[data-key="order"].pointed');
}

/**
 * A press on the map may ask which of several things, and how many, is meant.
 * @param {import("playwright-core").Page} page
 * @param {string} wanted
 * @param {string} title
 */
async function answerMenu(page, wanted, title) {
  const answered = () => page.waitForFunction((old) => document.querySelector(".popover, .pending, .play.busy") || document.querySelector(".guide-step")?.textContent !== old || document.querySelector(".guide")?.hasAttribute("hidden"), title);
  await answered();
  const quoted = JSON.stringify(wanted);
  if (await page.locator(`.popover .menu-item[data-action=${quoted}]`).count()) await page.click(`.popover .menu-item[data-action=${quoted}]`);
  const go = page.locator(`.popover .act[data-action=${quoted}]`);
  for (let k = 0; k < 40 && (await page.locator(".popover .quantity").count()) && !(await go.count()); k++) {
    await page.locator('.popover .quantity [aria-label^="One less"]:enabled').first().click({ timeout: 2000 });
  }
  if (await go.count()) await go.click();
  await answered();
  if (await page.locator('.pending [data-key="commit"]').count()) await page.click('.pending [data-key="commit"]');
}

/**
 * Goes through a guide to its end.
 * @param {import("playwright-core").Page} page
 * @param {any} guide
 */
async function walk(page, guide) {
  let title = "";
  for (let k = 0; k <= guide.step.length; k++) {
    const now = await card(page, title);
    await page.evaluate(() => { if (document.querySelector(".battle .chart-table .lit")) document.body.dataset.lit = ""; });
    // An aircraft is known by its type, not by the letters of its regiment alone.
    ensure(!/\b1 [AF]AR\b(?! \()/.test((await page.textContent(".prompt")) ?? ""), `an aircraft's type is told (${now.title})`);
    if (now.over) return;
    title = now.title;
    if (process.env.P38_CARDS) await page.screenshot({ path: `${process.env.P38_CARDS}/${guide.guide}-${title.replace(/\D+/g, "-")}.png` });
    const cue = guide.step[Number(/\d+/.exec(title)?.[0]) - 1];
    const wanted = cue.play?.find(([seat]) => seat === guide.seat)?.[1] ?? "";
    const where = `${guide.guide}, ${title} (${wanted || cue.refused || "to be read"})`;
    if (now.next) await page.click('[data-key="guide-next"]');
    else if (now.piece) await press(page, ".layer-pieces .pointed-at").then(() => answerMenu(page, wanted, title));
    else if (now.place) await press(page, ".pointing").then(() => answerMenu(page, wanted, title));
    else if (now.button && (await page.locator(".prompt .quantity.pointed").count())) await orderNumber(page, wanted);
    else if (now.button) await page.click(".prompt .pointed");
    else throw new Error(`the card points at nothing: ${where}`);
    await page.waitForFunction((old) => document.querySelector(".guide-step")?.textContent !== old || document.querySelector(".guide")?.hasAttribute("hidden"), title)
      .catch(() => { throw new Error(`stuck: ${where}`); });
  }
  throw new Error(`${guide.guide} does not end`);
}

export const tests = [
  // One test a game: they run side by side.
  ...["korean-battles", "war-625", "chosin", "fire-and-ice", "conflict-korea"].map((slug) => ({
    name: `guides: ${slug} to the last card`,
    long: true,
    async run(/** @type {import("playwright-core").Browser} */ chrome, /** @type {any[]} */ open) {
      const own = (await guides()).filter(({ game }) => game === slug);
      ensure(own.length > 0, "there is a guide");
      for (const { guide } of own) {
        const page = await visit(chrome, open, process.env.P38_TELEPHONE ? { viewport: TELEPHONE, hasTouch: true } : {});
        await page.goto(await address("product"));
        await page.click(`.card [data-guide="${guide.guide}"]`);
        await walk(page, guide);
        if (slug === "korean-battles") ensure(await page.evaluate(() => "lit" in document.body.dataset), "the card of a combat has shown its column of the table");
        await page.context().close();
      }
    },
  })),
  {
    name: "guides: a unit under others is pointed at in its pile, on a telephone too",
    long: true,
    async run(chrome, open) {
      const page = await visit(chrome, open, { viewport: TELEPHONE, hasTouch: true });
      const { guide } = (await guides()).find(({ game }) => game === "korean-battles");
      await page.goto(await address("product"));
      await page.click(`[data-guide="${guide.guide}"]`);
      await walk(page, guide);
    },
  },
];
