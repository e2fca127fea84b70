import { writeFile } from "node:fs/promises";
import type { AnalyzeResult } from "#model/analysis.ts";
import { isOpen } from "#model/run.ts";
import { connect, UsageError } from "./connect.ts";
import type { ConnectOptions } from "./connect.ts";
import { printAnalysis } from "./print-analysis.ts";

export type AnalyzeOptions = ConnectOptions & {
  appUrl: string;
  username?: string;
  appPassword?: string;
  loginPath?: string;
  exhaustive: boolean;
  logBackend?: Record<string, string>;
  json: boolean;
  /** File to save the report page in. */
  report?: string;
};

/** Analyses an app and prints what is broken and why. Gives the exit code: 0 when every case passed, 1 when not. */
export const runAnalyze = async (options: AnalyzeOptions): Promise<number> => {
  const { client, url } = await connect(options);
  if ((options.username === undefined) !== (options.appPassword === undefined)) {
    throw new UsageError("Give --username and --app-password together.");
  }
  const started = await client.analyze({
    body: {
      app_url: options.appUrl,
      mode: "async",
      exhaustive: options.exhaustive,
      auth:
        options.username !== undefined && options.appPassword !== undefined
          ? { username: options.username, password: options.appPassword, login_path: options.loginPath }
          : undefined,
      log_backend: options.logBackend,
    },
  });
  const id = started.run_id;
  console.error(`run ${id}`);
  for (let since = 0; ;) {
    const run = await client.getRun({ params: { id }, query: { since } });
    for (const event of run.events) {
      since = event.seq;
      if (event.kind === "log") console.error(`  ${event.message}`);
      if (event.kind === "case_finished") console.error(`  ${event.status.padEnd(7)} ${event.case_id ?? ""}`);
    }
    if (!isOpen(run.status)) {
      if (run.status === "error") throw new UsageError(run.error ?? "The run could not be carried out.");
      const result = run.result as AnalyzeResult;
      console.log(options.json ? JSON.stringify(result, null, 2) : printAnalysis(result));
      if (options.report === undefined) {
        console.error(`report page: ${url}/api/v1/artifacts/${id}/report.html; --report FILE saves it`);
      } else {
        const page = await client.getArtifact({ params: { path: `${id}/report.html` } });
        await writeFile(options.report, Buffer.from(await page.arrayBuffer()));
        console.error(`report page: ${options.report}`);
      }
      return result.summary.failed + result.summary.broken > 0 || run.status !== "done" ? 1 : 0;
    }
    await new Promise((resolve) => setTimeout(resolve, 500));
  }
};
