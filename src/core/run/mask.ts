import { secretPattern } from "#model/secret-pattern.ts";

/** What stands in place of a secret. */
export const masked = "********";

export type Mask = {
  /** Replaces every secret in a text, also where it is encoded. */
  text(text: string): string;
  /** The same in every text of a value, mapping keys included. */
  deep<T>(value: T): T;
};

/** Covers secrets in everything that leaves a run. Empty values are no secrets. */
export const createMask = (secrets: Iterable<string>): Mask => {
  const pattern = secretPattern(secrets);
  const cover = (text: string): string => (pattern ? text.replaceAll(pattern, masked) : text);
  const walk = (value: unknown): unknown => {
    if (typeof value === "string") return cover(value);
    if (typeof value === "number") return pattern && cover(String(value)) !== String(value) ? masked : value;
    if (Array.isArray(value)) return value.map(walk);
    if (typeof value !== "object" || value === null) return value;
    return Object.fromEntries(Object.entries(value).map(([key, item]) => [cover(key), walk(item)]));
  };
  return { text: cover, deep: <T>(value: T): T => (pattern ? (walk(value) as T) : value) };
};
