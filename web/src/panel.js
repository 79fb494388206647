// The panel at the right (a sheet from below on a telephone): what is to be done, then tabs.

import { ChartsTab } from "./charts.js";
import { fill, h } from "./dom.js";
import { LogTab } from "./log.js";
import { BoxesTab } from "./panels.js";
import { Prompt } from "./prompt.js";
import { RulesTab } from "./rules.js";
import { t } from "./strings.js";
import { UnitsTab } from "./units.js";

/**
 * @typedef {import("./play.js").Play} Play
 * @typedef {"units" | "log" | "boxes" | "charts" | "rules"} TabName
 */

/** @type {TabName[]} */
export const TABS = ["units", "log", "boxes", "charts", "rules"];

export class Panel {
  /** @param {Play} play */
  constructor(play) {
    this.play = play;
    /** @type {TabName} */
    this.tab = "log";
    this.units = new UnitsTab(play);
    this.log = new LogTab(play);
    this.boxes = new BoxesTab(play);
    this.charts = new ChartsTab(play);
    this.rules = new RulesTab(play.book, play.papers.pictures ?? [], play.layout);
    this.prompt = new Prompt(play, this);
    this.body = h("div", { class: "tab-body", id: "tab-body", role: "tabpanel", tabindex: "0" });
    this.tabs = h("div", { class: "tabs", role: "tablist" }, TABS.map((name) => this.tabButton(name)));
    this.handle = h("button", { type: "button", class: "handle", "aria-expanded": "false", "aria-label": t("panel.show-more"), onclick: () => this.raise(!this.isHigh) });
    this.element = h("aside", { class: "panel", "aria-label": t("panel.sheet") }, this.handle, this.prompt.element, this.tabs, this.body);
    this.log.attach(this.body, () => this.tab === "log");
    this.slide();
    this.open("log", false);
  }

  /** @param {TabName} name */
  tabButton(name) {
    return h("button", {
      type: "button", role: "tab", id: `tab-${name}`, "data-part": name, "aria-controls": "tab-body", "aria-selected": "false",
      onclick: () => this.open(name),
      onkeydown: (/** @type {KeyboardEvent} */ event) => {
        const step = event.key === "ArrowRight" ? 1 : event.key === "ArrowLeft" ? -1 : 0;
        if (!step) return;
        event.preventDefault();
        const next = TABS[(TABS.indexOf(name) + step + TABS.length) % TABS.length];
        this.open(next);
        document.getElementById(`tab-${next}`)?.focus();
      },
    }, t(`panel.tab.${name}`));
  }

  /** The sheet of a telephone follows a finger on its handle. */
  slide() {
    /** @type {number | null} */
    let from = null;
    this.handle.addEventListener("pointerdown", (event) => { from = event.clientY; });
    addEventListener("pointerup", (event) => {
      if (from !== null && Math.abs(event.clientY - from) > 24) this.raise(event.clientY < from);
      from = null;
    });
  }

  /** Whether the sheet of a telephone is drawn up. */
  get isHigh() { return this.element.classList.contains("high"); }

  /** @param {boolean} high */
  raise(high) {
    this.element.classList.toggle("high", high);
    this.handle.setAttribute("aria-expanded", String(high));
    this.handle.setAttribute("aria-label", high ? t("panel.show-less") : t("panel.show-more"));
  }

  /**
   * @param {TabName} name
   * @param {boolean} [raise]
   */
  open(name, raise = true) {
    this.tab = name;
    for (const other of TABS) {
      const button = this.tabs.querySelector(`#tab-${other}`);
      button?.setAttribute("aria-selected", String(other === name));
      button?.setAttribute("tabindex", other === name ? "0" : "-1");
    }
    this.body.setAttribute("aria-labelledby", `tab-${name}`);
    this.body.setAttribute("class", `tab-body of-${name}`);
    fill(this.body, { units: this.units, log: this.log, boxes: this.boxes, charts: this.charts, rules: this.rules }[name].element);
    this.renderTab();
    if (name === "log") this.log.toEnd();
    else this.body.scrollTop = 0;
    if (raise) this.raise(true);
  }

  renderTab() {
    const { session } = this.play;
    const { scene, log } = session.shown;
    const upTo = (log?.from ?? 0) + (log?.events.length ?? 0);
    if (this.tab === "units") this.units.render(scene, this.play.looking.place);
    else if (this.tab === "log") this.log.render(this.play.replay ? upTo : Math.min(session.log.length, upTo));
    else if (this.tab === "boxes") this.boxes.render(scene);
    else if (this.tab === "charts") this.charts.render(scene);
  }

  render() {
    this.prompt.render();
    this.renderTab();
  }
}
