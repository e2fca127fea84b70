import type { CaseReport } from "#model/report.ts";

/** Where the app stopped while cases were carried out one after the other. */
export type Stopped = {
  /** The last case that something still answered to. */
  culprit: string;
  /** Why it did not pass; null when it did, so that nothing can be said against it. */
  why: string | null;
};

const nothingListens = /nothing listens there|ECONNREFUSED/;
/** So many cases without any answer are no accident. */
const least = 3;

/** Whether the app answered at first, and from some case on to the last not at all. */
export const stoppedIn = (cases: readonly CaseReport[]): Stopped | null => {
  const done = cases.filter(({ status }) => status !== "skipped");
  const from = done.findLastIndex(({ status, why }) => status === "passed" || !nothingListens.test(why)) + 1;
  const last = done[from - 1];
  if (!last || done.length - from < least) return null;
  return { culprit: last.id, why: last.status === "passed" ? null : last.why };
};

/** The reports with what is known of it: the case that was under way has failed, those after it were not tried. */
export const withStop = (cases: readonly CaseReport[], { culprit, why }: Stopped): CaseReport[] =>
  cases.map((report) => {
    if (report.id === culprit)
      return why === null
        ? report
        : {
            ...report,
            status: "failed",
            why: `${why}; since then the app has not answered at all: it has stopped`,
          };
    return nothingListens.test(report.why)
      ? { ...report, status: "skipped", why: `the app has not answered since ${culprit}` }
      : report;
  });
