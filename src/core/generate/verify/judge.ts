import { withoutQuery } from "#core/explore/pages/address.ts";
import { problemsSince } from "#core/explore/pages/problems.ts";
import { REFUSED, TAKEN } from "#core/explore/forms/refusal.ts";
import type { CaseDocument, StepDocument, SuiteDocument } from "#core/suite/grammar.ts";
import { escapeRegex } from "#model/escape-regex.ts";
import type { CaseFailure } from "#model/failure.ts";
import type { CaseReport } from "#model/report.ts";

const originOf = (address: string): string => (URL.canParse(address) ? new URL(address).origin : address);

/** True when the app itself went wrong during the step that failed: an error of a script, but for one that is `told` elsewhere, or of a request of its own. */
export const showsFault = (failure: CaseFailure | undefined, told: string | null = null): boolean => {
  if (!failure) return false;
  const since = failure.step?.index ?? 0;
  return problemsSince(failure.evidence, since, originOf(failure.baseUrl)).some(
    // What is refused to who may not have it, or not there to be looked up, is an answer and no fault.
    ({ kind, message }) =>
      (kind === "page_error" && (told === null || !message.includes(told))) ||
      (kind === "request" && / 5\d\d$/.test(message)),
  );
};

const NOT_THERE = new Set([400, 404, 405, 410]);

type Asked = CaseFailure["evidence"]["requests"][number];

const isAsking = ({ method }: Asked): boolean => /^(?:GET|HEAD|OPTIONS)$/.test(method);

const isRefused = ({ same_origin: own, by_step: ours, method, status }: Asked): boolean =>
  own && !ours && method === "GET" && NOT_THERE.has(status ?? 0);

const answerTo = ({ url, status }: Asked): string => `GET ${new URL(url).pathname} ${status}`;

/** The last part of a step as it is told: that of a block is behind the name of the block. */
const lastOf = (text: string): string => text.split(" › ").at(-1) ?? text;

/** The step opened an address that the suite names, rather than what a control of the app leads to. */
const opens = (report: CaseReport, step: number): boolean => {
  const text = report.steps.find(({ index }) => index === step)?.text ?? "open";
  return /^(?:open|reload|go back)\b/.test(lastOf(text));
};

/** The page that a control has led to in the case, where that was not there; null where all were. */
export const ledNowhere = (failure: CaseFailure | undefined, report: CaseReport): string | null => {
  const page = failure?.evidence.requests.find(
    (request) => request.resource_type === "document" && isRefused(request) && !opens(report, request.step),
  );
  return page ? answerTo(page) : null;
};

/** "GET /api/unread?since=3 404" tells of that request. */
const isOf = (message: string, { method, url, status }: Asked): boolean => {
  const [asked, address = "", answer] = message.split(" ");
  const isSame = asked === method && withoutQuery(address) === new URL(url).pathname;
  return isSame && (answer === undefined || answer === String(status));
};

/**
 * What the page asked its app for and did not get, in the step that failed or the one before: where the case then could
 * not go on, a control has led nowhere. Null for a case that fails otherwise; what pages did not get while they were explored
 * either, `known`, is the matter of another case.
 */
export const notGot = (
  failure: CaseFailure | undefined,
  report: CaseReport,
  known: readonly string[] = [],
): string | null => {
  if (failure?.status !== "broken" || !failure.step) return null;
  const since = failure.step.index - 1;
  const refused = failure.evidence.requests.find(
    (request) =>
      request.step >= since &&
      isRefused(request) &&
      !known.some((message) => isOf(message, request)) &&
      (/^(?:xhr|fetch)$/.test(request.resource_type) ||
        (request.resource_type === "document" && !opens(report, request.step))),
  );
  return refused ? answerTo(refused) : null;
};

/** Each hint stands there once: an app may refuse something in the very same words. */
const besides = (hints: readonly string[], text: string): string =>
  hints.reduce((left, hint) => left.replace(hint, ""), text.replaceAll(/\s+/g, " "));

const LED_ON = new Set([302, 303]);
/** What nothing but a refusal says; "booked" or "in use" may be what something is. */
const ALREADY =
  /(?<!\p{L})(?:already (?:has|have|exists?|taken|in use|used|registered|there)|(?:exists?|used|taken|registered|booked) already|existiert bereits|bereits (?:vorhanden|vergeben)|d[ée]j[àa] (?:pris|utilis|exist)\p{L}*|ya existe|esiste gi[àa])/iu;
/** Lines of a page that say something, and are no row, heading or control. */
const SAID_LINE = /^\s*- (?:alert|status|paragraph|text|strong|list ?item)\b/;

/** What a form says that one was led back to: the app sent no answer of its own. */
const saysAlready = (aria: string, hints: readonly string[]): boolean =>
  aria.split("\n").some((line) => SAID_LINE.test(line) && ALREADY.test(besides(hints, line)));

/**
 * True when the last that the case sent was refused as being there already: what an earlier run has made up, or what can be
 * had once. Whether that is so, only the app can say, in other words than the `hints` that stand there in any case.
 */
export const isTakenAlready = (failure: CaseFailure | undefined, hints: readonly string[]): boolean => {
  const sent = failure?.evidence.requests.findLast(
    (each) => each.same_origin && !each.by_step && !isAsking(each),
  );
  // What the form still holds once it has refused something is asked for on purpose.
  if (!failure || failure.step?.expect === "value" || !sent) return false;
  const aria = failure.page?.aria ?? "";
  if (LED_ON.has(sent.status ?? 0)) return /\btextbox\b/.test(aria) && saysAlready(aria, hints);
  if (!REFUSED.has(sent.status ?? 0)) return false;
  const body = sent.body ?? "";
  const said = /^\s*</.test(body) ? besides(hints, body) : body;
  return TAKEN.test(said) || TAKEN.test(besides(hints, aria));
};

const isDocument = ({ same_origin: own, by_step: ours, resource_type: type }: Asked): boolean =>
  own && !ours && type === "document";

/**
 * True when a form was answered with its own page, where the case goes on to note the address of another one that it led to
 * while the app was explored: what can be had once at a time was had already, which only that page says, in words of its own.
 */
export const isSentBack = (failure: CaseFailure | undefined, report: CaseReport): boolean => {
  const documents = failure?.evidence.requests.filter(isDocument) ?? [];
  const at = documents.findLastIndex((each) => !isAsking(each));
  const sent = documents[at];
  const from = documents.slice(0, Math.max(0, at)).findLast(isAsking);
  if (sent?.status !== 200 || !from || withoutQuery(sent.url) !== withoutQuery(from.url)) return false;
  const next = report.steps.find(
    ({ index, text }) => index > sent.step && !/^(?:wait|expect)\b/.test(lastOf(text)),
  );
  return next !== undefined && lastOf(next.text).startsWith("capture page_of_");
};

/** A field of a page that holds nothing, by its name. */
const EMPTY_FIELD = /^\s*- textbox "((?:[^"\\]|\\.)*\d(?:[^"\\]|\\.)*)"(?: \[[^\]]*\])*$/gm;

const HAS_WORD = /\p{L}{3}/u;

/**
 * What the form asks for once more than the case fills in, as "Full name, ticket 2" beside "Full name, ticket 1", and than
 * was `known` of any form: other cases have left something in a cart that is kept. Null where it asks for no more.
 */
export const askedOnceMore = (
  failure: CaseFailure | undefined,
  item: CaseDocument | undefined,
  known: readonly string[],
): string | null => {
  const steps = JSON.stringify(item?.steps ?? []);
  const empty = [...(failure?.page?.aria ?? "").matchAll(EMPTY_FIELD)].map(([, name = ""]) => name);
  const isNumbered = (name: string): boolean =>
    HAS_WORD.test(name) &&
    !known.includes(name) &&
    !steps.includes(name) &&
    new RegExp(escapeRegex(name).replaceAll(/\d+/g, String.raw`\d+`)).test(steps);
  return empty.find(isNumbered) ?? null;
};

const COVERED = /it is covered by <.+/s;

/**
 * What lies over a control that the case would have clicked: null unless nothing but the page as it was opened is to blame.
 * A dialog, a menu, or what an earlier click has brought up may well lie over the rest.
 */
export const coverOf = (failure: CaseFailure | undefined, report: CaseReport): string | null => {
  if (failure?.kind !== "not_actionable" || failure.step?.verb !== "click") return null;
  const before = report.steps.filter(({ index }) => index < (failure.step?.index ?? 0));
  const opened = before.findLastIndex(({ text }) => /(?:^|› )(?:open|reload) /.test(text));
  const touched = before.slice(opened + 1).some(({ text }) => /(?:^|› )(?:click|press|hover)/.test(text));
  if (opened === -1 || touched) return null;
  if (/^\s*- (?:alert)?(?:dialog|menu|listbox)\b/m.test(failure.page?.aria ?? "")) return null;
  return COVERED.exec(failure.message)?.[0] ?? null;
};

/** True when nothing is known but that the page did not answer in time: a busy machine does that as well. */
export const gotNoAnswer = (failure: CaseFailure | undefined): boolean => failure?.kind === "timeout";

/** True when the app took longer than the step that failed allows it: who states a time says what is too long. */
export const isTooSlow = (step: StepDocument | undefined, failure: CaseFailure | undefined): boolean =>
  failure?.kind === "timeout" && typeof step === "object" && "timeout" in step;

const expectOf = (step: StepDocument | undefined): string | null => {
  if (typeof step !== "object" || step === null || !("expect" in step)) return null;
  const { expect } = step as { expect: unknown };
  if (typeof expect === "string") return expect;
  return typeof expect === "object" && expect !== null ? (Object.keys(expect)[0] ?? null) : null;
};

const isVerb = (step: StepDocument, verb: string): boolean => typeof step === "object" && verb in step;

/** A title or a heading that is only expected because it was there when the page was looked at; not what is to be there in time. */
const isRecorded = (step: StepDocument | undefined): boolean =>
  /^(?:title|visible)$/.test(expectOf(step) ?? "") && !(typeof step === "object" && "timeout" in step);

/**
 * The case without the step that does not hold, where that step states no more than what was seen once. Null where it
 * states what must be true of any app, or where nothing would be left to check. `blocks`: those of the suite.
 */
export const withoutRecorded = (
  item: CaseDocument,
  index: number,
  steady: boolean,
  blocks: SuiteDocument["blocks"] = {},
): CaseDocument | null => {
  const { steps } = item;
  const looks = (step: StepDocument | undefined): boolean =>
    expectOf(step) === "no_errors" ||
    (typeof step === "object" && "use" in step && (blocks[step.use]?.every(looks) ?? false));
  if (!looks(steps.at(-1)) || !isRecorded(steps[index])) return null;
  // What a control shows when it is used is its promise: if it never holds, that is news.
  const uses = steps.some(
    (step) => !isVerb(step, "goto") && !isVerb(step, "expect") && !isVerb(step, "when") && !looks(step),
  );
  if (uses && steady) return null;
  return { ...item, steps: steps.toSpliced(index, 1) };
};
