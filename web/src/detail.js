// All about a piece or a place, asked for when somebody wants to know.

import { Refused, api } from "./api.js";
import { fill, h } from "./dom.js";
import { t } from "./strings.js";

/**
 * A part that opens and then asks.
 * @param {import("./session.js").Session} session
 * @param {string} thing the id of a piece or a place
 * @param {string} label
 */
export function moreAbout(session, thing, label) {
  const body = h("div", { class: "detail-body" });
  const details = h("details", { class: "detail" }, h("summary", {}, label), body);
  details.addEventListener("toggle", () => {
    if (!details.open || body.childNodes.length) return;
    fill(body, h("p", { class: "quiet" }, t("loading")));
    const { match, token } = session;
    api.inspect(match, token, thing).then((detail) => fill(body, detail.sections.map(section)), (error) => {
      if (!(error instanceof Refused)) throw error;
      fill(body, h("p", { class: "quiet" }, t("detail.none")));
    });
  });
  return details;
}

/** @param {import("./wire").DetailSection} section */
function section({ title, columns = [], rows }) {
  return h("section", {}, h("h3", {}, title),
    h("div", { class: "table-scroll", tabindex: "0", role: "group", "aria-label": title }, h("table", { class: "plain-table" },
      columns.length ? h("thead", {}, h("tr", {}, columns.map((column) => h("th", { scope: "col" }, column)))) : null,
      h("tbody", {}, rows.map((row) => h("tr", {}, row.map((cell, k) => (k || row.length === 1 ? h("td", {}, cell) : h("th", { scope: "row" }, cell)))))))));
}
