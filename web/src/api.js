// The server's interface. Tokens go in a header only; the stream is read with fetch so that it can carry one.

/**
 * @typedef {import("./server").Update} Update
 * @typedef {import("./server").Problem} Problem
 */

/** How often a busy server is asked again. */
const BUSY_TRIES = 30;

/** An answer that is not the one hoped for. */
export class Refused extends Error {
  /** @param {number} status @param {Problem} problem @param {number} [after] how many seconds later it may be asked again */
  constructor(status, problem, after = 1) {
    super(problem.detail ?? problem.title ?? `The server answered ${status}.`);
    this.status = status;
    this.problem = problem;
    this.rule = problem.rule;
    this.after = after;
  }
}

/**
 * The types of what the server sends are made from its own (`wire.d.ts`): whoever asks says which one it is.
 * @template T
 * @param {string} path
 * @param {{token?: string, method?: string, body?: unknown, signal?: AbortSignal}} [options]
 * @returns {Promise<T>}
 */
async function call(path, options = {}) {
  for (let tries = 0; ; tries++) {
    try {
      return /** @type {T} */ (await ask(path, options));
    } catch (error) {
      // A server that is busy (it may still be drawing a map) says when to come again; what only looks can be asked twice.
      if (!(error instanceof Refused) || error.status !== 503 || (options.method ?? "GET") !== "GET" || tries >= BUSY_TRIES) throw error;
      await new Promise((done) => setTimeout(done, Math.min(5, error.after) * 1000));
    }
  }
}

/**
 * @param {string} path
 * @param {{token?: string, method?: string, body?: unknown, signal?: AbortSignal}} options
 */
async function ask(path, { token, method = "GET", body, signal }) {
  /** @type {Record<string, string>} */
  const headers = { accept: "application/json" };
  if (token) headers.authorization = `Bearer ${token}`;
  if (body !== undefined) headers["content-type"] = "application/json";
  const response = await fetch(path, { method, headers, signal, body: body === undefined ? undefined : JSON.stringify(body) });
  const text = await response.text();
  /** @type {unknown} */
  let data = null;
  try {
    data = text ? JSON.parse(text) : null;
  } catch {
    data = { detail: text.slice(0, 200) };
  }
  if (!response.ok) throw new Refused(response.status, /** @type {Problem} */ (data ?? {}), Number(response.headers.get("retry-after")) || 1);
  return data;
}

/** A key that makes a request safe to send twice. */
export function freshKey() {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  return Array.from(bytes, (b) => b.toString(16).padStart(2, "0")).join("");
}

/** @param {unknown} error */
export function isNetworkFailure(error) {
  return error instanceof TypeError;
}

/**
 * Sends again when the line drops: the idempotency key makes that safe.
 * @template T
 * @param {() => Promise<T>} send
 * @returns {Promise<T>}
 */
async function persist(send) {
  for (let attempt = 0; ; attempt++) {
    try {
      return await send();
    } catch (error) {
      if (!isNetworkFailure(error) || attempt >= 5) throw error;
      await new Promise((done) => setTimeout(done, 250 * 2 ** attempt));
    }
  }
}

/** @param {string} part */
const enc = (part) => encodeURIComponent(part);

/** How many sentences of the log a page asks for when it opens a match: a server need not play a long one again for them. */
export const LATELY = 240;

export const api = {
  /** @returns {Promise<{games: import("./server").GameEntry[]}>} */
  games: () => call("/api/games"),
  /** @param {string} game @param {string} scenario @returns {Promise<import("./wire").Sheet>} */
  sheet: (game, scenario) => call(`/api/games/${enc(game)}/${enc(scenario)}/sheet`),
  /** @param {string} game @returns {Promise<import("./server").RuleBook>} */
  rules: (game) => call(`/api/games/${enc(game)}/rules`),
  /** @param {string} game @returns {Promise<import("./wire").Papers>} */
  papers: (game) => call(`/api/games/${enc(game)}/papers`),
  /** @param {string} game @param {string} guide @returns {Promise<import("./server").Created>} */
  guide: (game, guide) => call(`/api/games/${enc(game)}/guides/${enc(guide)}`, { method: "POST", body: {} }),
  /** @param {string} map */
  layout: (map) => call(`/maps/${map}.json`),
  /** @param {unknown} body @returns {Promise<import("./server").Created>} */
  create: (body) => call("/api/matches", { method: "POST", body }),
  /** @param {string} match @param {string} invite @returns {Promise<{token: string}>} */
  join: (match, invite) => call(`/api/matches/${enc(match)}/join`, { method: "POST", body: { invite } }),
  /** @param {unknown} body @returns {Promise<import("./server").Created>} */
  bring: (body) => call("/api/matches/import", { method: "POST", body }),

  /** @param {string} match @param {string} token @param {string[]} [seats] @returns {Promise<import("./wire").Invited>} */
  invite: (match, token, seats) => call(`/api/matches/${enc(match)}/invite`, { token, method: "POST", body: { seats } }),
  /** @param {string} match @param {string} token @param {number} [log] @returns {Promise<Update>} */
  match: (match, token, log) => call(`/api/matches/${enc(match)}${log === undefined ? "" : `?log=${log}`}`, { token }),
  /** @param {string} match @param {string} token @param {{version: number, action: string, seat?: string, key: string}} body @returns {Promise<Update>} */
  act: (match, token, body) => persist(() => call(`/api/matches/${enc(match)}/actions`, { token, method: "POST", body })),
  /** @param {string} match @param {string} token @param {{version: number, key: string}} body @returns {Promise<Update>} */
  undo: (match, token, body) => persist(() => call(`/api/matches/${enc(match)}/undo`, { token, method: "POST", body })),
  /** @param {string} match @param {string} token @param {"resign" | "archive" | "cancel" | "rematch" | "fork"} what @param {unknown} [body] */
  order: (match, token, what, body = {}) => call(`/api/matches/${enc(match)}/${what}`, { token, method: "POST", body }),
  /** @param {string} match @param {string} token @param {string} action @param {string} [seat] @returns {Promise<import("./wire").Outcomes>} */
  preview: (match, token, action, seat) =>
    call(`/api/matches/${enc(match)}/preview?action=${enc(action)}${seat ? `&seat=${enc(seat)}` : ""}`, { token }),
  /** @param {string} match @param {string} token @param {string | null} piece @param {string | null} place @returns {Promise<import("./wire").WhyNot>} */
  why: (match, token, piece, place) => {
    const asked = new URLSearchParams();
    if (piece) asked.set("piece", piece);
    if (place) asked.set("place", place);
    return call(`/api/matches/${enc(match)}/why?${asked}`, { token });
  },
  /** @param {string} match @param {string} token @returns {Promise<import("./wire").Moments>} */
  moments: (match, token) => call(`/api/matches/${enc(match)}/moments`, { token }),
  /** @param {string} match @param {string} token @param {string} id @returns {Promise<import("./wire").Overlay>} */
  overlay: (match, token, id) => call(`/api/matches/${enc(match)}/overlay/${enc(id)}`, { token }),
  /** @param {string} match @param {string} token @param {number} n @param {string} [eyes] the seats that look @returns {Promise<Update>} */
  at: (match, token, n, eyes) => call(`/api/matches/${enc(match)}/at/${n}${eyes ? `?eyes=${eyes}` : ""}`, { token }),
  /** @param {string} match @param {string} token @param {string} [eyes] @returns {Promise<import("./wire").LogPart>} */
  log: (match, token, eyes) => call(`/api/matches/${enc(match)}/log${eyes ? `?eyes=${eyes}` : ""}`, { token }),
  /** @param {string} match @param {string} token @param {string} thing @returns {Promise<import("./wire").Detail>} */
  inspect: (match, token, thing) => call(`/api/matches/${enc(match)}/inspect?thing=${enc(thing)}`, { token }),
  /** @param {string} match @param {string} token @returns {Promise<import("./wire").Notes>} */
  notes: (match, token) => call(`/api/matches/${enc(match)}/notes`, { token }),
  /** @param {string} match @param {string} token @param {{seat: string, thing: string, text: string}} body @returns {Promise<import("./wire").Notes>} */
  note: (match, token, body) => persist(() => call(`/api/matches/${enc(match)}/notes`, { token, method: "POST", body })),
  /** @param {string} match @param {string} token @returns {Promise<import("./wire").Standing>} */
  orders: (match, token) => call(`/api/matches/${enc(match)}/orders`, { token }),
  /** @param {string} match @param {string} token @param {{seat?: string, order: import("./wire").Order}} body @returns {Promise<import("./wire").Standing>} */
  giveOrder: (match, token, body) => persist(() => call(`/api/matches/${enc(match)}/orders`, { token, method: "POST", body })),
  /** @param {string} match @param {string} token @param {{seat: string, order: import("./wire").Order}} body @returns {Promise<import("./wire").Standing>} */
  revokeOrder: (match, token, body) => persist(() => call(`/api/matches/${enc(match)}/orders/revoke`, { token, method: "POST", body })),
  /** @param {string} match @param {string} token */
  statistics: (match, token) => call(`/api/matches/${enc(match)}/statistics`, { token }),
  /** @param {string} match @param {string} token */
  record: (match, token) => call(`/api/matches/${enc(match)}/record`, { token }),
  /** @param {string} match @param {string} token */
  position: (match, token) => call(`/api/matches/${enc(match)}/position`, { token }),
};

/**
 * Follows a match. Comes back by itself after every interruption, from the last version seen.
 * @param {string} match
 * @param {string} token
 * @param {() => number} version
 * @param {{event: (heard: import("./server").Heard) => void, state: (connected: boolean) => void}} to
 * @returns {() => void} Ends it.
 */
export function follow(match, token, version, to) {
  const control = new AbortController();
  let pause = 500;
  const listen = async () => {
    const response = await fetch(`/api/matches/${enc(match)}/events?from=${version()}&scenes=changes`, {
      headers: { authorization: `Bearer ${token}`, accept: "text/event-stream" },
      signal: control.signal,
      cache: "no-store",
    });
    if (!response.ok || !response.body) throw new Refused(response.status, {});
    to.state(true);
    pause = 500;
    await readEvents(response.body, whole(to.event));
  };
  const loop = async () => {
    while (!control.signal.aborted) {
      try {
        await listen();
      } catch (error) {
        if (control.signal.aborted) return;
        if (error instanceof Refused && [401, 403, 404, 410].includes(error.status)) return;
      }
      if (control.signal.aborted) return;
      to.state(false);
      await rest(pause, control.signal);
      pause = Math.min(pause * 2, 10_000);
    }
  };
  void loop();
  return () => control.abort();
}

/**
 * Waits, but not when the browser says that it is back on line.
 * @param {number} ms
 * @param {AbortSignal} signal
 */
function rest(ms, signal) {
  return new Promise((done) => {
    const timer = setTimeout(finish, ms);
    function finish() {
      clearTimeout(timer);
      removeEventListener("online", finish);
      done(undefined);
    }
    addEventListener("online", finish);
    signal.addEventListener("abort", finish, { once: true });
  });
}

/**
 * A scene after what changed in it. What stayed the same is shared with the scene before.
 * @template {object} S
 * @param {S} scene
 * @param {import("./wire").SceneChanges} changes
 * @returns {S}
 */
export function changedScene(scene, changes) {
  /** @type {Record<string, unknown>} */
  const next = { ...scene, ...changes.fields };
  for (const [name, parts] of Object.entries(changes.lists ?? {})) {
    const before = /** @type {Record<string, unknown[]>} */ (scene)[name] ?? [];
    next[name] = parts.flatMap((part) => ("keep" in part ? before.slice(part.keep[0], part.keep[0] + part.keep[1]) : part.new));
  }
  for (const name of changes.gone ?? []) delete next[name];
  return /** @type {S} */ (next);
}

/**
 * Makes whole updates out of changes. A change that does not follow what the stream told before ends the stream: the next one
 * begins with a whole scene.
 * @param {(heard: import("./server").Heard) => void} event
 * @returns {(sent: import("./server").Sent) => void}
 */
export function whole(event) {
  /** @type {Update | null} */
  let last = null;
  return (sent) => {
    const heard = sent.name === "change" ? rebuilt(last, sent.data) : sent;
    if (heard.name === "update") last = heard.data;
    event(heard);
  };
}

/**
 * @param {Update | null} last
 * @param {Extract<import("./server").Sent, {name: "change"}>["data"]} data
 * @returns {import("./server").Heard}
 */
function rebuilt(last, { changes, ...update }) {
  if (!last || last.version !== changes.from) throw new Error("a change of another scene");
  return { name: "update", data: { ...update, scene: changedScene(last.scene, changes) } };
}

/**
 * Reads a stream of server-sent events to its end.
 * @param {ReadableStream<Uint8Array>} body
 * @param {(sent: import("./server").Sent) => void} event
 */
async function readEvents(body, event) {
  const reader = body.getReader();
  const decoder = new TextDecoder();
  let buffer = "";
  for (;;) {
    const { done, value } = await reader.read();
    if (done) return;
    buffer += decoder.decode(value, { stream: true }).replaceAll("\r\n", "\n");
    for (let end = buffer.indexOf("\n\n"); end >= 0; end = buffer.indexOf("\n\n")) {
      deliver(buffer.slice(0, end), event);
      buffer = buffer.slice(end + 2);
    }
  }
}

/**
 * @param {string} block
 * @param {(sent: import("./server").Sent) => void} event
 */
function deliver(block, event) {
  let name = "message";
  const data = [];
  for (const line of block.split("\n")) {
    if (line.startsWith("event:")) name = line.slice(6).trim();
    else if (line.startsWith("data:")) data.push(line.slice(line[5] === " " ? 6 : 5));
  }
  if (data.length) event(/** @type {import("./server").Sent} */ ({ name, data: JSON.parse(data.join("\n")) }));
}
