import { browser, visitor, product, ARTIFACTS } from "./host.mjs";
import { start, ready } from "./gestures.mjs";
const host = await product();
const chrome = await browser();
const { page } = await visitor(chrome);
await start(page, host.address, { game: "korean-battles", scenario: "inchon" });
await page.waitForTimeout(1500);
await page.mouse.move(600, 400);
for (let i = 0; i < 5; i++) { await page.mouse.wheel(0, -240); await page.waitForTimeout(60); }
await page.waitForTimeout(1200);
await page.screenshot({ path: `${ARTIFACTS}/zoom.png`, clip: { x: 300, y: 200, width: 700, height: 450 } });
console.log(await page.evaluate(() => document.querySelector(".world").className + " " + document.querySelector(".world").style.transform));
// attack flow
await chrome.close(); await host.stop(); process.exit(0);
