import { expect } from "vitest";

/** Matchers for parts of an answer that no test can foretell; `unknown`, so that they fit anywhere without being `any`. */
export const anyText: unknown = expect.any(String);
export const anyNumber: unknown = expect.any(Number);
export const textLike = (pattern: string | RegExp): unknown => expect.stringMatching(pattern);
