import { browser, visitor, product, ARTIFACTS } from "./host.mjs";
import { start, ready, pressPiece, press, standing, playOn } from "./gestures.mjs";
const host = await product();
const chrome = await browser();
const { page, faults } = await visitor(chrome);
await start(page, host.address, { game: "korean-battles", scenario: "inchon" });
try {
await ready(page);
await page.locator(".prompt .act", { hasText: "history" }).first().click(); await page.waitForTimeout(500);
await ready(page);
await page.keyboard.press("e"); await page.waitForTimeout(300); await page.locator('[data-key="end"]').click(); await page.waitForTimeout(600);
console.log(JSON.stringify(await standing(page)));
await press(page, ".layer-reach .offer.attack", 0); await page.waitForTimeout(600);
for (let i = 0; i < 6; i++) {
  const now = await standing(page); console.log(JSON.stringify(now));
  if (now.menu) { console.log(await page.locator(".popover .menu-item").allTextContents()); await page.locator(".popover .menu-item").first().click(); }
  else if (now.pieces && i < 3) await pressPiece(page, i);
  else break;
  await page.waitForTimeout(500);
  if ((await page.locator(".workings").count()) && i > 2) break;
}
await page.waitForTimeout(1500);
await page.screenshot({ path: `${ARTIFACTS}/c-attack.png` });
const now = await standing(page); console.log(JSON.stringify(now));
for (let i = 0; i < 8; i++) { const b = page.locator(".prompt .act"); const labels = await b.allTextContents(); console.log(labels); const k = labels.findIndex((l) => /resolve|roll|go|no more|done|decline|pass/i.test(l)); if (!labels.length) break; await b.nth(k < 0 ? labels.length - 1 : k).click(); await page.waitForTimeout(900); if ((await page.locator(".flash").count())) break; }
await page.screenshot({ path: `${ARTIFACTS}/c-result.png` });
} catch (e) { console.log(e); await page.screenshot({ path: `${ARTIFACTS}/c-fail.png` }); }
console.log(faults);
await chrome.close(); await host.stop(); process.exit(0);
