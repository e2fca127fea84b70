import { createLogger } from "#http/logger.ts";

/**
 * Keeps the process alive through a promise that a library rejected and nobody waits for, such as a call of the browser's
 * driver that ended with its session: what it belonged to has an answer of its own. Each is logged by its kind and place
 * alone, since its words may hold what was typed.
 */
export const surviveStrayRejections = (logLevel: string): void => {
  const log = createLogger(logLevel);
  process.on("unhandledRejection", (reason) => {
    const { name, stack } = reason instanceof Error ? reason : { name: typeof reason, stack: undefined };
    const at = stack?.split("\n").filter((line) => /^ {4}at /.test(line));
    log.error({ kind: name, at: at?.map((line) => line.trim()) }, "an error that nobody waited for");
  });
};
