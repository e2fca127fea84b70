import { secretPattern } from "#model/secret-pattern.ts";

/** Shorter ones would black out ordinary words. */
const SHORTEST = 3;
const COVER = "********";

/** So much of the beginning of a secret before an ellipsis is taken for one that was cut off there. */
const LEAST_CUT = 4;

/** Texts are cut in the page, which knows no secrets: "The word is hunt…". */
const withoutCut = (value: string, secrets: readonly string[]): string => {
  if (!value.endsWith("…")) return value;
  for (const secret of secrets)
    for (let many = Math.min(secret.length, value.length) - 1; many >= LEAST_CUT; many -= 1)
      if (value.slice(-1 - many, -1) === secret.slice(0, many))
        return `${value.slice(0, -1 - many)}${COVER}…`;
  return value;
};

/** Covers secrets in what leaves the session. */
export type Mask = {
  readonly hasSecrets: boolean;
  text(value: string): string;
  optional(value: string | null): string | null;
  /** Bytes of a file; also of one that is no text. */
  bytes(content: Buffer): Buffer;
  /** Every string inside a JSON-like value. */
  deep<T>(value: T): T;
};

export const createMask = (all: readonly string[] = []): Mask => {
  const secrets = all.filter((secret) => secret.length >= SHORTEST);
  const pattern = secretPattern(secrets);
  const inBytes = secretPattern(secrets, { bytes: true });
  const text = (value: string): string =>
    pattern ? withoutCut(value.replaceAll(pattern, COVER), secrets) : value;
  const walk = (value: unknown): unknown => {
    if (typeof value === "string") return text(value);
    if (Array.isArray(value)) return value.map(walk);
    if (value === null || typeof value !== "object" || value instanceof Uint8Array) return value;
    return Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, walk(inner)]));
  };
  return {
    hasSecrets: pattern !== null,
    bytes(content) {
      if (inBytes === null) return content;
      // One character a byte, so that every other byte stays as it is.
      const plain = content.toString("latin1");
      const covered = plain.replaceAll(inBytes, COVER);
      return covered === plain ? content : Buffer.from(covered, "latin1");
    },
    text,
    optional: (value) => (value === null ? null : text(value)),
    deep: (value) => (pattern === null ? value : (walk(value) as typeof value)),
  };
};
