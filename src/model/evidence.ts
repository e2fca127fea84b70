/**
 * What the browser saw while a case ran. Gathered as it happens, bounded in size, secrets masked before it leaves the
 * browser adapter. `step` is the index of the step that was running (-1: before the first).
 */
export type RequestEvidence = {
  step: number;
  method: string;
  url: string;
  /** Playwright's resource type: document, script, image, font, stylesheet, fetch, xhr, … */
  resource_type: string;
  same_origin: boolean;
  status: number | null;
  /** Network-level failure such as `net::ERR_CONNECTION_REFUSED`; null when an answer came. */
  failure: string | null;
  /** True when the page or a navigation gave the request up itself (net::ERR_ABORTED): no fault of the app. */
  aborted: boolean;
  started_at: string;
  duration_ms: number | null;
  trace_id: string | null;
  redirected_to: string | null;
  content_type: string | null;
  /** At most 4 KiB of a failed answer's text body. */
  body: string | null;
  /** How many seconds the app wants to be left alone, where it answers 429 and says so (`Retry-After`). */
  retry_after_s?: number;
  /** Set when a step of the suite has sent it, not the page. */
  by_step?: true;
};

export type PageErrorEvidence = {
  step: number;
  at: string;
  message: string;
  stack: string | null;
  url: string;
  /** The stack in terms of the sources that the scripts were built from, where the app serves their maps. */
  original?: OriginalStack;
};
export type OriginalStack = {
  stack: string;
  /** Lines of the sources that the stack names, where the maps hold them. */
  lines: { file: string; line: number; text: string }[];
};
export type ConsoleEvidence = {
  step: number;
  at: string;
  level: "error" | "warning";
  text: string;
  location: string | null;
};
export type DialogEvidence = {
  step: number;
  at: string;
  type: string;
  message: string;
  answered: "accepted" | "dismissed";
};
export type NavigationEvidence = { step: number; at: string; url: string; status: number | null };

export type CaseEvidence = {
  requests: RequestEvidence[];
  page_errors: PageErrorEvidence[];
  console: ConsoleEvidence[];
  dialogs: DialogEvidence[];
  navigations: NavigationEvidence[];
  /** How many further entries were left out because a bound was reached. */
  left_out: number;
};

/** What the page looked like when the case ended badly. */
export type PageState = {
  url: string;
  title: string;
  /** ARIA snapshot (YAML-like text), at most 20 kB. */
  aria: string | null;
  /** What it was operated with, as in the profile of a case that passes: `button "Pay"`. */
  elements: string[] | null;
  /** Set when the tab or the browser was lost. */
  crashed: boolean;
  /** True while a password field or a log-in form is what the page mainly shows. */
  looks_like_login: boolean;
};
