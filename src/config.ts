import { z } from "zod";

const list = z.string().transform((text) =>
  text
    .split(",")
    .map((item) => item.trim())
    .filter((item) => item !== ""),
);
const wholeNumber = (min: number, max: number) =>
  z.string().regex(/^\d+$/, "must be a whole number").transform(Number).pipe(z.number().min(min).max(max));
const flag = z.enum(["true", "false", "1", "0"]).transform((text) => text === "true" || text === "1");

const environment = z
  .object({
    SERVICE_HOST: z.string().default("127.0.0.1"),
    SERVICE_PORT: wholeNumber(0, 65_535).default(8080),
    SERVICE_DATA_DIR: z.string().default("./data"),
    SERVICE_JWT_SECRET: z.string().min(16, "must have at least 16 characters").optional(),
    SERVICE_JWT_TTL_SECONDS: wholeNumber(60, 31_536_000).default(604_800),
    SERVICE_ADMIN_EMAIL: z.email("must be an e-mail address").optional(),
    SERVICE_ADMIN_PASSWORD: z.string().min(8, "must have at least 8 characters").optional(),
    SERVICE_MAX_CONCURRENT_RUNS: wholeNumber(1, 64).default(2),
    SERVICE_BROWSER_PATH: z.string().optional(),
    SERVICE_BROWSER_WS_ENDPOINT: z.string().optional(),
    SERVICE_SECRET_KEY: z.string().min(16, "must have at least 16 characters").optional(),
    SERVICE_TRUST_PROXY: flag.default(false),
    SERVICE_ALLOWED_HOSTS: list.optional(),
    SERVICE_BLOCKED_HOSTS: list.optional(),
    SERVICE_CORS_ORIGINS: list.optional(),
    SERVICE_LOG_DIRS: list.optional(),
    SERVICE_SUITE_ENV: list.optional(),
    SERVICE_URL: z.url().optional(),
    SERVICE_TOKEN: z.string().optional(),
    SERVICE_LOG_LEVEL: z.enum(["fatal", "error", "warn", "info", "debug", "trace", "silent"]).default("info"),
  })
  .refine((env) => (env.SERVICE_ADMIN_EMAIL === undefined) === (env.SERVICE_ADMIN_PASSWORD === undefined), {
    path: ["SERVICE_ADMIN_EMAIL"],
    message: "set SERVICE_ADMIN_EMAIL and SERVICE_ADMIN_PASSWORD together, or neither",
  });

export type Config = {
  host: string;
  port: number;
  dataDir: string;
  jwtSecret: string | undefined;
  jwtTtlSeconds: number;
  admin: { email: string; password: string } | undefined;
  maxConcurrentRuns: number;
  browserPath: string | undefined;
  browserWsEndpoint: string | undefined;
  secretKey: string | undefined;
  trustProxy: boolean;
  allowedHosts: string[] | undefined;
  blockedHosts: string[] | undefined;
  /** Origins whose pages may call the API from a browser. */
  corsOrigins: string[];
  /** Directories below which LOG_FILE_GLOB may point. */
  logDirs: string[];
  /** Value of an environment variable that suites may use as `${env.NAME}`; undefined for all others. */
  suiteEnv(name: string): string | undefined;
  suiteEnvNames: string[];
  logLevel: string;
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
    jwtSecret: values.SERVICE_JWT_SECRET,
    jwtTtlSeconds: values.SERVICE_JWT_TTL_SECONDS,
    admin:
      values.SERVICE_ADMIN_EMAIL && values.SERVICE_ADMIN_PASSWORD
        ? { email: values.SERVICE_ADMIN_EMAIL, password: values.SERVICE_ADMIN_PASSWORD }
        : undefined,
    maxConcurrentRuns: values.SERVICE_MAX_CONCURRENT_RUNS,
    browserPath: values.SERVICE_BROWSER_PATH,
    browserWsEndpoint: values.SERVICE_BROWSER_WS_ENDPOINT,
    secretKey: values.SERVICE_SECRET_KEY,
    trustProxy: values.SERVICE_TRUST_PROXY,
    allowedHosts: values.SERVICE_ALLOWED_HOSTS,
    blockedHosts: values.SERVICE_BLOCKED_HOSTS,
    corsOrigins: values.SERVICE_CORS_ORIGINS ?? [],
    logDirs: values.SERVICE_LOG_DIRS ?? [],
    suiteEnvNames,
    suiteEnv: (name) => (suiteEnvNames.includes(name) ? env[name] : undefined),
    logLevel: values.SERVICE_LOG_LEVEL,
  };
};
