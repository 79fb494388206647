// The published games through the page, and how smoothly a full map moves.

import { ARTIFACTS, TELEPHONE } from "./host.mjs";
import { chance, decide, playOn, ready, standing, start } from "./gestures.mjs";
import { address, ensure, visit } from "./shared.mjs";

/** Waits until the map is drawn. @param {import("playwright-core").Page} page */
async function drawn(page) {
  await page.waitForFunction(() => [...document.images].every((image) => image.complete), null, { timeout: 120_000 });
  await page.waitForTimeout(400);
}

/** The games on offer. */
async function catalogue() {
  const response = await fetch(`${await address("product")}/api/games`);
  return (await response.json()).games;
}

/** The scenario that takes people the least time. */
async function shortest() {
  const all = (await catalogue()).flatMap((game) => game.scenarios.map((scenario) => ({ game, scenario })));
  return all.sort((a, b) => a.scenario.minutes - b.scenario.minutes)[0];
}

/**
 * Puts three hundred pieces on the map that a page is told of.
 * @param {import("playwright-core").Page} page
 */
async function crowd(page) {
  await page.route(/\/api\/matches\/[\w-]+$/, async (route) => {
    const response = await route.fetch();
    const update = await response.json();
    const layout = await (await fetch(`${await address("product")}/maps/${update.game}/${update.scenario}.json`).catch(() => ({ json: () => ({ places: [] }) }))).json();
    const places = (layout.places ?? []).map((p) => p.id);
    const { pieces } = update.scene;
    for (let k = 0; pieces.length < 300 && places.length; k++) pieces.push({ ...pieces[k % 40], id: `extra-${k}`, at: places[(k * 7) % places.length] });
    await route.fulfill({ response, json: update });
  });
}

export const tests = [
  {
    name: "every scenario of every game opens, and its first decisions are made through the page",
    async run(chrome, open) {
      const page = await visit(chrome, open);
      await page.goto(await address("product"));
      await page.waitForSelector(".card");
      await drawn(page);
      await page.screenshot({ path: `${ARTIFACTS}/lobby.png`, fullPage: true });
      for (const game of await catalogue()) {
        for (const scenario of game.scenarios) {
          await start(page, await address("product"), { game: game.game, scenario: scenario.scenario });
          await drawn(page);
          const dice = chance(7);
          for (let k = 0; k < 8; k++) {
            await ready(page, 60_000);
            if ((await standing(page)).over) break;
            await decide(page, dice, { eager: 4 });
            await page.waitForTimeout(250);
          }
          await page.screenshot({ path: `${ARTIFACTS}/${game.game}-${scenario.scenario}.png` });
          ensure((await page.locator(".layer-pieces .piece").count()) > 0, `${scenario.title} has pieces on its map`);
        }
      }
    },
  },
  {
    name: "a whole scenario of a published game against the computer",
    async run(chrome, open) {
      const page = await visit(chrome, open);
      const { game, scenario } = await shortest();
      const weakest = game.players[0]?.level;
      await page.goto(await address("product"));
      await page.click(`.card[data-game="${game.game}"] .scenario[data-scenario="${scenario.scenario}"]`);
      const levels = page.locator(".seat select").last();
      if (weakest && (await page.locator(".seat select").count()) > scenario.seats.length) await levels.selectOption(weakest);
      await page.click(".set-up .primary");
      await page.waitForSelector(".sentence", { timeout: 120_000 });
      const { now, steps } = await playOn(page, { eager: 1, most: 2500, wait: 60_000 });
      ensure(now.over, "the scenario is over");
      console.log(`     ${game.title}, ${scenario.title}: ${steps} decisions through the page`);
      await page.click("text=Figures");
      await page.waitForSelector(".verified", { timeout: 60_000 });
      await page.screenshot({ path: `${ARTIFACTS}/figures.png` });
    },
  },
  {
    name: "a published game on a telephone",
    async run(chrome, open) {
      const page = await visit(chrome, open, { viewport: TELEPHONE, hasTouch: true });
      const { game, scenario } = await shortest();
      await page.goto(await address("product"));
      await page.tap(`.card[data-game="${game.game}"] .scenario[data-scenario="${scenario.scenario}"]`);
      await page.tap(".set-up .primary");
      await page.waitForSelector(".sentence", { timeout: 120_000 });
      await drawn(page);
      await page.screenshot({ path: `${ARTIFACTS}/phone-${game.game}.png` });
      ensure(!(await page.evaluate(() => [...document.querySelectorAll(".bar-menu, .panel, .tabs button")].some((e) => e.getBoundingClientRect().right > innerWidth + 1))), "nothing is wider than the screen");
    },
  },
  {
    name: "a map with three hundred pieces moves smoothly",
    async run(chrome, open) {
      const page = await visit(chrome, open);
      const games = await catalogue();
      const game = games.find((g) => g.game === "korean-battles") ?? games[0];
      const scenario = game.scenarios.find((s) => s.scenario === "pusan") ?? game.scenarios[0];
      await crowd(page);
      await start(page, await address("product"), { game: game.game, scenario: scenario.scenario });
      await drawn(page);
      const pieces = await page.locator(".layer-pieces .piece").count();
      const client = await page.context().newCDPSession(page);
      await client.send("Performance.enable");
      const spent = async () => {
        const { metrics } = await client.send("Performance.getMetrics");
        const of = (name) => metrics.find((m) => m.name === name)?.value ?? 0;
        return of("ScriptDuration") + of("LayoutDuration") + of("RecalcStyleDuration");
      };
      const before = await spent();
      const frames = await page.evaluate(async () => {
        const board = document.querySelector(".board");
        const fire = (type, x, y) => board.dispatchEvent(new PointerEvent(type, { bubbles: true, pointerId: 1, pointerType: "mouse", button: 0, buttons: 1, clientX: x, clientY: y }));
        board.setPointerCapture = () => {};
        fire("pointerdown", 600, 400);
        const times = [];
        for (let k = 0; k < 90; k++) {
          times.push(await new Promise((done) => requestAnimationFrame(done)));
          fire("pointermove", 600 + Math.sin(k / 12) * 260, 400 + Math.cos(k / 17) * 160);
        }
        fire("pointerup", 600, 400);
        return times.slice(1).map((t, k) => t - times[k]).sort((a, b) => a - b);
      });
      const busy = ((await spent()) - before) / frames.length * 1000;
      console.log(`     ${pieces} pieces: ${busy.toFixed(2)} ms of work a frame; frames ${frames[Math.floor(frames.length / 2)].toFixed(1)} ms in the middle, ${frames[Math.floor(frames.length * 0.95)].toFixed(1)} ms at 95%`);
      await page.screenshot({ path: `${ARTIFACTS}/crowd.png` });
      ensure(busy < 8, `${busy.toFixed(1)} ms of work in a frame leaves no room for 60 a second`);
    },
  },
];
