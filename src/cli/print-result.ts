import { styleText } from "node:util";
import type { CaseStatus, Summary } from "#model/report.ts";
import type { RootCause } from "#model/root-cause.ts";
import { printable } from "./printable.ts";

const colours = { passed: "green", failed: "red", broken: "yellow", skipped: "gray" } as const;

/** What a report and the answer of an analysis have in common. */
export type CaseResults = {
  summary: Summary;
  cases: {
    id: string;
    title: string;
    status: CaseStatus;
    why: string;
    flaky?: boolean;
    root_cause: RootCause | null;
  }[];
};

/** A result for a terminal: a line a case, the root cause and its evidence below each that did not pass. */
export const printResult = (title: string, result: CaseResults): string => {
  const lines: string[] = [];
  for (const { status, id, title: what, why, flaky, root_cause: cause } of result.cases) {
    const again = flaky ? styleText("yellow", " passed only when tried again") : "";
    lines.push(
      `${styleText(colours[status], status.padEnd(7))} ${printable(what)} ${styleText("gray", id)}${again}`,
    );
    if (status === "passed") continue;
    if (why) lines.push(`        ${printable(why)}`);
    if (!cause) continue;
    const server = cause.server_status ? `, server: ${cause.server_status}` : "";
    lines.push(
      `        ${styleText("bold", cause.category)} (${Math.round(cause.confidence * 100)} %${server})`,
    );
    lines.push(`        ${printable(cause.summary)}`, `        cause: ${printable(cause.suspected_cause)}`);
    lines.push(`        fix:   ${printable(cause.suggested_fix)}`);
    lines.push(
      ...cause.evidence
        .slice(0, 6)
        .map((line) => styleText("gray", `        | ${printable(line).slice(0, 400)}`)),
    );
  }
  const { passed, failed, broken, skipped } = result.summary;
  lines.push(
    "",
    `${printable(title)}: ${passed} passed, ${failed} failed, ${broken} broken, ${skipped} skipped`,
  );
  return lines.join("\n");
};
