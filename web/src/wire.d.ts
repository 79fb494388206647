// Made by `cargo xtask types` from the Rust types. Do not edit.

/** What kind of decision an action is; the client marks and sorts by it. */
export type ActionKind = "select" | "move" | "attack" | "add" | "remove" | "choose" | "done" | "endphase";

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
  /** Who plays it. */
  kind: PlayerKind;
  /** The computer's level. */
  level?: string | null;
  /** Whether somebody on it follows the match now; a computer always does. */
  online: boolean;
  /** The ids of its seats. */
  seats: string[];
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
  /** Who plays it. */
  kind: PlayerKind;
  /** The ids of its seats. */
  seats: string[];
  /** The secret of whoever plays it; none for a computer, and none in a rematch, where it stays what it was. */
  token?: string | null;
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
  /** What it was for. */
  label: string;
  /** 1 to `sides`. */
  roll: number;
  /** Sides. */
  sides: number;
}

/** A sentence of the log on the wire. */
export interface Event {
  /** The places it is about. */
  at?: string[];
  /** The dice that led to it. */
  dice?: Die[];
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

/** A part of the log as a chair reads it. Whoever keeps a log cuts it to `from` entries and adds `events`. */
export interface LogPart {
  /** The entries. */
  events: Event[];
  /** How many entries of this chair's log come before. */
  from: number;
}

/** The dice of one seat, six-sided ones and others alike. */
export interface Luck {
  /** What fair dice give: 0.5. */
  expected: number;
  /** The mean of the rolls, each as a share of its die from 0 (lowest) to 1 (highest). */
  mean: number;
  /** How many rolls. */
  rolls: number;
  /** The seat. */
  seat: string;
  /** How many standard deviations the sum of the rolls is above that of fair dice. */
  sigma: number;
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

/** How a game ended. */
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
  /** Whether every script of dice was run, and what the seat can't see made no difference in any position tried.
   * If not, the table is an estimate from `samples` runs. */
  exact: boolean;
  /** The outcomes. */
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
  /** The rule behind it. */
  rule: string;
  /** The sentence, for the seats that look. */
  text: string;
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
  /** Fingerprint of replaced data files; empty for the data as shipped. */
  data?: string;
  /** Dice that were laid down by hand (studies, tests). */
  dice?: Script[];
  /** The version of this format: 1. */
  format: number;
  /** The game's slug. */
  game: string;
  /** SHA-256 of the final position. */
  hash: string;
  /** The log, for readers; replaying makes it anew. */
  log?: Event[];
  /** Every option with its value. */
  options: Options;
  /** The position it started from, if not the scenario's own. */
  position?: unknown;
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
  /** Ids of the seats that take part. */
  seats: string[];
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
  /** Whether dice follow, so that a preview is worth asking for. */
  dice?: boolean;
  /** Kind of decision. */
  kind: ActionKind;
  /** Words for a button or a list. */
  label: string;
  /** A piece (by its id in the scene) whose click means this action. */
  piece?: string | null;
  /** A place (hex, area, box) whose click means this action. */
  place?: string | null;
  /** The rule that allows it. */
  rule: string;
  /** The seat that may do it. */
  seat: number;
  /** The canonical text, which is what is sent back. */
  text: string;
}

/** Rolls laid down by hand before an action. */
export interface Script {
  /** The number of actions played before. */
  before: number;
  /** The rolls. */
  rolls: number[];
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

/** What never changes in a scenario. */
export interface Sheet {
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

/** Figures of a finished game. */
export interface Statistics {
  /** How often each face of each kind of die fell. */
  dice: DiceTotals[];
  /** How many pieces each side has lost by the end of each turn. */
  losses: TurnTotals[];
  /** The dice of each seat. */
  luck: Luck[];
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
  /** In the order of the sides. */
  totals: number[];
  /** The turn. */
  turn: number;
}

/** A number for each side at the end of a turn. */
export interface TurnTotals {
  /** In the order of the sides. */
  totals: number[];
  /** The turn. */
  turn: number;
}

/** How a match stands, for one chair. */
export interface Update {
  /** Whether the match was put away. */
  archived?: boolean;
  /** In an answer about a past moment: after how many actions it is. */
  at?: number | null;
  /** All chairs. */
  chairs: ChairState[];
  /** The hash of the seed, published from the start. */
  commitment: string;
  /** The game's slug. */
  game: string;
  /** How many actions were played and not undone. */
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
  /** What is to be drawn. */
  scene: Scene;
  /** The ids of the seats that this chair holds. */
  seats: string[];
  /** The seed, once the game is over. */
  seed?: string | null;
  /** Turn, phase, who is to act, how it ended. */
  status: Status;
  /** Whether this chair can take its last action back. */
  undo: boolean;
  /** Grows by one with everything that happens: actions, undoing, resigning. */
  version: number;
}

/** What a check of the dice found. */
export interface Verification {
  /** In one sentence. */
  detail: string;
  /** Whether all is as it should be. */
  fair: boolean;
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
