// What the server sends that is not made from Rust types: problem documents and the layout of a map.
import type { ChairState, Notes, SceneChanges, Standing, ThinkingNews, Update } from "./wire";

export type { Created, CreatedChair, GameEntry, RuleBook, Statistics, ThinkingNews, Update } from "./wire";

export interface Problem {
  type?: string;
  title?: string;
  status?: number;
  detail?: string;
  rule?: string;
  code?: string;
  update?: Update;
}

/** What the stream of a match says, whole: changes are put together before anybody hears of them. */
export interface StreamEvents {
  update: Update;
  thinking: ThinkingNews;
  presence: { chairs?: ChairState[] };
  orders: Standing;
  notes: Notes;
  rematch: { match: string };
}

export type Heard = { [K in keyof StreamEvents]: { name: K; data: StreamEvents[K] } }[keyof StreamEvents];

/** The same on the wire. */
export type Sent = Heard | { name: "change"; data: Omit<Update, "scene"> & { changes: SceneChanges } };

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
  /** Names for the whole map in view: the middle of the line, and the size of the letters at most. */
  names?: { text: string; x: number; y: number; size: number; of: [number, number] }[];
}
