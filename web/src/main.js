// Where the page begins: the lobby, or a match by its link.

import { oneByOne } from "./actions.js";
import { LATELY, Refused, api } from "./api.js";
import { loadSymbols } from "./counters.js";
import { fill, h, must } from "./dom.js";
import { Layout, plainSheet } from "./layout.js";
import { openLobby } from "./lobby.js";
import { known, mine, recall, remember } from "./memory.js";
import { Play } from "./play.js";
import { Session } from "./session.js";
import { dress } from "./settings.js";
import { setLanguage, t } from "./strings.js";

/**
 * The token of a link: from its fragment, in exchange for its invitation, or from an earlier visit.
 * @param {string} match
 */
async function tokenFor(match) {
  const given = location.hash.slice(1);
  if (/^[\w-]{16,}$/.test(given)) return given;
  const entry = recall(match);
  const held = entry && mine(entry)[0]?.token;
  if (held) return held;
  if (given.startsWith("i.")) {
    const { token } = await api.join(match, given.slice(2));
    history.replaceState(null, "", `${location.pathname}#${token}`);
    return token;
  }
  return entry?.spectator ?? (await tokenFromElsewhere(match));
}

/**
 * A saved game that somebody opened again is a new match, in which the tokens of the old one still work.
 * @param {string} match
 */
async function tokenFromElsewhere(match) {
  const tokens = known().flatMap((entry) => mine(entry).map((chair) => chair.token ?? ""));
  for (const token of tokens) {
    try {
      await api.match(match, token, 0);
      return token;
    } catch (error) {
      if (!(error instanceof Refused) || error.status !== 401) break;
    }
  }
  return "";
}

/**
 * Keeps a link that somebody sent, so that the match is found again in the lobby.
 * @param {string} match
 * @param {string} token
 * @param {import("./server").Update} update
 * @param {string} title
 */
function keep(match, token, update, title) {
  const entry = recall(match) ?? { match, game: update.game, scenario: update.scenario, title, at: Date.now(), chairs: [] };
  if (update.seats.length && !entry.chairs.some((chair) => chair.token === token)) {
    entry.chairs.push({ seats: update.seats, kind: "link", token, mine: true });
  } else if (!update.seats.length) entry.spectator ??= token;
  remember({ ...entry, at: Date.now() });
}

/** @param {string} match */
async function openMatch(match) {
  fill(must("#page"), h("p", { class: "plain" }, t("loading")));
  const token = await tokenFor(match);
  const [update, { games }] = await Promise.all([api.match(match, token, LATELY), api.games(), loadSymbols()]);
  const game = games.find((g) => g.game === update.game);
  if (!game) throw new Error(t("net.not-found"));
  const [sheet, book, papers] = await Promise.all([api.sheet(update.game, update.scenario), api.rules(update.game), api.papers(update.game)]);
  const layout = new Layout(await layoutFor(sheet, update.scene));
  keep(match, token, update, game.title);
  const session = new Session(match, token, game, sheet, update);
  const play = new Play(session, layout, book, papers);
  const guide = papers.guides.find((entry) => entry.guide === recall(match)?.guide);
  if (guide) await play.beGuided(guide);
  await play.open();
}

/**
 * @param {import("./wire").Sheet} sheet
 * @param {import("./wire").Scene} scene
 * @returns {Promise<import("./server").LayoutData>}
 */
async function layoutFor(sheet, scene) {
  try {
    return await api.layout(sheet.map);
  } catch (error) {
    if (!(error instanceof Refused)) throw error;
    const ids = new Set([...scene.pieces.map((p) => p.at), ...scene.markers.map((m) => m.at), ...oneByOne(scene.actions).map((a) => a.place ?? "")]);
    return plainSheet([...ids].filter(Boolean));
  }
}

/** @param {unknown} error */
function failed(error) {
  const lost = error instanceof Refused && [401, 403, 404].includes(error.status);
  const why = lost ? t("net.not-found") : error instanceof Error ? error.message : String(error);
  fill(must("#page"), h("main", { class: "plain" }, h("h1", {}, t("error.title")), h("p", {}, why),
    h("p", {}, h("button", { type: "button", class: "act", onclick: () => location.reload() }, t("error.retry")), " ", h("a", { href: "/" }, t("back-to-lobby")))));
  if (!lost) console.error(error);
}

function start() {
  setLanguage("en");
  dress();
  const [, play, match] = location.pathname.split("/");
  const page = play === "play" && match ? openMatch(decodeURIComponent(match)) : openLobby();
  page.catch(failed);
}

addEventListener("hashchange", () => location.reload());
start();
