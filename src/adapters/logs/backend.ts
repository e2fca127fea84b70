import { type LogBackend, LogBackendError } from "#ports/logs.ts";

/** The settings that say where the logs are; null and "" mean unset. */
export type LogSettings = { [Name in LogSettingName]?: string | null };
export type LogSettingName =
  | "LOG_BACKEND"
  | "LOKI_URL"
  | "LOKI_SELECTOR"
  | "LOKI_USERNAME"
  | "LOKI_PASSWORD"
  | "LOKI_TENANT"
  | "ELASTICSEARCH_URL"
  | "ELASTICSEARCH_INDEX"
  | "ELASTICSEARCH_API_KEY"
  | "LOG_FILE_GLOB";

export type LogFetch = (
  url: URL,
  init: { method?: string; headers: Record<string, string>; body?: string; signal: AbortSignal },
) => Promise<Response>;

export type LogDependencies = {
  /** Obeys the operator's outbound rules. */
  fetch: LogFetch;
  /** Directories below which log files may be read (SERVICE_LOG_DIRS). */
  logDirs: readonly string[];
};

/** Null when a setting that the backend cannot do without is unset. */
export type LogBackendFactory = (settings: LogSettings, dependencies: LogDependencies) => LogBackend | null;

const askTimeoutMs = 8_000;

export type Ask = {
  backend: string;
  url: URL;
  method?: string;
  headers?: Record<string, string>;
  body?: string;
  signal?: AbortSignal | undefined;
};

/** One HTTP question with a JSON answer. Throws LogBackendError for whatever goes wrong, naming the backend. */
export const askJson = async (
  fetch: LogFetch,
  { backend, url, signal, headers, ...rest }: Ask,
): Promise<unknown> => {
  const timeout = AbortSignal.timeout(askTimeoutMs);
  const target = new URL(url);
  target.username = "";
  target.password = "";
  const authorization: Record<string, string> = url.username
    ? { authorization: basic(decodeURIComponent(url.username), decodeURIComponent(url.password)) }
    : {};
  let status: number;
  let text: string;
  try {
    const answer = await fetch(target, {
      ...rest,
      headers: { accept: "application/json", ...authorization, ...headers },
      signal: signal ? AbortSignal.any([signal, timeout]) : timeout,
    });
    status = answer.status;
    text = await answer.text();
  } catch (error) {
    const why = timeout.aborted ? `no answer within ${askTimeoutMs / 1000} s` : innermostMessage(error);
    throw new LogBackendError(`${backend} could not be asked: ${why}`, { cause: error });
  }
  if (status < 200 || status > 299)
    throw new LogBackendError(
      `${backend} answered ${status}: ${text.replaceAll(/\s+/g, " ").trim().slice(0, 300)}`,
    );
  try {
    return JSON.parse(text);
  } catch (error) {
    throw new LogBackendError(`${backend} answered something that is no JSON`, { cause: error });
  }
};

export const basic = (user: string, password: string): string =>
  `Basic ${Buffer.from(`${user}:${password}`).toString("base64")}`;

const innermostMessage = (error: unknown): string => {
  let at = error;
  for (let depth = 0; depth < 5 && at instanceof Error && at.cause instanceof Error; depth += 1)
    at = at.cause;
  return at instanceof Error ? at.message || at.name : String(at);
};

/** A path below a configured address, whatever slashes either has. */
export const below = (base: string, path: string): URL => {
  const url = new URL(base);
  url.pathname = `${url.pathname.replace(/\/+$/, "")}/${path}`;
  return url;
};
