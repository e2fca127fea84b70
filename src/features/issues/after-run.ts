import { AppError } from "#model/errors.ts";
import type { Report } from "#model/report.ts";
import type { FileIssues } from "#model/run.ts";
import type { createNativeFiling } from "./file-issues.ts";
import type { IssueView } from "./issues.ts";

type EndedRun = { orgId: string; id: string; file_issues: FileIssues };
type Log = (level: "info" | "warn" | "error", message: string) => Promise<void>;

/**
 * Files what a run has found where it was asked to, and says so in an event of the run. Gives the issues.
 * A failure to file is an event too, and never the run's; it rejects only when an event cannot be written.
 */
export const createRunFiling =
  (fileNative: ReturnType<typeof createNativeFiling>, onError: (error: unknown, runId: string) => void) =>
  async (run: EndedRun, report: Report, log: Log): Promise<IssueView[]> => {
    if (run.file_issues === "off") return [];
    if (run.file_issues !== "native") {
      await log("warn", `filing in ${run.file_issues} is not part of this version; nothing was filed`);
      return [];
    }
    let filed: IssueView[];
    try {
      filed = await fileNative(run.orgId, run.id, report);
    } catch (error) {
      onError(error, run.id);
      await log(
        "error",
        `the issues could not be filed: ${error instanceof AppError ? error.message : "internal error"}`,
      );
      return [];
    }
    const named = filed.map(({ number }) => `#${number}`).join(", ");
    await log(
      "info",
      filed.length === 0 ? "no case whose cause the product owns: no issue was filed" : `filed ${named}`,
    );
    return filed;
  };
