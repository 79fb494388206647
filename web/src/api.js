// The server's interface. Tokens go in a header only; the stream is read with fetch so that it can carry one.

/**
 * @typedef {import("./server").Update} Update
 * @typedef {import("./server").Problem} Problem
 */

/** An answer that is not the one hoped for. */
export class Refused extends Error {
  /** @param {number} status @param {Problem} problem */
  constructor(status, problem) {
    super(problem.detail ?? problem.title ?? `The server answered ${status}.`);
    this.status = status;
    this.problem = problem;
    this.rule = problem.rule;
  }
}

/**
 * @param {string} path
 * @param {{token?: string, method?: string, body?: unknown, signal?: AbortSignal}} [options]
 */
async function call(path, { token, method = "GET", body, signal } = {}) {
  /** @type {Record<string, string>} */
  const headers = { accept: "application/json" };
  if (token) headers.authorization = `Bearer ${token}`;
  if (body !== undefined) headers["content-type"] = "application/json";
  const response = await fetch(path, { method, headers, signal, body: body === undefined ? undefined : JSON.stringify(body) });
  const text = await response.text();
  /** @type {any} */
  let data = null;
  try {
    data = text ? JSON.parse(text) : null;
  } catch {
    data = { detail: text.slice(0, 200) };
  }
  if (!response.ok) throw new Refused(response.status, data ?? {});
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

export const api = {
  /** @returns {Promise<{games: import("./server").GameEntry[]}>} */
  games: () => call("/api/games"),
  /** @param {string} game @param {string} scenario @returns {Promise<import("./wire").Sheet>} */
  sheet: (game, scenario) => call(`/api/games/${enc(game)}/${enc(scenario)}/sheet`),
  /** @param {string} game @returns {Promise<import("./server").RuleBook>} */
  rules: (game) => call(`/api/games/${enc(game)}/rules`),
  /** @param {string} map */
  layout: (map) => call(`/maps/${map}.json`),
  /** @param {unknown} body @returns {Promise<import("./server").Created>} */
  create: (body) => call("/api/matches", { method: "POST", body }),
  /** @param {unknown} body @returns {Promise<import("./server").Created>} */
  bring: (body) => call("/api/matches/import", { method: "POST", body }),

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
  /** @param {string} match @param {string} token @param {string} id @returns {Promise<import("./wire").Overlay>} */
  overlay: (match, token, id) => call(`/api/matches/${enc(match)}/overlay/${enc(id)}`, { token }),
  /** @param {string} match @param {string} token @param {number} n @returns {Promise<Update>} */
  at: (match, token, n) => call(`/api/matches/${enc(match)}/at/${n}`, { token }),
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
 * @param {{event: (name: string, data: any) => void, state: (connected: boolean) => void}} to
 * @returns {() => void} Ends it.
 */
export function follow(match, token, version, to) {
  const control = new AbortController();
  let pause = 500;
  const listen = async () => {
    const response = await fetch(`/api/matches/${enc(match)}/events?from=${version()}`, {
      headers: { authorization: `Bearer ${token}`, accept: "text/event-stream" },
      signal: control.signal,
      cache: "no-store",
    });
    if (!response.ok || !response.body) throw new Refused(response.status, {});
    to.state(true);
    pause = 500;
    await readEvents(response.body, to.event);
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
 * Reads a stream of server-sent events to its end.
 * @param {ReadableStream<Uint8Array>} body
 * @param {(name: string, data: any) => void} event
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
 * @param {(name: string, data: any) => void} event
 */
function deliver(block, event) {
  let name = "message";
  const data = [];
  for (const line of block.split("\n")) {
    if (line.startsWith("event:")) name = line.slice(6).trim();
    else if (line.startsWith("data:")) data.push(line.slice(line[5] === " " ? 6 : 5));
  }
  if (data.length) event(name, JSON.parse(data.join("\n")));
}
