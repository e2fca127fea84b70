import { indexDocument } from "#adapters/playwright/page-script/document-index.ts";
import { fingerprintOf } from "#adapters/playwright/page-script/fingerprint.ts";
import { resolve } from "#adapters/playwright/page-script/resolve.ts";
import type { BenchTarget } from "./trial.ts";

const ROUNDS = 15;

/** What a look at the page for one target costs, and what its fingerprint adds; milliseconds, the least of 15 in turns. */
export const cost = ({ target, purpose }: BenchTarget): { look: number; print: number } | null => {
  const looks: number[] = [];
  const prints: number[] = [];
  for (let round = 0; round < ROUNDS; round += 1) {
    const begun = performance.now();
    const index = indexDocument();
    const found = resolve(index, target, purpose);
    const looked = performance.now();
    const [element] = found.ok ? found.elements : [];
    if (!element) return null;
    fingerprintOf(index, element, null);
    looks.push(looked - begun);
    prints.push(performance.now() - looked);
  }
  return { look: Math.min(...looks), print: Math.min(...prints) };
};
