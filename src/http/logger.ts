import { AsyncLocalStorage } from "node:async_hooks";
import { pino } from "pino";
import type { DestinationStream, Logger } from "pino";

/** An address as it may be logged: the credential in `?token=` is left out. */
export const withoutToken = (url: string): string => url.replaceAll(/([?&]token=)[^&#]*/gi, "$1***");

const secretNames = ["password", "admin_password", "llm_key", "token", "authorization", "cookie", "secret"];

/** What a log line belongs to. */
type Belonging = { request_id?: string; run_id?: string };
const belonging = new AsyncLocalStorage<Belonging>();
/** Loggers that carry the id of their request themselves. */
const bound = new WeakSet<object>();

/** Every line that is logged while `work` goes on, whoever logs it, says which request or run it belongs to. */
export const logAs = <T>(fields: Belonging, work: () => T): T =>
  belonging.run({ ...belonging.getStore(), ...fields }, work);

/** The logger of one request. */
export const requestLogger = (logger: Logger, requestId: string): Logger => {
  const child = logger.child({ request_id: requestId });
  bound.add(child);
  return child;
};

/** The service's log: JSON lines on stdout, or on `destination`. Credentials never reach it. */
export const createLogger = (level: string, destination?: DestinationStream): Logger =>
  pino(
    {
      level,
      mixin: (_fields, _level, logger) => {
        const { request_id: requestId, ...rest } = belonging.getStore() ?? {};
        return requestId === undefined || bound.has(logger) ? rest : { request_id: requestId, ...rest };
      },
      redact: {
        paths: secretNames.flatMap((name) => [name, `*.${name}`, `*.*.${name}`, `req.headers["${name}"]`]),
        censor: "***",
      },
    },
    ...(destination ? [destination] : []),
  );
