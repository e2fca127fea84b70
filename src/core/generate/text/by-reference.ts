import { literal } from "#core/generate/steps.ts";

/** So short a word would be found in others. */
const SHORTEST = 4;

/**
 * A value with the reference to a secret in place of the secret itself, in every text of it but mapping keys: no suite
 * holds a secret, whatever the words say that it was written from.
 */
export const byReference = <T>(value: T, secret: string, reference: string): T => {
  const written = literal(secret);
  const walk = (inner: unknown): unknown => {
    if (typeof inner === "string") return inner.replaceAll(written, () => reference);
    if (Array.isArray(inner)) return inner.map(walk);
    if (typeof inner !== "object" || inner === null) return inner;
    return Object.fromEntries(Object.entries(inner).map(([key, each]) => [key, walk(each)]));
  };
  return secret.length < SHORTEST ? value : (walk(value) as T);
};
