import type { AnalyzeResult } from "#model/analysis.ts";
import { connect, UsageError } from "./connect.ts";
import type { ConnectOptions } from "./connect.ts";
import { follow, saveReport } from "./follow.ts";
import { printResult } from "./print-result.ts";

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
  const connection = await connect(options);
  if ((options.username === undefined) !== (options.appPassword === undefined)) {
    throw new UsageError("Give --username and --app-password together.");
  }
  const started = await connection.client.analyze({
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
  const run = await follow(connection, started.run_id);
  const result = run.result as AnalyzeResult;
  console.log(options.json ? JSON.stringify(result, null, 2) : printResult(result.suite, result));
  await saveReport(connection, run.id, options.report);
  return result.summary.failed + result.summary.broken > 0 || run.status !== "done" ? 1 : 0;
};
