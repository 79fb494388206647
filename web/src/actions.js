// What clicks, keys and typed text mean. The scene says what every action attaches to; nothing here knows a rule.

/**
 * @typedef {import("./wire").Scene} Scene
 * @typedef {import("./wire").SceneAction} SceneAction
 * @typedef {{all: SceneAction[], byPiece: Map<string, SceneAction[]>, byPlace: Map<string, SceneAction[]>, free: SceneAction[]}} Offers
 */

/** Up to so many answers are all buttons. */
const FEW = 6;

/** @type {Offers} */
export const NOTHING = { all: [], byPiece: new Map(), byPlace: new Map(), free: [] };

/**
 * @template K
 * @param {Map<K, SceneAction[]>} map
 * @param {K} key
 * @param {SceneAction} action
 */
function add(map, key, action) {
  const list = map.get(key);
  if (list) list.push(action);
  else map.set(key, [action]);
}

/**
 * The actions of a scene one by one: what is offered once for many places is an action at each of them.
 * @param {SceneAction[]} actions
 * @returns {SceneAction[]}
 */
export function oneByOne(actions) {
  if (!actions.some((action) => action.places?.length)) return actions;
  return actions.flatMap(({ places, ...action }) => {
    if (!places?.length) return action;
    const put = (/** @type {string} */ form, /** @type {string} */ place) => form.replace("{place}", place);
    return places.map((place) => ({
      ...action, place, text: put(action.text, place), label: `${action.label} ${place}`,
      ...(action.quantity ? { quantity: { ...action.quantity, form: put(action.quantity.form, place) } } : {}),
    }));
  });
}

/**
 * Sorts a scene's actions by what they attach to. An action of the chosen piece belongs to the place it names alone;
 * one that attaches to nothing that is drawn becomes a button.
 * @param {Scene} scene
 * @param {(place: string) => boolean} isDrawn
 * @returns {Offers}
 */
export function offersOf(scene, isDrawn) {
  const pieces = new Set(scene.pieces.map((piece) => piece.id));
  /** @type {Offers} */
  const offers = { all: oneByOne(scene.actions), byPiece: new Map(), byPlace: new Map(), free: [] };
  for (const action of offers.all) {
    const place = action.place && isDrawn(action.place) ? action.place : null;
    const piece = action.piece && pieces.has(action.piece) && !(action.place && action.piece === scene.prompt.piece) ? action.piece : null;
    if (piece) add(offers.byPiece, piece, action);
    if (place) add(offers.byPlace, place, action);
    if (!piece && !place) offers.free.push(action);
  }
  return offers;
}

/**
 * How many pieces and places could still act: what a warning before the end of a phase counts.
 * @param {Offers} offers
 */
export function leftToDo(offers) {
  const things = new Set();
  for (const action of offers.all) {
    if (action.quantity) continue;
    if (!["select", "move", "attack", "add"].includes(action.kind)) continue;
    things.add(action.piece ?? action.place ?? action.text);
  }
  return things.size;
}

/**
 * What a click on a piece or a place means.
 * @param {Offers} offers
 * @param {Scene} scene
 * @param {string | null} piece
 * @param {string | null} place
 * @returns {SceneAction[]}
 */
export function meant(offers, scene, piece, place) {
  if (piece) {
    const own = offers.byPiece.get(piece);
    if (own) return own;
  }
  const at = place ? offers.byPlace.get(place) : undefined;
  if (at) return at;
  if (piece || !place) return [];
  return scene.pieces.filter((p) => p.at === place).flatMap((p) => offers.byPiece.get(p.id) ?? []);
}

/**
 * What a piece that is not chosen by an action of its own can be laid on: taken into the hand, it lights up these places.
 * @param {SceneAction[]} actions those of the piece
 * @param {(place: string) => boolean} isDrawn
 * @returns {Map<string, SceneAction[]> | null}
 */
export function handOf(actions, isDrawn) {
  if (!actions.length || actions.some((action) => action.kind === "select")) return null;
  /** @type {Map<string, SceneAction[]>} */
  const places = new Map();
  for (const action of actions) if (action.place && isDrawn(action.place)) add(places, action.place, action);
  return places.size ? places : null;
}

/**
 * The answers to a question that has only a few: all of them become buttons, whatever they attach to.
 * @param {Offers} offers
 * @param {Scene} scene
 * @returns {SceneAction[]}
 */
export function fewAnswers(offers, scene) {
  const steps = !offers.all.some((action) => action.kind === "move");
  const plain = offers.all.filter((action) => (steps || action.kind !== "step") && !action.quantity);
  const going = (scene.reach?.length ?? 0) > 0 && plain.some((action) => action.kind === "move");
  return plain.length <= FEW && !going ? plain : [];
}

/**
 * The answer that is given without asking: there is no other, no dice hang on it, and nothing could be taken back instead.
 * @param {Offers} offers
 * @param {boolean} undo whether the last action can be taken back
 */
export function forced(offers, undo) {
  const [only, other] = offers.all;
  return only && !other && !undo && !only.dice && only.kind !== "endphase" && !only.quantity ? only : null;
}

/**
 * Whether a sentence tells of dice that were thrown at a place: a fight, or something like it. What is drawn from a cup or by lot is none.
 * @param {import("./wire").Event} event
 */
export function fought(event) {
  return Boolean(event.at?.length && event.dice?.some((die) => !die.cup));
}

/**
 * Actions whose text or label fits what was typed, best first.
 * @param {SceneAction[]} actions
 * @param {string} typed
 * @param {number} most
 */
export function fitting(actions, typed, most) {
  const words = typed.toLowerCase().split(/\s+/).filter(Boolean);
  /** @type {{action: SceneAction, rank: number}[]} */
  const found = [];
  for (const action of actions) {
    const text = action.text.toLowerCase();
    const all = `${text} ${action.label.toLowerCase()}`;
    if (!words.every((word) => all.includes(word))) continue;
    const rank = text === typed.toLowerCase() ? 0 : text.startsWith(words[0] ?? "") ? 1 : 2;
    found.push({ action, rank });
  }
  return found.sort((a, b) => a.rank - b.rank).slice(0, most).map((f) => f.action);
}

/**
 * The pieces and places that can act, in reading order of the map: what "next unit" goes through.
 * @param {Offers} offers
 * @param {Scene} scene
 * @param {import("./layout.js").Layout} layout
 * @returns {{piece: string | null, place: string}[]}
 */
export function actors(offers, scene, layout) {
  const list = [];
  for (const piece of scene.pieces) {
    if (offers.byPiece.has(piece.id) && layout.place(piece.at)) list.push({ piece: piece.id, place: piece.at });
  }
  if (!list.length) for (const place of offers.byPlace.keys()) if (layout.place(place)) list.push({ piece: null, place });
  const row = (/** @type {{place: string}} */ entry) => layout.place(entry.place)?.y ?? 0;
  const column = (/** @type {{place: string}} */ entry) => layout.place(entry.place)?.x ?? 0;
  return list.sort((a, b) => row(a) - row(b) || column(a) - column(b));
}
