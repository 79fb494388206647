// The browser tests. `npm test [word]` runs those whose name holds the word; the last line says how many passed.

import { ARTIFACTS, browser } from "./host.mjs";
import { standing } from "./gestures.mjs";
import { tests as pure } from "./pure.test.mjs";
import { tests as acting } from "./acting.test.mjs";
import { tests as people } from "./people.test.mjs";
import { tests as access } from "./access.test.mjs";
import { tests as games } from "./games.test.mjs";

const word = process.argv[2] ?? "";
const all = [...pure, ...acting, ...people, ...access, ...games].filter((test) => test.name.includes(word));
const chrome = await browser();
let passed = 0;
let failed = 0;
for (const test of all) {
  const begun = Date.now();
  const open = [];
  try {
    await test.run(chrome, open);
    for (const { faults } of open) if (faults.length) throw new Error(`the page complained: ${faults.join(" | ")}`);
    passed++;
    console.log(`ok   ${test.name} (${((Date.now() - begun) / 1000).toFixed(1)} s)`);
  } catch (error) {
    failed++;
    console.log(`FAIL ${test.name}: ${error instanceof Error ? error.stack : error}`);
    for (const { page, refused } of open) console.log(`     ${await standing(page).then(JSON.stringify, String)}${refused.map((r) => `\n     ${r}`).join("")}`);
    for (const [k, { page }] of open.entries()) await page.screenshot({ path: `${ARTIFACTS}/failed-${test.name.replace(/\W+/g, "-")}-${k}.png` }).catch(() => {});
  }
  for (const { context } of open) await context.close().catch(() => {});
}
await chrome.close();
const { stopAll } = await import("./shared.mjs");
await stopAll();
console.log(`${passed} passed, ${failed} failed`);
process.exit(failed ? 1 : 0);
