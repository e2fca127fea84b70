/** A request of a session for a document or data, before it is sent. */
export type Exchange = {
  method: string;
  url: string;
  kind: "document" | "data";
  body: string | null;
  /** A step of the suite sends it, not the page. */
  byStep: boolean;
};

/** `body` is null when it was not read: neither JSON nor HTML, or more than 2 MiB. Names of headers are in lower case. */
export type EdgeAnswer = { status: number; headers: [string, string][]; body: string | null };

/** What becomes of a request; null: it is sent. */
export type EdgeMove = { answer: EdgeAnswer } | { fail: true } | { delayMs: number } | null;

/**
 * Stands between a session and the app: sees each exchange, and may change it. Nothing is sent that the session itself would
 * not send. Documents and data only: scripts, styles and pictures pass by.
 */
export type Edge = {
  request(exchange: Exchange): EdgeMove;
  /** What comes in place of the answer, null for the answer itself; `forget` names cookies that it has set in vain. */
  answer(exchange: Exchange, answer: EdgeAnswer): (EdgeAnswer & { forget?: string[] }) | null;
  /** What each document shows otherwise, from its beginning and after each of its own changes; null: nothing. */
  shown: ShownChange | null;
  /** The change of what is shown has taken effect in a document. */
  onShown(): void;
};

/** A change of what the documents show whose path fits `path`, a regular expression. `css` fits one element. */
export type ShownChange = { path: string; css: string } & (
  | {
      kind: "text";
      /** The text that the element must show; null for any. */
      from: string | null;
      /** one_more: its last number grows by one; undefined: the word that careless code shows. */
      to: "one_more" | "undefined";
    }
  | { kind: "missing" }
  | { kind: "rows"; how: "missing" | "doubled" | "unsorted"; row: number }
);

/** An element that a visitor can see. */
export type ElementFact = {
  /** Fits this element alone, by its place in the document. */
  css: string;
  tag: string;
  role: string | null;
  /** Its own text, that of its children left out, white space folded; of an image its alternative. */
  text: string;
  /** In a navigation, or the header or footer of the whole page. */
  chrome: boolean;
  /** Inside a link, a button, a label or a field. */
  interactive: boolean;
};

/** Like elements one after the other: the rows of a table, the items of a list. */
export type ListFact = {
  css: string;
  tag: string;
  chrome: boolean;
  rows: { text: string; cells: string[] }[];
};

/** What a page shows at one moment. */
export type PageFacts = { url: string; title: string; elements: ElementFact[]; lists: ListFact[] };
