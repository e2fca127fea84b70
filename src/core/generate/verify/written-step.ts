import type { CaseDocument, SuiteDocument } from "#core/suite/grammar.ts";
import type { CaseReport, StepReport } from "#model/report.ts";

export const hasFailed = ({ status }: StepReport): boolean => status === "failed" || status === "broken";

/** The beginning of what the report says of each step of the block that this one is of; null for a step of the case itself. */
const blockOf = ({ steps }: CaseDocument, { text }: StepReport): string | null =>
  steps
    .flatMap((step) =>
      typeof step === "object" && "use" in step && typeof step.use === "string" ? [`${step.use} › `] : [],
    )
    .find((beginning) => text.startsWith(beginning)) ?? null;

/**
 * Which step of a case failed, by its place in the case as it is written, the use of a block being one; -1 where none did.
 * Counted from the end: what comes behind a step that failed has a line each, while a log-in and the blocks before it have as
 * many as they have steps.
 */
export const writtenStep = (item: CaseDocument, { steps }: CaseReport): number => {
  const at = steps.findIndex(hasFailed);
  const failed = steps[at];
  if (failed === undefined) return -1;
  const behind = steps.slice(at + 1);
  const block = blockOf(item, failed);
  const end = behind.findIndex(({ text }) => block === null || !text.startsWith(block));
  const own = block === null || end >= 0 ? behind.slice(Math.max(0, end)) : [];
  return item.steps.length - 1 - own.length;
};

/** The report with the number that the step which failed has in the case as it is written: others count the log-in and the steps of blocks. */
export const numberedAsWritten = ({ cases }: SuiteDocument, report: CaseReport): CaseReport => {
  const item = cases.find(({ id }) => id === report.id);
  const step = item ? writtenStep(item, report) : -1;
  return step < 0 ? report : { ...report, why: report.why.replace(/^step \d+/, `step ${step + 1}`) };
};
