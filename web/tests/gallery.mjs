// Pictures of every game at three sizes in four dresses, as contact sheets to look at. No test: `npm run gallery [game ...]` writes them to `artifacts/gallery`.
// A game is played on by requests to what is to be seen; the page then only shows it.

import { mkdirSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { ROOT, browser, visitor } from "./host.mjs";
import { chance, ready } from "./gestures.mjs";
import { address, catalogue, drawn, letHappen, stopAll, table } from "./shared.mjs";

const FOLDER = join(ROOT, "artifacts/gallery");
const SIZES = { desk: { width: 1440, height: 900 }, wide: { width: 1920, height: 1080 }, phone: { width: 390, height: 844 } };
const DRESSES = { light: {}, dark: { theme: "dark" }, contrast: { contrast: true }, large: { large: true } };
/** What a person does who wants to see a fight. */
const LIKES = ["attack", "add", "done", "select", "move", "choose", "step", "endphase"];

/** @type {string[]} */
const words = process.argv.slice(2);
const full = words.includes("--all") ? Object.keys(DRESSES) : null;
const wanted = words.filter((word) => !word.startsWith("--"));

/**
 * A match with all its tokens; without `alone` the other side is the computer's.
 * @param {any} game
 * @param {any} scenario
 * @param {boolean} alone
 */
async function make(game, scenario, alone) {
  const host = await address("product");
  const side = (/** @type {string} */ id) => game.seats.find((/** @type {any} */ seat) => seat.seat === id).side;
  const own = scenario.seats.filter((/** @type {string} */ seat) => side(seat) === side(scenario.seats[0]));
  const others = scenario.seats.filter((/** @type {string} */ seat) => !own.includes(seat));
  const level = game.players.find((/** @type {any} */ player) => player.level !== "random")?.level;
  const player = alone ? { kind: "here" } : { kind: "computer", level };
  const chairs = [{ seats: own, player: { kind: "here" } }, ...(others.length ? [{ seats: others, player }] : [])];
  const body = JSON.stringify({ game: game.game, scenario: scenario.scenario, options: {}, chairs });
  const made = await (await fetch(`${host}/api/matches`, { method: "POST", headers: { "content-type": "application/json" }, body })).json();
  const links = made.chairs.map((/** @type {any} */ chair) => ({ seats: chair.seats, link: `${host}/play/${made.match}#${chair.token}` }));
  return { links, ask: table(links[0].link, made.chairs.flatMap((/** @type {any} */ chair) => chair.token ?? []).join()) };
}

/**
 * Plays both sides, eager to fight, until something is seen.
 * @param {ReturnType<typeof table>} ask
 * @param {any} game
 * @param {(update: any) => boolean} until
 */
async function fightOn(ask, game, until) {
  const dice = chance(5);
  /** @type {Map<string, number>} */
  const done = new Map();
  for (let k = 0; k < 700; k++) {
    const now = await ask("?log=0");
    if (now.status.over || until(now)) return now;
    const offered = now.scene.actions;
    if (!offered.length) return null;
    const rank = (/** @type {any} */ action) => LIKES.indexOf(action.kind) + (done.get(action.text) ?? 0) * 3 + (action.kind === "done" && now.scene.battle ? -3 : 0);
    const best = Math.min(...offered.map(rank));
    const fit = offered.filter((/** @type {any} */ action) => rank(action) === best);
    const action = fit[dice(fit.length)];
    done.set(action.text, (done.get(action.text) ?? 0) + 1);
    const place = action.places?.[dice(action.places.length)] ?? "";
    await ask("/actions", { version: now.version, action: action.text.replace("{place}", place), seat: game.seats[action.seat].seat, key: `${now.version} ${action.text}` }).catch(() => {});
  }
  return null;
}

/** @param {import("playwright-core").Page} page @param {string} link */
async function show(page, link) {
  await page.goto(`${await address("product")}/icons/icon.svg`);
  await page.goto(link);
  await page.waitForSelector(".board", { timeout: 120_000 });
  await page.waitForSelector(".sentence, .ending");
  await drawn(page);
}

/** @param {import("playwright-core").Page} page */
const still = (page) => page.evaluate(() => new Promise((done) => setTimeout(done, 500)));

/** What is to be seen, and how a page comes to show it. @type {Record<string, (page: import("playwright-core").Page, at: any) => Promise<void>>} */
const VIEWS = {
  async opening(page, { fresh }) { await show(page, fresh); await ready(page, 60_000); },
  async briefing(page) { await page.keyboard.press("g"); },
  async hand(page) {
    await page.keyboard.press("Escape");
    const boxed = page.locator(".tray .piece-button.can").first();
    if (await boxed.count()) await boxed.click();
    else if (await page.locator(".layer-pieces .piece.can").count()) {
      await page.keyboard.press("n");
      await page.keyboard.press("Enter");
    }
    await page.waitForSelector(".piece.chosen, .piece-button.chosen, .popover, .quantity", { timeout: 5000 }).catch(() => {});
  },
  async boxes(page) { await page.keyboard.press("Escape"); await page.click("#tab-boxes"); },
  async charts(page, { fought }) { await show(page, fought); await page.click("#tab-charts"); },
  async combat(page, { fought }) { await show(page, fought); },
  async happened(page, { theirs }) { await show(page, theirs.link); await ready(page, 60_000); await theirs.ends(); await ready(page, 90_000); await page.locator(".happened summary").click({ timeout: 4000 }).catch(() => {}); },
  async units(page) { await page.locator(".happened summary").click({ timeout: 1000 }).catch(() => {}); await page.keyboard.press("n"); await page.click("#tab-units"); },
  async rules(page) { await page.click("#tab-rules"); },
  async ending(page, { over }) { await show(page, over); await page.waitForSelector(".ending"); },
  async figures(page) { await page.click("text=Figures"); await page.waitForSelector(".verified", { timeout: 60_000 }); },
  async replay(page) { await page.click(".prompt >> text=Replay"); await page.waitForSelector(".replay"); },
};

/**
 * The matches that the views need.
 * @param {any} game
 * @param {any} scenario
 */
async function matches(game, scenario) {
  const [opening, fight, mine, end] = [await make(game, scenario, false), await make(game, scenario, true), await make(game, scenario, false), await make(game, scenario, true)];
  const fought = await fightOn(fight.ask, game, ({ scene }) => Boolean(scene.battle) && scene.turn > 0);
  const seat = fought?.status.to_act[0];
  const theirs = { link: mine.links[0].link, ends: () => letHappen(mine.ask, game.seats, ({ scene, status }) => scene.turn > 1 && status.to_act.some((/** @type {string} */ id) => mine.links[0].seats.includes(id))) };
  await letHappen(end.ask, game.seats, ({ scene }) => scene.turn > 2);
  await end.ask("/resign", {}).catch(() => letHappen(end.ask, game.seats, () => false));
  return { fresh: opening.links[0].link, fought: (fight.links.find((/** @type {any} */ link) => link.seats.includes(seat)) ?? fight.links[0]).link, theirs, over: end.links[0].link };
}

/**
 * @param {import("playwright-core").Browser} chrome
 * @param {any} game
 * @param {any} scenario
 * @param {boolean} whole every view, else the opening alone
 */
async function visitAll(chrome, game, scenario, whole) {
  const slug = `${game.game}-${scenario.scenario}`;
  const at = whole ? await matches(game, scenario) : { fresh: (await make(game, scenario, false)).links[0].link };
  /** @type {Record<string, string[]>} */
  const shots = {};
  for (const [kind, viewport] of [["desk", SIZES.desk], ["phone", SIZES.phone]]) {
    const guest = await visitor(chrome, { viewport, hasTouch: kind === "phone" });
    for (const [view, reach] of Object.entries(VIEWS).slice(0, whole ? undefined : 1)) {
      try {
        await reach(guest.page, at);
        for (const [size, box] of kind === "desk" ? [["desk", SIZES.desk], ["wide", SIZES.wide]] : [["phone", SIZES.phone]]) {
          await guest.page.setViewportSize(box);
          for (const dress of size === "wide" ? ["light"] : full ?? ["light", "dark", "contrast", "large"]) {
            await guest.page.evaluate(async (chosen) => {
              const path = "/src/settings.js";
              (await import(path)).set({ theme: "light", contrast: false, large: false, ...chosen });
            }, DRESSES[dress]);
            await still(guest.page);
            const file = `${slug}-${view}-${size}-${dress}.png`;
            await guest.page.screenshot({ path: join(FOLDER, file) });
            (shots[view] ??= []).push(file);
          }
        }
      } catch (error) {
        console.log(`${slug} ${view} ${kind}: ${error}`);
      }
      await guest.page.setViewportSize(viewport);
      await guest.page.evaluate(async () => { const path = "/src/settings.js"; (await import(path)).set({ theme: "light", contrast: false, large: false }); });
    }
    if (guest.faults.length) console.log(`${slug} ${kind} complained: ${guest.faults.join(" | ")}`);
    await guest.context.close();
  }
  for (const [view, files] of Object.entries(shots)) await sheet(chrome, `${slug}-${view}`, files);
}

/**
 * @param {import("playwright-core").Browser} chrome
 * @param {string} name
 * @param {string[]} files
 */
async function sheet(chrome, name, files) {
  const cell = (/** @type {string} */ file) => `<figure><img src="${pathToFileURL(join(FOLDER, file))}" height="430"><figcaption>${file}</figcaption></figure>`;
  const path = join(FOLDER, `sheet-${name}.html`);
  writeFileSync(path, `<style>body{margin:4px;font:11px sans-serif;display:flex;flex-wrap:wrap;gap:4px;width:2100px}figure{margin:0}</style>${files.map(cell).join("")}`);
  const page = await chrome.newPage({ viewport: { width: 2110, height: 900 } });
  await page.goto(pathToFileURL(path).href);
  await page.screenshot({ path: join(FOLDER, `sheet-${name}.png`), fullPage: true });
  await page.close();
  rmSync(path);
  console.log(`sheet-${name}.png`);
}

mkdirSync(FOLDER, { recursive: true });
const chrome = await browser();
for (const game of await catalogue()) {
  if (wanted.length && !wanted.includes(game.game)) continue;
  for (const [k, scenario] of game.scenarios.entries()) await visitAll(chrome, game, scenario, k === 0);
}
await chrome.close();
await stopAll();
