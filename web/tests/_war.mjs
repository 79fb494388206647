import { browser, visitor, product, ARTIFACTS } from "./host.mjs";
import { start, ready, standing, decide, chance } from "./gestures.mjs";
const host = await product();
const chrome = await browser();
const { page, faults } = await visitor(chrome);
try {
await page.goto(host.address);
await page.click('.card[data-game="war-625"] .scenario');
await page.click(".options summary");
await page.waitForTimeout(300);
await page.screenshot({ path: `${ARTIFACTS}/war-setup.png`, fullPage: true });
await page.click(".set-up .primary");
await page.waitForSelector(".sentence", { timeout: 120000 });
const dice = chance(5);
let last = "";
for (let k = 0; k < 60; k++) {
  await ready(page, 60000);
  const now = await standing(page);
  const phase = await page.textContent(".phases .now");
  if (phase !== last) { console.log(phase, "|", now.sentence, "|", now.buttons.slice(0, 5), now.pieces, now.offers); last = phase; await page.waitForTimeout(300); await page.screenshot({ path: `${ARTIFACTS}/war-${phase.replace(/\W/g, "")}.png` }); }
  await decide(page, dice, { eager: 2 });
  await page.waitForTimeout(250);
}
await page.click("#tab-boxes"); await page.waitForTimeout(300);
await page.screenshot({ path: `${ARTIFACTS}/war-boxes.png` });
} catch (e) { console.log(e); await page.screenshot({ path: `${ARTIFACTS}/war-fail.png` }); }
console.log(faults);
await chrome.close(); await host.stop(); process.exit(0);
