import { pino } from "pino";
import type { DestinationStream, Logger } from "pino";

/** An address as it may be logged: the credential in `?token=` is left out. */
export const withoutToken = (url: string): string => url.replaceAll(/([?&]token=)[^&#]*/gi, "$1***");

const secretNames = ["password", "admin_password", "llm_key", "token", "authorization", "cookie", "secret"];

/** The service's log: JSON lines on stdout, or on `destination`. Credentials never reach it. */
export const createLogger = (level: string, destination?: DestinationStream): Logger =>
  pino(
    {
      level,
      redact: {
        paths: secretNames.flatMap((name) => [name, `*.${name}`, `*.*.${name}`, `req.headers["${name}"]`]),
        censor: "***",
      },
    },
    ...(destination ? [destination] : []),
  );
