// Events with names and types: who listens to a misspelt one is told by the type check.

/** @template {Record<string, unknown>} M */
export class Emitter {
  constructor() {
    /** @type {Map<keyof M, Set<(detail: never) => void>>} */
    this.listeners = new Map();
  }

  /**
   * @template {keyof M} K
   * @param {K} type
   * @param {(detail: M[K]) => void} listener
   * @returns {() => void} Ends it.
   */
  on(type, listener) {
    const all = this.listeners.get(type) ?? new Set();
    this.listeners.set(type, all);
    all.add(listener);
    return () => all.delete(listener);
  }

  /**
   * @template {keyof M} K
   * @param {K} type
   * @param {M[K]} detail
   */
  say(type, detail) {
    for (const listener of [...(this.listeners.get(type) ?? [])]) listener(/** @type {never} */ (detail));
  }
}
