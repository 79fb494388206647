// Made by `cargo xtask types` from the Rust types. Do not edit.

/** What kind of decision an action is; the client marks and sorts by it. */
export type ActionKind = "select" | "move" | "step" | "attack" | "add" | "remove" | "choose" | "done" | "endphase";

/** A battle that is being built up or fought. */
export interface Battle {
  /** Where. */
  at: string;
  /** The sides' lines of battle, the attacker's first. */
  lines: BattleLine[];
  /** The dice of the rounds so far, for battles that have them. */
  rounds?: string[][];
  /** What it is called: `Attack on Hagaru-ri`. */
  title: string;
}

/** One side in a battle. */
export interface BattleLine {
  /** The pieces, by their ids in the scene. */
  pieces: string[];
  /** Index of the side. */
  side: number;
  /** Its strength in words: `14`, `8 dice at 3`. */
  strength: string;
}

/** What somebody should know before the first turn of a scenario. */
export interface Briefing {
  /** Three pieces of advice. */
  advice: string[];
  /** What the first turn is about. */
  first: string;
  /** How to win, in one or two sentences. */
  goal: string;
  /** How long it is. */
  length: string;
  /** The levels of victory, best first. */
  levels: VictoryLevel[];
  /** The rules behind the goal. */
  rule: string;
  /** The scenario. */
  scenario: string;
  /** The id of the side. */
  side: string;
  /** Who you are and where the war stands. */
  who: string;
}

/** A cell of a track. */
export interface Cell {
  /** Whether the track's marker is here. */
  current?: boolean;
  /** Id, usable as a place. */
  id: string;
  /** Text in the cell. */
  label: string;
  /** What happens there (arrivals, withdrawals), in words. */
  note?: string;
}

/** A chair as everybody sees it. */
export interface ChairState {
  /** Whether anybody has come to it: false until the invitation is followed. */
  joined: boolean;
  /** Who plays it. */
  kind: PlayerKind;
  /** The computer's level. */
  level?: string | null;
  /** Whether somebody on it follows the match now; a computer always does. */
  online: boolean;
  /** The ids of its seats. */
  seats: string[];
}

/** A chart: headings, and rows under them. Which cell is in use now says [`Scene::lit`]. */
export interface Chart {
  /** If the rows are the faces of a die, from 1: how many sides it has. */
  die?: number | null;
  /** Lines of headings, each as long as the rows and the first cell their own name: one line a kind of terrain, say. */
  heads: string[][];
  /** Id: `crt`. */
  id: string;
  /** What else is to be known: what the letters mean, what is reconstructed. */
  notes?: string[];
  /** The rows; the first cell of each names it. */
  rows: string[][];
  /** The rule it belongs to. */
  rule: string;
  /** Title: `Combat results`. */
  title: string;
}

/** What a computer player chose. */
export interface Choice {
  /** The action's text. */
  action: string;
  /** What it says of its thinking. */
  info: string;
  /** The seat it chose for. */
  seat: string;
}

/** A counter taken apart. */
export interface CounterKey {
  /** What is on it, and what that means. */
  parts: CounterPart[];
  /** The piece, by the id of its definition in the sheet. */
  piece: string;
  /** The scenario. */
  scenario: string;
}

/** Something printed on a counter. */
export interface CounterPart {
  /** What is printed: `6-6-8`. */
  mark: string;
  /** What it means. */
  meaning: string;
}

/** A match that was made. */
export interface Created {
  /** Its chairs, with their secrets. */
  chairs: CreatedChair[];
  /** The match's id. */
  match: string;
  /** The spectators' token. Empty in a rematch, where the tokens stay what they were. */
  spectator?: string;
}

/** A chair that was made. */
export interface CreatedChair {
  /** The invitation for somebody elsewhere, which works once. None of both for a computer, and in a rematch. */
  invite?: string | null;
  /** Who plays it. */
  kind: PlayerKind;
  /** The ids of its seats. */
  seats: string[];
  /** The secret of whoever plays it at this screen. */
  token?: string | null;
}

/** One step of a guided game. */
export interface Cue {
  /** The button or part of the page that the card points at: `goal`, `log`, `workings`. */
  part?: string | null;
  /** The place that the card points at, if the action does not say. */
  place?: string | null;
  /** The actions of this step, seat and text each: what the person is asked to do, or what is played for anybody. */
  play?: ([string, string])[];
  /** The place to press where the rules will say no: the step waits for the refusal. */
  refused?: string | null;
  /** What the card says; empty where moves are only shown. */
  say?: string;
  /** Whether the actions are played by themselves, the person's own among them. */
  shown?: boolean;
}

/** All about a place or a piece: what is too long for every scene. */
export interface Detail {
  /** Tables and texts, one after the other. */
  sections: DetailSection[];
  /** What it is about. */
  title: string;
}

/** A part of a [`Detail`]. */
export interface DetailSection {
  /** Headings of the columns; none for plain lines. */
  columns?: string[];
  /** Rows. */
  rows: string[][];
  /** Heading. */
  title: string;
}

/** The dice of one kind. */
export interface DiceTotals {
  /** How often each face fell, from 1. */
  counts: number[];
  /** The mean of a fair die. */
  expected: number;
  /** Their mean. */
  mean: number;
  /** How many rolls. */
  rolls: number;
  /** Sides of the die. */
  sides: number;
}

/** A die on the wire. */
export interface Die {
  /** With many dice: the highest number that counts as a hit. */
  at_most?: number | null;
  /** Drawn from a cup or by lot: no die. */
  cup?: boolean;
  /** How many dice were thrown at once, where there were many. */
  dice?: number | null;
  /** What it was for. */
  label: string;
  /** 1 to `sides`; for many dice at once, how many of them hit. */
  roll: number;
  /** Sides. */
  sides: number;
}

/** What happened to a piece, on the wire. */
export interface EffectLine {
  /** From where. */
  from?: string;
  /** `moved`, `placed`, `reduced`, `lost`, `left`, `shown`. */
  kind: string;
  /** The piece by its id in the scene; empty where the reader may not know it. */
  piece?: string;
  /** How many steps. */
  steps?: number;
  /** To where, or where. */
  to?: string;
}

/** A sentence of the log on the wire. */
export interface Event {
  /** The places it is about. */
  at?: string[];
  /** Which part of a long resolution it belongs to, from 0. */
  beat?: number;
  /** The dice that led to it. */
  dice?: Die[];
  /** What happened to pieces. */
  effects?: EffectLine[];
  /** The rule. */
  rule: string;
  /** The seat that did it; none for what happens by itself. */
  seat: string | null;
  /** The sentence. */
  text: string;
}

/** Which face of a piece is up. */
export type Face = "front" | "back" | "hidden";

/** A game on offer. */
export interface GameEntry {
  /** One sentence on what it is. */
  blurb: string;
  /** The slug: `korean-battles`. */
  game: string;
  /** Its guided games. */
  guides?: GuideEntry[];
  /** The names of its maps. */
  maps: string[];
  /** Its computer players, weakest first. */
  players: Level[];
  /** The scenarios. */
  scenarios: ScenarioInfo[];
  /** The seats, in the order of [`crate::Seat`] numbers. */
  seats: SeatInfo[];
  /** The sides that can win, in the order of side numbers. */
  sides: SideInfo[];
  /** The title as published. */
  title: string;
  /** The rules version: records made under another are refused by name. */
  version: number;
}

/** A game's catalogue entry. */
export interface GameInfo {
  /** One sentence on what it is. */
  blurb: string;
  /** The slug: `korean-battles`. */
  game: string;
  /** The scenarios. */
  scenarios: ScenarioInfo[];
  /** The seats, in the order of [`crate::Seat`] numbers. */
  seats: SeatInfo[];
  /** The sides that can win, in the order of side numbers. */
  sides: SideInfo[];
  /** The title as published. */
  title: string;
  /** The rules version: records made under another are refused by name. */
  version: number;
}

/** The games on offer. */
export interface Games {
  /** The games. */
  games: GameEntry[];
}

/** A guided game: a record with cues. Its dice follow from its seed. */
export interface Guide {
  /** What one learns in it. */
  blurb: string;
  /** Short id: `first-steps`. */
  guide: string;
  /** How long it takes, in minutes. */
  minutes: number;
  /** The options that differ from their defaults. */
  options: Options;
  /** The scenario it is played in. */
  scenario: string;
  /** The seat of the person who is guided. */
  seat: string;
  /** The seed of the dice. */
  seed: string;
  /** The steps, in order. */
  step: Cue[];
  /** Title. */
  title: string;
}

/** A guided game on offer. */
export interface GuideEntry {
  /** What one learns in it. */
  blurb: string;
  /** Its id. */
  guide: string;
  /** How long it takes, in minutes. */
  minutes: number;
  /** The scenario it is played in. */
  scenario: string;
  /** The seat of the person who is guided. */
  seat: string;
  /** Its title. */
  title: string;
}

/** An invitation. */
export interface Invited {
  /** The code, which works once: a link is `/play/MATCH#i.CODE`. */
  invite: string;
  /** The ids of the chair's seats. */
  seats: string[];
}

/** An invitation was followed. */
export interface Joined {
  /** The match's id. */
  match: string;
  /** The ids of the chair's seats. */
  seats: string[];
  /** The token, which nobody else has. */
  token: string;
}

/** A rule. */
export interface LedgerRule {
  /** The number in the book, or ours: `7.53`. */
  id: string;
  /** `book`, or `ours` where the book is silent. */
  source: string;
  /** `done` or `open`. */
  status: string;
  /** What it says, in our words. */
  summary: string;
  /** A few words. */
  title: string;
}

/** A level of play. */
export interface Level {
  /** Id: `officer`. */
  level: string;
  /** Milliseconds it may take for a decision. */
  millis: number;
  /** In plain words: `Officer: plans a phase`. */
  title: string;
}

/** A part of a list that changed. */
export type ListPart = {
  keep: [number, number];
} | {
  new: unknown[];
};

/** A cell, row or column of a chart that is in use. */
export interface Lit {
  /** The chart's id. */
  chart: string;
  /** Which column, from 1: 0 is the rows' names. */
  column?: number | null;
  /** Which line of headings, from 0. */
  head?: number | null;
  /** Which row, from 0. */
  row?: number | null;
}

/** A part of the log as a chair reads it. Whoever keeps a log cuts it to `from` entries and adds `events`. */
export interface LogPart {
  /** The entries. */
  events: Event[];
  /** How many entries of this chair's log come before. */
  from: number;
}

/** A marker on a place. */
export interface Marker {
  /** Where. */
  at: string;
  /** Key: `control`, `objective`, `attack`, `bridge`, `support`, `factory`, ... */
  kind: string;
  /** Short text on it. */
  label?: string;
  /** Whose, as an index of sides. */
  side: number | null;
  /** What it means, in words. */
  title: string;
}

/** The moments of a game that a replay marks. */
export interface Moments {
  /** Where dice were rolled for a place. */
  fights: Whereabouts[];
  /** Where turns begin. */
  turns: Whereabouts[];
}

/** A player's own name or note for a piece or a place. No rule knows of it. */
export interface Note {
  /** Whose note it is. */
  seat: string;
  /** The note. */
  text: string;
  /** The piece or place by its id in the scene, or `match` for a note on the whole match. */
  thing: string;
}

/** The notes of a chair. */
export interface Notes {
  /** The notes. */
  notes: Note[];
}

/** An option of a scenario. */
export interface OptionInfo {
  /** What it changes, in one sentence, with its rule. */
  blurb: string;
  /** The value it has when nothing is said. */
  default: string;
  /** Short id: `human-wave`. */
  option: string;
  /** Title in plain words. */
  title: string;
  /** The values it can have. */
  values: OptionValue[];
}

/** A value of an option. */
export interface OptionValue {
  /** In plain words. */
  title: string;
  /** Short id: `on`. */
  value: string;
}

/** The chosen options of a match: option id to value id. What is not said has its default. */
export type Options = { [key: string]: string };

/** A standing order of a seat. */
export interface Order {
  /** The action it answers with; none: the quiet one (decline, done). */
  answer?: string | null;
  /** The kind of question it answers, as the scene's prompt names it. */
  question: string;
  /** The last turn in which it holds; none: until it is revoked. */
  until?: number | null;
  /** When it answers. */
  when: Scope;
}

/** How a game ended, as people read it. */
export interface Outcome {
  /** The points of each side, in the order of the sides. */
  points: number[];
  /** The level of victory in words: `UN marginal victory`. */
  result: string;
  /** The id of the side that won; none for a draw. */
  winner: string | null;
}

/** One outcome. */
export interface OutcomeLine {
  /** From 0 to 1. */
  probability: number;
  /** What happens. */
  text: string;
}

/** The outcomes of an action with their probabilities, likeliest first. */
export interface Outcomes {
  /** The outcomes on average over what the other side may do before the dice; empty where it is not asked. */
  answered?: OutcomeLine[];
  /** Whether every script of dice was run, and what the seat can't see made no difference in any position tried.
   * If not, the table is an estimate from `samples` runs. */
  exact: boolean;
  /** The outcomes, if the other side adds nothing. */
  outcomes: OutcomeLine[];
  /** How many runs the table rests on. */
  samples: number;
}

/** An overlay: marks on places. */
export interface Overlay {
  /** The marked places. */
  marks: OverlayMark[];
}

/** An overlay on offer. */
export interface OverlayDef {
  /** Id to ask for: `zoc-un`. */
  id: string;
  /** Title: `Zones of control, UN`. */
  title: string;
}

/** One mark of an overlay. */
export interface OverlayMark {
  /** Where. */
  at: string;
  /** A short text on the place: a number, a letter. */
  label?: string;
  /** Whose, as an index of sides; none for nobody's. */
  side: number | null;
}

/** Something beside the map. */
export interface Panel {
  /** What it holds. */
  body: PanelBody;
  /** Id; a box's id is a place for pieces and actions. */
  id: string;
  /** Title. */
  title: string;
}

/** The kinds of panels. */
export type PanelBody = "box" | {
  track: Cell[];
} | {
  table: {
    /** Headings. */
    columns: string[];
    /** Rows, as long as the headings. */
    rows: string[][];
  };
};

/** The reading matter of a game. */
export interface Papers {
  /** One for every scenario and side. */
  briefings: Briefing[];
  /** A counter of each scenario taken apart. */
  counters: CounterKey[];
  /** Guided games. */
  guides: Guide[];
  /** Pictures of rules. */
  pictures: Picture[];
}

/** A picture of a rule: a few cells (hexes, or areas where the map has areas) with counters on them. Cells are named by the letter of
 * their column and the number of their row, from the upper left: `B2`. */
export interface Picture {
  /** Ways that are barred. */
  barred?: string[][];
  /** What is to be seen. */
  caption: string;
  /** The counters. */
  counters?: PictureCounter[];
  /** The ground of cells that are not clear: a word of [`GROUND`]. */
  ground?: { [key: string]: string };
  /** The rule, by its id in the ledger. */
  rule: string;
  /** The last cell at the lower right. */
  to: string;
  /** Ways that can be gone, from cell to cell. */
  ways?: string[][];
  /** Words in cells. */
  words?: { [key: string]: string };
  /** Cells that are shaded: a zone, a range, a line. */
  zone?: string[];
}

/** A counter in a picture. */
export interface PictureCounter {
  /** Its cell. */
  at: string;
  /** What is printed below the symbol. */
  front?: string;
  /** Colour and pattern key, as on the sheet: `us`. */
  nation: string;
  /** Whether its reverse lies up. */
  reverse?: boolean;
  /** Size key, or empty. */
  size?: string;
  /** Symbol key: `infantry`. */
  symbol: string;
}

/** A piece on the map or in a box. */
export interface Piece {
  /** Where it is. */
  at: string;
  /** How many pieces this one stands for. */
  count?: number;
  /** Index into the sheet's pieces. */
  def: number;
  /** Which face is up. */
  face?: Face;
  /** Factors in place of the printed ones, where they differ. */
  factors?: string | null;
  /** Id within the scene, stable from update to update, telling nothing hidden. */
  id: string;
  /** Status badges: `moved`, `attacked`, `out-of-supply`, `disrupted`, `spent`, ... */
  status?: string[];
}

/** What a piece looks like. The keys are those of the atlas's symbol sheet. */
export interface PieceDef {
  /** The factors on the reverse, if it has one. */
  back: string | null;
  /** The factors printed below, front face. */
  front: string;
  /** Readable id: `us-5-1m`. */
  id: string;
  /** Text left of the symbol: the unit's own number. */
  left: string;
  /** Name in full: `5th Marine Regiment, 1st Marine Division`. */
  name: string;
  /** Colour and pattern key: `us`, `usmc`, `rok`, `cw`, `nk`, `ccf`, `su`, `neutral`. */
  nation: string;
  /** Text right of the symbol: its parent. */
  right: string;
  /** Index of its side. */
  side: number;
  /** Size key: `battalion`, `regiment`, `brigade`, `division`, `corps`, `army`, or empty. */
  size: string;
  /** Symbol key: `infantry`, `armor`, `artillery`, `headquarters`, `fighter`, `hidden`, ... */
  symbol: string;
}

/** Who plays a chair. */
export type PlayerKind = "here" | "link" | "computer";

/** A side's points. */
export interface Points {
  /** Where they come from. */
  reasons: Reason[];
  /** Index of the side. */
  side: number;
  /** The sum. */
  total: number;
}

/** In a stream: who follows the match. */
export interface Presence {
  /** All chairs. */
  chairs: ChairState[];
}

/** The one sentence that says what is to be done. */
export interface Prompt {
  /** The chosen piece that the decision is about, by its id in the scene. */
  piece?: string | null;
  /** The place that the decision is about. */
  place?: string | null;
  /** The kind of question, where a standing order can answer it from now on. */
  question?: QuestionInfo | null;
  /** The rule behind it. */
  rule: string;
  /** The sentence, for the seats that look. */
  text: string;
}

/** What is left to spend. */
export interface Purse {
  /** Whose and of what: `North Korea, left to spend`. */
  title: string;
  /** How much: `24 IPC`. */
  value: string;
}

/** How many: an action stands for every count from `least` to `most`. */
export interface Quantity {
  /** The action's text with `{n}` in the place of the count. */
  form: string;
  /** The smallest count. */
  least: number;
  /** The largest. */
  most: number;
}

/** A kind of question that standing orders can answer. */
export interface QuestionInfo {
  /** Where it is asked now; empty where place does not matter. */
  place?: string;
  /** The kind, as an order names it. */
  question: string;
  /** What it is about. */
  title: string;
  /** How much is at stake now. */
  value: number;
}

/** A hex in reach of the chosen unit. */
export interface Reach {
  /** Where. */
  at: string;
  /** What it costs to get there, in movement points as printed. */
  cost: string;
  /** The place before it on the cheapest way. */
  from: string;
}

/** Points with their reason. */
export interface Reason {
  /** How many. */
  points: number;
  /** The rule. */
  rule: string;
  /** Why. */
  text: string;
}

/** A game as played. Its dice follow from the seed, so nothing else is needed to play it again. */
export interface Record {
  /** Seat and text of every action. */
  actions: ([string, string])[];
  /** The hash of the seed, published at the start. */
  commitment: string;
  /** Fingerprint of the data that the rules read. */
  data?: string;
  /** Dice that were laid down by hand (studies, tests). */
  dice?: Script[];
  /** The version of this format: 1. */
  format: number;
  /** The game's slug. */
  game: string;
  /** SHA-256 of the final position. Empty where it is not known: a record saved by a program with other rules. */
  hash: string;
  /** The log, for readers; replaying makes it anew. */
  log?: Event[];
  /** Players' own notes on the match: seat, thing, text. */
  notes?: Note[];
  /** Every option with its value. */
  options: Options;
  /** The position it started from, if not the scenario's own. */
  position?: unknown;
  /** Seeds that took the place of the first one: a game that was brought from a file goes on with new dice. */
  reseeded?: Reseeded[];
  /** The scenario. */
  scenario: string;
  /** The seed. Empty as long as the game goes on and the record is not its owner's to see. */
  seed: string;
  /** The version of the game's rules. */
  version: number;
}

/** A refusal on the wire: a code for programs, a rule and one sentence for people. */
export interface Refusal {
  /** `illegal-action`, `bad-action`, `unknown-game`, `bad-position`, `bad-record`, `bad-dice`, `no-undo`, ... */
  code: string;
  /** One sentence. */
  message: string;
  /** The rule that forbids it, if it is one. */
  rule?: string | null;
}

/** In a stream: the match is played again. */
export interface RematchNews {
  /** The new match. The tokens are the same. */
  match: string;
}

/** A new seed before an action. What was still laid down by hand is gone. */
export interface Reseeded {
  /** The number of actions played before. */
  before: number;
  /** The hash of the seed. */
  commitment: string;
  /** The seed. Empty where the first one is. */
  seed: string;
}

/** A game's rules in our words. */
export interface RuleBook {
  /** What rule ids begin with: `kb`. */
  prefix: string;
  /** The rules, in the order of the book. */
  rules: LedgerRule[];
}

/** A scenario. */
export interface ScenarioInfo {
  /** One or two sentences for the lobby. */
  blurb: string;
  /** How hard it is to learn: 1 to 5. */
  difficulty: number;
  /** How long people need for it, in minutes. */
  minutes: number;
  /** The options that can be set. */
  options: OptionInfo[];
  /** Short id: `pusan`. */
  scenario: string;
  /** What the seats are called in this scenario, in the order of the game's seats; empty for their usual names. */
  seat_names?: string[];
  /** Ids of the seats that take part. */
  seats: string[];
  /** What the sides are called in this scenario, in the order of side numbers; empty where they have their usual names. */
  sides?: SideInfo[];
  /** Title. */
  title: string;
  /** Game turns. */
  turns: number;
}

/** What is to be drawn now, for one set of seats. */
export interface Scene {
  /** What these seats may do now. */
  actions: SceneAction[];
  /** Whose player turn it is, as an index of sides. */
  active_side: number | null;
  /** The battle that is being built up or fought, for the card at its place. */
  battle?: Battle | null;
  /** The cells of the charts that are in use now. */
  lit?: Lit[];
  /** Markers on places that are not pieces. */
  markers: Marker[];
  /** Boxes, tracks and tables beside the map. */
  panels: Panel[];
  /** Which of `phases` it is. */
  phase: number;
  /** The phases of the sequence of play, for the track on top. */
  phases: string[];
  /** The pieces. */
  pieces: Piece[];
  /** Points so far, with their reasons. */
  points: Points[];
  /** What is to be done and by whom. */
  prompt: Prompt;
  /** What is left to spend, where things are bought or placed by number. */
  purse?: Purse | null;
  /** The hexes that the chosen unit can reach or pass, with costs and the way there. */
  reach?: Reach[];
  /** The game turn, from 1; 0 during set-up. */
  turn: number;
  /** Date or name of the turn. */
  turn_label: string;
  /** How many turns the scenario has. */
  turns: number;
  /** How the current attack (or other sum) comes about, line by line. */
  workings?: Working[];
}

/** An action on offer. */
export interface SceneAction {
  /** What it costs, in words: `3 MP`, `5 IPC`. */
  cost?: string;
  /** The counter it is about, as an index into the sheet's pieces, where no piece of the scene is: what is bought. */
  def?: number | null;
  /** Whether dice follow, so that a preview is worth asking for. */
  dice?: boolean;
  /** Kind of decision. */
  kind: ActionKind;
  /** Words for a button or a list. */
  label: string;
  /** What will come of it without dice: "the unit is lost". */
  note?: string;
  /** A piece (by its id in the scene) whose click means this action. */
  piece?: string | null;
  /** A place (hex, area, box) whose click means this action. */
  place?: string | null;
  /** Many places, each of which can stand for `{place}` in the text and in the form of the quantity, and behind the label. */
  places?: string[];
  /** How many, where any number up to a most may be chosen. */
  quantity?: Quantity | null;
  /** The rule that allows it. */
  rule: string;
  /** The seat that may do it. */
  seat: number;
  /** The canonical text, which is what is sent back; with `{place}` in it where it is offered for many `places`. */
  text: string;
}

/** In a stream that was asked for with `scenes=changes`: an [`Update`] with this, as `changes`, in the place of its scene. */
export interface SceneChanges {
  /** Fields of the scene that are others now. */
  fields?: { [key: string]: unknown };
  /** The version whose scene it begins from: the last one that the stream told. */
  from: number;
  /** Fields that are no more. */
  gone?: string[];
  /** Lists of the scene that are others now, put together from parts. */
  lists?: { [key: string]: ListPart[] };
}

/** When a standing order answers. */
export type Scope = "always" | {
  below: number;
} | {
  except: string;
} | {
  only: string;
};

/** Rolls laid down by hand before an action. */
export interface Script {
  /** The number of actions played before. */
  before: number;
  /** The rolls. */
  rolls: number[];
}

/** A saved game that goes on: what is hidden in it, the seed among them, only the server that made it can read. */
export interface SealedGame {
  /** The version of this format: 1. */
  format: number;
  /** The game's slug. */
  game: string;
  /** Date or name of the turn. */
  label: string;
  /** The log as the chair read it. */
  log: Event[];
  /** The scenario's id. */
  scenario: string;
  /** What an import takes; none for a spectator. */
  sealed?: string | null;
}

/** A seat: a role that one person or computer plays. */
export interface SeatInfo {
  /** Name in full. */
  name: string;
  /** Short id: `un`, `rok`. */
  seat: string;
  /** Index of its side in [`GameInfo::sides`]. */
  side: number;
}

/** A standing order. */
export interface SeatOrder {
  /** The order. */
  order: Order;
  /** Whose it is. */
  seat: string;
}

/** What never changes in a scenario. */
export interface Sheet {
  /** The charts of the game as this scenario uses them: combat tables, terrain effects, sequence of play. */
  charts?: Chart[];
  /** The map: `korean-battles/pusan`. */
  map: string;
  /** The overlays that can be asked for. */
  overlays: OverlayDef[];
  /** Every piece that can appear, by index. */
  pieces: PieceDef[];
}

/** A side: seats that win and lose together. */
export interface SideInfo {
  /** Name: `United Nations`. */
  name: string;
  /** Colour key of the side's counters, as the atlas knows it: `us`, `rok`, `nk`, `ccf`, `su`, `cw`, `un`. */
  nation: string;
  /** Short id: `un`. */
  side: string;
}

/** The standing orders of a chair. */
export interface Standing {
  /** The seat and the action that an order would answer with now, if its answer was taken back; with the next action it
   * is no longer held back. */
  due?: [string, string] | null;
  /** The orders, in the order in which they were given. */
  orders: SeatOrder[];
}

/** Figures of a finished game. */
export interface Statistics {
  /** How often each face of each kind of die fell. */
  dice: DiceTotals[];
  /** How many steps each side has lost by the end of each turn, as the log tells. */
  losses: TurnTotals[];
  /** What the dice brought each side by the end of each turn against what they bring on average, in the game's own
   * judgement. */
  luck: TurnStanding[];
  /** The points of each side at the end of each turn. */
  points: TurnTotals[];
  /** How well each side stood at the end of each turn, in the eyes of the game's own judgement. */
  standing: TurnStanding[];
  /** Whether the dice were those that the published hash stands for. */
  verification: Verification;
}

/** Where a match stands. */
export interface Status {
  /** Date or name of the turn. */
  label: string;
  /** How it ended, once it has. */
  over: Outcome | null;
  /** The phase in words. */
  phase: string;
  /** The ids of the seats that are to act. */
  to_act: string[];
  /** The game turn, from 1; 0 during set-up. */
  turn: number;
}

/** In a stream: a computer thinks. */
export interface ThinkingNews {
  /** How far it is, from 0 to 1. */
  progress: number;
  /** For which seat. */
  seat: string;
}

/** The judgement of each side at the end of a turn. */
export interface TurnStanding {
  /** After how many actions it ended. */
  at: number;
  /** In the order of the sides. */
  totals: number[];
  /** The turn. */
  turn: number;
}

/** A number for each side at the end of a turn. */
export interface TurnTotals {
  /** After how many actions it ended. */
  at: number;
  /** In the order of the sides. */
  totals: number[];
  /** The turn. */
  turn: number;
}

/** How a match stands, for one chair. */
export interface Update {
  /** What standing orders of the chair answered just now: seat and action each. */
  answered?: ([string, string])[];
  /** Whether the match was put away. */
  archived?: boolean;
  /** In an answer about a past moment: after how many actions it is. */
  at?: number | null;
  /** All chairs. */
  chairs: ChairState[];
  /** The hash of the seed, published from the start. */
  commitment: string;
  /** Why the match can only be looked at: it was played under other rules. */
  frozen?: string | null;
  /** The game's slug. */
  game: string;
  /** How many of the first actions came from a file; 0 if it began with a position from a file. */
  imported?: number | null;
  /** How many actions that this chair could notice were played and not undone; all of them once the game is over. */
  length: number;
  /** What was said since. */
  log: LogPart;
  /** The match's id. */
  match: string;
  /** Every option with its value. */
  options: Options;
  /** The match that is played as its rematch. */
  rematch?: string | null;
  /** The scenario's id. */
  scenario: string;
  /** What is to be drawn. It comes last, so that the text of a scene can be put in without being read again. */
  scene: Scene;
  /** The ids of the seats that this chair holds. */
  seats: string[];
  /** The seed, once the game is over. */
  seed?: string | null;
  /** Turn, phase, who is to act, how it ended. */
  status: Status;
  /** Whether this chair can take its last action back. */
  undo: boolean;
  /** Grows by one with everything that this chair could notice: actions, undoing, resigning. */
  version: number;
}

/** What a check of the dice found. */
export interface Verification {
  /** In one sentence. */
  detail: string;
  /** Whether all is as it should be. */
  fair: boolean;
}

/** A level of victory. */
export interface VictoryLevel {
  /** What it takes: `more than 10 points`. */
  points: string;
  /** What it is called: `decisive victory`. */
  result: string;
}

/** A moment of a game. */
export interface Whereabouts {
  /** After how many actions it is. */
  at: number;
  /** What it is called. */
  text: string;
  /** The turn that begins. */
  turn?: number | null;
}

/** Why a press means nothing: the rule that forbids it, if one does. */
export interface WhyNot {
  /** One sentence. */
  message: string | null;
  /** The rule. */
  rule: string | null;
}

/** A line of a calculation shown before a commitment. */
export interface Working {
  /** What: `Attack strength`. */
  label: string;
  /** The rule. */
  rule: string;
  /** How much: `12`, `+1 column`. */
  value: string;
}
