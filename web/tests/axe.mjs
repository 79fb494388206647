// What axe finds on a page.

import { readFileSync } from "node:fs";
import { join } from "node:path";
import { WEB } from "./host.mjs";
import { ensure } from "./shared.mjs";

const AXE = readFileSync(join(WEB, "node_modules/axe-core/axe.min.js"), "utf8");

/**
 * @param {import("playwright-core").Page} page
 * @param {string} where
 */
export async function axe(page, where) {
  // Evaluated by the debugger, so that the page's own policy stays as strict as it is.
  await page.evaluate(AXE);
  const found = await page.evaluate(async () => {
    const result = await window.axe.run(document, { resultTypes: ["violations"] });
    return result.violations.map((v) => ({ id: v.id, impact: v.impact, nodes: v.nodes.slice(0, 4).map((n) => `${n.target.join(" ")} ${n.failureSummary?.split("\n")[1] ?? ""}`) }));
  });
  const serious = found.filter((v) => v.impact === "serious" || v.impact === "critical");
  if (found.length) console.log(`     axe, ${where}: ${found.map((v) => `${v.impact} ${v.id}`).join(", ")}`);
  ensure(serious.length === 0, `${where}: ${JSON.stringify(serious, null, 1)}`);
}
