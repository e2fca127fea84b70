import { pause } from "#core/explore/pages/pause.ts";
import type { StepDocument } from "#core/suite/grammar.ts";
import type { Target } from "#model/target.ts";
import type { ElementAction, RefPurpose, Session } from "#ports/browser.ts";
import type { Named } from "./intent.ts";
import { chooseElement, readPage } from "./seen-page.ts";
import type { SeenElement, SeenPage, Use } from "./seen-page.ts";

const settleMs = 4000;
const lookMs = 5000;
const actMs = 5000;
const gotoMs = 15_000;
const asideMs = 2000;
const pauseMs = 300;
const looks = 5;
const maxCharacters = 40_000;

/** What came of one intent: the steps that it is, or why there are none. */
export type Resolved = { steps: StepDocument[]; note?: string } | { reason: string };

/** Why what bears a name must not be used; null where it may. */
export type Refuse = (name: string) => string | null;

/** What a case that nobody has written is held to. */
export type TourLimits = {
  /** Without it what is written is done. */
  refuse?: Refuse | undefined;
  /** What has to be put aside once the first page is open. */
  greetings?: readonly Target[] | undefined;
};

/** A case that is walked through the live app, so that what its text names can be found where it is to be used. */
export type Tour = {
  session: Session;
  origin: string;
  /** Path of the app's start. */
  start: string;
  /** Every text that this case has shown so far, as the app writes it. */
  seen: Set<string>;
  /** What rows were counted last. */
  rows: { target: Target; name: string } | null;
  /** What was typed into last. */
  field: Target | null;
  hasOpened: boolean;
  refuse: Refuse;
  look(): Promise<SeenPage | null>;
  /** Looks until the element is there, some seconds at most. */
  find(wanted: Named, use: Use): Promise<{ element: SeenElement; page: SeenPage } | { reason: string }>;
  /** What a suite calls an element. */
  target(
    found: { element: SeenElement; page: SeenPage },
    purpose: RefPurpose,
    asked: string,
  ): Promise<{ target: Target } | { reason: string }>;
  goto(path: string): Promise<string | null>;
  /** Does an action; the reason when it cannot be done. */
  act(target: Target, action: ElementAction): Promise<string | null>;
  press(key: string): Promise<string | null>;
  pause(): Promise<void>;
};

/** The name without what counts something: `Cart (2)` is `Cart`. */
const uncounted = (name: string): string =>
  name
    .replaceAll(/\s*[([]?\b\d+\b[)\]]?\s*/g, " ")
    .replaceAll(/\s+/g, " ")
    .trim();

/** Words that fit this element alone, whatever number stands beside them today. */
const steadyName = (target: Target, page: SeenPage, asked: string): Target => {
  if (typeof target !== "string" || !/\d/.test(target) || /\d/.test(asked)) return target;
  const name = uncounted(target);
  const holders = page.elements.filter((each) => each.name.toLowerCase().includes(name.toLowerCase()));
  return name.length > 2 && target.includes(name) && holders.length === 1 ? name : target;
};

/** Begins a case in a session of its own. */
export const createTour = (
  session: Session,
  baseUrl: string,
  { refuse = () => null, greetings = [] }: TourLimits = {},
): Tour => {
  const { origin, pathname } = new URL(baseUrl);
  const { page } = session;

  const tour: Tour = {
    session,
    origin,
    start: pathname,
    seen: new Set(),
    rows: null,
    field: null,
    hasOpened: false,
    refuse,
    async look() {
      await page.settle({ timeoutMs: settleMs });
      const answer = await page.outline(null, { maxCharacters, timeoutMs: lookMs });
      if (!answer.ok) return null;
      const seen = readPage(answer.outline);
      for (const text of seen.texts) tour.seen.add(text);
      return seen;
    },
    async find(wanted, use) {
      let reason = "the page could not be read";
      for (let round = 0; round < looks; round += 1) {
        if (round > 0) await tour.pause();
        const seen = await tour.look();
        if (!seen) continue;
        const choice = chooseElement(seen, wanted, use);
        if ("element" in choice) return { element: choice.element, page: seen };
        reason = choice.reason;
      }
      return { reason };
    },
    async target({ element, page: seen }, purpose, asked) {
      const answer = await page.targetOf(element.ref, purpose, { timeoutMs: lookMs });
      return answer.ok
        ? { target: steadyName(answer.target, seen, asked) }
        : { reason: `"${element.name}" is there, but nothing tells it from others: ${answer.message}` };
    },
    async goto(path) {
      const refused = refuse(path);
      if (refused !== null) return refused;
      const gone = await page.goto(new URL(path, origin).href, { timeoutMs: gotoMs });
      const asides = gone.ok && !tour.hasOpened ? greetings : [];
      tour.hasOpened = true;
      for (const target of asides) await page.act(target, { kind: "click" }, { timeoutMs: asideMs });
      return gone.ok ? null : `${path} cannot be opened: ${gone.message}`;
    },
    async act(target, action) {
      const done = await page.act(target, action, { timeoutMs: actMs });
      if (!done.ok) return done.message;
      await page.settle({ timeoutMs: settleMs });
      return null;
    },
    async press(key) {
      const done = await page.press(key, { timeoutMs: actMs });
      if (!done.ok) return done.message;
      await page.settle({ timeoutMs: settleMs });
      return null;
    },
    pause: () => pause(page, pauseMs),
  };
  return tour;
};
