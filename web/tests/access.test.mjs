// For everyone: keyboard alone, a telephone, axe.

import { axe } from "./axe.mjs";
import { TELEPHONE } from "./host.mjs";
import { playOn, pressPiece, ready, spotOf, start } from "./gestures.mjs";
import { address, ensure, picture, visit } from "./shared.mjs";

/**
 * Goes on with Tab until something has the focus.
 * @param {import("playwright-core").Page} page
 * @param {string} selector
 */
async function tabTo(page, selector) {
  for (let k = 0; k < 80; k++) {
    if (await page.evaluate((s) => document.activeElement?.matches(s), selector)) return;
    await page.keyboard.press("Tab");
  }
  throw new Error(`Tab does not reach ${selector}`);
}

export const tests = [
  {
    name: "by keyboard alone, from the lobby to an attack or a move",
    async run(chrome, open) {
      const page = await visit(chrome, open);
      await page.goto(await address("skirmish"));
      await page.waitForSelector(".scenario");
      await tabTo(page, ".scenario");
      await page.keyboard.press("Enter");
      await page.waitForSelector(".set-up");
      await tabTo(page, ".set-up .primary");
      await page.keyboard.press("Enter");
      await page.waitForSelector(".piece.can");
      await page.keyboard.press("n");
      await page.waitForSelector(".cursor-in", { state: "attached" });
      const spoken = await page.textContent("#said");
      ensure(spoken?.includes("can act"), `the cursor says what is under it (${spoken})`);
      await page.keyboard.press("Enter");
      await page.waitForSelector(".piece.chosen");
      for (const key of ["ArrowRight", "ArrowRight", "ArrowLeft", "ArrowUp", "ArrowDown", "ArrowLeft"]) {
        await page.keyboard.press(key);
        if (/move|costs/.test((await page.textContent("#said")) ?? "")) break;
      }
      ensure(/move|costs/.test((await page.textContent("#said")) ?? ""), "an arrow finds a place in reach");
      await page.keyboard.press("Enter");
      await page.waitForFunction(() => !document.querySelector(".piece.chosen"));
      await page.keyboard.press("u");
      await page.waitForSelector(".piece.chosen");
      await page.keyboard.press("Escape");
      await page.waitForFunction(() => !document.querySelector(".piece.chosen"));
      await page.keyboard.press("/");
      await page.waitForSelector(".find");
      await page.keyboard.type("end");
      await page.keyboard.press("Enter");
      await page.waitForSelector('.pending [data-key="end"]');
      await tabTo(page, '.pending [data-key="end"]');
      await page.keyboard.press("Enter");
      await page.waitForFunction(() => !document.querySelector(".pending"));
    },
  },
  {
    name: "on a telephone of 360 pixels",
    async run(chrome, open) {
      const page = await visit(chrome, open, { viewport: TELEPHONE, hasTouch: true });
      await page.goto(await address("skirmish"));
      await page.waitForSelector(".card");
      const wide = () => page.evaluate(() => document.documentElement.scrollWidth > innerWidth || [...document.querySelectorAll(".bar-menu, .panel, .tabs button")].some((e) => e.getBoundingClientRect().right > innerWidth + 1));
      ensure(!(await wide()), "the lobby is not wider than the screen");
      await picture(page, "phone-lobby", true);
      await page.tap(".scenario");
      await picture(page, "phone-setup", true);
      await page.tap(".set-up .primary");
      await page.waitForSelector(".piece.can");
      ensure(!(await wide()), "nor is the board");
      const spot = await spotOf(page, ".piece.can");
      await picture(page, "phone-board");
      await page.touchscreen.tap(spot.x, spot.y);
      await page.waitForSelector(".piece.chosen");
      await picture(page, "phone-chosen");
      await page.tap("#tab-log");
      await page.waitForSelector(".panel.high .log-line");
      await picture(page, "phone-log");
      const small = await page.evaluate(() => [...document.querySelectorAll(".prompt button:not(.rule), .tabs button")].filter((b) => b.getBoundingClientRect().height < 31 && b.getBoundingClientRect().height > 0).map((b) => b.textContent));
      ensure(small.length === 0, `large enough for a thumb: ${small.join()}`);
    },
  },
  {
    name: "axe finds nothing serious",
    async run(chrome, open) {
      const page = await visit(chrome, open);
      await page.goto(await address("skirmish"));
      await page.waitForSelector(".card");
      await axe(page, "lobby");
      await page.click(".scenario");
      await axe(page, "set-up");
      await page.selectOption('[data-seat="blue"]', "here");
      await page.click(".set-up .primary");
      await page.waitForSelector(".piece.can");
      await axe(page, "board");
      await pressPiece(page, 0);
      await page.waitForSelector(".piece.chosen");
      await axe(page, "a chosen unit");
      for (const tab of ["units", "boxes", "rules"]) {
        await page.click(`#tab-${tab}`);
        await axe(page, tab);
      }
      await page.click(".bar-menu");
      await axe(page, "menu");
      await page.click(".menu-item >> text=Settings");
      await axe(page, "settings");
      await page.keyboard.press("Escape");
      await page.click("#tab-log");
      await ready(page);
      await playOn(page, { eager: 0 });
      await page.waitForSelector(".curtain");
      await axe(page, "curtain");
    },
  },
];
