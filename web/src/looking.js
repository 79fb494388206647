// Looking around: what lies under the pointer, the place that is looked at, overlays.

import { describe } from "./a11y.js";
import { api } from "./api.js";
import { h } from "./dom.js";
import { announce } from "./notices.js";
import { t } from "./strings.js";

/** @typedef {import("./wire").SceneAction} SceneAction */

/** How long a pointer rests before it is asked what would come of an action, in milliseconds. */
const FORETELL_WAITS = 160;

export class Looking {
  /**
   * @param {import("./desk.js").Desk} desk
   * @param {import("./board.js").Board} board
   */
  constructor(desk, board) {
    this.desk = desk;
    this.board = board;
    this.session = desk.session;
    this.layout = desk.layout;
    this.tip = h("div", { class: "tip", "aria-hidden": "true" });
  }

  hideTip() {
    this.tip.classList.remove("on");
  }

  /** @param {string | null} place */
  hover(place) {
    const { scene, page } = this.desk;
    const offered = place ? (page.hand?.places.get(place) ?? page.offers.byPlace.get(place) ?? []) : [];
    const action = offered.find((a) => a.kind !== "step");
    const markers = place ? scene.markers.filter((marker) => marker.at === place).map((marker) => marker.title) : [];
    const name = place ? this.layout.place(place)?.name : undefined;
    const offer = action ? `${action.label}${action.cost && !action.label.includes(action.cost) ? ` · ${action.cost}` : ""}` : offered.length ? t("act.cannot-stop-short") : "";
    const note = place ? page.notes[place] : undefined;
    const words = [name ?? "", offer, action?.note ?? "", ...markers, note ? `“${note}”` : ""].filter(Boolean);
    const at = place ? this.layout.place(place) : undefined;
    this.tip.textContent = words.join(" — ");
    // What lies beside the map says in its cell what can be done with it.
    this.tip.classList.toggle("on", words.length > 0 && at !== undefined);
    if (!at || !words.length) return;
    const spot = this.board.camera.toFrame(at.x - this.layout.view[0], at.y - this.layout.view[1] + this.layout.size * 0.62);
    this.tip.style.transform = `translate(${Math.round(spot.x)}px, ${Math.round(spot.y)}px) translateX(-50%)`;
    if (action && !action.dice && !scene.reach?.length && action.kind !== "select") this.foretell(action, this.tip.textContent);
  }

  /**
   * Adds to the tip what an action without dice will do, where it is not a plain move.
   * @param {SceneAction} action
   * @param {string} tip
   */
  foretell(action, tip) {
    setTimeout(() => {
      if (this.tip.textContent !== tip || !this.session.mine) return;
      this.session.preview(action).then(({ outcomes }) => {
        if (this.tip.textContent === tip && outcomes.length === 1 && outcomes[0].text) this.tip.textContent = `${tip} — ${outcomes[0].text}`;
      }, () => {});
    }, FORETELL_WAITS);
  }

  /**
   * @param {string | null} place
   * @param {boolean} [open] whether the panel turns to the units
   */
  inspect(place, open = false) {
    this.desk.change({ type: "looked", place });
    this.board.ink.showChosenPlace(place);
    if (open) this.desk.say("tab", { tab: "units" });
    else this.desk.say("looked", undefined);
  }

  /** @param {string} place */
  showPlace(place) {
    if (this.layout.place(place)) {
      this.board.sight.reveal(place);
      this.board.ink.showCursor(place);
      this.inspect(place, true);
      announce(describe(this.desk, place, false));
    } else this.desk.say("tab", { tab: "boxes" });
  }

  /** @param {number} def */
  showUnit(def) {
    const piece = this.session.shown.scene.pieces.find((p) => p.def === def && p.face !== "hidden");
    if (piece) this.showPlace(piece.at);
  }

  /** Looks at nothing in particular. */
  away() {
    this.board.ink.showCursor(null);
    this.board.pieces.closeFan();
    this.inspect(null);
  }

  /** @param {number} step */
  nextActor(step) {
    const list = this.desk.actors();
    if (!list.length) return announce(t("act.cannot"));
    const now = list.findIndex((entry) => entry.place === (this.board.ink.cursor ?? this.desk.page.place));
    const next = list[(now + step + list.length) % list.length];
    this.board.ink.showCursor(next.place);
    this.board.sight.reveal(next.place);
    this.inspect(next.place);
    announce(describe(this.desk, next.place, false));
    return this.board.element.focus({ preventScroll: true });
  }

  /** @param {string | null} id */
  async setOverlay(id) {
    this.desk.change({ type: "overlay", overlay: id });
    if (!id) return this.board.ink.showOverlay(null);
    const overlay = await api.overlay(this.session.match, this.session.token, id);
    if (this.desk.page.overlay === id) this.board.ink.showOverlay(overlay);
  }

  /** The position has changed: what lies over the map is asked for anew. */
  refresh() {
    const { overlay } = this.desk.page;
    if (overlay) void this.setOverlay(overlay);
    this.showChances();
  }

  /** The chances over every place that can be attacked, where the game knows them. */
  showChances() {
    const attacks = [...this.desk.offers.byPlace].some(([, actions]) => actions.some((action) => action.kind === "attack"));
    this.board.ink.showBadges(null);
    const fights = attacks || (this.session.mine && this.desk.scene.battle);
    if (!fights || !this.session.sheet.overlays.some((overlay) => overlay.id === "chances")) return;
    const { version } = this.session.latest;
    api.overlay(this.session.match, this.session.token, "chances").then((overlay) => {
      if (this.session.latest.version === version && this.session.current) this.board.ink.showBadges(overlay);
    }, () => {});
  }
}
