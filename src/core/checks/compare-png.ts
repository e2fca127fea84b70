import type { PngComparison, PngSize } from "./png.ts";
import { createThread } from "./thread.ts";

export { readPngSize } from "./png.ts";
export type { PngComparison, PngSize } from "./png.ts";

/** The largest pictures take seconds, during which nothing else is to wait. */
const budgetMs = 60_000;

type Answer = { comparison: PngComparison } | { size: PngSize } | { message: string };

const ask = createThread<Answer>(new URL("./png-worker.ts", import.meta.url), budgetMs);

/**
 * Compares two PNG pictures pixel by pixel (anti-aliasing ignored), in a thread of its own. `share` is differing pixels over
 * all, 0 to 1; pictures of different size differ wholly (`differingPixels` null). Rejects when either cannot be decoded.
 */
export const comparePng = async (baseline: Uint8Array, actual: Uint8Array): Promise<PngComparison> => {
  const answer = await ask({ baseline, actual });
  if ("comparison" in answer) return answer.comparison;
  throw new Error("message" in answer ? answer.message : "the pictures were not compared");
};

/** Decodes a whole picture and gives its size. Rejects when it is no PNG, damaged, or larger than 40 million pixels. */
export const checkPng = async (bytes: Uint8Array): Promise<PngSize> => {
  const answer = await ask({ actual: bytes, baseline: null });
  if ("size" in answer) return answer.size;
  throw new Error("message" in answer ? answer.message : "the picture was not decoded");
};
