import { expect, test } from "vitest";
import { AppError } from "#model/errors.ts";
import type { FileIssues } from "#model/run.ts";
import { emptyReport } from "#test/support/rows.ts";
import { createRunFiling } from "./after-run.ts";

const runOf = (file_issues: FileIssues) => ({ orgId: "org", id: "run", file_issues });

test.each([
  ["native", new Error("at secret.ts:1"), "the issues could not be filed: internal error"],
  [
    "native",
    new AppError("not_ready", "The disk is full."),
    "the issues could not be filed: The disk is full.",
  ],
  ["jira", null, "filing in jira is not part of this version; nothing was filed"],
] as const)(
  "a failure to file in %s is told in an event and is none of the run's",
  async (target, failure, told) => {
    const events: string[] = [];
    const errors: unknown[] = [];
    const file = createRunFiling(
      async () => {
        throw failure ?? new Error("not to be called");
      },
      (error) => errors.push(error),
    );
    const log = async (level: string, message: string): Promise<void> => {
      events.push(`${level}: ${message}`);
    };
    expect(await file(runOf(target), emptyReport, log)).toEqual([]);
    expect(events).toEqual([`${failure ? "error" : "warn"}: ${told}`]);
    expect(errors).toEqual(failure ? [failure] : []);
    expect(await file(runOf("off"), emptyReport, log)).toEqual([]);
    expect(events).toHaveLength(1);
  },
);
