// Menus of a match: invite, save, resign, layers, settings, keys.

import { KEYS } from "./a11y.js";
import { api } from "./api.js";
import { hasBriefing } from "./briefing.js";
import { h, icon } from "./dom.js";
import { invitation, inviteLink, recall, seatLink } from "./memory.js";
import { allowNotices } from "./notices.js";
import { closePopover, popover } from "./popover.js";
import { set, settings } from "./settings.js";
import { t } from "./strings.js";

/** @typedef {import("./desk.js").Desk} Desk */
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
 * @param {Desk} desk
 * @param {Element} anchor
 */
export function openMatchMenu(desk, anchor) {
  const { session } = desk;
  const over = Boolean(session.latest.status.over);
  const name = `${session.latest.game}-${session.latest.scenario}`;
  const { imported, frozen } = session.latest;
  popover(anchor, t("bar.menu"), [
    frozen ? h("p", { class: "menu-note" }, frozen) : null,
    imported === undefined || imported === null ? null : h("p", { class: "quiet menu-note" }, t("menu.imported", { n: imported })),
    invitations(desk),
    hasBriefing(desk) ? entry("flag", t("goal.title"), () => desk.say("goal", undefined)) : null,
    entry("replay", t("menu.replay"), () => desk.say("replay", 0)),
    h("button", { type: "button", class: "menu-item", onclick: () => askSave(desk, anchor, name) }, icon("save"), t("menu.save")),
    session.seats.length ? entry("open", t("menu.device"), () => void openDevice(desk, anchor)) : null,
    session.seats.length ? h("button", { type: "button", class: "menu-item", onclick: () => desk.say("orders", anchor) }, icon("check"), t("order.title")) : null,
    entry("settings", t("menu.settings"), () => openSettings(anchor)),
    entry("help", t("menu.keys"), () => openKeys(anchor)),
    over && session.seats.length ? entry("check", t("menu.archive"), async () => {
      await api.order(session.match, session.token, "archive");
      location.assign("/");
    }) : null,
    !over && session.seats.length ? entry("flag", t("menu.resign"), () => askResign(desk, anchor)) : null,
    h("a", { class: "menu-item", href: "/" }, icon("home"), t("back-to-lobby")),
  ]);
}

/**
 * A game is one file: open once it is over, sealed by the server before.
 * @param {Desk} desk
 * @param {Element} anchor
 * @param {string} name
 */
function askSave(desk, anchor, name) {
  const { session } = desk;
  const over = Boolean(session.latest.status.over);
  popover(anchor, t("menu.save"), [
    h("p", {}, over ? t("save.open") : t("save.sealed")),
    h("div", { class: "buttons" },
      h("button", { type: "button", onclick: () => closePopover() }, t("cancel")),
      h("button", { type: "button", class: "primary", "data-key": "save", onclick: async () => {
        closePopover();
        try {
          saveFile(`${name}.p38.json`, await api.record(session.match, session.token));
        } catch (error) {
          desk.say("refused", { why: error instanceof Error ? error.message : String(error) });
        }
      } }, t("menu.save-yes"))),
  ]);
}

/**
 * Invitations to the chairs of others, as far as this browser made them: the link until it is followed, then that it was.
 * @param {Desk} desk
 */
function invitations(desk) {
  const { session } = desk;
  const entry = recall(session.match);
  if (!entry) return null;
  const rows = entry.chairs.filter((chair) => chair.kind === "link" && chair.invite && !chair.mine).map((chair) => {
    const who = chair.seats.map((s) => session.seatName(s)).join(", ");
    const joined = session.latest.chairs.find((c) => c.seats.join() === chair.seats.join())?.joined;
    return joined ? h("p", { class: "quiet menu-note" }, t("menu.joined", { who }))
      : linkRow(t("menu.link-for", { who }), invitation(session.match, chair) ?? "");
  });
  if (entry.spectator) rows.push(linkRow(t("menu.spectators"), seatLink(session.match, entry.spectator)));
  if (!rows.length) return null;
  return h("section", { class: "invite" }, h("h3", {}, t("menu.invite")), rows);
}

/**
 * A link by which one's own chair can be taken on another device.
 * @param {Desk} desk
 * @param {Element} anchor
 */
async function openDevice(desk, anchor) {
  const { session } = desk;
  const { invite } = await api.invite(session.match, session.token, session.seats);
  popover(anchor, t("menu.device"), [h("p", { class: "menu-note" }, t("menu.device-how")), linkRow(t("menu.device"), inviteLink(session.match, invite))]);
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
 * @param {Desk} desk
 * @param {Element} anchor
 */
function askResign(desk, anchor) {
  const { session } = desk;
  const who = session.seats.map((s) => session.seatName(s)).join(", ");
  popover(anchor, t("menu.resign"), [
    h("p", {}, t("menu.resign-sure", { who })),
    h("div", { class: "buttons" },
      h("button", { type: "button", onclick: () => closePopover() }, t("cancel")),
      h("button", { type: "button", class: "primary", onclick: async () => {
        closePopover();
        const update = await api.order(session.match, session.token, "resign");
        if (update?.version) session.change({ type: "heard", update });
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
    checkbox("brief", t("set.brief")),
    checkbox("warnEnd", t("set.warn-end")),
    checkbox("confirmDice", t("set.confirm-dice")),
    checkbox("notify", t("set.notify"), async (on) => on && allowNotices()),
    checkbox("keys", t("set.keys")),
    checkbox("sounds", t("set.sounds")),
    themeChoice(),
    checkbox("contrast", t("set.contrast")),
    checkbox("large", t("set.large")),
    still,
  ]);
}

function themeChoice() {
  return h("label", { class: "field" }, h("span", {}, t("set.theme")),
    h("select", { "data-key": "theme", onchange: (/** @type {Event} */ e) => set({ theme: /** @type {HTMLSelectElement} */ (e.target).value }) },
      ["auto", "light", "dark"].map((value) => h("option", { value, selected: settings.theme === value }, t(`set.theme.${value}`)))));
}

export function speedChoice() {
  const speeds = [[0.5, "watch.slow"], [1, "watch.normal"], [3, "watch.fast"], [0, "watch.instant"]];
  return h("label", { class: "field" }, h("span", {}, t("set.speed")),
    h("select", { "aria-label": t("set.speed"), onchange: (/** @type {Event} */ e) => set({ speed: Number(/** @type {HTMLSelectElement} */ (e.target).value) }) },
      speeds.map(([value, label]) => h("option", { value, selected: Number(value) === settings.speed }, t(String(label))))));
}

/** @param {Element} anchor */
export function openKeys(anchor) {
  popover(anchor, t("keys.title"), [h("dl", { class: "keys" }, KEYS.map(([key, text]) => h("div", {}, h("dt", {}, h("kbd", {}, key)), h("dd", {}, t(text)))))]);
}

/**
 * What is drawn on the map.
 * @param {Desk} desk
 * @param {import("./board.js").Board} board
 * @param {Element} anchor
 */
export function openLayers(desk, board, anchor) {
  const { classList } = board.element;
  /** @param {string} name @param {string} label @param {boolean} [hides] whether a tick means that it is hidden */
  const toggle = (name, label, hides = false) => {
    const box = h("input", { type: "checkbox", onchange: () => classList.toggle(`without-${name}`, box.checked === hides) });
    box.checked = classList.contains(`without-${name}`) === hides;
    return h("label", { class: "check" }, box, h("span", {}, label));
  };
  const overlays = desk.session.sheet.overlays.map(({ id, title }) => {
    const box = h("input", { type: "radio", name: "overlay", onclick: () => {
      const off = desk.page.overlay === id;
      box.checked = !off;
      desk.say("overlay", off ? null : id);
    } });
    box.checked = desk.page.overlay === id;
    return h("label", { class: "check" }, box, h("span", {}, title));
  });
  const look = h("select", { onchange: () => { set({ look: look.value }); board.setMap(desk.session.sheet.map, look.value); } },
    ["standard", "contrast", "print"].map((value) => h("option", { value, selected: settings.look === value }, t(`map.look.${value}`))));
  const none = h("input", { type: "radio", name: "overlay", onclick: () => desk.say("overlay", null) });
  none.checked = desk.page.overlay === null;
  popover(anchor, t("map.layers"), [
    toggle("pieces", t("map.layer.pieces")), toggle("markers", t("map.layer.markers")), toggle("moves", t("map.layer.moves")),
    toggle("anything", t("map.layer.bare"), true),
    overlays.length ? h("fieldset", {}, h("legend", {}, t("map.overlay")), h("label", { class: "check" }, none, h("span", {}, t("map.overlay-none"))), overlays) : null,
    h("label", { class: "field" }, h("span", {}, t("map.look")), look),
  ]);
}
