import type { RequestEvidence } from "#model/evidence.ts";
import type { CaseFailure } from "#model/failure.ts";
import type { LastPass } from "#ports/profile-store.ts";
import { comparable, errorsOf, routeOf, routePathOf, stepsOf } from "./profile.ts";
import { isBackground, isCall, isFirstParty, isMutating } from "./requests.ts";

/** How a failed attempt differs from the last run in which its case passed. */
export type Difference = {
  runId: string;
  /** The statuses of a request's route then; empty where it was not asked for. */
  statusesBefore(request: RequestEvidence): readonly number[];
  /** The longest that a request's route took then, in milliseconds. */
  durationBefore(request: RequestEvidence): number | null;
  /** Whether the case passed in spite of this error. */
  wasThere(error: string): boolean;
  /** What stands now where an element stood then: `button "Buy"` for `button "Pay"`. */
  standsFor(element: string): string | null;
  /** The differences, a line each. */
  lines: string[];
};

const mostLines = 8;
/** How much longer a request must take to be told, and how many times as long. */
const slower = { ms: 1000, times: 4 };

const isFailure = (status: number): boolean => status >= 400;

/** Whether a case passes all the same when a request fails in this way: then it is no cause. */
export const isUsual = ({ statusesBefore }: Difference, request: RequestEvidence): boolean => {
  const before = statusesBefore(request);
  return request.status !== null && before.length > 0 && before.every((status) => status === request.status);
};

/** Whether a request's status is another one than in the run that passed: refused now, or not the success that it was. */
export const isChanged = (difference: Difference | null, request: RequestEvidence): boolean => {
  const before = difference?.statusesBefore(request) ?? [];
  return request.status !== null && before.length > 0 && !before.includes(request.status);
};

const requestLines = (difference: Difference, requests: readonly RequestEvidence[]): string[] =>
  requests.flatMap((request) => {
    const before = difference.statusesBefore(request);
    const now = request.status ?? request.failure;
    if (now === null || request.status === 304) return [];
    if (before.length > 0 && request.status !== null && before.includes(request.status)) {
      const ms = difference.durationBefore(request);
      const took = request.duration_ms;
      return ms !== null && took !== null && took > ms + slower.ms && took > ms * slower.times
        ? [`${routeOf(request)} took ${ms} ms, takes ${took} ms`]
        : [];
    }
    if (before.length > 0) return [`${routeOf(request)} was ${before.join(" and ")}, is ${now}`];
    return typeof now === "string" || isFailure(now)
      ? [`${routeOf(request)} was not asked for, is ${now}`]
      : [];
  });

/** Calls of the run that passed which are not made any more, though the case has come as far. */
const goneLines = (failure: CaseFailure, { profile }: LastPass): string[] => {
  const { evidence, step } = failure;
  if (!step || evidence.requests.length === 0) return [];
  const made = new Set(evidence.requests.map(routeOf));
  const reached = stepsOf(evidence)({ step: step.index });
  return profile.routes
    .filter(({ route, step: at, statuses }) => at < reached && !made.has(route) && !statuses.every(isFailure))
    .map(({ route, statuses }) => `${route} was ${statuses.join(" and ")}, is not asked for`);
};

const neighbours = (elements: readonly string[], at: number): [string | undefined, string | undefined] => [
  elements[at - 1],
  elements[at + 1],
];

type Elements = { gone: string[]; come: string[]; standsFor(element: string): string | null };

const elementsBetween = (failure: CaseFailure, { profile }: LastPass): Elements => {
  const none: Elements = { gone: [], come: [], standsFor: () => null };
  const { page } = failure;
  if (
    !page?.elements ||
    !profile.page ||
    routePathOf({ url: page.url, same_origin: true }) !== profile.page.path
  )
    return none;
  const [before, now] = [profile.page.elements, comparable(page.elements)];
  const gone = before.filter((element) => !now.includes(element));
  const come = now.filter((element) => !before.includes(element));
  // The same role at the same place: between the neighbours that the old one had.
  const standsFor = (element: string): string | null => {
    const [left, right] = neighbours(before, before.indexOf(element));
    const role = element.split(" ")[0] ?? "";
    const there = come.filter((other) => {
      const [nowLeft, nowRight] = neighbours(now, now.indexOf(other));
      return other.startsWith(`${role} `) && nowLeft === left && nowRight === right;
    });
    return gone.includes(element) && there.length === 1 ? (there[0] ?? null) : null;
  };
  return { gone, come, standsFor };
};

const elementLines = ({ gone, come, standsFor }: Elements): string[] => {
  const renamed = gone.flatMap((element) => {
    const other = standsFor(element);
    return other ? [[element, other] as const] : [];
  });
  const told = new Set(renamed.flat());
  return [
    ...renamed.map(([element, other]) => `the page had ${element}, has ${other} in its place`),
    ...gone
      .filter((element) => !told.has(element))
      .slice(0, 3)
      .map((element) => `the page had ${element}, has not`),
    ...come
      .filter((element) => !told.has(element))
      .slice(0, 3)
      .map((element) => `the page had no ${element}, has one`),
  ];
};

/** Compares a failure with the last run in which its case passed. */
export const differenceTo = (failure: CaseFailure, last: LastPass): Difference => {
  const { profile } = last;
  const routes = new Map(profile.routes.map((route) => [route.route, route]));
  const errors = new Set(profile.errors);
  const elements = elementsBetween(failure, last);
  const difference: Difference = {
    runId: last.runId,
    statusesBefore: (request) => routes.get(routeOf(request))?.statuses ?? [],
    durationBefore: (request) => routes.get(routeOf(request))?.ms ?? null,
    wasThere: (error) => {
      const [known] = errorsOf({
        ...failure.evidence,
        console: [],
        page_errors: [{ step: 0, at: "", message: error, stack: null, url: "" }],
      });
      return known !== undefined && errors.has(known);
    },
    standsFor: elements.standsFor,
    lines: [],
  };
  const reached = failure.step?.index ?? Number.POSITIVE_INFINITY;
  const compared = failure.evidence.requests.filter(
    (r) =>
      r.step <= reached &&
      !(r.aborted && (r.status ?? 0) < 400) &&
      isFirstParty(r, failure.baseUrl) &&
      !isBackground(r) &&
      (isCall(r) || (r.status ?? 0) >= 400),
  );
  const lines = [
    ...requestLines(
      difference,
      compared.toSorted((a, b) => Number(isMutating(b)) - Number(isMutating(a))),
    ),
    ...goneLines(failure, last),
    ...errorsOf(failure.evidence)
      .filter((error) => !errors.has(error))
      .slice(0, 2)
      .map((error) => `new error: ${error}`),
    ...elementLines(elements),
  ];
  return { ...difference, lines: [...new Set(lines)].slice(0, mostLines) };
};
