import type { CaseEvidence } from "#model/evidence.ts";
import type { SiteProblem } from "#model/site-pages.ts";
import type { PageSurvey } from "#model/survey.ts";
import { errorsIn } from "#core/suite/expects/no-errors.ts";
import { relativeTo } from "./address.ts";

/** What was seen since a step began; evidence is bounded, so places in it do not last, but stamps do. */
export const evidenceSince = (evidence: CaseEvidence, step: number): CaseEvidence => ({
  ...evidence,
  requests: evidence.requests.filter((entry) => entry.step >= step),
  page_errors: evidence.page_errors.filter((entry) => entry.step >= step),
  console: evidence.console.filter((entry) => entry.step >= step),
});

const LIMIT = 20;

const kindOf = (line: string): SiteProblem["kind"] =>
  line.startsWith("page error: ")
    ? "page_error"
    : line.startsWith("console error: ")
      ? "console_error"
      : "request";

/**
 * What went wrong in the app since a step began, by the same measure as the expect `no_errors`; but that it was asked too
 * often (429) says something of us.
 */
export const problemsSince = (evidence: CaseEvidence, step: number, origin: string): SiteProblem[] => {
  const since = evidenceSince(evidence, step);
  const paced = since.requests.filter(({ status }) => status !== 429);
  // Tells which origin is the app's own, where the step itself asked for nothing.
  const own = evidence.requests.filter(({ same_origin, status }) => same_origin && (status ?? 500) < 400);
  return errorsIn({ ...since, requests: [...own.slice(0, 1), ...paced] })
    .slice(0, LIMIT)
    .map((line) => ({ kind: kindOf(line), message: line.replaceAll(origin, "") }));
};

export const brokenImages = (survey: PageSurvey, origin: string): SiteProblem[] =>
  survey.images
    .filter((image) => image.same_origin && !image.loaded && image.src !== "")
    .slice(0, LIMIT)
    .map((image) => {
      const url = relativeTo(origin, image.src);
      return { kind: "broken_image" as const, message: `image ${url} does not load` };
    });

type Seen = { session: { readonly evidence: CaseEvidence } };

/** The server broke at what was sent since the step began. */
export const brokeSince = ({ session }: Seen, step: number): boolean =>
  evidenceSince(session.evidence, step).requests.some(
    ({ status, method }) => (status ?? 0) >= 500 && method !== "GET",
  );

/** The server broke at a page that was opened since the step began. */
export const pageBrokeSince = ({ session }: Seen, step: number): boolean =>
  evidenceSince(session.evidence, step).requests.some(
    ({ status, resource_type: type, same_origin: own }) => own && type === "document" && (status ?? 0) >= 500,
  );
