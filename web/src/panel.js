// The panel at the right (a sheet from below on a telephone): what is to be done, then tabs.

import { TABS } from "./a11y.js";
import { ChartsTab } from "./charts.js";
import { fill, h } from "./dom.js";
import { LogTab } from "./log.js";
import { BoxesTab } from "./panels.js";
import { Prompt } from "./prompt.js";
import { RulesTab } from "./rules.js";
import { t } from "./strings.js";
import { UnitsTab } from "./units.js";

/** @typedef {import("./desk.js").TabName} TabName */

export class Panel {
  /**
   * @param {import("./desk.js").Desk} desk
   * @param {import("./prompt.js").Additions} additions what other parts have to say in the prompt
   */
  constructor(desk, additions) {
    this.desk = desk;
    /** @type {TabName} */
    this.tab = "log";
    this.units = new UnitsTab(desk);
    this.log = new LogTab(desk);
    this.boxes = new BoxesTab(desk);
    this.charts = new ChartsTab(desk);
    this.rules = new RulesTab(desk.book, desk.papers.pictures ?? [], desk.layout);
    this.prompt = new Prompt(desk, additions);
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
    // From the top, unless the tab knows what is to be seen of it.
    this.body.scrollTop = 0;
    this.renderTab();
    if (name === "log") this.log.toEnd();
    if (raise) this.raise(true);
  }

  renderTab() {
    const { session, page } = this.desk;
    const { scene, log } = session.shown;
    const upTo = (log?.from ?? 0) + (log?.events.length ?? 0);
    if (this.tab === "units") this.units.render(scene, page.place);
    else if (this.tab === "log") this.log.render(page.mode === "past" ? upTo : Math.min(session.log.length, upTo));
    else if (this.tab === "boxes") this.boxes.render(scene);
    else if (this.tab === "charts") this.charts.render(scene);
  }

  /** A unit was taken up or laid back: what can only be laid beside the map is laid in the boxes, so they come up. */
  showHand() {
    const beside = this.desk.laysBeside;
    if (beside && this.tab !== "boxes") this.open("boxes");
    else if (this.tab === "boxes") this.renderTab();
    this.prompt.render();
    // The prompt may have taken room from the boxes.
    if (beside) this.boxes.reveal();
  }

  /** @param {string} id */
  openRule(id) {
    this.open("rules");
    this.rules.open(id);
  }

  render() {
    this.prompt.render();
    this.renderTab();
  }
}
