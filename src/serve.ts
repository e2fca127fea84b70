import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";
import { readConfig } from "./config.ts";
import type { Config } from "./config.ts";
import { startService } from "./service.ts";
import { surviveStrayRejections } from "./stray-rejections.ts";
import { takeTemporaryFolder } from "./temporary-folder.ts";
import { usualUrl } from "./usual-url.ts";

type Env = Record<string, string | undefined>;

/**
 * Starts the service, prints where it is and what to do next, and resolves when a signal has ended it. `env` is that of the
 * process; `over` takes the place of what it says.
 */
export const serve = async (env: Env, over: Env = {}): Promise<number> => {
  const stopped = Promise.withResolvers<void>();
  for (const signal of ["SIGINT", "SIGTERM"] as const) process.once(signal, () => stopped.resolve());
  const config = readConfig({ ...env, ...over });
  surviveStrayRejections(config.logLevel);
  const temporary = await takeTemporaryFolder();
  // Browsers and drivers put theirs there, too.
  env.TMPDIR = temporary.folder;
  try {
    return await serveUntil(config, stopped.promise);
  } finally {
    await temporary.release();
  }
};

const serveUntil = async (config: Config, stopped: Promise<void>): Promise<number> => {
  const service = await startService(config);
  console.log(
    config.role === "worker"
      ? "Tracewright works on the runs of its database; the API is served by other processes."
      : greeting(service.url, await service.needsSetup()),
  );
  returnStartUpMemory();
  await stopped;
  await service.close(config.stopGraceMs);
  return 0;
};

/** What the start-up left behind would otherwise stay with an idle process: nothing makes it collect. */
const returnStartUpMemory = (): void => {
  setFlagsFromString("--expose-gc");
  const collect = runInNewContext("gc") as () => void;
  collect();
};

const greeting = (url: string, needsSetup: boolean): string => {
  const elsewhere = url === usualUrl ? "" : `SERVICE_URL=${url} `;
  const next = needsSetup
    ? "This is a new service: the command below asks for an e-mail address and a password, and makes you its admin."
    : "Sign in with the user that you have.";
  return `
Tracewright is at ${url}
API description   ${url}/api/v1/docs

${next}
Point it at an app:

    ${elsewhere}npm run tracewright -- analyze http://127.0.0.1:3000
`;
};
