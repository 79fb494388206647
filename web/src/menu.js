// Menus of a match: invite, save, resign, layers, settings, keys.

import { KEYS } from "./a11y.js";
import { api } from "./api.js";
import { h, icon } from "./dom.js";
import { recall, seatLink } from "./memory.js";
import { allowNotices } from "./notices.js";
import { closePopover, popover } from "./popover.js";
import { set, settings } from "./settings.js";
import { t } from "./strings.js";

/** @typedef {import("./play.js").Play} Play */
/** @typedef {Parameters<typeof icon>[0]} IconName */

/**
 * @param {IconName} name
 * @param {string} label
 * @param {() => void} go
 */
function entry(name, label, go) {
  return h("button", { type: "button", class: "menu-item", onclick: () => { closePopover(); go(); } }, icon(name), label);
}

/**
 * @param {string} name
 * @param {unknown} content
 */
export function saveFile(name, content) {
  const url = URL.createObjectURL(new Blob([JSON.stringify(content, null, 2)], { type: "application/json" }));
  h("a", { href: url, download: name }).click();
  setTimeout(() => URL.revokeObjectURL(url), 10_000);
}

/**
 * @param {Play} play
 * @param {Element} anchor
 */
export function openMatchMenu(play, anchor) {
  const { session } = play;
  const over = Boolean(session.latest.status.over);
  const name = `${session.latest.game}-${session.latest.scenario}`;
  popover(anchor, t("bar.menu"), [
    invitations(play),
    entry("replay", t("menu.replay"), () => play.startReplay(0)),
    entry("save", t("menu.save"), async () => saveFile(`${name}.p38.json`, await api.record(session.match, session.token))),
    entry("open", t("menu.position"), async () => saveFile(`${name}-position.json`, await api.position(session.match, session.token))),
    entry("settings", t("menu.settings"), () => openSettings(anchor)),
    entry("help", t("menu.keys"), () => openKeys(anchor)),
    over && session.seats.length ? entry("check", t("menu.archive"), async () => {
      await api.order(session.match, session.token, "archive");
      location.assign("/");
    }) : null,
    !over && session.seats.length ? entry("flag", t("menu.resign"), () => askResign(play, anchor)) : null,
    h("a", { class: "menu-item", href: "/" }, icon("home"), t("back-to-lobby")),
  ]);
}

/**
 * Links for the chairs of others, as far as this browser knows them.
 * @param {Play} play
 */
function invitations(play) {
  const entry = recall(play.session.match);
  if (!entry) return null;
  const links = entry.chairs.filter((chair) => chair.kind === "link" && chair.token && !chair.mine)
    .map((chair) => ({ label: t("menu.link-for", { who: chair.seats.map((s) => play.session.seatName(s)).join(", ") }), token: /** @type {string} */ (chair.token) }));
  if (entry.spectator) links.push({ label: t("menu.spectators"), token: entry.spectator });
  if (!links.length) return null;
  return h("section", { class: "invite" }, h("h3", {}, t("menu.invite")), links.map(({ label, token }) => linkRow(label, seatLink(play.session.match, token))));
}

/**
 * @param {string} label
 * @param {string} link
 */
export function linkRow(label, link) {
  const field = h("input", { readonly: true, value: link, "aria-label": label, onfocus: () => field.select() });
  const button = h("button", { type: "button", onclick: async () => {
    await copyText(link, field);
    button.textContent = t("menu.copied");
    setTimeout(() => (button.textContent = t("menu.copy")), 2000);
  } }, t("menu.copy"));
  return h("div", { class: "link-row" }, h("span", {}, label), h("div", {}, field, button));
}

/**
 * @param {string} text
 * @param {HTMLInputElement} [field]
 */
export async function copyText(text, field) {
  try {
    await navigator.clipboard.writeText(text);
  } catch {
    // Without the clipboard interface the person can still copy the marked text.
    field?.select();
  }
}

/**
 * @param {Play} play
 * @param {Element} anchor
 */
function askResign(play, anchor) {
  const { session } = play;
  const who = session.seats.map((s) => session.seatName(s)).join(", ");
  popover(anchor, t("menu.resign"), [
    h("p", {}, t("menu.resign-sure", { who })),
    h("div", { class: "buttons" },
      h("button", { type: "button", onclick: () => closePopover() }, t("cancel")),
      h("button", { type: "button", class: "primary", onclick: async () => {
        closePopover();
        const update = await api.order(session.match, session.token, "resign");
        if (update?.version) session.receive(update, "own");
      } }, t("menu.resign-yes"))),
  ]);
}

/**
 * @param {keyof import("./settings.js").Settings} key
 * @param {string} label
 * @param {(on: boolean) => Promise<boolean> | boolean} [allow]
 */
function checkbox(key, label, allow = (on) => on) {
  const box = h("input", { type: "checkbox" });
  box.checked = Boolean(settings[key]);
  box.addEventListener("change", async () => {
    box.checked = await allow(box.checked);
    set({ [key]: box.checked });
  });
  return h("label", { class: "check" }, box, h("span", {}, label));
}

/** @param {Element} anchor */
export function openSettings(anchor) {
  const still = checkbox("motion", t("set.motion"));
  const box = /** @type {HTMLInputElement} */ (still.querySelector("input"));
  box.checked = !settings.motion;
  box.addEventListener("change", () => set({ motion: !box.checked }));
  popover(anchor, t("menu.settings"), [
    speedChoice(),
    checkbox("warnEnd", t("set.warn-end")),
    checkbox("confirmDice", t("set.confirm-dice")),
    checkbox("notify", t("set.notify"), async (on) => on && allowNotices()),
    checkbox("keys", t("set.keys")),
    checkbox("contrast", t("set.contrast")),
    checkbox("large", t("set.large")),
    still,
  ]);
}

export function speedChoice() {
  const speeds = [[0.5, "watch.slow"], [1, "watch.normal"], [3, "watch.fast"], [0, "watch.instant"]];
  return h("label", { class: "field" }, h("span", {}, t("set.speed")),
    h("select", { onchange: (/** @type {Event} */ e) => set({ speed: Number(/** @type {HTMLSelectElement} */ (e.target).value) }) },
      speeds.map(([value, label]) => h("option", { value, selected: Number(value) === settings.speed }, t(String(label))))));
}

/** @param {Element} anchor */
export function openKeys(anchor) {
  popover(anchor, t("keys.title"), [h("dl", { class: "keys" }, KEYS.map(([key, text]) => h("div", {}, h("dt", {}, h("kbd", {}, key)), h("dd", {}, t(text)))))]);
}

/**
 * What is drawn on the map.
 * @param {Play} play
 * @param {Element} anchor
 */
export function openLayers(play, anchor) {
  const board = /** @type {HTMLElement} */ (play.board.element);
  /** @param {string} name @param {string} label @param {boolean} [hides] whether a tick means that it is hidden */
  const toggle = (name, label, hides = false) => {
    const box = h("input", { type: "checkbox", onchange: () => board.classList.toggle(`without-${name}`, box.checked === hides) });
    box.checked = board.classList.contains(`without-${name}`) === hides;
    return h("label", { class: "check" }, box, h("span", {}, label));
  };
  const overlays = play.session.sheet.overlays.map(({ id, title }) => {
    const box = h("input", { type: "radio", name: "overlay", onclick: () => {
      const off = play.overlay === id;
      box.checked = !off;
      void play.setOverlay(off ? null : id);
    } });
    box.checked = play.overlay === id;
    return h("label", { class: "check" }, box, h("span", {}, title));
  });
  const look = h("select", { onchange: () => { set({ look: look.value }); play.board.setMap(play.session.sheet.map, look.value); } },
    ["standard", "contrast", "print"].map((value) => h("option", { value, selected: settings.look === value }, t(`map.look.${value}`))));
  const none = h("input", { type: "radio", name: "overlay", onclick: () => void play.setOverlay(null) });
  none.checked = play.overlay === null;
  popover(anchor, t("map.layers"), [
    toggle("pieces", t("map.layer.pieces")), toggle("markers", t("map.layer.markers")), toggle("moves", t("map.layer.moves")),
    toggle("anything", t("map.layer.bare"), true),
    overlays.length ? h("fieldset", {}, h("legend", {}, t("map.overlay")), h("label", { class: "check" }, none, h("span", {}, t("map.overlay-none"))), overlays) : null,
    h("label", { class: "field" }, h("span", {}, t("map.look")), look),
  ]);
}
