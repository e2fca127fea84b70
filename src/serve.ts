import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";
import { readConfig } from "./config.ts";
import { startService } from "./service.ts";

/** Starts the service, prints where it is and what to do next, and resolves when a signal has ended it. */
export const serve = async (env: Record<string, string | undefined>): Promise<number> => {
  const stopped = Promise.withResolvers<void>();
  for (const signal of ["SIGINT", "SIGTERM"] as const) process.once(signal, () => stopped.resolve());
  const config = readConfig(env);
  const service = await startService(config);
  console.log(
    config.role === "worker"
      ? "Tracewright works on the runs of its database; the API is served by other processes."
      : greeting(service.url, await service.needsSetup()),
  );
  returnStartUpMemory();
  await stopped.promise;
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
  const next = needsSetup
    ? "This is a new service: the command below asks for an e-mail address and a password, and makes you its admin."
    : "Sign in with the user that you have.";
  return `
Tracewright is at ${url}
API description   ${url}/api/v1/docs

${next}
Point it at an app:

    npm run tracewright -- analyze http://127.0.0.1:3000
`;
};
