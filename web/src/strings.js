// Every word the client says itself. Games bring their own words with the scene.

/** @type {Record<string, string | {one: string, other: string}>} */
const en = {
  "product": "Parallel 38",
  "tagline": "The Korean War on paper maps. Choose a battle and play; every rule is kept for you.",
  "back-to-lobby": "All games",
  "close": "Close",
  "cancel": "Cancel",
  "loading": "Unfolding the map …",

  "lobby.minutes": "about {time}",
  "lobby.turns": { one: "{n} turn", other: "{n} turns" },
  "lobby.difficulty.1": "easy to learn",
  "lobby.difficulty.2": "quick to learn",
  "lobby.difficulty.3": "takes a game to learn",
  "lobby.difficulty.4": "rich in rules",
  "lobby.difficulty.5": "for the patient",
  "lobby.sides": "Who plays?",
  "lobby.you": "You",
  "lobby.computer": "Computer",
  "lobby.friend-link": "A friend, by link",
  "lobby.friend-here": "Someone at this screen",
  "lobby.level": "Strength",
  "lobby.options": "Options",
  "lobby.start": "Start the game",
  "lobby.starting": "Setting up …",
  "lobby.curtain": "Curtain between players at this screen",
  "lobby.yours": "Your games",
  "lobby.your-turn": "Your turn",
  "lobby.their-turn": "{who} to move",
  "lobby.over": "Over: {result}",
  "lobby.gone": "Not on this server",
  "lobby.forget": "Remove from this list",
  "lobby.forget-sure": "This browser holds the only key to your seat. Without its link you cannot come back to the game.",
  "lobby.forget-link": "The link to your seat",
  "lobby.all": "All {n} games",
  "lobby.kind.here": "at this screen",
  "lobby.kind.link": "a friend",
  "lobby.kind.computer": "computer",
  "lobby.not-a-game": "it is not a saved game",
  "lobby.start-here": "Start here",
  "lobby.start-guide": "Begin the guided game",
  "lobby.other-guides": "Every game below has a guided first game of its own.",
  "lobby.guided": "Guided: {title}",
  "lobby.guided-facts": "about {time} · no rules to read first",
  "lobby.import": "Open a saved game",
  "lobby.import-log": "it holds a log only, no game to go on with",
  "lobby.import-failed": "That file could not be opened: {why}",
  "lobby.turn": "Turn {n}",

  "bar.turn": "Turn {n} of {of}",
  "bar.setup": "Set-up",
  "bar.points": "Points",
  "bar.points-none": "No points yet.",
  "bar.phase": "Phase {n} of {of}: {name}",
  "bar.sequence": "Sequence of play",
  "bar.decides": "{who} to decide",
  "bar.you-decide": "Your decision",
  "bar.over": "Game over",
  "bar.menu": "Menu",

  "panel.prompt": "What is to be done",
  "panel.tab.units": "Here",
  "panel.tab.log": "Log",
  "panel.tab.boxes": "Boxes",
  "panel.tab.charts": "Charts",
  "panel.tab.rules": "Rules",
  "panel.no-place": "Choose a place on the map to see what stands there.",
  "panel.empty-place": "No units here.",
  "panel.type": "Or type an action",
  "panel.type-none": "No such action now.",
  "panel.all-actions": "All choices as a list",
  "panel.undo": "Undo",
  "panel.redo": "Redo",
  "panel.next-unit": "Next unit that can act",
  "panel.sheet": "Panel",
  "panel.show-more": "Show more",
  "panel.show-less": "Show less",

  "act.sure-end": { one: "{n} unit or choice is left. End anyway?", other: "{n} units or choices are left. End anyway?" },
  "act.end-anyway": "End anyway",
  "act.not-yet": "Not yet",
  "act.cannot-stop": "The unit can pass here but cannot stop. Hold Shift, or switch on “my own way”, to step through.",
  "act.cannot-stop-short": "cannot stop here",
  "act.more": { one: "{n} more in the list below", other: "{n} more in the list below" },
  "prompt.waits": "{who} to decide.",
  "act.how-many": "How many?",
  "act.choose": "Which one?",
  "act.cannot": "Not possible now.",
  "act.stale": "The game had moved on; here is how it stands.",

  "odds.title": "What may come of it",
  "odds.exact": "exact, if the other side adds nothing",
  "odds.sample": "estimate from {n} trials, if the other side adds nothing",
  "odds.both": "exact if the other side adds nothing; and on average over what it may add",
  "odds.alone": "Alone",
  "odds.replied": "Average",
  "odds.open": "nothing is decided yet",
  "odds.none": "No dice are rolled.",
  "odds.waiting": "Counting outcomes …",
  "odds.chance": "Chance",
  "odds.outcome": "Outcome",
  "workings.title": "How it adds up",

  "hand.taken": { one: "In hand: {n} place to lay it down", other: "In hand: {n} places to lay it down" },
  "hand.where-touch": "Where to? Press a lit place, or drag the unit there; the cross lays it back.",
  "hand.where": "Where to? Press a lit place, or drag the unit there; Esc lays it back.",
  "hand.not-there": "It cannot be laid down there; the lit places are free to choose.",
  "hand.own-way": "My own way, step by step (or hold Shift)",

  "quantity.title": "How many of each",
  "quantity.less": "One less: {what}",
  "quantity.more": "One more: {what}",
  "quantity.of": "of {n}",
  "quantity.do": "Do",
  "quantity.room": "of {n}",
  "quantity.order": "Confirm {n}",
  "quantity.none": "Clear",

  "battle.result": "Result of a combat",

  "happened.title": "What happened",
  "happened.fights": { one: "{n} combat", other: "{n} combats" },
  "happened.moves": { one: "{n} unit moved", other: "{n} units moved" },
  "happened.lost": { one: "{n} unit lost", other: "{n} units lost" },
  "happened.lines": { one: "{n} note in the log", other: "{n} notes in the log" },
  "happened.more": { one: "(and {n} more like it)", other: "(and {n} more like it)" },
  "happened.again": "Show it again (R)",

  "goal.button": "Goal",
  "goal.title": "Briefing",
  "goal.win": "How to win",
  "goal.first": "The first turn",
  "goal.advice": "Three pieces of advice",
  "goal.length": "How long",
  "goal.counter": "A counter taken apart",

  "note.add": "Leave a note here",
  "note.change": "Change the note",
  "note.title": "Note on {place}",
  "note.private": "Only you see it. It is kept with the match, for your chair.",
  "note.keep": "Keep",
  "note.remove": "Remove",
  "detail.place": "All about this place",
  "detail.piece": "More",
  "detail.none": "There is no more to tell.",
  "order.offer": "Do not ask me this again",
  "order.title": "Standing orders",
  "order.answer": "Answer",
  "order.quiet": "Do nothing more",
  "order.when": "When",
  "order.always": "Always",
  "order.only": "Only in {place}",
  "order.except": "Everywhere but in {place}",
  "order.below": "When less than {n} is at stake",
  "order.this-turn": "In this turn only",
  "order.until": "until turn {n}",
  "order.private": "Answered at once, as if you had pressed the button. Only you know of it; you can take it back in the menu.",
  "order.give": "Give the order",
  "order.revoke": "Take back",
  "order.none": "You have given none. Where a question can be answered beforehand, its panel says so.",
  "order.answered": "Answered by your standing order: {what}.",
  "note.said": "Your note: {note}",

  "guide.title": "Guided game",
  "guide.step": "Step {n} of {of}",
  "guide.next": "Go on",
  "guide.waiting": "Waiting for exactly that",
  "guide.not-yet": "Not yet: the card says what comes next.",
  "guide.leave": "Leave; you can come back",
  "guide.over": "That was the guided game",
  "guide.over-text": "You know how to choose, move, attack, support, retreat and end a phase. Choose a battle and play it against the computer; the Goal button tells you how to win it.",
  "guide.choose": "Choose a battle",
  "guide.stay": "Look around here",

  "invite.title": "Your friend joins by this link",
  "save.sealed": "The game goes on, so the file is sealed: what is hidden in it can be read by this server alone. Opened here again, it goes on against the same players at the same moment.",
  "save.open": "The game is over, so the file is open: everything in it can be read, replayed and checked by anybody.",

  "status.moved": "has moved",
  "status.attacked": "has attacked",
  "status.out-of-supply": "out of supply",
  "status.reduced": "reduced",
  "status.hidden": "face down",
  "status.can-act": "can act",

  "units.count": "{n} ×",
  "units.factors": "Factors {f}",
  "units.show": "Show on map",

  "log.empty": "Nothing has happened yet.",
  "log.new": "New since your last move",
  "log.die": "{label}: {roll} on a {sides}-sided die",
  "log.hits": "{label}: {roll} of {dice} hit",
  "log.draws": { one: "{n} draw", other: "{n} draws" },

  "boxes.none": "This game has no boxes or tracks.",
  "boxes.empty": "Empty",
  "boxes.turns": "Turns",

  "rules.search": "Find a rule by number or word",
  "rules.ours": "Our ruling: the rulebook is silent or ambiguous here.",
  "rules.none": "No rule matches.",
  "rules.unknown": "No summary of rule {id}.",
  "rules.open": "Rule {id}",
  "rules.contents": "Contents",
  "rules.other": "Rulings and charts",

  "map.label": "Map. Arrow keys move the cursor, Enter chooses, N goes to the next unit that can act, question mark lists all keys.",
  "map.zoom-in": "Zoom in",
  "map.zoom-out": "Zoom out",
  "map.fit": "Whole map",
  "map.layers": "Layers",
  "map.find": "Find a unit, place or action",
  "map.overview": "Overview map",
  "map.layer.pieces": "Pieces",
  "map.layer.markers": "Markers and objectives",
  "map.layer.moves": "Last moves",
  "map.layer.bare": "Bare map",
  "map.overlay": "Show on the map",
  "map.overlay-none": "Nothing more",
  "map.look": "Map style",
  "map.look.standard": "Paper",
  "map.look.contrast": "High contrast",
  "map.look.print": "Print",
  "map.cost": "costs {cost}",
  "map.holds": { one: "{n} unit", other: "{n} units" },
  "map.nothing": "empty",
  "map.edge": "Edge of the map.",

  "find.title": "Find",
  "find.hint": "Unit, place or action",
  "find.units": "Units",
  "find.places": "Places",
  "find.actions": "Actions",
  "find.nothing": "Nothing by that name.",

  "watch.title": "Watching {who}",
  "watch.moves": "Watching the moves",
  "watch.skip": "Skip to now",
  "watch.slow": "Slow",
  "watch.normal": "Normal",
  "watch.fast": "Fast",
  "watch.instant": "At once",
  "watch.left": { one: "{n} move to watch", other: "{n} moves to watch" },
  "think.who": "{who} is thinking",
  "think.stop": "Play at once",

  "replay.title": "Replay",
  "replay.leave": "Back to the game",
  "replay.moment": "Action {n} of {of}",
  "replay.copy": "Copy link to this moment",
  "replay.copied": "Link copied.",
  "replay.back": "One action back",
  "replay.on": "One action on",
  "replay.play": "Play",
  "replay.pause": "Pause",
  "replay.fork": "Play on from here",
  "replay.fork-as": "As {who}, against the computer",
  "replay.fight-back": "Previous combat",
  "replay.fight-on": "Next combat",
  "replay.no-fight": "No further combat that way.",
  "replay.eyes": "Seen by",
  "replay.eyes-all": "Everything",
  "replay.eyes-of": "As {who} saw it",

  "stats.standing": "How it stood by turn",
  "stats.ahead": "Above the line things stand better for {up}, below it for {down}. The largest swings are marked.",
  "stats.go": "To the end of turn",
  "stats.end-of": "End of turn {n}",
  "stats.swing": "A swing in turn {n}",
  "stats.points": "Points by turn",
  "stats.losses": "Steps lost by turn",
  "stats.dice": "Dice",
  "stats.dice-row": "{n} rolls, mean {mean} (expected {expected})",
  "stats.luck": "Luck by turn",
  "stats.luck-text": "Luck is what the dice brought against what they bring on average, in the game's own judgement of the position, summed turn by turn.",
  "stats.verified": "The dice are proven fair: the seed matches the hash published at the start, and playing the record again gives the same game.",
  "stats.not-verified": "The dice could not be verified: {why}",
  "stats.commitment": "Hash published at the start",
  "stats.seed": "Seed, published at the end",
  "stats.none": "Figures are ready when the game is over.",

  "over.won": "Victory: {who}",
  "over.draw": "A draw",
  "over.rematch": "Rematch, sides swapped",
  "over.to-rematch": "To the rematch",
  "over.replay": "Replay",
  "over.figures": "Figures",

  "seat.curtain": "{who}, it is your turn",
  "seat.curtain-text": "Pass the screen. Nothing of the other side is shown before you take over.",
  "seat.take": "Take over as {who}",

  "menu.invite": "Invite",
  "menu.link-for": "Link for {who}",
  "menu.spectators": "Link for spectators",
  "menu.copy": "Copy",
  "menu.copied": "Copied",
  "menu.replay": "Replay from the start",
  "menu.save": "Save the game as a file",
  "menu.joined": "{who}: joined",
  "menu.device": "Play on another device",
  "menu.device-how": "This link takes your place to another device. It works once; both devices can play then.",
  "menu.imported": "The first {n} actions of this game came from a file.",
  "menu.save-yes": "Save",
  "menu.resign": "Resign",
  "menu.resign-sure": "Give this game up for {who}?",
  "menu.resign-yes": "Yes, resign",
  "menu.archive": "Put away",
  "menu.settings": "Settings",
  "menu.keys": "Keys",
  "menu.spectating": "You are watching.",

  "set.speed": "Speed of other players' moves",
  "set.motion": "Less motion",
  "set.brief": "Open the briefing before the first game of a scenario",
  "set.warn-end": "Warn before ending a phase while units can act",
  "set.confirm-dice": "Show the odds before dice are rolled from the map",
  "set.keys": "Single-letter keys",
  "set.notify": "Tell me by a system notification when it is my turn",
  "set.sounds": "Sounds of dice and of your turn",
  "set.theme": "Light or dark",
  "set.theme.auto": "As the system",
  "set.theme.light": "Light",
  "set.theme.dark": "Dark",
  "set.contrast": "High contrast",
  "set.large": "Larger text",

  "net.lost": "Connection lost. Nothing is lost with it; trying again …",
  "net.back": "Connected again.",
  "net.offline": "{who} is not connected.",
  "net.failed": "The server did not answer. {why}",
  "net.not-found": "There is no such game here, or this link is not for it.",

  "notice.turn": "Your turn",
  "notice.turn-in": "Your turn in {game}",

  "keys.title": "Keys",
  "keys.arrows": "Move the cursor over the map",
  "keys.shift-arrows": "Scroll the map",
  "keys.enter": "Choose what is under the cursor",
  "keys.zoom": "Zoom in, zoom out, whole map",
  "keys.n": "Next or previous unit that can act",
  "keys.esc": "Let go: cancel the choice, close what is open",
  "keys.u": "Undo; redo",
  "keys.e": "End the step or phase",
  "keys.slash": "Find a unit or place, or type an action",
  "keys.s": "Skip the moves being shown",
  "keys.d": "Describe the place under the cursor in full",
  "keys.tabs": "Units here, log, boxes, charts, rules",
  "keys.r": "Show again what the others did",
  "keys.g": "The goal: the briefing of your side",
  "keys.own-way": "One step of a way of your own",
  "keys.help": "This list",

  "error.title": "That did not work",
  "error.retry": "Try again",
};

const catalogues = { en };
/** @type {keyof typeof catalogues} */
let language = "en";
let plural = new Intl.PluralRules(language);

/** @param {string} wanted */
export function setLanguage(wanted) {
  language = wanted in catalogues ? /** @type {keyof typeof catalogues} */ (wanted) : "en";
  plural = new Intl.PluralRules(language);
  document.documentElement.lang = language;
}

/**
 * A sentence with a capital at its beginning; names that are written small (with digits or dashes) keep it.
 * @param {string} text
 */
export function upper(text) {
  return /^[a-z]+(?=[ ,:]|$)/.test(text) ? text[0].toUpperCase() + text.slice(1) : text;
}

/**
 * A text of the catalogue with its gaps filled in; `n` also chooses the plural form.
 * @param {string} key
 * @param {Record<string, string | number>} [gaps]
 */
export function t(key, gaps = {}) {
  const entry = catalogues[language][key] ?? key;
  const text = typeof entry === "string" ? entry : plural.select(Number(gaps.n)) === "one" ? entry.one : entry.other;
  return text.replace(/\{(\w+)\}/g, (whole, name) => (name in gaps ? String(gaps[name]) : whole));
}

/** @param {string} key */
export function has(key) {
  return key in catalogues[language];
}

/** @param {number} minutes */
export function duration(minutes) {
  if (minutes < 90) return `${minutes} min`;
  const hours = Math.round(minutes / 30) / 2;
  return `${hours} h`;
}

/** @param {number} share */
export function percent(share) {
  const value = share * 100;
  return value > 0 && value < 1 ? "<1%" : `${Math.round(value)}%`;
}
