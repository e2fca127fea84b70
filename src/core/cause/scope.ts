import type {
  ConsoleEvidence,
  NavigationEvidence,
  PageErrorEvidence,
  RequestEvidence,
} from "#model/evidence.ts";
import type { CaseFailure } from "#model/failure.ts";
import { type Difference, isUsual } from "./difference.ts";
import {
  failed,
  isBackground,
  isCall,
  isFirstParty,
  isMutating,
  isServerFailure,
  pathOf,
  samePath,
} from "./requests.ts";

/** step: the failing step, or the action whose effect it looks at. page: since the last navigation. earlier: before. */
export type Nearness = "step" | "page" | "earlier";
export type ScopedRequest = RequestEvidence & { near: Nearness };

/** The evidence that may bear on a failure: the app's own, not given up, not made good by a later answer. */
export type Scope = {
  /** Nearest first; within a step in order of time. */
  requests: ScopedRequest[];
  pageErrors: (PageErrorEvidence & { near: Nearness })[];
  consoleErrors: (ConsoleEvidence & { near: Nearness })[];
  navigations: NavigationEvidence[];
};

const plain = (text: string): string => text.replaceAll(/\s+/g, " ").trim();

/** Failures that are about the step itself: whatever else went wrong on the page did not bring them about. */
const selfContained = new Set<CaseFailure["kind"]>([
  "invalid",
  "ambiguous",
  "refused",
  "closed",
  "internal",
  "model",
]);
const replacesPage = new Set(["goto", "reload", "back", "request"]);
const looksOn = new Set(["expect", "capture", "wait_for"]);
const order: Nearness[] = ["step", "page", "earlier"];

/** `difference`: to the last run in which the case passed; what it passed in spite of is left out. */
export const scopeOf = (failure: CaseFailure, difference: Difference | null = null): Scope => {
  const { step, evidence } = failure;
  if (selfContained.has(failure.kind) || step?.expect === "accessible")
    return { requests: [], pageErrors: [], consoleErrors: [], navigations: [] };

  const last = step?.index ?? Number.POSITIVE_INFINITY;
  const before = (list: { step: number }[]): number =>
    Math.max(-1, ...list.filter((item) => item.step < last).map((item) => item.step));
  const pageStart = step === null ? -1 : replacesPage.has(step.verb) ? last : before(evidence.navigations);
  const actionStart =
    step !== null && looksOn.has(step.verb)
      ? before(evidence.requests.filter((r) => isCall(r) && !r.aborted))
      : last;
  const wholeCase = step?.expect === "no_errors";
  const nearness = (at: number): Nearness =>
    step === null || at === last || (at === actionStart && at >= pageStart)
      ? "step"
      : at >= pageStart || wholeCase
        ? "page"
        : "earlier";
  const inReach = ({ step: at }: { step: number }): boolean => at <= last;
  const withNearness = <Item extends { step: number }>(item: Item): Item & { near: Nearness } => ({
    ...item,
    near: nearness(item.step),
  });
  // What `no_errors` leaves aside is meant; a list that was cut short does not tell.
  const counted =
    wholeCase && !/; and \d+ more$/.test(failure.observed ?? "") ? plain(failure.observed ?? "") : "";
  const counts = (text: string): boolean => counted === "" || counted.includes(plain(text).slice(0, 50));
  const judgesAnswers = wholeCase || step?.expect === "request" || step?.verb === "request";
  const usual = (request: RequestEvidence): boolean =>
    difference !== null && !judgesAnswers && failed(request) && isUsual(difference, request);
  const wasThere = (error: string): boolean => !wholeCase && difference?.wasThere(error) === true;
  const onPage = ({ near }: { near: Nearness }): boolean => near !== "earlier";

  const recovered = (request: RequestEvidence): boolean =>
    !wholeCase &&
    evidence.requests.some(
      (other) =>
        other !== request &&
        other.method === request.method &&
        other.status !== null &&
        other.status < 400 &&
        other.started_at > request.started_at &&
        samePath(other.url, request.url),
    );
  const requests = evidence.requests
    .filter(inReach)
    .filter(
      (r) => (!r.aborted || (r.status ?? 0) >= 400) && isFirstParty(r, failure.baseUrl) && !isBackground(r),
    )
    .filter(
      (r) =>
        !(
          failed(r) &&
          (recovered(r) ||
            usual(r) ||
            !(
              counts(`${r.method} ${r.url}`) ||
              counts(`${r.method} ${pathOf(r)}`) ||
              counted.includes(r.url)
            ))
        ),
    )
    .map(withNearness)
    // What was saved wrongly before is seen on a later page; what was read wrongly is not.
    .filter((r) => onPage(r) || (isMutating(r) && isServerFailure(r)))
    .sort((a, b) => order.indexOf(a.near) - order.indexOf(b.near));
  return {
    requests,
    pageErrors: evidence.page_errors
      .filter(({ message }) => counts(message) && !wasThere(message))
      .filter(inReach)
      .map(withNearness)
      // A form whose script broke is sent by the browser itself, and the same page comes again.
      .filter((error) => onPage(error) || samePath(error.url, failure.page?.url ?? "")),
    consoleErrors: evidence.console
      .filter(({ level, text }) => level === "error" && !wasThere(text))
      .filter(inReach)
      .map(withNearness)
      .filter(onPage),
    navigations: evidence.navigations.filter((item) => inReach(item) && item.step >= pageStart),
  };
};
