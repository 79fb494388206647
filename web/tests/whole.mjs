// Whole scenarios through the page, the shortest of each game: a player who presses only what the page offers, against the computer, to the end. Too
// long for every change: `npm run whole [game ...]`. Each line says how many decisions it took; a game in which nothing goes on any more fails.

import { ARTIFACTS, SMALL, TELEPHONE, browser, visitor } from "./host.mjs";
import { playOn, standing } from "./gestures.mjs";
import { address, catalogue, ensure, stopAll } from "./shared.mjs";

/** @type {Record<string, {scenario: string, options?: Record<string, string>}>} */
const SHORTEST = {
  "korean-battles": { scenario: "inchon" },
  "fire-and-ice": { scenario: "inchon" },
  "war-625": { scenario: "war", options: { length: "14" } },
  chosin: { scenario: "advancing", options: { quick: "on" } },
  "conflict-korea": { scenario: "tomorrows-war" },
};

const words = process.argv.slice(2);
const phone = words.includes("--telephone");
const wanted = words.filter((word) => !word.startsWith("--"));
const chrome = await browser();
let failed = 0;
for (const game of await catalogue()) {
  const wish = SHORTEST[game.game];
  if (wanted.length && !wanted.includes(game.game)) continue;
  const { page, context, faults } = await visitor(chrome, phone ? { viewport: TELEPHONE, hasTouch: true } : { viewport: SMALL });
  const begun = Date.now();
  try {
    const rest = await play(page, game, wish);
    if (faults.length) throw new Error(`the page complained: ${faults.join(" | ")}`);
    console.log(`ok   ${game.game}, ${wish.scenario}: ${rest.steps} decisions, ${Math.round((Date.now() - begun) / 1000)} s, ${await page.textContent(".ending h2")}`);
  } catch (error) {
    failed++;
    console.log(`FAIL ${game.game}, ${wish.scenario} after ${Math.round((Date.now() - begun) / 1000)} s: ${error}\n     ${JSON.stringify(await standing(page).catch(String))}`);
    await page.screenshot({ path: `${ARTIFACTS}/whole-${game.game}.png` }).catch(() => {});
  }
  await context.close();
}
await chrome.close();
await stopAll();
process.exit(failed ? 1 : 0);

/**
 * @param {import("playwright-core").Page} page
 * @param {any} game
 * @param {{scenario: string, options?: Record<string, string>}} wish
 */
async function play(page, game, wish) {
  const host = await address("product");
  const scenario = game.scenarios.find((/** @type {any} */ entry) => entry.scenario === wish.scenario);
  const side = (/** @type {string} */ id) => game.seats.find((/** @type {any} */ seat) => seat.seat === id).side;
  const own = scenario.seats.filter((/** @type {string} */ id) => side(id) === side(scenario.seats[0]));
  const others = scenario.seats.filter((/** @type {string} */ id) => !own.includes(id));
  const chairs = [{ seats: own, player: { kind: "here" } }, { seats: others, player: { kind: "computer", level: "recruit" } }];
  const response = await fetch(`${host}/api/matches`, { method: "POST", headers: { "content-type": "application/json" }, body: JSON.stringify({ game: game.game, scenario: wish.scenario, options: wish.options ?? {}, chairs }) });
  const made = await response.json();
  ensure(response.ok, JSON.stringify(made));
  await page.goto(`${host}/play/${made.match}#${made.chairs[0].token}`);
  await page.waitForSelector(".sentence, .ending", { timeout: 600_000 });
  let turn = "";
  const told = (/** @type {{turn: string}} */ now) => {
    if (now.turn !== turn) console.log(`     ${game.game}: ${now.turn}`);
    turn = now.turn;
    return false;
  };
  const rest = await playOn(page, { eager: 2, most: 4000, wait: 600_000, until: told });
  ensure(rest.now.over, "it is over");
  await page.click("text=Figures");
  await page.waitForSelector(".verified", { timeout: 60_000 });
  await page.screenshot({ path: `${ARTIFACTS}/whole-${game.game}.png` });
  return rest;
}
