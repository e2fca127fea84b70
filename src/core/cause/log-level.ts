export type LogLevel = "trace" | "debug" | "info" | "warn" | "error" | "fatal";

const wordLevels: [RegExp, LogLevel][] = [
  [/^(?:fatal|crit|critical|panic|dpanic|emerg|emergency|alert|severe|ftl)$/, "fatal"],
  [/^(?:error|err|fail|failure|eror|e)$/, "error"],
  [/^(?:warn|warning|wrn|w)$/, "warn"],
  [/^(?:info|information|informational|notice|log|inf|i)$/, "info"],
  [/^(?:debug|dbg|fine|d)$/, "debug"],
  [/^(?:trace|verbose|finer|finest|silly|vrb|t)$/, "trace"],
];
/** The level that a word means, whatever its letter case; null for another word. */
export const levelOfWord = (word: string): LogLevel | null =>
  wordLevels.find(([pattern]) => pattern.test(word.toLowerCase()))?.[1] ?? null;

/** pino and bunyan count 10 to 60, Monolog 100 to 600, GELF 0 to 7. */
export const levelOfNumber = (level: number, syslog: boolean): LogLevel => {
  if (syslog)
    return level <= 2
      ? "fatal"
      : level === 3
        ? "error"
        : level === 4
          ? "warn"
          : level <= 6
            ? "info"
            : "debug";
  if (level >= 100)
    return level >= 500
      ? "fatal"
      : level >= 400
        ? "error"
        : level >= 300
          ? "warn"
          : level >= 200
            ? "info"
            : "debug";
  return level >= 60
    ? "fatal"
    : level >= 50
      ? "error"
      : level >= 40
        ? "warn"
        : level >= 30
          ? "info"
          : level >= 20
            ? "debug"
            : "trace";
};
