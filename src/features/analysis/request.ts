import type { AnalyzeRequest } from "#api/analyze.ts";
import type { Coverage } from "#model/coverage.ts";
import { AppError } from "#model/errors.ts";
import { logBackendKeys, settingKeys } from "#model/settings.ts";
import type { Settings } from "#model/settings.ts";

/** The part of a request that may be kept in clear. */
export type AnalysisPlan = {
  app_url: string;
  kind: NonNullable<AnalyzeRequest["kind"]>;
  /** What the suite targets, for other kinds than url. */
  base_url: string;
  exhaustive: boolean;
  auth: { username: string; secret: string; login_path: string | null } | null;
  /** Of the suite that was generated, for whoever takes the run over from then on. */
  coverage?: Coverage | null;
  /** Of runs that were queued before it was sealed. */
  text?: string | null;
};

/** The part that is sealed until the run ends. */
export type AnalysisSecrets = {
  llm_key: string | null;
  log_backend: Settings | null;
  /** May say the password. */
  text: string | null;
  /** Of the app's user; becomes a secret of the organisation once it has opened the app. */
  password: string | null;
};

/** Checks a log source given with a request against the keys of the settings. */
export const checkLogBackend = (given: AnalyzeRequest["log_backend"]): Settings | null => {
  if (!given) return null;
  const errors = Object.entries(given).flatMap(([name, value]) => {
    const known = logBackendKeys.find((key) => key === name);
    if (!known)
      return [
        { path: `log_backend.${name}`, message: `no such key; the keys are ${logBackendKeys.join(", ")}` },
      ];
    const parsed = settingKeys[known].schema.safeParse(value);
    return parsed.success
      ? []
      : [{ path: `log_backend.${name}`, message: parsed.error.issues[0]?.message ?? "not valid" }];
  });
  if (errors.length > 0) throw new AppError("invalid_request", "log_backend is not valid.", { errors });
  return given;
};
