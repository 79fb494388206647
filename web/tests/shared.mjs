// Servers that several tests share, started when the first one asks.

import { ARTIFACTS, product, skirmish, visitor } from "./host.mjs";

/** @type {Map<string, ReturnType<typeof skirmish>>} */
const running = new Map();

/** @param {"skirmish" | "product"} which */
export async function address(which) {
  let host = running.get(which);
  if (!host) {
    host = which === "skirmish" ? skirmish() : product();
    running.set(which, host);
  }
  return (await host).address;
}

export async function stopAll() {
  for (const host of running.values()) await host.then((h) => h.stop(), () => {});
}

/**
 * A visitor whose page is closed, and whose faults count, when the test ends.
 * @param {import("playwright-core").Browser} chrome
 * @param {any[]} open
 * @param {Parameters<typeof visitor>[1]} [how]
 */
export async function visit(chrome, open, how) {
  const guest = await visitor(chrome, how);
  open.push(guest);
  return guest.page;
}

/**
 * Asks for something that a busy server may still be drawing.
 * @param {string} source
 */
export async function patient(source) {
  for (let tries = 0; ; tries++) {
    const answer = await fetch(source);
    if (answer.status !== 503 || tries > 60) return answer;
    await new Promise((done) => setTimeout(done, 1000));
  }
}

/** The games on offer. */
export async function catalogue() {
  const response = await fetch(`${await address("product")}/api/games`);
  return (await response.json()).games;
}

/**
 * Makes a match of a scenario, the first side's seats at this screen against the computer, and opens it without the lobby.
 * @param {import("playwright-core").Page} page
 * @param {any} game
 * @param {any} scenario
 */
export async function begin(page, game, scenario) {
  const host = await address("product");
  const side = (/** @type {string} */ id) => game.seats.find((seat) => seat.seat === id).side;
  const own = scenario.seats.filter((seat) => side(seat) === side(scenario.seats[0]));
  const others = scenario.seats.filter((seat) => !own.includes(seat));
  const level = game.players.find((player) => player.level !== "random")?.level;
  const chairs = [{ seats: own, player: { kind: "here" } }, ...(others.length ? [{ seats: others, player: { kind: "computer", level } }] : [])];
  const body = JSON.stringify({ game: game.game, scenario: scenario.scenario, options: {}, chairs });
  const response = await fetch(`${host}/api/matches`, { method: "POST", headers: { "content-type": "application/json" }, body });
  const made = await response.json();
  ensure(response.ok, `${scenario.scenario} is made (${JSON.stringify(made)})`);
  await page.goto(`${host}/play/${made.match}#${made.chairs[0].token}`);
  await page.waitForSelector(".board", { timeout: 120_000 });
  await page.waitForSelector(".sentence, .ending");
}

/**
 * Opens a match of the reference game in which real units stand face to face, red-1 at 0302 and blue-1 at 0402: a combat is there without
 * waiting for luck. Red sits at this page; blue is the computer or, with `here`, another chair whose token comes back.
 * @param {import("playwright-core").Page} page
 * @param {{here?: boolean, side?: number}} [how] side: whose turn it is
 */
export async function faceToFace(page, how = {}) {
  const host = await address("skirmish");
  const send = async (path, body, token = "") => {
    const response = await fetch(`${host}/api/matches${path}`, { method: body ? "POST" : "GET", headers: { "content-type": "application/json", authorization: `Bearer ${token}` }, body: body && JSON.stringify(body) });
    ensure(response.ok, `${path} answers ${response.status}`);
    return response.json();
  };
  const chair = (seats, player) => ({ seats, player });
  const plain = await send("", { game: "skirmish", scenario: "field", options: {}, chairs: [chair(["red", "blue"], { kind: "here" })] });
  const position = await send(`/${plain.match}/position`, null, plain.chairs[0].token);
  position.side = how.side ?? 0;
  for (const [id, unit] of Object.entries(position.units)) unit.kind = id.endsWith("4") ? "dummy" : "real";
  position.units["red-1"].at = "0302";
  position.units["blue-1"].at = "0402";
  const blue = how.here ? { kind: "here" } : { kind: "computer", level: "recruit" };
  const made = await send("/import", { position, chairs: [chair(["red"], { kind: "here" }), chair(["blue"], blue)] });
  const token = (seat) => made.chairs.find((c) => c.seats.includes(seat)).token;
  await page.goto(`${host}/play/${made.match}#${token("red")}`);
  await page.waitForSelector(".sentence");
  const act = async (seat, action) => send(`/${made.match}/actions`, { version: (await send(`/${made.match}?log=0`, null, token(seat))).version, action, seat, key: `${seat} ${action}` }, token(seat));
  return { match: made.match, act, tokens: made.chairs.map((c) => c.token ?? "").join() };
}

/**
 * Asks the server about a match, or tells it something, as the holder of one or several tokens.
 * @param {string} link of a chair, as its page's address
 * @param {string} [tokens] instead of the chair's own
 */
export function table(link, tokens) {
  const { origin, pathname, hash } = new URL(link);
  const headers = { authorization: `Bearer ${tokens ?? hash.slice(1)}`, "content-type": "application/json" };
  return async (/** @type {string} */ path, /** @type {unknown} */ body) => {
    const ask = () => fetch(`${origin}/api/matches/${pathname.split("/")[2]}${path}`, { method: body ? "POST" : "GET", headers, body: body && JSON.stringify(body) });
    let answer = await ask();
    // A quick machine asks more in a second than one address may.
    for (let tries = 0; answer.status === 429 && tries < 50; tries++) {
      await new Promise((done) => setTimeout(done, 200));
      answer = await ask();
    }
    ensure(answer.ok, `${path} answers ${answer.status}: ${answer.ok || (await answer.text())}`);
    return answer.json();
  };
}

/**
 * Plays on without a page, as somebody who lets things happen: what ends a step, else the first thing on offer.
 * @param {ReturnType<typeof table>} ask
 * @param {any[]} seats of the game
 * @param {(update: any) => boolean} until
 */
export async function letHappen(ask, seats, until) {
  for (let k = 0; k < 3000; k++) {
    const now = await ask("?log=0");
    if (now.status.over || until(now)) return now;
    const offered = now.scene.actions;
    const action = offered.find((a) => a.kind === "endphase") ?? offered.find((a) => a.kind === "done") ?? offered[0];
    // The computer may have moved meanwhile: then it is looked at again.
    const act = () => ask("/actions", { version: now.version, action: action.text.replace("{place}", action.places?.[0] ?? ""), seat: seats[action.seat].seat, key: `${now.version} ${action.text}` });
    if (action) await act().catch((error) => { if (!/"stale"/.test(String(error))) throw error; });
    else await new Promise((done) => setTimeout(done, 40));
  }
  throw new Error("it does not end");
}

/**
 * A picture of the page, where somebody wants to look at them (`P38_PICTURES=1`): each takes as long as a dozen presses.
 * @param {import("playwright-core").Page} page
 * @param {string} name
 * @param {boolean} [whole] also what lies below the window
 */
export async function picture(page, name, whole = false) {
  if (process.env.P38_PICTURES) await page.screenshot({ path: `${ARTIFACTS}/${name}.png`, fullPage: whole });
}

/** Waits until the board's map is drawn. @param {import("playwright-core").Page} page */
export async function drawn(page) {
  await page.waitForFunction(() => {
    const image = /** @type {HTMLImageElement | null} */ (document.querySelector("img.map"));
    return image?.complete && image.naturalWidth > 0 && document.querySelector(".board:not(.unfolding)");
  }, null, { timeout: 120_000 });
}

/**
 * @param {unknown} what
 * @param {string} why
 */
export function ensure(what, why) {
  if (!what) throw new Error(why);
}

/**
 * Changes what the page is told of its match when it first looks.
 * @param {import("playwright-core").Page} page
 * @param {(update: any) => void} change
 */
export async function alter(page, change) {
  await page.route(/\/api\/matches\/[\w-]+(\?log=\d+)?$/, async (route) => {
    const answer = await route.fetch();
    const update = await answer.json();
    change(update);
    await route.fulfill({ response: answer, json: update });
  });
}

/** An action as a scene offers it. */
export const action = (text, kind, more = {}) => ({ text, label: text, kind, seat: 0, rule: "sk 1", ...more });

/**
 * Hears which actions a page plays, and keeps them from the server.
 * @param {import("playwright-core").Page} page
 */
export async function overhear(page) {
  /** @type {string[]} */
  const played = [];
  await page.route(/\/api\/matches\/[\w-]+\/actions$/, async (route) => {
    played.push(route.request().postDataJSON().action);
    await route.fulfill({ status: 422, json: { detail: "Overheard" } });
  });
  return played;
}
