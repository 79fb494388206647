// The maps in the page: every look of every map, names for a telephone, and how smoothly the largest map moves.

import { TELEPHONE } from "./host.mjs";
import { address, begin, catalogue, drawn, ensure, patient, picture, visit } from "./shared.mjs";

const LOOKS = ["standard", "contrast", "print"];

/** Every map of every game, with a scenario that is played on it if its name tells. */
async function maps() {
  return (await catalogue()).flatMap((game) => game.maps.map((name) => ({
    game,
    map: `${game.game}/${name}`,
    scenario: game.scenarios.find((scenario) => scenario.scenario === name) ?? game.scenarios[0],
  })));
}

/** @param {string} map */
async function layoutOf(map) {
  const response = await patient(`${await address("product")}/maps/${map}.json`);
  ensure(response.ok, `${map}.json answers ${response.status}`);
  return response.json();
}

/**
 * The times between frames while something happens in each, shortest first.
 * @param {import("playwright-core").Page} page
 * @param {boolean} drag whether the board is dragged about; else an empty sheet over it is
 */
function frames(page, drag) {
  return page.evaluate(async (dragging) => {
    const sheet = document.createElement("div");
    sheet.style.cssText = "position:fixed;left:-600px;top:-600px;width:3000px;height:3000px;background:repeating-linear-gradient(45deg,#cde,#edc 40px);will-change:transform;z-index:9999;pointer-events:none";
    if (!dragging) document.body.append(sheet);
    const board = /** @type {HTMLElement} */ (document.querySelector(".board") ?? document.body);
    const fire = (/** @type {string} */ type, /** @type {number} */ x, /** @type {number} */ y) => dragging
      && board.dispatchEvent(new PointerEvent(type, { bubbles: true, pointerId: 1, pointerType: "mouse", button: 0, buttons: 1, clientX: x, clientY: y }));
    board.setPointerCapture = () => {};
    fire("pointerdown", 600, 400);
    /** @type {number[]} */
    const times = [];
    for (let k = 0; k < 90; k++) {
      times.push(await new Promise((done) => requestAnimationFrame(done)));
      const [x, y] = [Math.sin(k / 12) * 260, Math.cos(k / 17) * 160];
      fire("pointermove", 600 + x, 400 + y);
      sheet.style.transform = `translate3d(${x}px, ${y}px, 0)`;
    }
    fire("pointerup", 600, 400);
    sheet.remove();
    return times.slice(1).map((t, k) => t - times[k]).sort((a, b) => a - b);
  }, drag);
}

export const tests = [
  {
    name: "every map opens, and every look",
    long: true,
    async run(chrome, open) {
      const page = await visit(chrome, open);
      const host = await address("product");
      await page.goto(host);
      const all = await maps();
      ensure(all.length > 0, "there are maps");
      for (const { map } of all) {
        for (const look of LOOKS) {
          const answer = await patient(`${host}/maps/${map}.svg?theme=${look}`);
          ensure(answer.ok && answer.headers.get("content-type")?.startsWith("image/svg+xml"), `${map} in ${look} answers ${answer.status}`);
          const [, , width, height] = (/viewBox="([^"]+)"/.exec(await answer.text())?.[1] ?? "").split(/[ ,]+/).map(Number);
          ensure(width > 500 && height > 300, `${map} in ${look} is ${width} by ${height}`);
          const size = await page.evaluate(async (source) => {
            const image = new Image();
            image.src = source;
            await image.decode();
            return [image.naturalWidth, image.naturalHeight];
          }, `${host}/maps/${map}.svg?theme=${look}`);
          ensure(size[0] > 500 && size[1] > 300, `${map} in ${look} is ${size.join(" by ")}`);
        }
        const refused = await patient(`${host}/maps/${map}.svg?theme=high-contrast`);
        ensure(refused.status === 400, "an unknown look is refused in one sentence");
      }
      console.log(`     ${all.length} maps in ${LOOKS.length} looks`);
    },
  },
  {
    name: "the menu's looks are those of the server",
    async run(chrome, open) {
      const page = await visit(chrome, open);
      const [{ game, scenario }] = await maps();
      await begin(page, game, scenario);
      await drawn(page);
      const failed = [];
      page.on("response", (response) => response.url().includes("/maps/") && response.status() >= 400 && response.status() !== 503 && failed.push(response.url()));
      for (const look of LOOKS) {
        await page.click('[aria-label="Layers"]');
        await page.selectOption('select:has(option[value="contrast"])', look);
        await page.waitForFunction((value) => {
          const image = /** @type {HTMLImageElement} */ (document.querySelector("img.map"));
          return image.src.includes(`theme=${value}`) && image.complete && image.naturalWidth > 0;
        }, look, { timeout: 60_000 });
        await page.keyboard.press("Escape");
        await picture(page, `look-${look}`);
      }
      ensure(failed.length === 0, `the server refused ${failed.join(", ")}`);
    },
  },
  {
    name: "a telephone reads the cities of a whole map",
    async run(chrome, open) {
      const page = await visit(chrome, open, { viewport: TELEPHONE, hasTouch: true });
      const all = await Promise.all((await maps()).map(async (entry) => ({ ...entry, layout: await layoutOf(entry.map) })));
      const { game, scenario, layout } = all.sort((a, b) => b.layout.view[3] - a.layout.view[3])[0];
      ensure(layout.names.length >= 5, "the map has names for the whole view");
      await begin(page, game, scenario);
      await drawn(page);
      for (let k = 0; k < 12; k++) await page.keyboard.press("-");
      // Where a drawing lies is only known some frames after the map has moved.
      await page.waitForFunction(() => {
        const heights = [...document.querySelectorAll(".far-names text")].map((text) => text.getBoundingClientRect().height).filter((height) => height > 0);
        return !document.querySelector(".world.moving") && heights.length >= 5 && heights.every((height) => height >= 9);
      }, null, { timeout: 20_000 });
      await picture(page, "phone-names");
    },
  },
  {
    name: "the largest map with three hundred counters moves as an empty sheet does",
    alone: true,
    async run(chrome, open) {
      const page = await visit(chrome, open);
      const all = await Promise.all((await maps()).map(async (entry) => ({ ...entry, layout: await layoutOf(entry.map) })));
      const { game, scenario, map, layout } = all.sort((a, b) => b.layout.view[2] * b.layout.view[3] - a.layout.view[2] * a.layout.view[3])[0];
      await page.route(/\/api\/matches\/[\w-]+(\?log=\d+)?$/, async (route) => {
        const response = await route.fetch();
        const update = await response.json();
        const { pieces } = update.scene;
        for (let k = 0; pieces.length < 300; k++) pieces.push({ ...pieces[k % 40], id: `extra-${k}`, at: layout.places[(k * 7) % layout.places.length].id });
        await route.fulfill({ response, json: update });
      });
      await begin(page, game, scenario);
      await drawn(page);
      // What this machine gives at the same time to an empty sheet that moves alike: other work on it is not the map's fault.
      // The best of up to three pairs counts, since anything may happen between the two halves of one.
      const middle = (/** @type {number[]} */ list) => list[Math.floor(list.length / 2)];
      const slow = (/** @type {number[]} */ list) => list[Math.floor(list.length * 0.95)];
      const pairs = [];
      for (let k = 0; k < 3 && !pairs.some(({ plain, moving }) => moving < plain * 2); k++) {
        const [plain, moving] = [await frames(page, false), await frames(page, true)];
        pairs.push({ plain: middle(plain), moving: middle(moving), slowest: [slow(plain), slow(moving)] });
      }
      const best = pairs.sort((a, b) => a.moving / a.plain - b.moving / b.plain)[0];
      console.log(`     ${map}: frames of ${best.moving.toFixed(1)} ms in the middle; an empty sheet ${best.plain.toFixed(1)} ms`);
      console.log(`     95 of 100 frames within ${pairs.map(({ slowest }) => `${slowest[1].toFixed(1)} (empty ${slowest[0].toFixed(1)})`).join(", ")} ms`);
      await picture(page, "largest");
      ensure(best.moving < best.plain * 2, `a frame takes ${best.moving.toFixed(1)} ms, an empty sheet ${best.plain.toFixed(1)} ms`);
    },
  },
];
