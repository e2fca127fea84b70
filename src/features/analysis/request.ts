import { createHash } from "node:crypto";
import type { sourceKinds } from "#model/analysis.ts";
import { AppError } from "#model/errors.ts";
import type { FileIssues } from "#model/run.ts";
import { logBackendKeys, settingKeys } from "#model/settings.ts";
import type { SettingName, Settings } from "#model/settings.ts";

export type Credentials = { username: string; password: string; login_path?: string };

export type AnalyzeRequest = {
  app_url: string;
  kind?: (typeof sourceKinds)[number];
  base_url?: string | null;
  text?: string | null;
  auth?: Credentials;
  exhaustive?: boolean;
  file_issues?: FileIssues;
  mode?: "sync" | "async";
  timeout_s?: number;
  llm_key?: string;
  log_backend?: Record<string, string>;
};

/** The part of a request that may be kept in clear. */
export type AnalysisPlan = {
  app_url: string;
  exhaustive: boolean;
  auth: { username: string; secret: string; login_path: string | null } | null;
};

/** The part that is sealed until the run ends. */
export type AnalysisSecrets = { llm_key: string | null; log_backend: Settings | null };

/**
 * The name under which a password is kept: readable host and user, and a short hash that keeps
 * names apart which read alike (`a-b` and `a.b`).
 */
export const secretName = (appUrl: string, username: string): string => {
  const { host } = new URL(appUrl);
  const readable = `${host}_${username}`.toUpperCase().replaceAll(/[^A-Z0-9]+/g, "_").slice(0, 80);
  const hash = createHash("sha256").update(`${host}\0${username}`).digest("hex").slice(0, 4);
  return `${readable}_${hash.toUpperCase()}`;
};

/** Checks a log source given with a request against the keys of the settings. */
export const checkLogBackend = (given: Record<string, string> | undefined): Settings | null => {
  if (!given) return null;
  const errors = Object.entries(given).flatMap(([name, value]) => {
    const known = logBackendKeys.find((key) => key === name);
    if (!known) return [{ path: `log_backend.${name}`, message: `no such key; the keys are ${logBackendKeys.join(", ")}` }];
    const parsed = settingKeys[known].schema.safeParse(value);
    return parsed.success ? [] : [{ path: `log_backend.${name}`, message: parsed.error.issues[0]?.message ?? "not valid" }];
  });
  if (errors.length > 0) throw new AppError("invalid_request", "log_backend is not valid.", { errors });
  return Object.fromEntries(Object.entries(given)) as Partial<Record<SettingName, string>>;
};
