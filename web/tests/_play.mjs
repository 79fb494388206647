import { browser, visitor, product, ARTIFACTS } from "./host.mjs";
import { start, ready, pressPiece, standing, playOn, press } from "./gestures.mjs";
const scenario = process.argv[2] ?? "inchon", game = process.argv[3] ?? "korean-battles";
const host = await product();
const chrome = await browser();
const { page, faults } = await visitor(chrome);
page.on("response", (r) => { if (r.status() >= 400) console.log(r.status(), r.url().replace(/\?.*/, "")); });
await start(page, host.address, { game, scenario });
try {
  await ready(page);
  const b = page.locator(".prompt .act", { hasText: "history" }); if (await b.count()) { await b.first().click(); await page.waitForTimeout(600); }
  console.log(JSON.stringify(await standing(page)));
  for (let k = 0; k < 12; k++) {
    await ready(page);
    const now = await standing(page);
    if (now.pieces && !now.offers && /Movement|move/i.test(now.sentence + (await page.textContent(".phases .now")))) break;
    console.log(now.sentence, now.buttons.slice(0, 6));
    await page.locator(".prompt .act").last().click();
    await page.waitForTimeout(500);
  }
  await page.screenshot({ path: `${ARTIFACTS}/a-moves.png` });
  await pressPiece(page, 0); await page.waitForTimeout(600);
  const n = await page.locator(".layer-reach .offer").count();
  const box = await page.locator(".layer-reach .offer").nth(n - 1).boundingBox();
  if (box) await page.mouse.move(box.x + box.width / 2, box.y + box.height / 2);
  await page.waitForTimeout(300);
  await page.screenshot({ path: `${ARTIFACTS}/a-reach.png` });
  console.log(JSON.stringify(await standing(page)));
  await page.keyboard.press("Escape");
  const r = await playOn(page, { eager: Number(process.argv[4] ?? 2), most: 120, until: (now) => now.pending && now.sentence.includes("ttack") }).catch((e) => console.log(String(e).slice(0, 600)));
  await page.screenshot({ path: `${ARTIFACTS}/a-combat.png` });
  console.log(JSON.stringify(r ?? null).slice(0, 800));
  await page.click("#tab-boxes"); await page.waitForTimeout(300);
  await page.screenshot({ path: `${ARTIFACTS}/a-boxes.png` });
} catch (e) { console.log(e); await page.screenshot({ path: `${ARTIFACTS}/a-fail.png` }); }
console.log("faults", faults);
await chrome.close(); await host.stop(); process.exit(0);
