// What the browser tests stand on: a server of their own and Debian's Chromium.

import { spawn, spawnSync } from "node:child_process";
import { existsSync, mkdirSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { chromium } from "playwright-core";

export const WEB = join(dirname(fileURLToPath(import.meta.url)), "..");
export const ROOT = join(WEB, "..");
export const ARTIFACTS = join(ROOT, "artifacts/web");
mkdirSync(ARTIFACTS, { recursive: true });

/**
 * Starts a program that prints its address and gives back the address and the way to end it.
 * @param {string} program
 * @param {(folder: string) => string[]} args
 */
async function host(program, args) {
  const folder = mkdtempSync(join(tmpdir(), "p38-"));
  const child = spawn(program, args(folder), { cwd: ROOT, stdio: ["ignore", "pipe", "pipe"] });
  let said = "";
  const address = await new Promise((resolve, reject) => {
    const timer = setTimeout(() => reject(new Error(`no address after 60 s: ${said}`)), 60_000);
    const hear = (chunk) => {
      said = (said + chunk).slice(-4000);
      const found = /(http:\/\/[\d.:]+)/.exec(said);
      if (!found) return;
      clearTimeout(timer);
      resolve(found[1]);
    };
    child.stdout.on("data", hear);
    child.stderr.on("data", hear);
    child.on("exit", (code) => reject(new Error(`the server ended with ${code}: ${said}`)));
  });
  process.on("exit", () => child.kill("SIGKILL"));
  const stop = async () => {
    const gone = new Promise((done) => child.on("exit", done));
    child.kill("SIGTERM");
    await Promise.race([gone, new Promise((done) => setTimeout(done, 4000))]);
    child.kill("SIGKILL");
    rmSync(folder, { recursive: true, force: true });
  };
  return { address, stop };
}

/**
 * A program of this workspace, built if need be.
 * @param {string[]} what
 * @param {string} where
 */
function built(what, where) {
  const { status } = spawnSync("cargo", ["build", "--quiet", ...what], { cwd: ROOT, stdio: "inherit" });
  if (status !== 0) throw new Error(`cargo build ${what.join(" ")} failed`);
  return join(process.env.CARGO_TARGET_DIR ?? join(ROOT, "target"), "debug", where);
}

/** The reference game. */
export async function skirmish() {
  const program = process.env.P38_SKIRMISH ?? built(["--package", "server", "--example", "skirmish"], "examples/skirmish");
  return host(program, (folder) => ["127.0.0.1:0", folder, WEB]);
}

/** The product, with all its games. */
export async function product() {
  const program = process.env.P38_PROGRAM ?? built(["--package", "parallel38"], "parallel38");
  return host(program, (folder) => ["serve", "--listen", "127.0.0.1:0", "--database", `sqlite://${folder}/matches.db`, "--no-open", "--web", WEB]);
}

/** Debian's Chromium without windows, which asks for a third less of the processor, or else the whole one. */
const CHROMIUM = ["/usr/bin/chromium-headless-shell", "/usr/bin/chromium"];

/** A browser with nothing that talks to the outside. */
export async function browser() {
  return chromium.launch({
    executablePath: process.env.P38_CHROMIUM ?? CHROMIUM.find((path) => existsSync(path)),
    headless: true,
    args: ["--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run", "--disable-background-networking", "--disable-component-update", "--disable-sync"],
  });
}

/** How often a page is looked at that is waited for, in milliseconds. */
const POLL = 25;

export const DESKTOP = { width: 1440, height: 900 };
export const TELEPHONE = { width: 360, height: 740 };
/** A small window, for games that are played through: less to draw. */
export const SMALL = { width: 1000, height: 700 };

/**
 * A page of its own that fails the test when the client throws or breaks the content policy.
 * @param {import("playwright-core").Browser} chrome
 * @param {{viewport?: {width: number, height: number}, hasTouch?: boolean, speed?: number, dark?: boolean, brief?: boolean, large?: boolean}} [how]
 */
export async function visitor(chrome, how = {}) {
  const context = await chrome.newContext({ viewport: how.viewport ?? DESKTOP, hasTouch: how.hasTouch ?? false, isMobile: how.hasTouch ?? false, deviceScaleFactor: how.hasTouch ? 2 : 1, reducedMotion: "reduce", colorScheme: how.dark ? "dark" : "light" });
  await context.addInitScript((chosen) => {
    if (!localStorage.getItem("p38.settings")) localStorage.setItem("p38.settings", JSON.stringify(chosen));
  }, { speed: how.speed ?? 0, brief: how.brief ?? false, large: how.large ?? false });
  const page = await context.newPage();
  const faults = [];
  page.on("pageerror", (error) => faults.push(`thrown: ${error.message}`));
  page.on("console", (message) => {
    if (message.type() === "error" && !/Failed to load resource|ERR_INTERNET_DISCONNECTED|net::ERR/.test(message.text())) faults.push(message.text());
  });
  /** @type {string[]} What the server did not answer with success: told when a test fails. */
  const refused = [];
  page.on("response", (answer) => answer.status() >= 400 && refused.push(`${answer.status()} ${answer.url()}`));
  page.on("requestfailed", (request) => refused.push(`${request.failure()?.errorText} ${request.url()}`));
  // A loaded machine is slow, not wrong.
  page.setDefaultTimeout(60_000);
  // Looking in every frame, as is usual, would keep the page drawing.
  const wait = page.waitForFunction.bind(page);
  page.waitForFunction = (what, arg, more) => wait(what, arg, { polling: POLL, ...more });
  return { context, page, faults, refused };
}
