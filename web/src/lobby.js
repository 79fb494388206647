// The lobby: the games as cards with their maps, two clicks from a game against the computer, and one's own games.

import { api } from "./api.js";
import { loadSymbols, sideMark } from "./counters.js";
import { fill, h, icon, iconButton, must, persistently } from "./dom.js";
import { forget, known, mine, remember, seatLink } from "./memory.js";
import { mark, toast } from "./notices.js";
import { beginGuide } from "./guide.js";
import { linkRow, openSettings } from "./menu.js";
import { closePopover, popover } from "./popover.js";
import { named } from "./session.js";
import { duration, t, upper } from "./strings.js";

/**
 * @typedef {import("./server").GameEntry} GameEntry
 * @typedef {import("./wire").ScenarioInfo} ScenarioInfo
 * @typedef {{game?: string, scenario?: string, sealed?: string, seed?: string, log?: unknown, actions?: unknown[]}} SavedFile what a file may hold
 */

/** So many of one's games are listed at first. */
const SHOWN = 12;

export async function openLobby() {
  mark(t("product"), false);
  const cards = h("div", { class: "cards" }, h("p", { class: "quiet" }, t("loading")));
  const own = h("section", { class: "own" });
  const start = h("section", { class: "start-here", "aria-label": t("lobby.start-here") });
  const gear = iconButton("settings", t("menu.settings"), () => openSettings(gear));
  fill(must("#page"), h("div", { class: "lobby" },
    h("header", { class: "lobby-head" },
      h("div", {}, h("h1", {}, t("product")), h("p", {}, t("tagline"))), gear),
    h("main", {}, start, own, cards)));
  const [{ games }] = await Promise.all([api.games(), loadSymbols()]);
  fill(cards, games.map((game) => card(game)));
  fill(start, startHere(games));
  void ownGames(own, games);
}

/**
 * Guided first games, the shortest first.
 * @param {GameEntry[]} games
 */
function startHere(games) {
  const all = games.flatMap((game) => (game.guides ?? []).map((guide) => ({ game, guide })));
  if (!all.length) return null;
  const [first] = all;
  return [h("div", { class: "start-text" }, h("h2", {}, t("lobby.start-here")), h("p", {}, h("b", {}, `${first.game.title}: ${first.guide.title}. `), first.guide.blurb, " ", h("span", { class: "quiet" }, t("lobby.minutes", { time: duration(first.guide.minutes) })))),
    guideButton(first.game, first.guide, "primary large", [t("lobby.start-guide")]),
    all.length > 1 ? h("p", { class: "quiet others" }, t("lobby.other-guides")) : null];
}

/**
 * @param {GameEntry} game
 * @param {import("./wire").GuideEntry} guide
 * @param {string} look
 * @param {(Node | string)[]} words
 */
function guideButton(game, guide, look, words) {
  const element = h("button", { type: "button", class: look, "data-guide": guide.guide, onclick: async () => {
    element.disabled = true;
    await beginGuide(game, guide).catch((error) => { element.disabled = false; toast(error instanceof Error ? error.message : String(error), { kind: "warn" }); });
  } }, words);
  return element;
}

/**
 * The guided games of one game, on its card.
 * @param {GameEntry} game
 */
function guidesOf(game) {
  return (game.guides ?? []).map((guide) => h("li", {}, guideButton(game, guide, "guided-entry", [
    h("b", {}, icon("flag"), t("lobby.guided", { title: guide.title })), h("small", {}, t("lobby.guided-facts", { time: duration(guide.minutes) }))])));
}

/** @param {GameEntry} game */
function card(game) {
  const body = h("div", { class: "card-body" });
  const picture = h("div", { class: "card-map" });
  const element = h("article", { class: "card", "data-game": game.game }, picture, body);
  const map = game.maps?.[0];
  if (map) picture.append(persistently(h("img", { alt: "", loading: "lazy", decoding: "async" }), `/maps/${map.includes("/") ? map : `${game.game}/${map}`}-thumb.svg`));
  const open = (/** @type {ScenarioInfo} */ scenario) => {
    element.classList.add("open");
    fill(body, new SetUp(game, scenario, () => { element.classList.remove("open"); front(); }).element);
    /** @type {HTMLElement | null} */ (body.querySelector(".primary"))?.focus({ preventScroll: true });
    element.scrollIntoView({ block: "nearest" });
  };
  const front = () => fill(body,
    h("h2", {}, game.title),
    h("p", {}, game.blurb),
    h("ul", { class: "scenarios" }, guidesOf(game), game.scenarios.map((scenario) => h("li", {},
      h("button", { type: "button", class: "scenario", "data-scenario": scenario.scenario, onclick: () => open(scenario) },
        h("b", {}, scenario.title),
        h("small", {}, facts(scenario)))))));
  front();
  return element;
}

/** @param {ScenarioInfo} scenario */
function facts(scenario) {
  return [t("lobby.turns", { n: scenario.turns }), t("lobby.minutes", { time: duration(scenario.minutes) }), t(`lobby.difficulty.${scenario.difficulty}`)].join(" · ");
}

/** Everything about one new match, with good defaults: the second click starts it. */
class SetUp {
  /**
   * @param {GameEntry} plain
   * @param {ScenarioInfo} scenario
   * @param {() => void} back
   */
  constructor(plain, scenario, back) {
    const game = named(plain, scenario);
    this.game = game;
    this.scenario = scenario;
    // Playing at random is for tests: no opponent for people.
    this.levels = game.players.filter((player) => player.level !== "random");
    const level = this.levels[0]?.level ?? "";
    const first = this.sideOf(scenario.seats[0]);
    /** @type {Record<string, {kind: string, level: string}>} */
    this.seats = Object.fromEntries(scenario.seats.map((seat) => [seat, { kind: this.sideOf(seat) === first ? "you" : this.levels.length ? "computer" : "here", level }]));
    /** @type {Record<string, string>} */
    this.options = {};
    this.curtain = true;
    this.start = h("button", { type: "submit", class: "primary large" }, t("lobby.start"));
    this.table = h("div", { class: "seats" });
    this.problem = h("p", { class: "problem", role: "alert" });
    this.element = h("form", { class: "set-up", onsubmit: (/** @type {Event} */ event) => { event.preventDefault(); void this.begin(); } },
      h("div", { class: "set-up-head" }, h("h2", {}, scenario.title), iconButton("close", t("cancel"), back)),
      h("p", {}, scenario.blurb), this.table, this.optionFields(), this.problem, h("div", { class: "buttons" }, this.start));
    this.drawSeats();
  }

  /** @param {string} seat */
  sideOf(seat) {
    return this.game.seats.find((s) => s.seat === seat)?.side ?? 0;
  }

  /** The nation of a seat: where several share a side, each wears its own colours. @param {string} seat */
  nationOf(seat) {
    const shared = this.game.seats.length > this.game.sides.length && document.getElementById(`face-${seat}`);
    return shared ? seat : this.game.sides[this.sideOf(seat)]?.nation ?? "neutral";
  }

  drawSeats() {
    const heres = Object.values(this.seats).filter((s) => s.kind === "you" || s.kind === "here");
    const curtainBox = h("input", { type: "checkbox", onchange: () => (this.curtain = curtainBox.checked) });
    curtainBox.checked = this.curtain;
    fill(this.table, h("h3", {}, t("lobby.sides")), this.scenario.seats.map((seat) => this.seatRow(seat)),
      heres.some((s) => s.kind === "here") ? h("label", { class: "check" }, curtainBox, h("span", {}, t("lobby.curtain"))) : null);
  }

  /** @param {string} seat */
  seatRow(seat) {
    const info = this.game.seats.find((s) => s.seat === seat);
    const choice = this.seats[seat];
    const kinds = [["you", t("lobby.you")], ["computer", t("lobby.computer")], ["link", t("lobby.friend-link")], ["here", t("lobby.friend-here")]]
      .filter(([kind]) => kind !== "computer" || this.levels.length);
    const who = h("select", { "aria-label": info?.name ?? seat, "data-seat": seat, onchange: () => { choice.kind = who.value; this.drawSeats(); /** @type {HTMLElement | null} */ (this.table.querySelector(`[data-seat="${seat}"]`))?.focus(); } },
      kinds.map(([kind, label]) => h("option", { value: kind, selected: choice.kind === kind }, label)));
    // A level has a name and, behind a colon, how it plays: a list shows the name, and there is room for the rest below it.
    const words = (/** @type {string} */ title) => title.split(/:\s+/);
    const about = h("small", { class: "quiet" });
    const level = h("select", { "aria-label": `${t("lobby.level")}: ${info?.name ?? seat}`, onchange: () => { choice.level = level.value; tell(); } },
      this.levels.map((p) => h("option", { value: p.level, selected: p.level === choice.level, title: p.title }, words(p.title)[0])));
    const tell = () => { about.textContent = upper(words(this.levels.find((p) => p.level === choice.level)?.title ?? "").slice(1).join(": ")); };
    tell();
    return h("div", { class: "seat" }, sideMark(this.nationOf(seat)), h("b", {}, info?.name ?? seat), who, choice.kind === "computer" && this.levels.length > 1 ? [level, about] : null);
  }

  optionFields() {
    if (!this.scenario.options.length) return null;
    return h("details", { class: "options" }, h("summary", {}, t("lobby.options"), " ", h("span", { class: "count" }, this.scenario.options.length)),
      this.scenario.options.map((option) => {
        const select = h("select", { onchange: () => (this.options[option.option] = select.value) },
          option.values.map((value) => h("option", { value: value.value, selected: value.value === option.default }, value.title)));
        return h("label", { class: "option" }, h("span", {}, h("b", {}, option.title), h("small", {}, option.blurb)), select);
      }));
  }

  /** The chairs: one for what you play, one for each other person, one for each computer level. */
  chairs() {
    /** @type {Map<string, {seats: string[], player: {kind: string, level?: string}, mine: boolean}>} */
    const chairs = new Map();
    for (const seat of this.scenario.seats) {
      const { kind, level } = this.seats[seat];
      const here = kind === "you" || (kind === "here" && !this.curtain);
      const key = here ? "you" : kind === "computer" ? `computer ${level}` : `${kind} ${this.sideOf(seat)}`;
      const player = kind === "computer" ? { kind, level } : { kind: kind === "link" ? "link" : "here" };
      const chair = chairs.get(key) ?? { seats: [], player, mine: kind === "you" || kind === "here" };
      chair.seats.push(seat);
      chairs.set(key, chair);
    }
    return [...chairs.values()];
  }

  async begin() {
    const chairs = this.chairs();
    this.start.disabled = true;
    this.start.textContent = t("lobby.starting");
    try {
      const created = await api.create({ game: this.game.game, scenario: this.scenario.scenario, options: this.options, chairs: chairs.map(({ seats, player }) => ({ seats, player })) });
      enter(created, this.game, this.scenario.scenario, (seats) => chairs.find((c) => c.seats.join() === seats.join())?.mine ?? false);
    } catch (error) {
      this.problem.textContent = error instanceof Error ? error.message : String(error);
      this.start.disabled = false;
      this.start.textContent = t("lobby.start");
    }
  }
}

/**
 * Remembers a new match and goes to it.
 * @param {import("./server").Created} created
 * @param {{title: string, game: string}} game
 * @param {string} scenario
 * @param {(seats: string[]) => boolean} isMine
 */
function enter(created, game, scenario, isMine) {
  const chairs = created.chairs.map((chair) => ({ ...chair, mine: isMine(chair.seats) }));
  remember({ match: created.match, game: game.game, scenario, title: game.title, at: Date.now(), chairs, spectator: created.spectator });
  const token = chairs.find((chair) => chair.mine && chair.token)?.token ?? created.spectator ?? "";
  location.assign(seatLink(created.match, token));
}

/**
 * @param {HTMLElement} box
 * @param {GameEntry[]} games
 */
async function ownGames(box, games) {
  const list = known();
  const rows = h("ul", { class: "own-list" });
  if (!list.length) box.classList.add("none");
  const file = h("input", { type: "file", accept: ".json,application/json", class: "unseen", tabindex: "-1", "aria-hidden": "true", onchange: () => void bring(file, games) });
  fill(box, h("div", { class: "own-head" }, h("h2", {}, t("lobby.yours")),
    h("button", { type: "button", class: "quiet-button", onclick: () => file.click() }, icon("open"), t("lobby.import")), file),
  list.length ? rows : null);
  const show = (/** @type {import("./memory.js").Known[]} */ some) => some.forEach((entry) => rows.append(ownGame(entry, games)));
  show(list.slice(0, SHOWN));
  if (list.length <= SHOWN) return;
  const more = h("button", { type: "button", class: "quiet-button", onclick: () => { more.remove(); show(list.slice(SHOWN)); } }, t("lobby.all", { n: list.length }));
  box.append(more);
}

/**
 * @param {import("./memory.js").Known} entry
 * @param {GameEntry[]} games
 */
function ownGame(entry, games) {
  const plain = games.find((g) => g.game === entry.game);
  const scenario = plain?.scenarios.find((s) => s.scenario === entry.scenario);
  const game = plain ? named(plain, scenario) : undefined;
  const token = mine(entry)[0]?.token ?? entry.chairs.find((c) => c.token)?.token ?? entry.spectator ?? "";
  const nameOf = (/** @type {string} */ seat) => game?.seats.find((x) => x.seat === seat)?.name ?? seat;
  const state = h("span", { class: "own-state quiet" }, "…");
  // Two games of one scenario are told apart by who plays and when they began.
  const players = entry.guide ? t("guide.title") : entry.chairs.map((chair) => `${[...new Set(chair.seats.map(nameOf))].join(", ")}: ${chair.mine ? t("lobby.you") : t(`lobby.kind.${chair.kind}`)}`).join(" · ");
  const row = h("li", {}, h("a", { href: `/play/${entry.match}#${token}` }, h("b", {}, scenario?.title ?? entry.title),
    h("span", { class: "quiet" }, players), h("span", { class: "quiet" }, when(entry.at)), state),
  iconButton("close", t("lobby.forget"), (event) => askForget(/** @type {Element} */ (event.currentTarget), entry, row)));
  api.match(entry.match, token, 0).then((update) => {
    const { status, scene } = update;
    const own = new Set(mine(entry).flatMap((chair) => chair.seats));
    const yours = status.to_act.some((seat) => own.has(seat));
    state.classList.toggle("your-turn", yours && !status.over);
    state.textContent = status.over ? t("lobby.over", { result: status.over.result })
      : `${scene.turn ? t("lobby.turn", { n: scene.turn }) : t("bar.setup")} · ${yours ? t("lobby.your-turn") : t("lobby.their-turn", { who: status.to_act.map(nameOf).join(", ") })}`;
  }, () => (state.textContent = t("lobby.gone")));
  return row;
}

/**
 * The key to a game is only here: taking it off the list is asked about.
 * @param {Element} anchor
 * @param {import("./memory.js").Known} entry
 * @param {HTMLElement} row
 */
function askForget(anchor, entry, row) {
  const token = mine(entry)[0]?.token ?? entry.spectator ?? "";
  popover(anchor, t("lobby.forget"), [
    h("p", {}, t("lobby.forget-sure")), linkRow(t("lobby.forget-link"), seatLink(entry.match, token)),
    h("div", { class: "buttons" },
      h("button", { type: "button", onclick: () => closePopover() }, t("cancel")),
      h("button", { type: "button", class: "primary", "data-key": "forget", onclick: () => { closePopover(); forget(entry.match); row.remove(); } }, t("lobby.forget"))),
  ]);
}

/** @param {number} at */
function when(at) {
  return new Intl.DateTimeFormat(undefined, { dateStyle: "medium", timeStyle: "short" }).format(at);
}

/**
 * Opens a saved game: a record, a position, or a running game that the server sealed, with the chairs it had.
 * @param {HTMLInputElement} input
 * @param {GameEntry[]} games
 */
async function bring(input, games) {
  const chosen = input.files?.[0];
  if (!chosen) return;
  try {
    const data = parsed(await chosen.text());
    if (data.log && !data.sealed && !data.seed) throw new Error(t("lobby.import-log"));
    const plain = games.find((g) => g.game === data.game);
    if (!plain) throw new Error(t("lobby.not-a-game"));
    const scenario = plain.scenarios.find((s) => s.scenario === data.scenario) ?? plain.scenarios[0];
    const created = await api.bring(importOf(data, scenario));
    enter(created, plain, scenario.scenario, (seats) => created.chairs.some((chair) => chair.token && chair.seats.join() === seats.join()));
  } catch (error) {
    toast(t("lobby.import-failed", { why: error instanceof Error ? error.message : "" }), { kind: "warn" });
  }
  input.value = "";
}

/** @param {string} text @returns {SavedFile} */
function parsed(text) {
  try {
    return JSON.parse(text);
  } catch {
    throw new Error(t("lobby.not-a-game"));
  }
}

/**
 * What is asked of the server for a file: a sealed game brings its own chairs, an open one is played at this screen.
 * @param {SavedFile} data
 * @param {ScenarioInfo} scenario
 */
function importOf(data, scenario) {
  if (typeof data.sealed === "string") return { sealed: data.sealed };
  const chairs = [{ seats: scenario.seats, player: { kind: "here" } }];
  return { ...(Array.isArray(data.actions) ? { record: data } : { position: data }), chairs };
}
