import { literal } from "#core/generate/steps.ts";
import type { StepDocument } from "#core/suite/grammar.ts";
import type { Session } from "#ports/browser.ts";
import type { Intent, Sentence, WrittenCase } from "./intent.ts";
import { logInAs } from "./log-in.ts";
import { readSentence } from "./read-sentence.ts";
import { resolveDeed } from "./resolve-do.ts";
import { resolveSight } from "./resolve-see.ts";
import { createTour } from "./tour.ts";
import type { Resolved, Tour, TourLimits } from "./tour.ts";

/** A sentence that is no step of the suite, and why. */
export type Unresolved = { sentence: string; case: string; reason: string };

export type Known = { username: string; password: string; passwordRef: string } | null;

/** What a model makes of a sentence that the rules cannot turn into a step; a text says why it makes nothing of it. */
export type Interpret = (asked: {
  sentence: string;
  /** The whole case, as it is written. */
  written: readonly string[];
  tour: Tour;
  /** Why the rules could not do it. */
  reason: string;
}) => Promise<Intent[] | string>;

export type CaseRead = WrittenCase & {
  read: { sentence: Sentence; intents: Intent[]; reason: string | null }[];
};

/** What each sentence of a case says, by rule. */
export const readCase = (written: WrittenCase): CaseRead => {
  let opens = true;
  const read = written.sentences.map((sentence) => {
    const said = readSentence(sentence, opens);
    if (said.ok) opens = false;
    return { sentence, intents: said.ok ? said.intents : [], reason: said.ok ? null : said.reason };
  });
  return { ...written, read };
};

const isPassword = /^(?:the |your |my )?pass ?(?:word|phrase)$/i;

/** Whether a case is about logging in itself, or about somebody who is not, and so must not begin logged in. */
export const isOutside = ({ read }: CaseRead, known: Known): boolean =>
  read.some(({ intents }) =>
    intents.some(
      (intent) =>
        intent.kind === "anonymous" ||
        (intent.kind === "log_in" && intent.username !== null && intent.username !== known?.username) ||
        (intent.kind === "log_in" && intent.password !== null && intent.password !== known?.password) ||
        (intent.kind === "fill" && intent.target !== null && isPassword.test(intent.target.name)),
    ),
  );

export const logsOut = ({ read }: CaseRead): boolean =>
  read.some(({ intents }) => intents.some(({ kind }) => kind === "log_out"));

const isSight = ({ kind }: Intent): boolean => kind.startsWith("see_") || kind === "no_errors";

/** How a dialog is answered is said before the step that opens it. */
const withDialogsFirst = (items: CaseRead["read"]): CaseRead["read"] => {
  const ordered = [...items];
  for (let at = 1; at < ordered.length; at += 1) {
    const [before, item] = [ordered[at - 1], ordered[at]];
    const isDialog = item?.intents.length === 1 && item.intents[0]?.kind === "dialog";
    if (before && item && isDialog && before.intents.some((intent) => !isSight(intent)))
      ordered.splice(at - 1, 2, item, before);
  }
  return ordered;
};

type Walked = {
  steps: StepDocument[];
  unresolved: Omit<Unresolved, "case">[];
  notes: string[];
  isWhole: boolean;
};

type Options = TourLimits & {
  session: Session;
  baseUrl: string;
  known: Known;
  interpret: Interpret | null;
  over(): boolean;
};

/** Carries a written case out in the live app, sentence by sentence, and gives the steps that the suite does it with. */
export const walkCase = async (
  item: CaseRead,
  { session, baseUrl, known, interpret, over, ...limits }: Options,
): Promise<Walked> => {
  const tour = createTour(session, baseUrl, limits);
  const steps: StepDocument[] = [];
  const unresolved: Walked["unresolved"] = [];
  const notes: string[] = [];
  let isWhole = true;
  let isLost = false;
  /** A step before was not understood: it may have been a deed that what follows depends on. */
  let isUnsure = false;
  const secret = (value: string): string =>
    known && value === known.password ? known.passwordRef : literal(value);

  const resolve = async (intent: Intent): Promise<Resolved> => {
    if (!tour.hasOpened && intent.kind !== "open") {
      const failure = await tour.goto(tour.start);
      if (failure !== null) return { reason: failure };
      steps.push({ goto: literal(tour.start) });
    }
    if (intent.kind === "log_in") return logIn(intent);
    return (
      (await resolveDeed(tour, intent, secret)) ??
      (await resolveSight(tour, intent, isUnsure)) ?? { reason: "no rule knows how to do it" }
    );
  };

  const logIn = async ({ username, password }: Extract<Intent, { kind: "log_in" }>): Promise<Resolved> => {
    const isKnown = known !== null && (username === null || username === known.username);
    if (isKnown && (password === null || password === known.password)) {
      return isOutside(item, known) ? logInAs(tour, known.username, known.password, secret) : { steps: [] };
    }
    if (username === null || password === null)
      return { reason: "it needs a log-in: give auth, or name and password" };
    return logInAs(tour, username, password, secret);
  };

  const attempt = async (intents: readonly Intent[]): Promise<{ reason: string; isDeed: boolean } | null> => {
    for (const intent of intents) {
      const resolved = await resolve(intent);
      if ("reason" in resolved) return { reason: resolved.reason, isDeed: !isSight(intent) };
      steps.push(...resolved.steps);
      if (resolved.note !== undefined) notes.push(resolved.note);
    }
    return null;
  };

  const written = item.sentences.map(({ text }) => text);
  for (const { sentence, intents, reason: unread } of withDialogsFirst(item.read)) {
    if (over() || isLost) {
      unresolved.push({
        sentence: sentence.text,
        reason: isLost
          ? "it was not reached: a sentence before it could not be carried out"
          : "there was no time left",
      });
      continue;
    }
    const before = steps.length;
    const failed = unread === null ? await attempt(intents) : { reason: unread, isDeed: false };
    if (failed === null) continue;
    let { reason } = failed;
    // What was done of a sentence before it failed is done; a model's reading would do it twice.
    const isUntouched = steps.slice(before).every((step) => typeof step === "object" && "goto" in step);
    if (interpret !== null && isUntouched && (sentence.isStep || unread === null)) {
      const rest = await interpret({ sentence: sentence.text, written, tour, reason });
      if (typeof rest !== "string") {
        const wrong = await attempt(rest);
        if (wrong === null) {
          notes.push(`as the model reads it: ${sentence.text}`);
          continue;
        }
        reason = `${reason}; the model's reading: ${wrong.reason}`;
      } else if (rest !== "") reason = `${reason}; ${rest}`;
    }
    unresolved.push({ sentence: sentence.text, reason });
    if (!sentence.isStep) continue;
    isWhole = false;
    isLost = failed.isDeed;
    isUnsure ||= unread !== null;
  }
  return { steps, unresolved, notes, isWhole };
};
