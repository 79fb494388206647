// Looking around: what lies under the pointer, the place that is looked at, overlays.

import { describe } from "./a11y.js";
import { actors } from "./actions.js";
import { api } from "./api.js";
import { h } from "./dom.js";
import { announce } from "./notices.js";
import { t } from "./strings.js";

/** @typedef {import("./wire").SceneAction} SceneAction */

/** How long a pointer rests before it is asked what would come of an action, in milliseconds. */
const FORETELL_WAITS = 160;

export class Looking {
  /** @param {import("./play.js").Play} play */
  constructor(play) {
    this.play = play;
    this.layout = play.layout;
    /** @type {string | null} The place that is looked at. */
    this.place = null;
    /** @type {string | null} */
    this.overlay = null;
    this.tip = h("div", { class: "tip", "aria-hidden": "true" });
  }

  get session() { return this.play.session; }

  get board() { return this.play.board; }

  hideTip() {
    this.tip.classList.remove("on");
  }

  /** @param {string | null} place */
  hover(place) {
    const scene = this.session.shown.scene;
    const offered = place ? (this.play.gestures.hand?.places.get(place) ?? this.play.offers.byPlace.get(place) ?? []) : [];
    const action = offered.find((a) => a.kind !== "step");
    const markers = place ? scene.markers.filter((marker) => marker.at === place).map((marker) => marker.title) : [];
    const name = place ? this.layout.place(place)?.name : undefined;
    const offer = action ? `${action.label}${action.cost && !action.label.includes(action.cost) ? ` · ${action.cost}` : ""}` : offered.length ? t("act.cannot-stop-short") : "";
    const note = place ? this.play.notes.at(place) : undefined;
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
    this.place = place;
    this.board.ink.showChosenPlace(place);
    if (open) this.play.panel.open("units");
    else if (this.play.panel.tab === "units") this.play.panel.renderTab();
  }

  /**
   * @param {string} place
   * @param {boolean} reveal
   */
  showPlace(place, reveal) {
    if (this.layout.place(place)) {
      if (reveal) this.board.sight.reveal(place);
      this.board.ink.showCursor(place);
      this.inspect(place, true);
      announce(describe(this.play, place, false));
    } else this.play.panel.open("boxes");
  }

  /** @param {number} def */
  showUnit(def) {
    const piece = this.session.shown.scene.pieces.find((p) => p.def === def && p.face !== "hidden");
    if (piece) this.showPlace(piece.at, true);
  }

  firstActor() {
    return actors(this.play.offers, this.session.shown.scene, this.layout)[0]?.place ?? null;
  }

  /** @param {number} step */
  nextActor(step) {
    const list = actors(this.play.offers, this.session.shown.scene, this.layout);
    if (!list.length) return announce(t("act.cannot"));
    const now = list.findIndex((entry) => entry.place === (this.board.ink.cursor ?? this.place));
    const next = list[(now + step + list.length) % list.length];
    this.board.ink.showCursor(next.place);
    this.board.sight.reveal(next.place);
    this.inspect(next.place);
    announce(describe(this.play, next.place, false));
    return this.board.element.focus({ preventScroll: true });
  }

  /** @param {string} id */
  placeTitle(id) {
    const panel = this.session.shown.scene.panels.find((p) => p.id === id);
    return panel ? panel.title : this.layout.title(id);
  }

  /** @param {string | null} id */
  async setOverlay(id) {
    this.overlay = id;
    if (!id) return this.board.ink.showOverlay(null);
    const overlay = await api.overlay(this.session.match, this.session.token, id);
    if (this.overlay === id) this.board.ink.showOverlay(overlay);
  }

  /** The position has changed: what lies over the map is asked for anew. */
  refresh() {
    if (this.overlay) void this.setOverlay(this.overlay);
    this.showChances();
  }

  /** The chances over every place that can be attacked, where the game knows them. */
  showChances() {
    const attacks = [...this.play.offers.byPlace].some(([, actions]) => actions.some((action) => action.kind === "attack"));
    this.board.ink.showBadges(null);
    const fights = attacks || (this.session.mine && this.session.shown.scene.battle);
    if (!fights || !this.session.sheet.overlays.some((overlay) => overlay.id === "chances")) return;
    const { version } = this.session.latest;
    api.overlay(this.session.match, this.session.token, "chances").then((overlay) => {
      if (this.session.latest.version === version && this.session.current) this.board.ink.showBadges(overlay);
    }, () => {});
  }
}
