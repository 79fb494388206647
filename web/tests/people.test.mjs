// Several people: hot seat with its curtain, two browsers by link, secrets, a lost connection.

import { ARTIFACTS } from "./host.mjs";
import { playOn, pressPiece, press, ready, start } from "./gestures.mjs";
import { address, ensure, picture, visit } from "./shared.mjs";

/** Keeps a copy of everything a page receives, streams included. @param {import("playwright-core").Page} page */
async function wiretap(page) {
  await page.context().addInitScript(() => {
    const heard = [];
    window.__heard = heard;
    const fetched = window.fetch;
    window.fetch = async (...args) => {
      const response = await fetched(...args);
      if (response.body) {
        const [a, b] = response.body.tee();
        void (async () => {
          const reader = b.getReader();
          const decoder = new TextDecoder();
          for (;;) {
            const { done, value } = await reader.read().catch(() => ({ done: true, value: undefined }));
            if (done) return;
            heard.push(decoder.decode(value, { stream: true }));
          }
        })();
        return new Response(a, { status: response.status, headers: response.headers });
      }
      return response;
    };
  });
}

/** @param {import("playwright-core").Page} page */
const heard = (page) => page.evaluate(() => window.__heard.join(""));

/** Starts a game between two browsers. */
async function twoBrowsers(chrome, open, tap = false) {
  const red = await visit(chrome, open);
  const blue = await visit(chrome, open);
  if (tap) {
    await wiretap(red);
    await wiretap(blue);
  }
  await start(red, await address("skirmish"), { seats: { blue: "link" } });
  await red.click(".bar-menu");
  const link = await red.inputValue('.link-row input[aria-label*="Blue"]');
  await red.keyboard.press("Escape");
  ensure(link.includes("#i."), "the link is an invitation, not a key");
  await blue.goto(link);
  await blue.waitForSelector(".board");
  await red.click(".bar-menu");
  ensure((await red.textContent(".invite"))?.includes("Blue: joined"), "Red sees that Blue has come");
  await red.keyboard.press("Escape");
  return { red, blue };
}

export const tests = [
  {
    name: "a running game against the computer is saved, and opens again at the same moment",
    async run(chrome, open) {
      const page = await visit(chrome, open);
      await start(page, await address("skirmish"));
      await ready(page);
      await playOn(page, { eager: 1, until: (now) => now.turn.startsWith("Turn 2") });
      await ready(page);
      const board = () => page.evaluate(() => [...document.querySelectorAll(".layer-pieces .piece")].map((p) => `${p.getAttribute("data-piece")} ${p.getAttribute("style")}`).sort().join());
      const before = await board();
      const match = new URL(page.url()).pathname;
      await page.click(".bar-menu");
      await page.click(".menu-item:has-text('Save the game')");
      ensure((await page.textContent(".popover"))?.includes("sealed"), "the dialog says that the file is sealed");
      const [download] = await Promise.all([page.waitForEvent("download"), page.click('.popover [data-key="save"]')]);
      const file = `${ARTIFACTS}/saved.p38.json`;
      await download.saveAs(file);
      await page.goto(await address("skirmish"));
      await page.waitForSelector(".own input[type=file]", { state: "attached" });
      await page.setInputFiles(".own input[type=file]", file);
      await page.waitForSelector(".board");
      await ready(page);
      ensure(new URL(page.url()).pathname !== match, "it is a match of its own");
      ensure((await board()) === before, "everything stands where it stood");
      await page.click(".bar-menu");
      ensure((await page.textContent(".popover"))?.includes("came from a file"), "and it says where it came from");
    },
  },
  {
    name: "hot seat: the curtain hides everything until the next player takes over",
    async run(chrome, open) {
      const page = await visit(chrome, open);
      await start(page, await address("skirmish"), { seats: { blue: "here" } });
      await ready(page);
      ensure((await page.textContent(".log"))?.includes("is the dummy"), "Red knows its dummy");
      await playOn(page, { eager: 1 });
      await page.waitForSelector(".curtain");
      ensure((await page.locator(".piece, .log-line, .board, .counter").count()) === 0, "nothing of the game is in the page");
      await picture(page, "curtain");
      ensure((await page.textContent(".curtain h1"))?.includes("Blue"), "Blue is called");
      await page.click(".curtain .primary");
      await page.waitForSelector(".board");
      await ready(page);
      ensure(!/red-\d is the dummy/.test((await page.textContent(".log")) ?? ""), "Blue does not read Red's secret");
      await playOn(page, { eager: 0 });
      await page.waitForSelector(".curtain");
      ensure((await page.textContent(".curtain h1"))?.includes("Red"), "and back to Red");
    },
  },
  {
    name: "two browsers by link, and one loses its connection",
    async run(chrome, open) {
      const { red, blue } = await twoBrowsers(chrome, open);
      await ready(red);
      await blue.waitForFunction(() => !document.querySelector(".bar-who.mine"));
      await blue.context().setOffline(true);
      await pressPiece(red, 0);
      await red.waitForSelector(".offer");
      await press(red, ".layer-reach .offer", 0);
      await red.waitForFunction(() => !document.querySelector(".piece.chosen"));
      await playOn(red, { eager: 0, handOver: true });
      const lines = await red.locator(".log-line").count();
      await blue.context().setOffline(false);
      await blue.waitForSelector(".bar-who.mine", { timeout: 30_000 });
      const positions = (page) => page.evaluate(() => [...document.querySelectorAll(".layer-pieces .piece")].map((p) => `${p.getAttribute("data-piece")} ${p.getAttribute("style")}`).sort().join());
      ensure((await positions(red)) === (await positions(blue)), "both boards are the same");
      const told = await blue.locator(".log-line").count();
      ensure(told > 0 && told <= lines + 1, `Blue has the log once (${told} of ${lines})`);
      ensure(await blue.evaluate(() => document.title.startsWith("●")), "the title says that it is Blue's turn");
      await ready(blue);
      await pressPiece(blue, 0);
      await blue.waitForSelector(".piece.chosen");
    },
  },
  {
    name: "nothing secret reaches the other browser",
    async run(chrome, open) {
      const { red, blue } = await twoBrowsers(chrome, open, true);
      await ready(red);
      const secret = /(red-\d) is the dummy/.exec(await heard(red))?.[0];
      ensure(secret, "Red is told its dummy");
      const token = new URL(red.url()).hash.slice(1);
      await playOn(red, { eager: 2, handOver: true });
      await blue.waitForSelector(".bar-who.mine");
      await ready(blue);
      await playOn(blue, { eager: 2, handOver: true });
      const all = await heard(blue);
      ensure(all.length > 1000, "everything Blue received was kept");
      ensure(!all.includes(secret), "Red's dummy is not in it");
      ensure(!/"id":"red-\d"[^}]*"factors":"dummy"/.test(all), "nor by its factors");
      ensure(!all.includes(token), "nor Red's token");
      const requests = await blue.evaluate(() => performance.getEntriesByType("resource").map((r) => r.name).join("\n"));
      ensure(!requests.includes(new URL(blue.url()).hash.slice(1)), "Blue's own token is in no address");
    },
  },
  {
    name: "spectators watch and cannot act",
    async run(chrome, open) {
      const { red } = await twoBrowsers(chrome, open);
      await red.click(".bar-menu");
      const link = await red.inputValue('.link-row input[aria-label*="spectators"]');
      const guest = await visit(chrome, open);
      await guest.goto(link);
      await guest.waitForSelector(".board");
      await guest.waitForSelector("text=You are watching");
      ensure((await guest.locator(".prompt .act, .piece.can").count()) === 0, "nothing is offered");
    },
  },
];
