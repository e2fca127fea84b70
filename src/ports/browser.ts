import type { CaseEvidence, PageState } from "#model/evidence.ts";
import type { Candidate, Failure } from "#model/failure.ts";
import type { Fingerprint } from "#model/fingerprint.ts";
import type { PageOutline } from "#model/outline.ts";
import type { PageSurvey } from "#model/survey.ts";
import type { Target, TextMatch } from "#model/target.ts";
import type { Viewport } from "#model/viewport.ts";
import type { Edge, PageFacts } from "./edge.ts";

/** One browser process. Sessions are isolated from each other (own cookies, storage, cache). */
export type Browser = {
  /** Name and version, for the report. */
  readonly name: string;
  /** Opens an isolated session with one blank page. Throws AppError("not_ready") when the browser cannot start. */
  openSession(options: SessionOptions): Promise<Session>;
  close(): Promise<void>;
};

/** Opaque to everyone but the adapter; JSON-serialisable. Cookies, localStorage, IndexedDB. */
export type StorageState = { readonly storage: unknown };

export type SessionOptions = {
  /** Base of relative addresses; its origin is what `same_origin` in evidence means. */
  baseUrl: string;
  storageState?: StorageState;
  /** Values that must never leave the session unmasked; fields that hold one are covered in pictures. */
  secrets?: readonly string[];
  /** Add a `traceparent` to the page's same-origin requests (TRACE_INJECTION=same_origin). */
  injectTraceparent?: boolean;
  /** Record a full Playwright trace, which saveTrace then gives; it slows every call. */
  trace?: boolean;
  viewport?: Viewport;
  /** Note what pages have planned by their timers, so that `settle` ends as soon as nothing is to come. */
  watchTimers?: boolean;
  /** Stands between the session and the app. */
  edge?: Edge;
  /** Aborting closes the session at once; calls under way end with failure `closed`. */
  signal?: AbortSignal;
};

export type Session = {
  /**
   * The page that steps act on; another one after switchTab, and the first again when that closed itself.
   * Pop-ups beyond a bound are closed and dialogs answered, so that none can block.
   */
  readonly page: Page;
  /** Everything seen so far; a live object, read only. */
  readonly evidence: CaseEvidence;
  /** Files that the page gave so far, in order; a live list, read only. At most 20. */
  readonly downloads: readonly Download[];
  /** From now on evidence is stamped with this step index; `caseId` is null for the log-in. */
  beginStep(index: number, caseId?: string | null): void;
  /** What the page shows now, in a session with an edge; null when it does not say in time. */
  facts?(): Promise<PageFacts | null>;
  /** Whether answers may come that the page does not ask for: by sockets, streams and workers that it has opened so far. */
  hears?(): boolean;
  /** How the next dialog that has no answer yet is to be answered; `text` is for a prompt. */
  answerNextDialog(answer: DialogAnswer): void;
  /** Goes on in the newest tab (waits for one that was not in use yet) or in the first. */
  switchTab(which: "newest" | "first", options: Wait): Promise<Navigated | Failure>;
  storageState(): Promise<StorageState>;
  /**
   * A trace archive for Playwright's trace viewer: the one that was recorded or, where none was, one that is written
   * from the steps, their pictures, the evidence and the documents as they are now. Secrets are covered in every byte;
   * at most about 16 MiB. Null when it cannot be had in time.
   */
  saveTrace(story: TraceStory): Promise<Uint8Array | null>;
  /** Sends an HTTP request with the session's cookies; relative addresses against baseUrl. Body bound 1 MiB. */
  request(request: HttpRequest): Promise<HttpAnswer | Failure>;
  close(): Promise<void>;
};

/** A step as a trace archive tells it; secrets covered. */
export type TracedStep = {
  index: number;
  verb: string;
  text: string;
  startedAt: string;
  endedAt: string;
  error: string | null;
  /** JPEG. */
  picture: Uint8Array | null;
};
export type TraceStory = { title: string; steps: readonly TracedStep[] };

export type DialogAnswer = { accept: boolean; text: string | null };

export type Download = {
  readonly name: string;
  readonly url: string;
  readonly state: "running" | "done" | "failed";
  /** Why it failed. */
  readonly failure: string | null;
  readonly bytes: number | null;
  /** The first MiB as UTF-8, once it is done. */
  readonly text: string | null;
};

export type HttpRequest = {
  method: string;
  url: string;
  headers?: Record<string, string>;
  body?: string;
  timeoutMs: number;
};
export type HttpAnswer = {
  ok: true;
  status: number;
  headers: Record<string, string>;
  body: string;
  durationMs: number;
};

/** Every call ends within its `timeoutMs` (plus a small slack) with a value: the page can do nothing to make it hang or throw. */
export type Page = {
  url(): string;
  goto(url: string, options: Wait): Promise<Navigated | Failure>;
  reload(options: Wait): Promise<Navigated | Failure>;
  back(options: Wait): Promise<Navigated | Failure>;
  /** Acts on the one element that fits, once it is visible, stable, enabled and receives events. */
  act(
    target: Target,
    action: ElementAction,
    options: Wait & {
      /** Tell what the element was like before it was acted on. */
      fingerprint?: boolean;
    },
  ): Promise<Acted | Failure>;
  /**
   * Looks, without waiting and without touching anything, for the element that a target meant when its fingerprint was
   * taken. not_found, with the reason, unless one is clearly it: a heal is never a guess.
   */
  heal(
    target: Target,
    action: ElementAction["kind"],
    before: Fingerprint,
    options: Wait,
  ): Promise<Healed | Failure>;
  /** Gives the tab another size, in CSS pixels, for as long as it is open. */
  resize(size: Viewport, options: Wait): Promise<{ ok: true } | Failure>;
  /** Presses a key or chord (`Enter`, `Control+A`) on what has the focus. */
  press(key: string, options: Wait): Promise<Acted | Failure>;
  /** Waits in the page until the condition holds or the time is up. */
  expect(condition: Condition, options: Wait): Promise<Held | Failure>;
  /** Reads a value once the target is there. */
  read(target: Target | null, what: Reading, options: Wait): Promise<Read | Failure>;
  /**
   * What each visible element that fits shows now, in document order, at most `most` of them: its text, what it holds where
   * it shows none, or an attribute. None where nothing fits; it does not wait.
   */
  readAll(
    target: Target,
    options: Wait & { most: number; attribute?: string },
  ): Promise<{ ok: true; texts: string[] } | Failure>;
  /**
   * What the page, its iframes aside, is operated with and what its parts are called, as far as they can be seen: lines such as
   * `button "Pay"` in document order, at most 120. Cheap: for every case that passes.
   */
  operated(options: Wait): Promise<{ ok: true; elements: string[] } | Failure>;
  /** ARIA snapshot in Playwright's YAML, of the page (null) or of one element. */
  aria(target: Target | null, options: Wait): Promise<Read | Failure>;
  /** The page (null) or one element as lines with references, iframes included, at most about `maxCharacters` of them. */
  outline(
    target: Target | null,
    options: Wait & { maxCharacters: number },
  ): Promise<{ ok: true; outline: PageOutline } | Failure>;
  /**
   * A target that fits the element of a reference of the latest outline alone, as a person would name it. not_found: the
   * element is gone, or nothing tells it from others.
   */
  targetOf(ref: string, purpose: RefPurpose, options: Wait): Promise<{ ok: true; target: Target } | Failure>;
  /**
   * What axe-core finds wrong on the page (null) or inside one element; all rules when `rules` (ids or tags) is empty. With
   * `contrast` that is what text has to have, in place of what the rules ask for.
   */
  audit(
    target: Target | null,
    rules: readonly string[],
    options: Wait & { contrast?: number | null },
  ): Promise<Audited | Failure>;
  /** JPEG. With `outline` the element last acted on or looked at is outlined. Null when none can be taken any more. */
  screenshot(options?: { outline?: boolean; fullScale?: boolean }): Promise<Uint8Array | null>;
  /**
   * Waits until the page is quiet: loaded, no request of its own under way for 150 ms, no DOM change; at most `timeoutMs`.
   * True where it has nothing planned either, which takes 50 ms; only ever in sessions that watch timers.
   */
  settle(options: Wait): Promise<boolean>;
  survey(options: Wait): Promise<{ ok: true; survey: PageSurvey } | Failure>;
  state(): Promise<PageState>;
};

/** What the element of a reference is wanted for. */
export type RefPurpose = "click" | "fill" | "select" | "check" | "upload" | "press" | "any";

export type Wait = { timeoutMs: number };

export type ElementAction =
  | { kind: "click" }
  | { kind: "double_click" }
  | { kind: "hover" }
  | { kind: "scroll_to" }
  | { kind: "fill"; value: string }
  | { kind: "select"; options: string[] }
  | { kind: "check"; checked: boolean }
  | { kind: "press"; key: string }
  | { kind: "drag"; to: Target }
  | { kind: "upload"; files: { name: string; type: string; content: Uint8Array }[] };

/** Names the target kinds that a verb prefers when a plain string is resolved. */
export type Condition =
  | { kind: "visible"; target: Target }
  | { kind: "hidden"; target: Target }
  | { kind: "text"; target: Target | null; match: TextMatch; not?: boolean }
  | { kind: "value"; target: Target; match: TextMatch }
  | { kind: "url"; match: TextMatch }
  | { kind: "title"; match: TextMatch }
  | { kind: "count"; target: Target; count: NumberRange }
  | { kind: "checked"; target: Target; checked: boolean }
  | { kind: "enabled"; target: Target; enabled: boolean }
  | { kind: "focused"; target: Target }
  | { kind: "attribute"; target: Target; name: string; match: TextMatch }
  | { kind: "no_broken_images" }
  | { kind: "no_horizontal_scroll" }
  | { kind: "no_overlap" };

/** Both ends included. */
export type NumberRange = { min: number; max: number };

/**
 * `sent_to`: the origins that what is typed into a field goes to without any script, parted by blanks: that of its document,
 * then those that its form is sent to. `place`: how far all is scrolled, then a blank and, if it is not the target that has
 * the focus, what has it. `overflow`, of the page: see PageOverflow, as `writeOverflow` writes it. `overlap`: the first two things of the page that lie over each other,
 * in words; empty where none do.
 */
export type Reading =
  | "sent_to"
  | "place"
  | "overflow"
  | "overlap"
  | "text"
  | "value"
  | "count"
  | "url"
  | "title"
  | { attribute: string };

export type Navigated = { ok: true; url: string; status: number | null };
/** `fingerprint`: where it was asked for. */
export type Acted = { ok: true; element: Candidate | null; fingerprint?: Fingerprint };
/**
 * `target` fits the element alone, inside what the old target was within. `score` is the similarity, `margin` its lead over
 * the next element, both 0..1.
 */
export type Healed = {
  ok: true;
  target: Target;
  /** It is no longer inside what the target was within; the new one says by itself where it is. */
  moved: boolean;
  element: Candidate;
  score: number;
  margin: number;
};
export type Held = { ok: true; observed: string };
export type Read = { ok: true; value: string };
export type AuditImpact = "minor" | "moderate" | "serious" | "critical";
/** `elements`: HTML of the first few; `count`: how many there are. */
export type Violation = {
  rule: string;
  impact: AuditImpact | null;
  help: string;
  helpUrl: string;
  elements: string[];
  count: number;
};
export type Audited = { ok: true; violations: Violation[] };
