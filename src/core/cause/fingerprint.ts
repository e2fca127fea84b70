import { createHash } from "node:crypto";
import type { RootCause } from "#model/root-cause.ts";

/** An error with everything removed that differs from one occurrence to the next: ids, numbers, quoted values. */
export const normaliseError = (text: string): string =>
  text
    .toLowerCase()
    .replaceAll(/(?<!\w)(["'`])(?:(?!\1)[^\n])*\1(?!\w)/g, "‹›")
    .replaceAll(/[“„«][^”»\n]*[”»]/g, "‹›")
    .replaceAll(/\b[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}\b/g, "#")
    .replaceAll(/\b0x[0-9a-f]+\b|\b(?=[a-f]*\d)[0-9a-f]{6,}\b/g, "#")
    .replaceAll(/[\w.+-]+@[\w-]+\.[\w.]+/g, "#")
    .replaceAll(/\d+(?:[.,:]\d+)*/g, "#")
    .replaceAll(/[\s#]*#[\s#]*/g, " # ")
    .replaceAll(/\s+/g, " ")
    .trim()
    .slice(0, 500);

type Occurrence = { suite: string; caseId: string; cause: RootCause | null; why: string };

/**
 * 32 hexadecimal digits that stay the same while a case of a suite fails for the same reason, whatever ids, line
 * numbers and values the occurrence had. Without a cause the short reason of the case stands for it.
 */
export const fingerprint = ({ suite, caseId, cause, why }: Occurrence): string => {
  const error = normaliseError(cause?.suspected_cause || cause?.summary || why);
  return createHash("sha256")
    .update(JSON.stringify([suite, caseId, cause?.category ?? "unknown", error]))
    .digest("hex")
    .slice(0, 32);
};
