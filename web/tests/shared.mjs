// Servers that several tests share, started when the first one asks.

import { product, skirmish, visitor } from "./host.mjs";

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
 * @param {unknown} what
 * @param {string} why
 */
export function ensure(what, why) {
  if (!what) throw new Error(why);
}
