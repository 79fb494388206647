// 6.25 War through the page: numbers, money and battles in rounds.

import { press, ready, stir } from "./gestures.mjs";
import { address, begin, catalogue, drawn, ensure, picture, visit } from "./shared.mjs";

/**
 * Types an action where somebody without a picture would.
 * @param {import("playwright-core").Page} page
 * @param {string} text
 */
async function type(page, text) {
  await ready(page, 60_000);
  if (!(await page.locator(".typed input:visible").count())) await page.click(".typed summary");
  await page.fill(".typed input", text);
  await stir(page, () => page.press(".typed input", "Enter"));
}

/** @param {import("playwright-core").Page} page @param {string} words */
const asked = (page, words) => page.waitForFunction((wanted) => !document.querySelector(".play.busy, .watching-moves") && document.querySelector(".sentence")?.textContent?.includes(wanted), words, { timeout: 60_000 });

/** @param {import("playwright-core").Page} page @param {string} row @param {number} times */
async function plus(page, row, times) {
  for (let k = 0; k < times; k++) await page.locator(".quantity", { hasText: row }).first().locator('[aria-label^="One more"]').click();
}

export const tests = [
  {
    name: "6.25 War: each nation wears its own colours in the lobby, and sits where it is put",
    async run(chrome, open) {
      const page = await visit(chrome, open);
      await page.goto(await address("product"));
      await page.click('.card[data-game="war-625"] .scenario');
      const marks = await page.locator(".seat .side-mark use").evaluateAll((uses) => uses.map((use) => use.getAttribute("href")));
      ensure(marks.length === 5 && new Set(marks).size === 5, `five marks (${marks.join()})`);
    },
  },
  {
    name: "6.25 War: hidden infantry as a table and as markers of one's own, purchases within the purse, battles with both lines",
    async run(chrome, open) {
      const page = await visit(chrome, open);
      const game = (await catalogue()).find((entry) => entry.game === "war-625");
      await begin(page, game, game.scenarios[0]);
      await drawn(page);
      await asked(page, "hidden infantry");
      ensure((await page.textContent(".sentence"))?.includes("when it enters the war"), "what they are written down for");
      ensure((await page.textContent(".purse"))?.includes("18 infantry"), "how many are left to write down");
      const rows = page.locator(".quantity");
      await rows.nth(0).locator('[aria-label^="One more"]').click();
      for (let k = 0; k < 17; k++) await rows.nth(1).locator('[aria-label^="One more"]').click();
      ensure(await rows.nth(2).locator('[aria-label^="One more"]').isDisabled(), "all eighteen are given out");
      await picture(page, "war-hidden");
      await page.click('[data-key="order"]');
      await page.waitForFunction(() => document.querySelectorAll(".marker-hidden").length === 2);
      const inks = await page.evaluate(() => [false, true, false].map((dark) => {
        document.documentElement.classList.toggle("dark", dark);
        return getComputedStyle(document.querySelector(".marker-hidden text") ?? document.body).fill;
      }));
      ensure(inks[0] === inks[1], `a marker's number is written in its own ink in the dark too (${inks.join("; ")})`);
      for (let k = 0; k < 3; k++) if (/hidden infantry/.test((await page.textContent(".sentence")) ?? "")) await stir(page, () => page.locator(".prompt .kind-done").click()).then(() => ready(page));
      await asked(page, "Buy units");
      ensure((await page.textContent(".purse"))?.includes("North Korea, left to spend"), "whose money it is");
      // What ends the purchase is in sight without scrolling, however long the table.
      const done = await page.locator(".prompt .buttons .act").first().boundingBox();
      const under = await page.locator(".prompt .history").boundingBox();
      ensure(done && done.y + done.height <= under.y + 1, "the button that ends it is in sight");
      await page.locator(".quantity").last().scrollIntoViewIfNeeded();
      const scrolled = () => page.evaluate(() => document.querySelector(".quantities > ul")?.scrollTop ?? 0);
      const before = await scrolled();
      await page.locator(".quantity").last().locator('[aria-label^="One more"]').click();
      ensure(before > 0 && (await scrolled()) === before, "a number that is chosen does not scroll the table away");
      await page.locator(".quantity").last().locator('[aria-label^="One less"]').click();
      const money = Number(/\d+/.exec((await page.textContent(".purse b")) ?? "")?.[0]);
      await plus(page, "NK infantry", 3);
      await plus(page, "NK armor", 1);
      ensure((await page.textContent(".purse b")) === `${money - 15} IPC`, `three infantry and one armor cost 15 of ${money}`);
      ensure((await page.locator(".quantity .counter-picture").count()) > 5, "a counter a row");
      await picture(page, "war-purchase");
      await page.click('[data-key="order"]');
      await page.waitForFunction((left) => document.querySelector(".purse b")?.textContent === `${left} IPC`, money - 15);
      for (let k = 0; k < 3 && (await page.textContent(".sentence"))?.includes("Buy units"); k++) await type(page, "done");
      // A new phase begins where its units stand, wherever the last one was looked at.
      await asked(page, "attack, fire");
      await page.waitForFunction(() => {
        const free = (/** @type {Element} */ piece) => {
          const box = piece.getBoundingClientRect();
          return document.elementFromPoint(box.x + box.width / 2, box.y + box.height / 2)?.closest(".board");
        };
        const can = [...document.querySelectorAll(".layer-pieces .piece.can")];
        return can.length > 4 && can.filter(free).length * 3 > can.length * 2;
      });
      await type(page, "select CRW NK armor");
      await press(page, ".piece.chosen");
      await page.waitForFunction(() => !document.querySelector(".piece.chosen"));
      await type(page, "select CRW NK armor");
      await type(page, "go 2 SEO");
      await page.waitForSelector(".battle");
      ensure((await page.textContent(".battle"))?.includes("Attack on Seoul"), "the card of the attack");
      const alone = await page.textContent(".battle-rounds");
      ensure(/Wins.*%/.test(alone ?? "") && /Left on average/.test(alone ?? ""), `its chances (${alone})`);
      await page.waitForSelector(".chance", { state: "attached" });
      await type(page, "select CRW NK infantry");
      await type(page, "go 3 SEO");
      await page.waitForFunction((before) => document.querySelector(".battle-rounds")?.textContent !== before, alone);
      ensure((await page.locator(".battle-line").nth(0).locator(".counter-picture").count()) === 2, "infantry and armor are in the line");
      await picture(page, "war-attack");
      await page.click("#tab-charts");
      ensure((await page.textContent(".charts-tab"))?.includes("six-sided dice"), "the force pool is a chart");
      await page.click("#tab-log");
      await type(page, "done");
      await type(page, "done").catch(() => {});
      await type(page, "battle SEO");
      // Dice decide how long it lasts: the card of the rounds, or the result where the first round was the last.
      const told = await page.waitForFunction(() => {
        const live = document.querySelector(".battle:not(.result) .battle-rounds")?.textContent ?? "";
        return live.includes("Round 1") ? live : document.querySelector(".battle.result")?.textContent;
      }, null, { timeout: 60_000 });
      const rounds = String(await told.jsonValue());
      ensure(!/\b1 hits/.test(rounds), `hits in plain words (${rounds})`);
      await picture(page, "war-battle");
    },
  },
];
