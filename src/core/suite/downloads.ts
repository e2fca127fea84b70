import { z } from "zod";
import type { Download, Session } from "#ports/browser.ts";
import type { StepOutcome } from "./outcome.ts";
import { brief, describeMatch, matchSchema, matcherOf, toMatch } from "./scalars.ts";

export const downloadShape = {
  name: matchSchema.describe("File name; a bare text must be contained in it").optional(),
  content: matchSchema
    .describe("Text of the file, of its first MiB; a bare text must be contained in it")
    .optional(),
};
const partsSchema = z.object(downloadShape);
export type DownloadParts = z.output<typeof partsSchema>;

export const describeDownload = ({ name, content }: DownloadParts): string =>
  [
    "a download",
    ...(name === undefined ? [] : [`whose name ${describeMatch(toMatch(name))}`]),
    ...(content === undefined
      ? []
      : [`${name === undefined ? "" : "and "}whose content ${describeMatch(toMatch(content))}`]),
  ].join(" ");

/** Says what is wrong with a download, or null. */
const createJudge = ({ name, content }: DownloadParts): ((seen: Download) => string | null) => {
  const fitsName = name === undefined ? null : matcherOf(toMatch(name));
  const fitsContent = content === undefined ? null : matcherOf(toMatch(content));
  return (seen) => {
    if (fitsName && !fitsName(seen.name)) return seen.name;
    if (seen.state === "failed") return `${seen.name}, which failed: ${seen.failure ?? "it was given up"}`;
    if (seen.state === "running") return `${seen.name}, which has not ended yet`;
    if (!fitsContent || fitsContent(seen.text ?? "")) return null;
    return `${seen.name} with "${brief(seen.text ?? "", 120)}" (${seen.bytes ?? 0} bytes)`;
  };
};

type Waiting = {
  session: Session;
  timeoutMs: number;
  signal: AbortSignal;
  sleep(ms: number): Promise<void>;
};

const everyMs = 25;

/** Waits for a download, among those after the first `skip`, that is as it should be. */
export const awaitDownload = async (
  parts: DownloadParts,
  skip: number,
  { session, timeoutMs, signal, sleep }: Waiting,
): Promise<StepOutcome> => {
  const wrongWith = createJudge(parts);
  let left = timeoutMs;
  for (;;) {
    const seen = session.downloads.slice(skip);
    const found = seen.find((download) => wrongWith(download) === null);
    if (found) return { ok: true, note: `${found.name}, ${found.bytes ?? 0} bytes` };
    if (signal.aborted)
      return { ok: false, kind: "closed", verdict: "broken", message: "the run was cancelled" };
    if (left <= 0) {
      const expected = describeDownload(parts);
      const observed = seen.length === 0 ? "no download" : seen.slice(-3).map(wrongWith).join("; ");
      const message = `expected ${expected}; saw ${observed}`;
      return { ok: false, kind: "not_held", verdict: "failed", message, expected, observed };
    }
    await sleep(Math.min(everyMs, left));
    left -= everyMs;
  }
};
