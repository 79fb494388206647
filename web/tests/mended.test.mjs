// Things that were broken once: each of these tests fails without its mend.

import { axe } from "./axe.mjs";
import { TELEPHONE } from "./host.mjs";
import { press, pressPiece, ready, start } from "./gestures.mjs";
import { action, address, alter, begin, ensure, faceToFace, overhear, picture, visit } from "./shared.mjs";

/** A page whose first scene offers these actions. */
async function offered(chrome, open, change, how) {
  const page = await visit(chrome, open, how);
  await alter(page, (update) => { change(update.scene, update); });
  const played = await overhear(page);
  await start(page, await address("skirmish"));
  return { page, played };
}

/** @param {import("playwright-core").Page} page */
const atEnd = (page) => page.evaluate(() => {
  const box = document.querySelector(".tab-body");
  return box !== null && box.scrollHeight > box.clientHeight + 100 && box.scrollHeight - box.scrollTop - box.clientHeight < 4;
});

/** Two frames: layout and what observes it have been through. @param {import("playwright-core").Page} page */
const frames = (page) => page.evaluate(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(() => requestAnimationFrame(done)))));

/** Waits until an action has been heard of. @param {string[]} played @param {string} text */
async function heardOf(played, text) {
  for (let k = 0; k < 200 && !played.includes(text); k++) await new Promise((done) => setTimeout(done, 20));
}

export const tests = [
  {
    name: "mended: the log follows when the prompt changes its height, and only the reader stops it",
    async run(chrome, open) {
      const { page } = await offered(chrome, open, (scene, update) => {
        update.log = { from: 0, events: Array.from({ length: 150 }, (_, k) => ({ seat: "red", text: `Sentence number ${k}.`, rule: "sk 1" })) };
      });
      await page.waitForFunction(() => document.querySelectorAll(".log-line").length > 100);
      await frames(page);
      ensure(await atEnd(page), "the end is shown at first");
      for (let k = 0; k < 3; k++) {
        await page.click(".typed summary");
        await frames(page);
        ensure(await atEnd(page), `the end stays in view (${k})`);
      }
      const box = await page.locator(".tab-body").boundingBox();
      await page.mouse.move(box.x + 40, box.y + 40);
      await page.mouse.wheel(0, -900);
      await page.waitForFunction(() => { const box = document.querySelector(".tab-body"); return box && box.scrollHeight - box.scrollTop - box.clientHeight > 100; });
      await page.click(".typed summary");
      await frames(page);
      ensure(!(await atEnd(page)), "who has scrolled back is left alone");
    },
  },
  {
    name: "mended: a question with two answers shows two buttons with what will come of them",
    async run(chrome, open) {
      const page = await visit(chrome, open);
      await alter(page, ({ scene }) => { scene.actions = [action("retreat", "choose"), action("stand red-1", "choose", { piece: "red-1" })]; });
      await page.route(/\/preview\?/, (route) => route.fulfill({ json: { exact: true, samples: 1, outcomes: [{ probability: 1, text: route.request().url().includes("retreat") ? "red-1 is eliminated." : "red-1 loses a step." }] } }));
      await start(page, await address("skirmish"));
      await page.waitForFunction(() => document.querySelectorAll(".answers .act").length === 2);
      await page.waitForFunction(() => document.querySelector('[data-action="retreat"]')?.textContent?.includes("is eliminated"));
      ensure((await page.textContent('[data-action="stand red-1"]'))?.includes("loses a step"), "the other answer says what it costs");
    },
  },
  {
    name: "mended: a single forced answer plays itself",
    async run(chrome, open) {
      const { page, played } = await offered(chrome, open, (scene) => { scene.actions = [action("go on", "choose")]; });
      await page.waitForFunction(() => document.querySelector(".toast")?.textContent?.includes("Overheard"));
      ensure(played.join() === "go on", `it was played (${played.join()})`);
    },
  },
  {
    name: "mended: odds say what they assume, and the button names the action",
    async run(chrome, open) {
      const page = await visit(chrome, open);
      await alter(page, ({ scene }) => { scene.actions = [action("play +3", "add", { dice: true, label: "Play +3", place: "0302" }), ...Array.from({ length: 7 }, (_, k) => action(`other ${k}`, "choose"))]; });
      await page.route(/\/preview\?/, (route) => route.fulfill({ json: { exact: true, samples: 6, outcomes: [{ probability: 0.5, text: "D2" }, { probability: 0.5, text: "Ex" }], answered: [{ probability: 0.25, text: "D2" }, { probability: 0.75, text: "Ex" }] } }));
      await start(page, await address("skirmish"));
      await page.waitForSelector(".layer-reach .offer");
      await press(page, ".layer-reach .offer");
      await page.waitForSelector(".pending .odds td");
      ensure((await page.textContent('.pending [data-key="commit"]')) === "Play +3", "the button says what is done");
      ensure((await page.textContent(".pending .odds caption"))?.includes("adds nothing"), "the assumption is said");
      ensure((await page.textContent(".pending .odds tbody"))?.includes("75%"), "and what the other side may add stands beside it");
    },
  },
  {
    name: "mended: the count of a pile leaves its factors free",
    async run(chrome, open) {
      const { page } = await offered(chrome, open, (scene) => { for (const piece of scene.pieces) piece.count = 12; });
      await page.waitForSelector(".tally");
      const covered = await page.evaluate(() => [...document.querySelectorAll(".layer-pieces .piece")].some((piece) => {
        const tally = piece.querySelector(".tally")?.getBoundingClientRect();
        const factors = [...piece.querySelectorAll(".counter > text.t")].filter((text) => text.getAttribute("y") === "91").map((text) => text.getBoundingClientRect());
        return tally && factors.some((box) => tally.left < box.right && tally.right > box.left && tally.top < box.bottom && tally.bottom > box.top);
      }));
      ensure(!covered, "the factors can be read");
    },
  },
  {
    name: "mended: a press on an enemy gives the rule and keeps the unit in hand",
    async run(chrome, open) {
      const page = await visit(chrome, open);
      await start(page, await address("skirmish"));
      await ready(page);
      await pressPiece(page, 0);
      await page.waitForSelector(".piece.chosen");
      const chosen = await page.getAttribute(".piece.chosen", "data-piece");
      const asked = page.waitForResponse(/\/why\?/);
      await press(page, '.layer-pieces [data-piece^="blue"]');
      const why = await (await asked).json();
      await page.waitForSelector(".toast .rule");
      ensure(why.rule && (await page.textContent(".toast"))?.includes(why.message.slice(1)), "the server's reason is shown");
      ensure((await page.getAttribute(".piece.chosen", "data-piece")) === chosen, "the unit is still chosen");
    },
  },
  {
    name: "mended: a place to pass is not stepped on by a plain press",
    async run(chrome, open) {
      const { page, played } = await offered(chrome, open, (scene) => {
        scene.prompt.piece = "red-1";
        scene.reach = [{ at: "0201", cost: "1", from: "0101" }, { at: "0202", cost: "1", from: "0101" }];
        scene.actions = [action("step 0201", "step", { piece: "red-1", place: "0201" }), action("to 0202", "move", { piece: "red-1", place: "0202" }), action("step 0202", "step", { piece: "red-1", place: "0202" })];
      });
      await page.waitForSelector(".offer.step");
      await press(page, ".offer.step");
      await page.waitForFunction(() => document.querySelector(".toast")?.textContent?.includes("cannot stop"));
      ensure(played.length === 0, "nothing was played");
      await press(page, ".offer.move");
      await page.waitForFunction(() => [...document.querySelectorAll(".toast")].some((toast) => toast.textContent?.includes("Overheard")));
      ensure(played.join() === "to 0202" && (await page.locator(".popover").count()) === 0, `a press goes there and stops (${played.join()})`);
      await page.keyboard.down("Shift");
      await press(page, ".offer.move");
      await page.keyboard.up("Shift");
      await heardOf(played, "step 0202");
      ensure(played.at(-1) === "step 0202", `with Shift it is one step of a way of one's own (${played.join()})`);
      await page.check('[data-key="own-way"]');
      await press(page, ".offer.step");
      await heardOf(played, "step 0201");
      ensure(played.at(-1) === "step 0201", "one's own way steps through");
    },
  },
  {
    name: "mended: a unit from the tray is in hand, its places light up, and Esc lays it back",
    async run(chrome, open) {
      const { page, played } = await offered(chrome, open, (scene) => {
        scene.panels = [{ id: "setup", title: "To be set up", body: "box" }];
        scene.pieces.find((piece) => piece.id === "red-1").at = "setup";
        const places = ["0101", "0102", "0103", "0201", "0202", "0203", "0301", "0302"];
        scene.actions = [...places.map((place) => action(`place red-1 ${place}`, "move", { piece: "red-1", place })), action("done", "done")];
      });
      await page.click(".tray .piece-button");
      await page.waitForFunction(() => document.querySelectorAll(".offer").length === 8);
      ensure((await page.locator(".popover").count()) === 0, "no list of numbers");
      await page.keyboard.press("Escape");
      await page.waitForSelector(".tray .piece-button:not(.chosen)");
      await page.click(".tray .piece-button");
      await press(page, ".offer.move", 4);
      await page.waitForFunction(() => document.querySelector(".toast")?.textContent?.includes("Overheard"));
      ensure(played.join() === "place red-1 0202", `laid down (${played.join()})`);
    },
  },
  {
    name: "mended: a unit is dragged to its place",
    async run(chrome, open) {
      const page = await visit(chrome, open);
      await start(page, await address("skirmish"));
      await ready(page);
      const at = (selector) => page.evaluate((wanted) => {
        const box = document.querySelector(wanted)?.getBoundingClientRect();
        return box ? { x: box.x + box.width / 2, y: box.y + box.height / 2 } : null;
      }, selector);
      const from = await at('.piece.can .counter');
      await page.mouse.move(from.x, from.y);
      await page.mouse.down();
      await page.mouse.move(from.x + 12, from.y + 8, { steps: 3 });
      await page.waitForSelector(".ghost");
      await page.waitForSelector(".offer");
      const to = await at(".offer");
      await page.mouse.move(to.x, to.y, { steps: 4 });
      await page.mouse.up();
      await page.waitForFunction(() => !document.querySelector(".piece.chosen") && !document.querySelector(".ghost"));
      await page.waitForFunction(() => document.querySelector(".log")?.textContent?.includes("moves"));
    },
  },
  {
    name: "mended: the friend's link is shown at once, and forgetting a game is asked about",
    async run(chrome, open) {
      const page = await visit(chrome, open);
      await start(page, await address("skirmish"), { seats: { blue: "link" } });
      const link = await page.inputValue(".invitation input");
      ensure(link.includes("/play/"), "the link is in the panel");
      await page.evaluate(() => {
        const [entry] = JSON.parse(localStorage.getItem("p38.matches") ?? "[]");
        localStorage.setItem("p38.matches", JSON.stringify(Array.from({ length: 14 }, (_, k) => ({ ...entry, match: k ? `${entry.match}${k}` : entry.match, at: entry.at - k * 1000 }))));
      });
      await page.goto(await address("skirmish"));
      await page.waitForFunction(() => document.querySelectorAll(".own-list li").length === 12);
      await page.click("text=All 14 games");
      await page.waitForFunction(() => document.querySelectorAll(".own-list li").length === 14);
      await page.locator(".own-list li button").first().click();
      await page.waitForSelector(".popover [data-key=forget]");
      ensure((await page.locator(".own-list li").count()) === 14, "nothing is forgotten by the cross alone");
      await page.click(".popover [data-key=forget]");
      await page.waitForFunction(() => document.querySelectorAll(".own-list li").length === 13);
    },
  },
  {
    name: "mended: the result of a combat stays when the next message comes",
    async run(chrome, open) {
      const page = await visit(chrome, open, { speed: 3 });
      await faceToFace(page);
      await ready(page);
      await press(page, '.layer-pieces [data-piece="red-1"]');
      await page.waitForSelector('.layer-pieces .can[data-piece="blue-1"]');
      await press(page, '.layer-pieces [data-piece="blue-1"]');
      await page.click('.pending [data-key="commit"]');
      await page.waitForSelector(".battle.result");
      // Whoever points at a result keeps it; something else that happens takes nothing away from what is still to be read.
      await page.locator(".battle.result").first().hover();
      const text = await page.locator(".battle.result").first().textContent();
      await axe(page, "the result of a combat");
      const before = await page.evaluate(() => document.querySelectorAll(".log-line").length + (document.querySelector(".sentence")?.textContent ?? ""));
      if (!(await page.locator(".ending").count())) {
        // The first warns of what is left to do, the second ends the phase.
        await page.keyboard.press("e");
        await page.keyboard.press("e");
        await page.waitForFunction((old) => document.querySelectorAll(".log-line").length + (document.querySelector(".sentence")?.textContent ?? "") !== old, before);
      }
      ensure((await page.locator(".battle.result").allTextContents()).includes(text ?? ""), "and stays");
      await page.locator(".battle.result .round").first().click();
    },
  },
  {
    name: "mended: rules are found by word after a chip, and their search field hides nothing",
    async run(chrome, open) {
      const page = await visit(chrome, open);
      await start(page, await address("skirmish"));
      await page.click(".sentence .rule");
      await page.waitForSelector(".rule-entry.open");
      await page.fill(".rules-tab input", "attack");
      await page.waitForFunction(() => document.querySelectorAll(".rule-entry").length > 0 && !document.querySelector(".rule-list > .quiet"));
      const solid = await page.evaluate(() => getComputedStyle(/** @type {Element} */ (document.querySelector(".rules-head"))).backgroundColor);
      ensure(!/rgba\(.*, 0\)|transparent/.test(solid), "the field stands on paper");
      ensure((await page.getAttribute(".sentence .rule", "title"))?.includes(":"), "a chip tells its rule on hover");
    },
  },
  {
    name: "mended: set-up lights no phase, and a telephone says whose turn it is",
    async run(chrome, open) {
      const { page } = await offered(chrome, open, (scene, update) => { scene.turn = 0; update.status.turn = 0; }, { viewport: TELEPHONE, hasTouch: true });
      await page.waitForSelector(".bar-who.mine");
      ensure((await page.locator(".phases .now").count()) === 0, "no phase is under way");
      const box = await page.locator(".bar-who").boundingBox();
      ensure(box && box.width > 40 && box.x + box.width <= 360, "whose turn it is can be read");
      ensure((await page.textContent(".bar-who"))?.includes("Your decision"), "in words");
    },
  },
  {
    name: "mended: phases can be read in large text, and many lit places are one region",
    async run(chrome, open) {
      const page = await visit(chrome, open, { large: true });
      const places = Array.from({ length: 6 }, (_, x) => Array.from({ length: 4 }, (__, y) => `0${x + 1}0${y + 1}`)).flat();
      await alter(page, ({ scene }) => {
        scene.actions = places.map((place) => action(`mark ${place}`, "choose", { place }));
        scene.phases = ["Movement", "Combat", "Mobile movement", "Mobile combat", "Rebuilding and replacements"];
      });
      await start(page, await address("skirmish"));
      await page.waitForSelector(".phases .now");
      const whole = () => page.waitForFunction(() => [...document.querySelectorAll(".phases li")].every((e) => e.scrollWidth <= e.clientWidth + 1));
      await whole();
      // Also where the letters grow while the match is open.
      for (const large of [false, true]) {
        await page.evaluate(async (value) => { const path = "/src/settings.js"; (await import(path)).set({ large: value }); }, large);
        await frames(page);
        await whole();
      }
      const drawn = await page.locator(".layer-reach.many .offer").count();
      ensure(drawn > 12 && (await page.locator(".layer-reach .offer-edge").count()) === 1, `one edge round ${drawn} places`);
      ensure((await page.locator(".layer-reach .offer").first().evaluate((e) => getComputedStyle(e).stroke)) === "none", "and no lines within");
    },
  },
  {
    name: "mended: a chart opens at the cell in use, numbers of a column are whole, and one answer at most stands out",
    async run(chrome, open) {
      const page = await visit(chrome, open);
      const heads = ["-5", "-4", "-3", "-2", "-1", "0", "+1", "+2 +3", "+4 +5", "+6 +7", "+8 +9", "+10"];
      const rows = [1, 2, 3, 4, 5, 6].map((face) => [String(face), ...heads.map(() => "Ex")]);
      await page.route(/\/sheet/, async (route) => {
        const answer = await route.fetch();
        const sheet = await answer.json();
        const tall = { id: "tall", title: "Tall", rule: "", heads: [], rows: Array.from({ length: 60 }, (_, k) => [String(k), "x"]) };
        await route.fulfill({ response: answer, json: { ...sheet, charts: [tall, { id: "crt", title: "Results", rule: "", heads: [["", ...heads]], rows, die: 6 }] } });
      });
      await alter(page, ({ scene }) => {
        scene.battle = { at: "0302", title: "Attack on 0302", lines: [{ side: 0, strength: "3", pieces: ["red-1"] }, { side: 1, strength: "1", pieces: [] }] };
        scene.lit = [{ chart: "crt", column: 12, head: 0 }];
        scene.actions = [action("play 4", "choose", { dice: true }), action("play 5", "choose", { dice: true }), action("no support", "done", { dice: true })];
      });
      await start(page, await address("skirmish"));
      await page.waitForSelector(".battle .strip .lit");
      const broken = await page.evaluate(() => [...document.querySelectorAll(".battle .strip:not(.results) td")].filter((cell) => {
        const text = document.createRange();
        text.selectNodeContents(cell);
        return new Set([...text.getClientRects()].map((line) => Math.round(line.top))).size > (cell.textContent ?? "").split(" ").length;
      }).map((cell) => cell.textContent));
      ensure(broken.length === 0, `broken: ${broken.join()}`);
      ensure((await page.locator(".prompt .answers .act").count()) === 3 && (await page.locator(".prompt .answers .primary").count()) === 0, "none of several rolls stands out");
      await page.click("#tab-charts");
      const seen = await page.evaluate(() => {
        const box = document.querySelector(".tab-body")?.getBoundingClientRect();
        const cell = document.querySelector(".charts-tab .chart-table .lit")?.getBoundingClientRect();
        return Boolean(box && cell && cell.top >= box.top && cell.bottom <= box.bottom);
      });
      ensure(seen, "the lit cell is in view");
      const pale = await page.evaluate(() => [...document.querySelectorAll(".chart-table .lit")].filter((cell) => getComputedStyle(cell).backgroundColor !== getComputedStyle(document.querySelector(".chart-table tbody .lit") ?? cell).backgroundColor).length);
      ensure(pale === 0, "its heading is as dark as its results");
      await picture(page, "charts-lit");
    },
  },
  {
    name: "mended: where units are chosen, a press on one that can only do something else asks first",
    async run(chrome, open) {
      const page = await visit(chrome, open);
      await alter(page, ({ scene }) => { scene.actions = [action("unit red-1", "select", { piece: "red-1" }), action("air red-2", "choose", { piece: "red-2" })]; });
      await start(page, await address("skirmish"));
      const played = await overhear(page);
      await press(page, '.layer-pieces [data-piece="red-2"]');
      await page.waitForSelector('.popover .menu-item[data-action="air red-2"]');
      ensure(played.length === 0, "nothing is played by the press");
      await page.click('.popover .menu-item[data-action="air red-2"]');
      await page.waitForFunction(() => !document.querySelector(".popover"));
      ensure(played.join() === "air red-2", `the choice is (${played.join()})`);
    },
  },
  {
    name: "mended: sounds are off on a telephone unless they are wanted",
    async run(chrome, open) {
      for (const [how, on] of [[{}, true], [{ viewport: TELEPHONE, hasTouch: true }, false]]) {
        const page = await visit(chrome, open, how);
        await page.goto(await address("skirmish"));
        await page.click('[aria-label="Settings"]');
        ensure((await page.isChecked("label:has-text('Sounds of dice') input")) === on, `sounds are ${on ? "on" : "off"}`);
      }
    },
  },
  {
    name: "mended: no internal words for a wrong file, and chance is no opponent",
    async run(chrome, open) {
      const page = await visit(chrome, open);
      await page.goto(await address("skirmish"));
      await page.waitForSelector(".card");
      await page.setInputFiles("input[type=file]", { name: "photo.json", mimeType: "application/json", buffer: Buffer.from("<html>") });
      await page.waitForSelector(".toast");
      const said = (await page.textContent(".toast")) ?? "";
      ensure(said.includes("not a saved game") && !/token|JSON/i.test(said), `in plain words (${said})`);
      await page.click(".scenario");
      ensure(!(await page.locator(".seat option").allTextContents()).some((text) => /random/i.test(text)), "nobody is offered chance as an opponent");
    },
  },
  {
    name: "mended: on a telephone what commits and what goes on is in sight under long odds and long lists",
    async run(chrome, open) {
      const page = await visit(chrome, open, { viewport: TELEPHONE, hasTouch: true });
      await alter(page, ({ scene }) => {
        scene.actions = [action("strike 0302", "attack", { dice: true, label: "Strike 0302", place: "0302" }), ...Array.from({ length: 9 }, (_, k) => action(`answer ${k}`, "choose")), action("no more", "done", { label: "No more" })];
      });
      const outcomes = Array.from({ length: 8 }, (_, k) => ({ probability: 0.125, text: `The defender loses ${k} steps, goes back by ${k} hexes and is disrupted until the night.` }));
      await page.route(/\/preview\?/, (route) => route.fulfill({ json: { exact: true, samples: 8, outcomes } }));
      await start(page, await address("skirmish"));
      const inSight = (/** @type {string} */ selector) => page.evaluate((wanted) => {
        const box = document.querySelector(wanted)?.getBoundingClientRect();
        const prompt = document.querySelector(".prompt");
        const top = box && document.elementFromPoint(box.x + box.width / 2, box.y + box.height / 2);
        return Boolean(top?.closest(wanted)) && prompt !== null && prompt.scrollTop === 0 && prompt.scrollHeight > prompt.clientHeight + 20;
      }, selector);
      await page.waitForSelector('.buttons.last [data-action="no more"]');
      ensure(await inSight('[data-action="no more"]'), "what goes on, under nine answers");
      await press(page, ".layer-reach .offer");
      await page.waitForSelector(".pending .odds td");
      ensure(await inSight('[data-key="commit"]'), "what commits, under eight outcomes");
    },
  },
  {
    name: "mended: the air units of Conflict: Korea lie in the boxes of their missions and are laid into others, by press and on a telephone",
    async run(chrome, open) {
      for (const how of [undefined, { viewport: TELEPHONE, hasTouch: true }]) {
        const page = await visit(chrome, open, how);
        const { games } = await (await fetch(`${await address("product")}/api/games`)).json();
        const game = games.find((/** @type {any} */ entry) => entry.game === "conflict-korea");
        await begin(page, game, game.scenarios.find((/** @type {any} */ entry) => entry.scenario === "tomorrows-war"));
        await ready(page, 60_000);
        await page.click(".prompt .act:has-text('Air operations')");
        await page.waitForSelector(".prompt .piece-button");
        ensure((await page.locator(".prompt .act").count()) <= 1, "units to lay down instead of a button for every order");
        const name = await page.locator(".prompt .piece-button").first().getAttribute("aria-label");
        await page.locator(".prompt .piece-button").first().click();
        const box = (/** @type {string} */ id) => page.locator(`[data-box="${id}"], [data-place="${id}"]`).first();
        await box("air-interdiction").waitFor();
        await box("air-interdiction").getByRole("button", { name: /interdiction/i }).first().click();
        await page.waitForFunction((who) => [...document.querySelectorAll('[data-box="air-interdiction"] .piece-button')].some((piece) => piece.getAttribute("aria-label")?.split(",")[0] === who?.split(",")[0]), name);
        await picture(page, how ? "phone-air-boxes" : "air-boxes");
      }
    },
  },
  {
    name: "mended: a level of the computer is named in the list, and told of below it",
    async run(chrome, open) {
      const page = await visit(chrome, open);
      await page.goto(await address("product"));
      await page.click('.card[data-game="korean-battles"] .scenario');
      const names = await page.locator('.seat select[aria-label*=":"] option').allTextContents();
      ensure(names.length > 1 && names.every((name) => name.length < 24 && !name.includes(":")), `names that a list can show (${names.join()})`);
      ensure(((await page.textContent(".seat > small")) ?? "").length > 10, "and how it plays");
    },
  },
  {
    name: "mended: purchases are a table with the money on top",
    async run(chrome, open) {
      const { page, played } = await offered(chrome, open, (scene) => {
        scene.purse = { title: "Left to spend", value: "24 IPC" };
        scene.actions = [action("buy 8 infantry", "add", { label: "Infantry", cost: "3 IPC", quantity: { least: 1, most: 8, form: "buy {n} infantry" } }),
          action("buy 4 armor", "add", { label: "Armor", cost: "6 IPC", quantity: { least: 1, most: 4, form: "buy {n} armor" } }), action("done", "done", { label: "Done" })];
      });
      await page.waitForSelector(".quantities .purse >> text=24 IPC");
      ensure((await page.locator(".quantity").count()) === 2, "a row a kind");
      ensure((await page.locator(".prompt .kind-done.primary").count()) === 0, "what ends it does not stand out while there is something to buy");
      for (let k = 0; k < 3; k++) await page.click('.quantity:nth-child(2) [aria-label^="One more"]');
      ensure((await page.textContent(".purse b")) === "6 IPC", "what is left is said while one chooses");
      ensure(await page.isDisabled('.quantity:nth-child(2) [aria-label^="One more"]') === false, "a fourth can be paid for");
      await page.click('[data-key="order"]');
      await page.waitForFunction(() => document.querySelector(".toast")?.textContent?.includes("Overheard"));
      ensure(played.join() === "buy 3 armor", `three were bought (${played.join()})`);
    },
  },
  {
    name: "mended: an aircraft is dragged from the tray onto a cell beside the map, and a press does the same",
    async run(chrome, open) {
      const { page, played } = await offered(chrome, open, (scene) => {
        const [piece] = scene.pieces;
        scene.pieces.push({ ...piece, id: "plane", at: "hangar" });
        scene.panels.push({ id: "hangar", title: "Available", body: "box" },
          { id: "display", title: "Air display", body: { track: [{ id: "display-cap", label: "Cover" }, { id: "display-strike", label: "Strike" }] } });
        scene.prompt.piece = null;
        scene.actions = [...["cap", "strike"].map((to) => action(`fly ${to}`, "add", { piece: "plane", place: `display-${to}` })),
          ...Array.from({ length: 6 }, (_, k) => action(`wait ${k}`, "choose")), action("done", "done")];
      });
      await page.waitForSelector(".tray .piece-button.can");
      ensure((await page.locator(".tray .buttons .act").count()) === 0, "what a piece does is not said again as buttons");
      const from = await page.locator(".tray .piece-button.can").boundingBox();
      await page.mouse.move(from.x + from.width / 2, from.y + from.height / 2);
      await page.mouse.down();
      await page.mouse.move(from.x + 30, from.y + 60, { steps: 4 });
      // Taken up, the boxes come up with the cells lit.
      await page.waitForSelector('[data-place="display-strike"].lit');
      const to = await page.locator('[data-place="display-strike"]').boundingBox();
      await page.mouse.move(to.x + to.width / 2, to.y + to.height / 2, { steps: 4 });
      await page.mouse.up();
      await heardOf(played, "fly strike");
      ensure(played.join() === "fly strike", `it flies (${played.join()})`);
      await page.click(".tray .piece-button.can");
      await page.click('[data-place="display-cap"] .can-do');
      await heardOf(played, "fly cap");
      ensure(played.join() === "fly strike,fly cap", `and by presses (${played.join()})`);
    },
  },
  {
    name: "mended: the briefing opens too where the computer has moved first",
    async run(chrome, open) {
      const { page } = await offered(chrome, open, (scene, update) => { update.length = 12; }, { brief: true });
      await page.waitForSelector(".briefing");
    },
  },
  {
    name: "mended: a telephone has room for whose turn it is beside high scores, and the overview shows the map",
    async run(chrome, open) {
      const { page } = await offered(chrome, open, (scene) => { scene.points.forEach((points, k) => { points.total = 728 + k * 159; }); }, { viewport: TELEPHONE, hasTouch: true });
      await page.waitForSelector(".bar-who.mine");
      const cut = await page.evaluate(() => [...document.querySelectorAll(".bar-who small, .bar-turn .short, .bar-points b")].filter((e) => e.scrollWidth > e.clientWidth + 1 && getComputedStyle(e).display !== "inline").map((e) => e.textContent));
      ensure(cut.length === 0, `cut off: ${cut.join(", ")}`);
      ensure((await page.locator(".bar-points").boundingBox()).height < 48, "the points stand in the bar");
      const wide = await visit(chrome, open);
      await start(wide, await address("skirmish"));
      await wide.waitForFunction(() => {
        const canvas = /** @type {HTMLCanvasElement | null} */ (document.querySelector(".overview canvas"));
        const pixels = canvas?.getContext("2d")?.getImageData(0, 0, canvas.width, canvas.height).data ?? [];
        return new Set(Array.from({ length: 400 }, (_, k) => pixels[k * 4 * Math.floor(pixels.length / 1600)])).size > 3;
      });
    },
  },
  {
    name: "mended: a telephone's replay can be pressed, and who decides has the scenario's name",
    async run(chrome, open) {
      const page = await visit(chrome, open, { viewport: TELEPHONE, hasTouch: true });
      const host = await address("product");
      const send = async (path, body, token = "") => (await fetch(`${host}/api/matches${path}`, { method: "POST", headers: { "content-type": "application/json", authorization: `Bearer ${token}` }, body: JSON.stringify(body) })).json();
      const chair = (/** @type {string} */ seat) => ({ seats: [seat], player: { kind: "here" } });
      const made = await send("", { game: "korean-battles", scenario: "chosin", options: {}, chairs: [chair("un"), chair("communist")] });
      const [un, china] = made.chairs.map((c) => c.token);
      await page.goto(`${host}/play/${made.match}#${china}`);
      await page.waitForFunction(() => document.querySelector(".sentence")?.textContent?.startsWith("United Nations to decide"));
      await send(`/${made.match}/resign`, {}, un);
      // The figures raise the sheet; a replay needs the map.
      await page.click("text=Figures");
      await page.waitForSelector(".panel.high .verified");
      await page.click(".prompt >> text=Replay");
      await page.waitForSelector(".replay .primary");
      ensure((await page.locator(".panel.high").count()) === 0, "the sheet gives way to the map");
      const hidden = await page.evaluate(() => [...document.querySelectorAll(".replay button, .replay select")].filter((e) => {
        const box = e.getBoundingClientRect();
        return !e.contains(document.elementFromPoint(box.x + box.width / 2, box.y + box.height / 2));
      }).map((e) => e.getAttribute("aria-label") ?? e.textContent));
      ensure(hidden.length === 0, `covered: ${hidden.join(", ")}`);
      await picture(page, "phone-replay");
    },
  },
];
