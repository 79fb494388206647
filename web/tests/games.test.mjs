// The published games through the page, and how smoothly a full map moves.

import { SMALL, TELEPHONE } from "./host.mjs";
import { chance, decide, playOn, ready, standing, start, stir } from "./gestures.mjs";
import { address, begin, catalogue, drawn, ensure, letHappen, patient, picture, table, visit } from "./shared.mjs";

const GAMES = ["korean-battles", "war-625", "chosin", "fire-and-ice", "conflict-korea"];

/** The scenario that takes people the least time. */
async function shortest() {
  const all = (await catalogue()).flatMap((game) => game.scenarios.map((scenario) => ({ game, scenario })));
  return all.sort((a, b) => a.scenario.minutes - b.scenario.minutes)[0];
}

/**
 * Opens a scenario and makes its first decisions through the page.
 * @param {import("playwright-core").Page} page
 * @param {any} game
 * @param {any} scenario
 */
async function tryOut(page, game, scenario) {
  await begin(page, game, scenario);
  await drawn(page);
  const dice = chance(7);
  const version = () => page.evaluate(() => Number(document.querySelector(".play")?.getAttribute("data-version")));
  const before = await version();
  for (let k = 0; k < 5; k++) {
    await ready(page, 60_000);
    if ((await standing(page)).over) break;
    await stir(page, () => decide(page, dice, { eager: 3 }));
  }
  await ready(page, 60_000);
  ensure((await version()) > before, `${scenario.title}: something was decided`);
  await picture(page, `${game.game}-${scenario.scenario}`);
  ensure((await page.locator(".layer-pieces .piece").count()) > 0, `${scenario.title} has pieces on its map`);
}

/**
 * Drags something from the panel onto a box or a cell, which lights up for it.
 * @param {import("playwright-core").Page} page
 * @param {string} what
 * @param {string} where
 */
async function dragTo(page, what, where) {
  const from = await page.locator(what).first().boundingBox();
  await page.mouse.move(from.x + 20, from.y + 20);
  await page.mouse.down();
  await page.mouse.move(from.x + 40, from.y + 60, { steps: 3 });
  await page.waitForSelector(`${where}.lit`);
  await page.locator(where).scrollIntoViewIfNeeded();
  const to = await page.locator(where).boundingBox();
  await page.mouse.move(to.x + to.width / 2, to.y + to.height / 2, { steps: 3 });
  await picture(page, `carried-${where.replace(/\W+/g, "")}`);
  await page.mouse.up();
}

/**
 * The first turn, in which a few units act; later the person lets things happen.
 * @param {import("playwright-core").Page} page
 */
async function firstTurn(page) {
  const begun = (/** @type {{turn: string}} */ now) => now.turn !== "" && !now.turn.startsWith("Turn 1 ") && !now.turn.startsWith("Set-up");
  const { now, steps } = await playOn(page, { eager: 2, most: 200, wait: 60_000, until: begun });
  ensure(!now.over, "it goes on after the first turn");
  return steps;
}

/**
 * The end of a game and its figures.
 * @param {import("playwright-core").Page} page
 * @param {{over: boolean}} now
 * @param {string} slug
 */
async function figures(page, now, slug) {
  ensure(now.over, "the scenario is over");
  await page.click("text=Figures");
  await page.waitForSelector(".verified", { timeout: 60_000 });
  await picture(page, `figures-${slug}`);
}

/**
 * What the page works in a frame while its map is dragged, in milliseconds.
 * @param {import("playwright-core").Page} page
 * @param {import("playwright-core").CDPSession} client
 */
async function workOfDragging(page, client) {
  const spent = async () => {
    const { metrics } = await client.send("Performance.getMetrics");
    const of = (/** @type {string} */ name) => metrics.find((m) => m.name === name)?.value ?? 0;
    return of("ScriptDuration") + of("LayoutDuration") + of("RecalcStyleDuration");
  };
  const before = await spent();
  const frames = await page.evaluate(async () => {
    const board = /** @type {HTMLElement} */ (document.querySelector(".board"));
    const fire = (/** @type {string} */ type, /** @type {number} */ x, /** @type {number} */ y) => board.dispatchEvent(new PointerEvent(type, { bubbles: true, pointerId: 1, pointerType: "mouse", button: 0, buttons: 1, clientX: x, clientY: y }));
    board.setPointerCapture = () => {};
    fire("pointerdown", 600, 400);
    for (let k = 0; k < 60; k++) {
      await new Promise((done) => requestAnimationFrame(done));
      fire("pointermove", 600 + Math.sin(k / 12) * 260, 400 + Math.cos(k / 17) * 160);
    }
    fire("pointerup", 600, 400);
    return 60;
  });
  return (((await spent()) - before) / frames) * 1000;
}

export const tests = [
  {
    name: "the lobby shows every game",
    async run(chrome, open) {
      const page = await visit(chrome, open);
      await page.goto(await address("product"));
      await page.waitForSelector(".card");
      await page.waitForFunction(() => [...document.images].every((image) => image.complete), null, { timeout: 120_000 });
      await picture(page, "lobby", true);
      const games = await catalogue();
      ensure((await page.locator(".card").count()) === games.length && games.length === GAMES.length, `${games.length} games`);
      ensure(games.every(({ game }) => GAMES.includes(game)), "and all of them are tried");
    },
  },
  // One test a game: they run side by side.
  ...GAMES.map((slug) => ({
    name: `every scenario of ${slug} opens, and its first decisions are made through the page`,
    long: true,
    async run(/** @type {import("playwright-core").Browser} */ chrome, /** @type {any[]} */ open) {
      const page = await visit(chrome, open);
      const game = (await catalogue()).find((entry) => entry.game === slug);
      for (const scenario of game.scenarios) await tryOut(page, game, scenario);
    },
  })),
  {
    name: "a whole scenario against the computer: korean-battles, inchon",
    long: 2,
    async run(chrome, open) {
      const page = await visit(chrome, open, { viewport: SMALL });
      await start(page, await address("product"), { game: "korean-battles", scenario: "inchon" });
      const steps = await firstTurn(page);
      const rest = await playOn(page, { eager: -1, most: 400, wait: 60_000 });
      console.log(`     korean-battles, inchon: ${steps + rest.steps} decisions through the page`);
      await figures(page, rest.now, "korean-battles");
    },
  },
  {
    name: "a scenario is left after its first turn, goes on elsewhere, and is played to its end: fire-and-ice, inchon",
    long: 2,
    async run(chrome, open) {
      const page = await visit(chrome, open, { viewport: SMALL });
      const game = (await catalogue()).find((entry) => entry.game === "fire-and-ice");
      const { turns } = game.scenarios.find((entry) => entry.scenario === "inchon");
      let steps = 0;
      let link = "";
      // The dice are new each time, and now and then a game is decided before its last turn: then another is played.
      for (let over = true, tries = 0; over && tries < 4; tries++) {
        await start(page, await address("product"), { game: game.game, scenario: "inchon" });
        steps = await firstTurn(page);
        link = page.url();
        await page.goto(`${await address("product")}/icons/icon.svg`);
        over = Boolean((await letHappen(table(link), game.seats, ({ scene }) => scene.turn >= turns)).status.over);
      }
      await page.goto(link);
      const rest = await playOn(page, { eager: -1, most: 400, wait: 60_000 });
      ensure(rest.steps > 2, "the last turn is played through the page");
      console.log(`     fire-and-ice, inchon: ${steps + rest.steps} decisions through the page`);
      await figures(page, rest.now, "fire-and-ice");
    },
  },
  {
    name: "Chosin: a telephone that shows the whole map comes near to where a chosen unit can be set up",
    async run(chrome, open) {
      const page = await visit(chrome, open, { viewport: TELEPHONE, hasTouch: true });
      const game = (await catalogue()).find((entry) => entry.game === "chosin");
      await begin(page, game, game.scenarios[0]);
      await ready(page, 60_000);
      await page.tap(".tray .piece-button.can");
      await page.waitForFunction(() => (document.querySelector(".layer-reach .offer")?.getBoundingClientRect().width ?? 0) > 24);
      const within = await page.evaluate(() => [...document.querySelectorAll(".layer-reach .offer")].filter((offer) => {
        const box = offer.getBoundingClientRect();
        return document.elementFromPoint(box.x + box.width / 2, box.y + box.height / 2)?.closest(".board");
      }).length);
      ensure(within > 3, `${within} of its places can be pressed`);
    },
  },
  {
    name: "Chosin: aircraft are dragged from the reserve onto their missions",
    async run(chrome, open) {
      const page = await visit(chrome, open);
      const host = await address("product");
      const { guides } = await (await fetch(`${host}/api/games/chosin/papers`)).json();
      const made = await (await fetch(`${host}/api/games/chosin/guides/${guides[0].guide}`, { method: "POST", headers: { "content-type": "application/json" }, body: "{}" })).json();
      const link = `${host}/play/${made.match}#${made.chairs.find((chair) => chair.seats.includes("un")).token}`;
      const ask = table(link, made.chairs.map((chair) => chair.token).join());
      // The guide's way to the first air phase, without its cards.
      const way = guides[0].step.flatMap((step) => step.play ?? []);
      for (const [seat, text] of way.slice(0, way.findIndex(([, action]) => action.startsWith("assign ")))) {
        await ask("/actions", { version: (await ask("?log=0")).version, action: text, seat, key: `${text} ${Math.random()}` });
      }
      await page.goto(link);
      await ready(page, 60_000);
      await dragTo(page, ".tray .piece-button.can", '[data-place="support"]');
      await page.waitForSelector(".popover .quantity .act");
      await picture(page, "chosin-air");
      await page.click(".popover .quantity .act");
      await page.waitForSelector('[data-box="support"] .piece-button');
    },
  },
  {
    name: "Fire and Ice: an aircraft is dragged onto a mission of the air display, and another is laid there by keys",
    async run(chrome, open) {
      const page = await visit(chrome, open);
      const host = await address("product");
      const game = (await catalogue()).find((entry) => entry.game === "fire-and-ice");
      const chairs = [["un"], ["com"]].map((seats) => ({ seats, player: { kind: "here" } }));
      const made = await (await fetch(`${host}/api/matches`, { method: "POST", headers: { "content-type": "application/json" }, body: JSON.stringify({ game: game.game, scenario: "inchon", options: {}, chairs }) })).json();
      const link = `${host}/play/${made.match}#${made.chairs[0].token}`;
      const ask = table(link, made.chairs.map((chair) => chair.token).join());
      await letHappen(ask, game.seats, ({ scene, status }) => status.to_act.includes("un") && scene.actions.some((action) => action.text.startsWith("commit ")));
      await page.goto(link);
      await ready(page, 60_000);
      const cell = '[data-place="air-interdiction-south-korea"]';
      const plane = '.tray .piece-button.can';
      const name = await page.locator(plane).first().getAttribute("aria-label");
      await dragTo(page, plane, cell);
      await page.waitForFunction(([where, who]) => [...document.querySelectorAll(`${where} .piece-button`)].some((piece) => piece.getAttribute("aria-label") === who), [cell, name]);
      await picture(page, "fire-and-ice-air");
      // The same by keys: the aircraft, then the cell.
      await page.locator(plane).first().focus();
      await page.keyboard.press("Enter");
      await page.waitForSelector(`${cell}.lit .can-do`);
      await page.locator(`${cell} .can-do`).focus();
      await page.keyboard.press("Enter");
      await page.waitForFunction((where) => document.querySelectorAll(`${where} .piece-button`).length === 2, cell);
    },
  },
  ...[["conflict-korea", "tomorrows-war"], ["fire-and-ice", "inchon"], ["korean-battles", "chosin"]].map(([slug, id]) => ({
    name: `the first look is at the front: ${slug}, ${id}`,
    async run(/** @type {import("playwright-core").Browser} */ chrome, /** @type {any[]} */ open) {
      for (const how of [{}, { viewport: TELEPHONE, hasTouch: true }]) {
        const page = await visit(chrome, open, how);
        const game = (await catalogue()).find((entry) => entry.game === slug);
        await begin(page, game, game.scenarios.find((entry) => entry.scenario === id));
        await ready(page, 60_000);
        await drawn(page);
        const seen = await page.evaluate(() => {
          const free = (/** @type {Element} */ drawn) => {
            const box = drawn.getBoundingClientRect();
            const top = document.elementFromPoint(box.x + box.width / 2, box.y + box.height / 2);
            return top?.closest(".board") !== null && top !== null;
          };
          const pieces = [...document.querySelectorAll(".layer-pieces .piece:not(.below)")].filter(free);
          return { faces: new Set(pieces.map((piece) => piece.querySelector('use[href^="#face-"], use[href^="#back-"]')?.getAttribute("href"))).size, n: pieces.length, width: pieces[0]?.getBoundingClientRect().width ?? 0 };
        });
        ensure(seen.n >= 3 && seen.width >= 24, `units are in view and large enough (${JSON.stringify(seen)})`);
        if (id !== "chosin") ensure(seen.faces >= 2, `both sides are (${JSON.stringify(seen)})`);
      }
    },
  })),
  {
    name: "two people at one screen: nobody is briefed behind the curtain, and each is once it has risen",
    async run(chrome, open) {
      const page = await visit(chrome, open, { brief: true });
      await start(page, await address("product"), { game: "fire-and-ice", scenario: "invasion", seats: { un: "here", com: "here" } });
      await page.waitForSelector(".curtain");
      ensure((await page.locator(".briefing").count()) === 0, "no briefing lies over the curtain");
      await page.click(".curtain .primary");
      await page.waitForSelector(".briefing");
      ensure((await page.textContent(".briefing"))?.includes("Korean People's Army"), "whoever has sat down is briefed");
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
      await picture(page, `phone-${game.game}`);
      ensure(!(await page.evaluate(() => [...document.querySelectorAll(".bar-menu, .panel, .tabs button")].some((e) => e.getBoundingClientRect().right > innerWidth + 1))), "nothing is wider than the screen");
    },
  },
  {
    name: "dragging a map with three hundred pieces is no more work than dragging it bare",
    alone: true,
    async run(chrome, open) {
      const page = await visit(chrome, open);
      const game = (await catalogue()).find((g) => g.game === "korean-battles");
      const scenario = game.scenarios.find((s) => s.scenario === "pusan");
      const layout = await (await patient(`${await address("product")}/maps/${game.game}/${scenario.scenario}.json`)).json();
      await page.route(/\/api\/matches\/[\w-]+(\?log=\d+)?$/, async (route) => {
        const response = await route.fetch();
        const update = await response.json();
        const { pieces } = update.scene;
        for (let k = 0; pieces.length < 300; k++) pieces.push({ ...pieces[k % 40], id: `extra-${k}`, at: layout.places[(k * 7) % layout.places.length].id });
        await route.fulfill({ response, json: update });
      });
      await start(page, await address("product"), { game: game.game, scenario: scenario.scenario });
      await drawn(page);
      const pieces = await page.locator(".layer-pieces .piece").count();
      const client = await page.context().newCDPSession(page);
      await client.send("Performance.enable");
      await workOfDragging(page, client);
      const full = await workOfDragging(page, client);
      await picture(page, "crowd");
      await page.evaluate(() => document.querySelector(".board")?.classList.add("without-anything"));
      const bare = await workOfDragging(page, client);
      console.log(`     ${pieces} pieces: ${full.toFixed(2)} ms of work a frame, ${bare.toFixed(2)} ms on a bare map`);
      ensure(pieces >= 250 && full < bare * 4 + 1, `${full.toFixed(1)} ms of work a frame, ${bare.toFixed(1)} ms on a bare map`);
    },
  },
];
