// What makes people stay: briefing, guided game, what happened, charts, replay, notes, comfort.

import { TELEPHONE } from "./host.mjs";
import { playOn, press, pressPiece, ready, spotOf, start } from "./gestures.mjs";
import { axe } from "./axe.mjs";
import { address, begin, ensure, faceToFace, letHappen, picture, table, visit } from "./shared.mjs";

/**
 * The figures of a finished game: losses are the steps that the log tells of, each turn stands once, and luck is that of combats.
 * @param {ReturnType<typeof table>} ask
 */
async function counted(ask) {
  const { losses, luck, points } = await ask("/statistics");
  const { events } = (await ask("")).log;
  const lost = (/** @type {string} */ side) => events.flatMap((event) => event.effects ?? []).filter((effect) => ["reduced", "lost"].includes(effect.kind) && effect.piece?.startsWith(side))
    .reduce((sum, effect) => sum + Math.max(1, effect.steps ?? 1), 0);
  ensure(losses.at(-1).totals.join() === [lost("red"), lost("blue")].join(), `steps lost: ${losses.at(-1).totals.join()} and ${[lost("red"), lost("blue")].join()} in the log`);
  const turns = points.map((row) => row.turn);
  ensure(new Set(turns).size === turns.length, `each turn once: ${turns.join()}`);
  // The only dice of this game fell in its first turn: luck changes there and never again.
  ensure(luck.slice(2).every((row) => Math.abs(row.totals[0] - luck[1].totals[0]) < 0.01), `luck by turn: ${luck.map((row) => row.totals[0]).join()}`);
}

export const tests = [
  {
    name: "staying: the briefing opens with a first game and behind the Goal button",
    async run(chrome, open) {
      const page = await visit(chrome, open, { brief: true });
      await start(page, await address("skirmish"));
      await page.waitForSelector(".briefing");
      const text = (await page.textContent(".briefing")) ?? "";
      for (const part of ["You lead Red", "How to win", "The first turn", "Three pieces of advice", "A counter taken apart"]) ensure(text.includes(part), `it says: ${part}`);
      const edges = await page.locator(".counter-key dd").evaluateAll((list) => list.map((dd) => Math.round(dd.getBoundingClientRect().left)));
      ensure(edges.length > 1 && new Set(edges).size === 1, `the parts of a counter stand in columns (${edges.join()})`);
      await page.keyboard.press("Escape");
      await page.waitForFunction(() => !document.querySelector(".briefing"));
      await page.reload();
      await page.waitForSelector(".piece.can");
      ensure((await page.locator(".briefing").count()) === 0, "unasked only once");
      await page.keyboard.press("g");
      await page.waitForSelector(".briefing");
      await page.keyboard.press("Escape");
      await page.click(".bar-goal");
      await page.waitForSelector(".briefing");
    },
  },
  {
    name: "staying: a guided game waits for exactly what its card says, and is found again where it was left",
    async run(chrome, open) {
      const page = await visit(chrome, open);
      await page.goto(await address("skirmish"));
      await page.click(".start-here .primary");
      await page.waitForSelector(".guide");
      ensure((await page.textContent(".guide"))?.includes("Step 1 of 7"), "the first card");
      ensure((await page.locator(".bar-goal.pointed").count()) === 1, "it points at the button");
      await axe(page, "a guided game");
      await page.click('[data-key="guide-next"]');
      await page.waitForSelector(".pointing", { state: "attached" });
      await press(page, '.layer-pieces [data-piece="red-2"]');
      await page.waitForFunction(() => document.querySelector(".toast")?.textContent?.includes("Not yet"));
      ensure((await page.locator(".piece.chosen").count()) === 0, "another unit is not chosen");
      await press(page, '.layer-pieces [data-piece="red-1"]');
      await page.waitForSelector('.piece.chosen[data-piece="red-1"]');
      await page.waitForFunction(() => document.querySelector(".guide")?.textContent?.includes("Step 3"));
      await page.reload();
      await page.waitForFunction(() => document.querySelector(".guide")?.textContent?.includes("Step 3"), null, { timeout: 20_000 });
      await page.waitForFunction(() => document.querySelector(".board:not(.unfolding)") && !document.querySelector(".world.moving"));
      await spotOf(page, ".layer-pieces .piece.chosen");
      const far = await page.evaluate(async () => {
        const map = await (await fetch("/maps/skirmish/field.json")).json();
        const place = map.places.find((p) => p.id === "0604");
        const box = document.querySelector(".ink")?.getBoundingClientRect();
        return { x: box.left + ((place.x - map.view[0]) / map.view[2]) * box.width, y: box.top + ((place.y - map.view[1]) / map.view[3]) * box.height };
      });
      await page.mouse.click(far.x, far.y);
      await page.waitForFunction(() => document.querySelector(".guide")?.textContent?.includes("Step 4"));
      await press(page, ".pointing");
      await page.waitForFunction(() => document.querySelector(".guide")?.textContent?.includes("Step 5"));
      await page.click(".prompt .pointed");
      await page.waitForFunction(() => document.querySelector(".guide")?.textContent?.includes("Step 6"));
      await page.click('[data-key="guide-next"]');
      await page.waitForFunction(() => document.querySelector(".guide")?.textContent?.includes("Step 7"));
      await page.click('[data-key="guide-next"]');
      await page.waitForFunction(() => document.querySelector(".guide")?.textContent?.includes("That was the guided game"));
    },
  },
  {
    name: "staying: on my turn I am shown what the others did, until I move",
    async run(chrome, open) {
      const page = await visit(chrome, open, { speed: 3 });
      await start(page, await address("skirmish"));
      await ready(page);
      await page.keyboard.press("Escape");
      await playOn(page, { eager: 0, most: 6, until: () => false, handOver: true }).catch(() => {});
      await ready(page, 60_000);
      await page.waitForSelector(".happened");
      await page.click(".happened summary");
      // The list is written once the browser has told that the card opened.
      await page.waitForSelector(".happened-list li");
      await picture(page, "happened");
      await page.keyboard.press("r");
      await page.waitForFunction(() => document.querySelector(".watching-moves"));
      await page.waitForFunction(() => !document.querySelector(".watching-moves"));
      await page.waitForSelector(".happened");
      await pressPiece(page, 0);
      await page.waitForSelector(".piece.chosen");
      ensure((await page.locator(".happened").count()) === 1, "choosing a unit keeps it");
      await press(page, ".layer-reach .offer", 0);
      await page.waitForFunction(() => !document.querySelector(".happened") || document.querySelector(".pending"));
    },
  },
  {
    name: "staying: a note on a place is private, kept, and marked on the map",
    async run(chrome, open) {
      const page = await visit(chrome, open);
      await start(page, await address("skirmish"));
      await ready(page);
      await page.keyboard.press("Escape");
      await pressPiece(page, 0);
      await page.waitForSelector(".piece.chosen");
      await page.click("#tab-units");
      await page.click(".note button");
      await page.fill(".popover textarea", "Hold this at all cost");
      await page.click(".popover .primary");
      await page.waitForSelector(".note-mark", { state: "attached" });
      await page.waitForFunction(() => document.querySelector(".note")?.textContent?.includes("at all cost"));
      // The server keeps it: another device of the same chair has it too, and nobody else.
      const link = page.url();
      const again = await visit(chrome, open);
      await again.goto(link);
      await again.waitForSelector(".note-mark", { state: "attached" });
      const { pathname } = new URL(link);
      const guest = await fetch(`${await address("skirmish")}/api/matches/${pathname.split("/")[2]}/notes`);
      ensure(!guest.ok || (await guest.json()).notes.length === 0, "a stranger reads none");
    },
  },
  {
    name: "staying: all about a place and a piece on demand",
    async run(chrome, open) {
      const page = await visit(chrome, open);
      const { games } = await (await fetch(`${await address("product")}/api/games`)).json();
      const game = games.find((entry) => entry.game === "war-625");
      await begin(page, game, game.scenarios[0]);
      await ready(page);
      await page.keyboard.press("/");
      await page.waitForSelector(".find");
      await page.keyboard.type("Seoul");
      await page.keyboard.press("Enter");
      await page.waitForSelector(".place-title >> text=Seoul");
      await page.click(".units-tab > .detail > summary");
      await page.waitForFunction(() => ["Held by", "Supply", "Beside it"].every((word) => document.querySelector(".units-tab > .detail .detail-body")?.textContent?.includes(word)));
      await page.locator(".unit .detail > summary").first().click();
      await page.waitForFunction(() => document.querySelector(".unit .detail-body")?.textContent?.includes("Hits when it attacks"));
    },
  },
  {
    name: "staying: a standing order answers from now on, is seen and taken back",
    async run(chrome, open) {
      const page = await visit(chrome, open);
      // Blue attacks red: whether the reserve is committed is the question.
      const { act } = await faceToFace(page, { here: true, side: 1 });
      await act("blue", "unit blue-1");
      await act("blue", "attack red-1");
      await page.click('[data-key="standing-order"]');
      await page.click('[data-key="give-order"]');
      await page.waitForFunction(() => !document.querySelector(".popover"));
      // The order answers the question that was asked.
      await page.waitForFunction(() => !document.querySelector('[data-key="standing-order"]') && document.querySelector(".log")?.textContent?.includes("red-1"));
      await page.click(".bar-menu");
      await page.click(".menu-item >> text=Standing orders");
      await page.waitForSelector(".order-list li");
      await page.click('[data-key="revoke"]');
      await page.waitForSelector(".popover >> text=You have given none");
    },
  },
  {
    name: "staying: rules as chapters, charts with the sequence of play, and a replay that goes from combat to combat",
    async run(chrome, open) {
      const page = await visit(chrome, open);
      await start(page, await address("skirmish"));
      await page.keyboard.press("Escape");
      await page.click("#tab-charts");
      await page.waitForSelector(".sequence .lit");
      await page.click("#tab-rules");
      await page.waitForSelector(".rule-chapter h2");
      // A game with a combat at its beginning, played to its end by others.
      const { act, tokens } = await faceToFace(page, { here: true });
      await act("red", "unit red-1");
      await act("red", "attack blue-1");
      const { games } = await (await fetch(`${await address("skirmish")}/api/games`)).json();
      const ask = table(page.url(), tokens);
      await letHappen(ask, games[0].seats, () => false);
      await page.waitForSelector(".ending");
      await counted(ask);
      await page.click("text=Figures");
      await page.waitForSelector(".verified");
      ensure((await page.locator(".stats .chart").count()) > 0, "graphs");
      const at = await page.getAttribute(".turn-links button >> nth=-1", "data-at");
      await page.locator(".turn-links button").last().click();
      await page.waitForFunction((n) => location.search === `?at=${n}`, at);
      await page.waitForSelector(".replay-marks .turn", { state: "attached" });
      await page.locator(".replay input[type=range]").fill("0");
      await page.waitForFunction(() => location.search === "?at=0");
      ensure((await page.locator(".replay-marks .fight").count()) > 0, "the combat is marked");
      await page.click('[data-key="fight-on"]');
      await page.waitForFunction(() => location.search !== "?at=0");
      await page.waitForSelector(".battle.result");
      await page.click('[data-key="fork"]');
      await page.click(".popover [data-side='0']");
      await page.waitForFunction(() => !location.search && document.querySelector(".board"), null, { timeout: 30_000 });
      await page.waitForSelector(".sentence");
    },
  },
  {
    name: "staying: a replay shows what either side saw and read",
    async run(chrome, open) {
      const page = await visit(chrome, open);
      await start(page, await address("skirmish"), { seats: { blue: "here" }, curtain: false });
      const { games } = await (await fetch(`${await address("skirmish")}/api/games`)).json();
      await letHappen(table(page.url()), games[0].seats, () => false);
      await page.waitForSelector(".ending");
      await page.click(".prompt >> text=Replay");
      await page.waitForSelector(".replay");
      // At the first moment either side's eyes see the other's units face down; the truth hides nothing.
      await page.locator(".replay input[type=range]").fill("0");
      await page.waitForFunction(() => location.search === "?at=0");
      const backs = (/** @type {number} */ least, /** @type {number} */ most) => page.waitForFunction(([few, many]) => {
        const n = document.querySelectorAll('.layer-pieces use[href^="#back-"]').length;
        return n >= few && n <= many;
      }, [least, most]);
      await backs(0, 0);
      await page.selectOption('[data-key="eyes"]', "1");
      await backs(1, 99);
      // The log is what that side read: its own dummy, not the other's.
      await page.click("#tab-log");
      await page.locator(".replay input[type=range]").fill("1");
      await page.waitForFunction(() => [...document.querySelectorAll(".log-line")].filter((line) => line.textContent?.includes("is the dummy")).length === 1);
      await page.selectOption('[data-key="eyes"]', "0");
      await backs(0, 0);
      await page.waitForFunction(() => [...document.querySelectorAll(".log-line")].filter((line) => line.textContent?.includes("is the dummy")).length === 2);
    },
  },
  {
    name: "staying: rules show pictures, in either theme",
    async run(chrome, open) {
      const page = await visit(chrome, open, { dark: true });
      const { games } = await (await fetch(`${await address("product")}/api/games`)).json();
      const game = games.find((entry) => entry.game === "korean-battles");
      await begin(page, game, game.scenarios.find((s) => s.scenario === "chosin"));
      await page.click("#tab-rules");
      await page.fill(".rules-tab input", "zone of control");
      await page.waitForSelector(".picture-of .picture-zone");
      ensure((await page.locator(".picture-of .counter").count()) > 0, "with counters");
      ensure(((await page.textContent(".picture-of figcaption")) ?? "").length > 20, "and words");
      await page.locator(".picture-of").first().scrollIntoViewIfNeeded();
      await picture(page, "rule-picture");
      await axe(page, "rules with pictures");
    },
  },
  {
    name: "staying: dark, and still clean for axe",
    async run(chrome, open) {
      const page = await visit(chrome, open, { dark: true, brief: true });
      await page.goto(await address("skirmish"));
      await page.waitForSelector(".card");
      ensure(await page.evaluate(() => document.documentElement.classList.contains("dark")), "as the system likes");
      await axe(page, "dark lobby");
      await start(page, await address("skirmish"));
      await page.waitForSelector(".briefing");
      await axe(page, "dark briefing");
      await page.keyboard.press("Escape");
      await pressPiece(page, 0);
      await page.waitForSelector(".piece.chosen");
      await axe(page, "dark board");
      for (const tab of ["units", "charts", "rules"]) {
        await page.click(`#tab-${tab}`);
        await axe(page, `dark ${tab}`);
      }
    },
  },
  {
    name: "staying: the guide on a telephone",
    async run(chrome, open) {
      const page = await visit(chrome, open, { viewport: TELEPHONE, hasTouch: true });
      await page.goto(await address("skirmish"));
      await page.tap(".start-here .primary");
      await page.waitForSelector(".guide");
      const fits = await page.evaluate(() => {
        const box = document.querySelector(".guide")?.getBoundingClientRect();
        return box && box.left >= 0 && box.right <= innerWidth && box.bottom < innerHeight * 0.6;
      });
      ensure(fits, "the card leaves the board free");
      await picture(page, "phone-guide");
      await page.tap('[data-key="guide-next"]');
      await page.waitForFunction(() => document.querySelector(".guide")?.textContent?.includes("Step 2"));
    },
  },
  {
    name: "staying: two computers play each other, and one watches",
    async run(chrome, open) {
      const page = await visit(chrome, open, { speed: 3 });
      await start(page, await address("skirmish"), { seats: { red: "computer" } });
      await page.waitForFunction(() => document.querySelectorAll(".log-line").length > 5, null, { timeout: 60_000 });
      ensure((await page.locator(".prompt [data-action]").count()) === 0, "nothing is offered to whoever watches");
      ensure(await page.evaluate(() => document.body.textContent?.includes("You are watching") || document.querySelector(".ending, .watching") !== null), "one watches, to the end");
    },
  },
];
