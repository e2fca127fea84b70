/** What kind of control the words speak of; null where they do not say. */
export type SpokenRole =
  | "button"
  | "link"
  | "tab"
  | "menuitem"
  | "checkbox"
  | "radio"
  | "field"
  | "list"
  | "image"
  | "heading"
  | "row"
  | "dialog"
  | "section";

/** An element as a text names it. */
export type Named = {
  name: string;
  /** Whether the name was in quotes, and so is to be taken as it stands. */
  quoted: boolean;
  role: SpokenRole | null;
  /** What it stands in or beside, as the text names that. */
  within: string | null;
  /** 0-based, -1 for the last; null where the text says nothing. */
  nth: number | null;
};

export type Range = { is: number } | { min: number } | { max: number };

/** What one part of a sentence asks to do or to see, before anything is looked for in the app. */
export type Intent =
  | { kind: "open"; path: string }
  | { kind: "visit"; target: Named }
  | { kind: "reload" | "back" | "nothing" | "no_errors" | "anonymous" | "log_out" | "submit" }
  | { kind: "click" | "double_click" | "hover" | "scroll_to"; target: Named }
  /** A sentence that may be no more than the name of a button, said as an order; `alone` where it must be just that. */
  | { kind: "order"; verb: string; target: Named; whole: string }
  | { kind: "fill"; target: Named | null; value: string }
  | { kind: "search"; value: string }
  | { kind: "select"; target: Named | null; option: string }
  | { kind: "check"; target: Named; on: boolean }
  | { kind: "upload"; target: Named | null; file: string }
  | { kind: "press"; key: string; target: Named | null }
  | { kind: "log_in"; username: string | null; password: string | null }
  | { kind: "dialog"; accept: boolean }
  | { kind: "see_text"; text: string; quoted: boolean; shown: boolean; within: string | null }
  | { kind: "see_element"; target: Named; shown: boolean }
  | { kind: "see_state"; target: Named; state: "checked" | "unchecked" | "enabled" | "disabled" | "focused" }
  | { kind: "see_value"; target: Named; value: string }
  | { kind: "see_count"; what: string; range: Range; within: string | null }
  | { kind: "see_url"; path: string; whole: boolean }
  | { kind: "see_title"; title: string; whole: boolean }
  | { kind: "see_page"; name: string; quoted: boolean };

/** A sentence of a written case. */
export type Sentence = {
  text: string;
  part: "given" | "when" | "then" | null;
  /** Whether it stands where only steps stand: in a scenario or a list. Prose may tell anything. */
  isStep: boolean;
  /** Rows of a table that belongs to it. */
  rows?: string[][];
};

export type WrittenCase = { title: string; sentences: Sentence[] };
export type Written = { name: string | null; cases: WrittenCase[] };
