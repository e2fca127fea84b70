import { BaseSequencer } from "vitest/node";
import type { TestSpecification } from "vitest/node";

/** Test files that take over a minute on two cores: started last, one of them alone would keep the whole run waiting. */
const longest = [
  "test/analyze.test.ts",
  "test/export/hard.test.ts",
  "src/core/generate/apps/on-pages.test.ts",
  "src/core/generate/apps/on-shop.test.ts",
  "src/core/generate/apps/on-sites.test.ts",
  "examples/api/session.test.ts",
  "test/contract/generation.test.ts",
  "test/qualify.test.ts",
  "test/many-machines.test.ts",
];

/** Pages that take all of the machine, such as one that opens windows without end: beside long tests they would make those fail. */
const hungriest = ["test/bad-apps.test.ts"];

/** Vitest's own order, but for the files that are known to take long, which go first, and those that leave nothing to others. */
export class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const isOf = (names: string[], { moduleId }: TestSpecification): boolean =>
      names.some((name) => moduleId.endsWith(`/${name}`));
    const place = (file: TestSpecification): number =>
      isOf(longest, file) ? 0 : isOf(hungriest, file) ? 2 : 1;
    const sorted = await super.sort(files);
    return sorted.toSorted((a, b) => place(a) - place(b));
  }
}
