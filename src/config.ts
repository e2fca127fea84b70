import { email } from "#model/email.ts";
import { z } from "zod";
import type { Retention } from "#features/housekeeping/housekeeping.ts";

const list = z.string().transform((text) =>
  text
    .split(",")
    .map((item) => item.trim())
    .filter((item) => item !== ""),
);
const wholeNumber = (min: number, max: number) =>
  z.string().regex(/^\d+$/, "must be a whole number").transform(Number).pipe(z.number().min(min).max(max));
const days = wholeNumber(1, 36_500);
const flag = z.enum(["true", "false", "1", "0"]).transform((text) => text === "true" || text === "1");

/** `s3://bucket/prefix`; the prefix may be empty. */
const s3Address = z
  .string()
  .regex(
    /^s3:\/\/[a-z0-9][a-z0-9.-]{1,61}[a-z0-9](\/[A-Za-z0-9._/-]*)?$/,
    "must be s3://bucket or s3://bucket/prefix",
  )
  .transform((text) => {
    const [bucket = "", ...prefix] = text.slice("s3://".length).split("/");
    return { bucket, prefix: prefix.filter((part) => part !== "").join("/") };
  });

const environment = z
  .object({
    SERVICE_HOST: z.string().default("127.0.0.1"),
    SERVICE_PORT: wholeNumber(0, 65_535).default(8080),
    SERVICE_DATA_DIR: z.string().default("./data"),
    SERVICE_ROLE: z.enum(["all", "api", "worker"]).default("all"),
    SERVICE_DATABASE_URL: z
      .string()
      .regex(/^postgres(ql)?:\/\//, "must begin with postgres://")
      .optional(),
    SERVICE_DATABASE_CONNECTIONS: wholeNumber(2, 200).default(10),
    SERVICE_ARTIFACTS_URL: s3Address.optional(),
    SERVICE_JWT_SECRET: z.string().min(16, "must have at least 16 characters").optional(),
    SERVICE_JWT_TTL_SECONDS: wholeNumber(1, 31_536_000).default(604_800),
    SERVICE_ADMIN_EMAIL: email.optional(),
    SERVICE_ADMIN_PASSWORD: z.string().min(8, "must have at least 8 characters").optional(),
    SERVICE_MAX_CONCURRENT_RUNS: wholeNumber(1, 64).default(2),
    SERVICE_MAX_CONCURRENT_RUNS_PER_ORGANISATION: wholeNumber(1, 10_000).optional(),
    SERVICE_BROWSER_PATH: z.string().optional(),
    SERVICE_BROWSER_WS_ENDPOINT: z.string().optional(),
    SERVICE_BROWSER_SANDBOX: flag.optional(),
    SERVICE_SECRET_KEY: z.string().min(16, "must have at least 16 characters").optional(),
    SERVICE_TRUST_PROXY: flag.default(false),
    SERVICE_ALLOWED_HOSTS: list.optional(),
    SERVICE_BLOCKED_HOSTS: list.optional(),
    SERVICE_CORS_ORIGINS: list.optional(),
    SERVICE_PUBLIC_URL: z.url({ protocol: /^https?$/, error: "must be an http or https address" }).optional(),
    SERVICE_LOG_DIRS: list.optional(),
    SERVICE_SUITE_ENV: list.optional(),
    SERVICE_URL: z.url().optional(),
    SERVICE_TOKEN: z.string().optional(),
    SERVICE_METRICS_TOKEN: z
      .string()
      .regex(/^\S{16,}$/, "must have at least 16 characters and no spaces")
      .optional(),
    SERVICE_METRICS_PORT: wholeNumber(0, 65_535).optional(),
    SERVICE_RETENTION_DAYS: days.optional(),
    SERVICE_RETENTION_RUNS: wholeNumber(1, 100_000_000).optional(),
    SERVICE_RETENTION_ARTIFACT_DAYS: days.optional(),
    SERVICE_RETENTION_TRACE_DAYS: days.optional(),
    SERVICE_RETENTION_EVENT_DAYS: days.optional(),
    SERVICE_STOP_GRACE_SECONDS: wholeNumber(0, 3600).default(10),
    SERVICE_LOG_LEVEL: z.enum(["fatal", "error", "warn", "info", "debug", "trace", "silent"]).default("info"),
  })
  .refine((env) => (env.SERVICE_ADMIN_EMAIL === undefined) === (env.SERVICE_ADMIN_PASSWORD === undefined), {
    path: ["SERVICE_ADMIN_EMAIL"],
    message: "set SERVICE_ADMIN_EMAIL and SERVICE_ADMIN_PASSWORD together, or neither",
  })
  .superRefine((env, context) => {
    if (env.SERVICE_DATABASE_URL === undefined) {
      if (env.SERVICE_ROLE === "all") return;
      const message = `${env.SERVICE_ROLE} processes share a database: set SERVICE_DATABASE_URL`;
      context.addIssue({ code: "custom", path: ["SERVICE_ROLE"], message });
      return;
    }
    for (const name of ["SERVICE_SECRET_KEY", "SERVICE_JWT_SECRET"] as const) {
      if (env[name] !== undefined) continue;
      const message = "is needed with SERVICE_DATABASE_URL, the same for every process of the installation";
      context.addIssue({ code: "custom", path: [name], message });
    }
  });

export type Config = {
  host: string;
  port: number;
  dataDir: string;
  /** What this process does: answers requests, works on runs, or both. */
  role: "all" | "api" | "worker";
  /** PostgreSQL in place of the embedded database. */
  databaseUrl: string | undefined;
  /** Most connections to PostgreSQL that this process has open at a time, the one that listens aside. */
  databaseConnections: number;
  /** S3 in place of the data directory for what runs leave behind. */
  artifactsUrl: { bucket: string; prefix: string; pathStyle: boolean } | undefined;
  jwtSecret: string | undefined;
  jwtTtlSeconds: number;
  admin: { email: string; password: string } | undefined;
  /** Of this process. */
  maxConcurrentRuns: number;
  /** Of one organisation, over all processes. */
  maxConcurrentRunsPerOrganisation: number | undefined;
  browserPath: string | undefined;
  browserWsEndpoint: string | undefined;
  /** Whether Chromium keeps its pages in a sandbox of its own; unset: for everyone but root. */
  browserSandbox: boolean | undefined;
  secretKey: string | undefined;
  trustProxy: boolean;
  allowedHosts: string[] | undefined;
  blockedHosts: string[] | undefined;
  /** Address that people reach the service by, for links in messages and issues. */
  publicUrl: string | undefined;
  /** Origins whose pages may call the API from a browser. */
  corsOrigins: string[];
  /** Directories below which LOG_FILE_GLOB may point. */
  logDirs: string[];
  /** Value of an environment variable that suites may use as `${env.NAME}`; undefined for all others. */
  suiteEnv(name: string): string | undefined;
  suiteEnvNames: string[];
  logLevel: string;
  /** What readers of the metrics must send; unset: only callers on this machine may read them. */
  metricsToken: string | undefined;
  /** A port for metrics alone; unset: they are on that of the API. */
  metricsPort: number | undefined;
  retention: Retention;
  /** How long runs under way have to end when the process is told to stop. */
  stopGraceMs: number;
  /** Where spans of the service itself are sent. */
  tracing: { url: string; serviceName: string } | undefined;
};

/** Every mistake of the environment, a line each. */
class ConfigError extends Error {
  override readonly name = "ConfigError";
}

/**
 * Reads the settings of the process. An empty variable counts as unset.
 * Throws ConfigError that names every mistake at once.
 */
export const readConfig = (env: Record<string, string | undefined>): Config => {
  const given = Object.fromEntries(
    Object.entries(env).filter(([name, value]) => name.startsWith("SERVICE_") && value !== ""),
  );
  const parsed = environment.safeParse(given);
  const known = Object.keys(environment.shape);
  const mistakes = Object.keys(given)
    .filter((name) => !known.includes(name))
    .map((name) => `${name}: no such setting; the settings are ${known.join(", ")}`);
  if (!parsed.success) {
    mistakes.push(...parsed.error.issues.map((issue) => `${issue.path.join(".")}: ${issue.message}`));
  }
  if (!parsed.success || mistakes.length > 0) throw new ConfigError(mistakes.join("\n"));
  const values = parsed.data;
  const suiteEnvNames = values.SERVICE_SUITE_ENV ?? [];
  return {
    host: values.SERVICE_HOST,
    port: values.SERVICE_PORT,
    dataDir: values.SERVICE_DATA_DIR,
    role: values.SERVICE_ROLE,
    databaseUrl: values.SERVICE_DATABASE_URL,
    databaseConnections: values.SERVICE_DATABASE_CONNECTIONS,
    // Stores other than Amazon's are named by an endpoint, and most of them have no host name for each bucket.
    artifactsUrl: values.SERVICE_ARTIFACTS_URL && {
      ...values.SERVICE_ARTIFACTS_URL,
      pathStyle: Boolean(env.AWS_ENDPOINT_URL_S3 ?? env.AWS_ENDPOINT_URL),
    },
    jwtSecret: values.SERVICE_JWT_SECRET,
    jwtTtlSeconds: values.SERVICE_JWT_TTL_SECONDS,
    admin:
      values.SERVICE_ADMIN_EMAIL && values.SERVICE_ADMIN_PASSWORD
        ? { email: values.SERVICE_ADMIN_EMAIL, password: values.SERVICE_ADMIN_PASSWORD }
        : undefined,
    maxConcurrentRuns: values.SERVICE_MAX_CONCURRENT_RUNS,
    maxConcurrentRunsPerOrganisation: values.SERVICE_MAX_CONCURRENT_RUNS_PER_ORGANISATION,
    browserPath: values.SERVICE_BROWSER_PATH,
    browserWsEndpoint: values.SERVICE_BROWSER_WS_ENDPOINT,
    browserSandbox: values.SERVICE_BROWSER_SANDBOX,
    secretKey: values.SERVICE_SECRET_KEY,
    trustProxy: values.SERVICE_TRUST_PROXY,
    allowedHosts: values.SERVICE_ALLOWED_HOSTS,
    blockedHosts: values.SERVICE_BLOCKED_HOSTS,
    publicUrl: values.SERVICE_PUBLIC_URL,
    corsOrigins: values.SERVICE_CORS_ORIGINS ?? [],
    logDirs: values.SERVICE_LOG_DIRS ?? [],
    suiteEnvNames,
    suiteEnv: (name) => (suiteEnvNames.includes(name) ? env[name] : undefined),
    logLevel: values.SERVICE_LOG_LEVEL,
    metricsToken: values.SERVICE_METRICS_TOKEN,
    metricsPort: values.SERVICE_METRICS_PORT,
    retention: {
      days: {
        traces: values.SERVICE_RETENTION_TRACE_DAYS,
        artifacts: values.SERVICE_RETENTION_ARTIFACT_DAYS,
        events: values.SERVICE_RETENTION_EVENT_DAYS,
        runs: values.SERVICE_RETENTION_DAYS,
      },
      runs: values.SERVICE_RETENTION_RUNS,
    },
    stopGraceMs: values.SERVICE_STOP_GRACE_SECONDS * 1000,
    tracing: readTracing(env),
  };
};

/** The variables that OpenTelemetry has for all programs. */
const readTracing = (env: Record<string, string | undefined>): Config["tracing"] => {
  if (env.OTEL_SDK_DISABLED === "true" || env.OTEL_TRACES_EXPORTER === "none") return undefined;
  const base = env.OTEL_EXPORTER_OTLP_ENDPOINT;
  const url = env.OTEL_EXPORTER_OTLP_TRACES_ENDPOINT || (base && `${base.replace(/\/+$/, "")}/v1/traces`);
  if (!url) return undefined;
  if (!z.url({ protocol: /^https?$/ }).safeParse(url).success)
    throw new ConfigError("OTEL_EXPORTER_OTLP_ENDPOINT: must be an http or https address");
  return { url, serviceName: env.OTEL_SERVICE_NAME || "tracewright" };
};
