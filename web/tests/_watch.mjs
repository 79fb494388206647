import { browser, visitor, product, ARTIFACTS, TELEPHONE } from "./host.mjs";
import { start, ready, standing, press } from "./gestures.mjs";
const host = await product();
const chrome = await browser();
const { page, faults } = await visitor(chrome, { speed: 1 });
try {
await start(page, host.address, { game: "korean-battles", scenario: "inchon" });
await ready(page);
await page.locator(".prompt .act", { hasText: "history" }).first().click(); 
await page.waitForSelector(".watching-moves", { timeout: 20000 });
await page.waitForTimeout(2500);
await page.screenshot({ path: `${ARTIFACTS}/w-watch.png` });
await page.keyboard.press("s");
await ready(page);
// layers popover + overlay
await page.click('.map-controls [aria-label="Layers"]');
await page.locator(".popover .check", { hasText: "Zones of control, N" }).click();
await page.waitForTimeout(900);
await page.screenshot({ path: `${ARTIFACTS}/w-layers.png` });
await page.keyboard.press("Escape");
// fan
const st = await page.evaluate(() => { const p = document.querySelector(".layer-pieces .piece.below"); const b = p?.getBoundingClientRect(); return b && { x: b.x + b.width / 2, y: b.y + b.height / 2 }; });
if (st) { await page.mouse.move(st.x, st.y); await page.waitForTimeout(600); await page.screenshot({ path: `${ARTIFACTS}/w-fan.png` }); }
await page.click("#tab-rules"); await page.fill(".rules-tab input", "bridge"); await page.waitForTimeout(200);
await page.keyboard.press("Escape");
await page.click(".bar-menu"); await page.waitForTimeout(200);
await page.screenshot({ path: `${ARTIFACTS}/w-menu.png` });
const phone = await visitor(chrome, { viewport: TELEPHONE, hasTouch: true });
await phone.page.goto(page.url()); await phone.page.waitForSelector(".piece.can"); await phone.page.waitForTimeout(2500);
await phone.page.screenshot({ path: `${ARTIFACTS}/w-phone.png` });
const b = await phone.page.evaluate(() => { const r = document.querySelector(".piece.can .counter").getBoundingClientRect(); return { x: r.x + r.width / 2, y: r.y + r.height / 2 }; });
await phone.page.touchscreen.tap(b.x, b.y); await phone.page.waitForTimeout(900);
await phone.page.screenshot({ path: `${ARTIFACTS}/w-phone2.png` });
await phone.page.tap("#tab-boxes"); await phone.page.waitForTimeout(400);
await phone.page.screenshot({ path: `${ARTIFACTS}/w-phone3.png` });
console.log(phone.faults);
} catch (e) { console.log(e); await page.screenshot({ path: `${ARTIFACTS}/w-fail.png` }); }
console.log(faults);
await chrome.close(); await host.stop(); process.exit(0);
