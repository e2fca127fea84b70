import { type CaseProfile, profileBounds } from "#model/case-profile.ts";
import type { CaseEvidence, RequestEvidence } from "#model/evidence.ts";
import type { Session } from "#ports/browser.ts";
import { normaliseError } from "./fingerprint.ts";
import { redact } from "./redact.ts";
import { isBackground } from "./requests.ts";

const { routes: mostRoutes, errors: mostErrors, elements: mostElements, characters } = profileBounds;

/** A part of a path that names a record: another one is the same route. */
const recordPart = /^(?:\d+|[0-9a-f]{8}-[0-9a-f-]{27}|(?=.*\d)[0-9a-f]{12,}|[0-9A-HJKMNP-TV-Z]{26})$/i;

/** `/api/orders/:id`: a path without query and ids; of another origin with its host. */
export const routePathOf = ({
  url,
  same_origin: own,
}: Pick<RequestEvidence, "url" | "same_origin">): string => {
  if (!URL.canParse(url)) return redact(url.slice(0, characters));
  const { host, pathname } = new URL(url);
  const path = pathname
    .split("/")
    .map((part) => (recordPart.test(part) ? ":id" : part))
    .join("/");
  return redact(`${own ? "" : `//${host}`}${path}`.slice(0, characters));
};
export const routeOf = (request: RequestEvidence): string => `${request.method} ${routePathOf(request)}`;

/** How many steps after the first one with a request: a log-in before the case does not count. */
export const stepsOf = (evidence: CaseEvidence): ((request: { step: number }) => number) => {
  const first = Math.min(...evidence.requests.map(({ step }) => step));
  return ({ step }) => Math.max(0, step - first);
};

/**
 * Page errors and console errors as they are compared: without what differs from one run to the next, and without the
 * browser's notes of failed requests, whose statuses are compared themselves.
 */
export const errorsOf = (evidence: CaseEvidence): string[] => [
  ...new Set(
    [
      ...evidence.page_errors.map(({ message }) => message),
      ...evidence.console
        .filter(({ level, text }) => level === "error" && !text.startsWith("Failed to load resource"))
        .map(({ text }) => text),
    ].map((text) => normaliseError(text.split("\n")[0] ?? "").slice(0, characters)),
  ),
];

/** What a page is operated with, without what differs from one run to the next: `button "Pay #"`. */
export const comparable = (elements: readonly string[]): string[] =>
  elements
    .map((element) => redact(element.replaceAll(/\d+/g, "#")).slice(0, characters))
    .slice(0, mostElements);

/** What the app answered and showed in a session whose case has passed. */
export const profileOf = (
  evidence: CaseEvidence,
  page: { url: string; elements: string[] } | null,
): CaseProfile => {
  const stepOf = stepsOf(evidence);
  const routes = new Map<string, CaseProfile["routes"][number]>();
  for (const request of evidence.requests) {
    const { status, duration_ms: ms, aborted } = request;
    if (status === null || aborted || isBackground(request)) continue;
    if (!/^(?:document|fetch|xhr)$/.test(request.resource_type) && status < 400) continue;
    const route = routeOf(request);
    const known = routes.get(route);
    if (!known && routes.size >= mostRoutes) continue;
    routes.set(route, {
      route,
      statuses: [...new Set([...(known?.statuses ?? []), status])].slice(0, 8),
      ms: known?.ms === undefined || known.ms === null ? ms : Math.max(known.ms, ms ?? 0),
      step: known?.step ?? stepOf(request),
    });
  }
  return {
    routes: [...routes.values()],
    errors: errorsOf(evidence).slice(0, mostErrors),
    page: page && {
      path: routePathOf({ url: page.url, same_origin: true }),
      elements: comparable(page.elements),
    },
  };
};

const lookMs = 1000;

/** Takes the profile of a session whose case has passed, before it is closed. */
export const takeProfile = async ({ page, evidence }: Session): Promise<CaseProfile> => {
  const url = page.url();
  // A case that only asks the API has no page to look at.
  const seen = /^https?:/.test(url) ? await page.operated({ timeoutMs: lookMs }).catch(() => null) : null;
  return profileOf(evidence, seen?.ok ? { url, elements: seen.elements } : null);
};
