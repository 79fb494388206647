// What the server says beside the engine's own types.
import type { Event, GameInfo, LedgerRule, Level, Scene, Status } from "./wire";

export interface GameEntry extends GameInfo {
  players: Level[];
  maps: string[];
}

export interface RuleBook {
  prefix: string;
  rules: LedgerRule[];
}

export interface Chair {
  seats: string[];
  kind: "here" | "link" | "computer";
  level?: string;
  online?: boolean;
}

export interface CreatedChair {
  seats: string[];
  kind: "here" | "link" | "computer";
  token?: string;
}

export interface Created {
  match: string;
  chairs: CreatedChair[];
  spectator?: string;
}

export interface Update {
  match: string;
  game: string;
  scenario: string;
  options: Record<string, string>;
  version: number;
  length?: number;
  seats: string[];
  chairs: Chair[];
  status: Status;
  undo: boolean;
  commitment: string;
  seed?: string | null;
  scene: Scene;
  log: { from: number; events: Event[] };
  archived?: boolean;
  rematch?: string;
}

export interface Problem {
  type?: string;
  title?: string;
  status?: number;
  detail?: string;
  rule?: string;
  code?: string;
  update?: Update;
}

export interface ThinkingNews {
  seat: string;
  progress: number;
  note?: string;
}

export interface LayoutPlace {
  id: string;
  name?: string;
  x: number;
  y: number;
  rings?: number[][];
  sea?: boolean;
  terrain?: string;
  note?: string;
}

export interface LayoutData {
  view: [number, number, number, number];
  body?: [number, number];
  hex?: { size: number; flat: boolean; corners: [number, number][] };
  counter?: number;
  places: LayoutPlace[];
}

export interface Statistics {
  points: { turn: number; totals: number[] }[];
  losses: { turn: number; totals: number[] }[];
  dice: { sides: number; rolls: number; mean: number; expected: number; counts: number[] }[];
  luck: { seat: string; rolls: number; mean: number; expected: number; sigma: number }[];
  verification: { fair: boolean; detail: string };
}
