import { z } from "zod";
import type { Download, Session } from "#ports/browser.ts";
import type { TextMatch } from "#model/target.ts";
import type { StepOutcome } from "./outcome.ts";
import { brief, countSchema, describeMatch, matchSchema, matcherOf, toMatch, toNumber } from "./scalars.ts";

const textsSchema = z.union([matchSchema, z.array(matchSchema).min(1).max(20)]);

export const downloadShape = {
  name: matchSchema.describe("File name; a bare text must be contained in it").optional(),
  content: textsSchema
    .describe(
      "Text of the file, of its first MiB; a bare text must be contained in it. Of several, all must hold",
    )
    .optional(),
  lacks: textsSchema
    .describe("What the text of the file must not be; a bare text must not be contained in it")
    .optional(),
  lines: z
    .strictObject({
      min: countSchema.describe("At least so many").optional(),
      max: countSchema.describe("At most so many").optional(),
    })
    .refine(({ min, max }) => min !== undefined || max !== undefined, { message: "needs min, max, or both" })
    .describe("Lines that are not blank, headings included")
    .optional(),
};
const partsSchema = z.object(downloadShape);
export type DownloadParts = z.output<typeof partsSchema>;

/** The texts of `content` or `lacks`, one or several. */
export const textsOf = (texts: DownloadParts["content"]): TextMatch[] =>
  texts === undefined ? [] : [texts].flat().map(toMatch);

const describeLines = ({ min, max }: NonNullable<DownloadParts["lines"]>): string =>
  [...(min === undefined ? [] : [`at least ${min}`]), ...(max === undefined ? [] : [`at most ${max}`])].join(
    " and ",
  );

export const describeDownload = ({ name, content, lacks, lines }: DownloadParts): string => {
  const said = [
    ...(name === undefined ? [] : [`whose name ${describeMatch(toMatch(name))}`]),
    ...textsOf(content).map((match) => `whose content ${describeMatch(match)}`),
    ...textsOf(lacks).map((match) => `of whose content it is not true that it ${describeMatch(match)}`),
    ...(lines === undefined ? [] : [`which has ${describeLines(lines)} lines`]),
  ];
  return ["a download", said.join(" and ")].filter((part) => part !== "").join(" ");
};

/** Lines that are not blank. */
export const linesIn = (text: string): number =>
  text.split(/\r\n|\n|\r/).filter((line) => line.trim() !== "").length;

/** Says what is wrong with a download, or null. */
const createJudge = ({ name, content, lacks, lines }: DownloadParts): ((seen: Download) => string | null) => {
  const fitsName = name === undefined ? null : matcherOf(toMatch(name));
  const matchers = (texts: DownloadParts["content"]): { words: string; fits(text: string): boolean }[] =>
    textsOf(texts).map((match) => ({ words: describeMatch(match), fits: matcherOf(match) }));
  const [wanted, unwanted] = [matchers(content), matchers(lacks)];
  const [least, most] = [toNumber(lines?.min ?? 0), toNumber(lines?.max ?? Number.MAX_SAFE_INTEGER)];
  const wrongText = (text: string): string | null => {
    const missing = wanted.find(({ fits }) => !fits(text));
    if (missing) return wanted.length > 1 ? `nothing that ${missing.words}` : "other content";
    const odd = unwanted.find(({ fits }) => fits(text));
    if (odd) return `content that ${odd.words}`;
    const number = lines === undefined ? null : linesIn(text);
    return number === null || (number >= least && number <= most) ? null : `${number} lines`;
  };
  return (seen) => {
    if (fitsName && !fitsName(seen.name)) return seen.name;
    if (seen.state === "failed") return `${seen.name}, which failed: ${seen.failure ?? "it was given up"}`;
    if (seen.state === "running") return `${seen.name}, which has not ended yet`;
    const wrong = wrongText(seen.text ?? "");
    if (wrong === null) return null;
    const why = wrong === "other content" ? "" : ` (${wrong})`;
    return `${seen.name}${why} with "${brief(seen.text ?? "", 120)}" (${seen.bytes ?? 0} bytes)`;
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
