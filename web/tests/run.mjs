// The browser tests. `npm test [word ...]` runs those whose name holds a word, or whose file is called so; the last line says how many passed.
// Some run side by side, each in a context of its own; those that measure run alone at the end. A test that fails beside others gets a second
// try by itself, and the output says so: a machine with other work on it can only make a page slower, so what fails twice is broken.

import { ARTIFACTS, browser } from "./host.mjs";
import { standing } from "./gestures.mjs";
import { address, stopAll } from "./shared.mjs";

// The reference game first: meanwhile the product draws its maps.
const FILES = ["mended", "acting", "people", "access", "games", "guides", "war", "staying", "maps"];
const SIDE_BY_SIDE = 4;

const words = process.argv.slice(2);
const all = (await Promise.all(FILES.map(async (file) => (await import(`./${file}.test.mjs`)).tests.map((test) => ({ ...test, file }))))).flat()
  .filter((test) => !words.length || words.some((word) => test.name.includes(word) || test.file === word));
const chrome = await browser();
if (all.some((test) => ["games", "guides", "war", "staying", "maps"].includes(test.file))) void address("product").catch(() => {});
let passed = 0;
let failed = 0;
/** @type {any[]} */
const again = [];

/** @param {any} test @param {any} error @param {any[]} open */
async function complain(test, error, open) {
  const late = test.alone;
  if (late) failed++;
  else again.push({ ...test, alone: true });
  console.log(`${late ? "FAIL" : "AGAIN"} ${test.name}: ${error instanceof Error ? error.stack : error}`);
  for (const { page, refused } of open) console.log(`     ${await standing(page).then(JSON.stringify, String)}${refused.map((r) => `\n     ${r}`).join("")}`);
  for (const [k, { page }] of open.entries()) await page.screenshot({ path: `${ARTIFACTS}/failed-${test.name.replace(/\W+/g, "-")}-${k}.png` }).catch(() => {});
}

/** @param {any} test */
async function run(test) {
  const begun = Date.now();
  /** @type {any[]} */
  const open = [];
  try {
    await test.run(chrome, open);
    for (const { faults } of open) if (faults.length) throw new Error(`the page complained: ${faults.join(" | ")}`);
    passed++;
    console.log(`ok   ${test.name} (${((Date.now() - begun) / 1000).toFixed(1)} s)`);
  } catch (error) {
    await complain(test, error, open);
  }
  for (const { context } of open) await context.close().catch(() => {});
}

// The longest first, so that nobody waits for one at the end.
const queue = all.filter((test) => !test.alone).sort((a, b) => Number(b.long ?? 0) - Number(a.long ?? 0));
await Promise.all(Array.from({ length: SIDE_BY_SIDE }, async () => {
  for (let test = queue.shift(); test; test = queue.shift()) await run(test);
}));
for (const test of [...again, ...all.filter((test) => test.alone)]) await run(test);
await chrome.close();
await stopAll();
console.log(`${passed} passed, ${failed} failed`);
process.exit(failed || !all.length ? 1 : 0);
