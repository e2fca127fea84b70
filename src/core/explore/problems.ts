import type { CaseEvidence } from "#model/evidence.ts";
import type { SiteProblem } from "#model/site.ts";
import type { PageSurvey } from "#model/survey.ts";
import { errorsIn } from "#core/suite/expects/no-errors.ts";
import { relativeTo } from "./address.ts";

/** A place in the evidence from which on one looks. */
export type Mark = { requests: number; pageErrors: number; console: number };

export const markOf = (evidence: CaseEvidence): Mark => ({
  requests: evidence.requests.length,
  pageErrors: evidence.page_errors.length,
  console: evidence.console.length,
});

const LIMIT = 20;

const kindOf = (line: string): SiteProblem["kind"] =>
  line.startsWith("page error: ")
    ? "page_error"
    : line.startsWith("console error: ")
      ? "console_error"
      : "request";

/** What went wrong in the app since the mark, by the same measure as the expect `no_errors`. */
export const problemsSince = (evidence: CaseEvidence, mark: Mark, origin: string): SiteProblem[] => {
  const since: CaseEvidence = {
    ...evidence,
    requests: evidence.requests.slice(mark.requests),
    page_errors: evidence.page_errors.slice(mark.pageErrors),
    console: evidence.console.slice(mark.console),
  };
  return errorsIn(since)
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
