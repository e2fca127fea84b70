import { BaseSequencer } from "vitest/node";
import type { TestSpecification } from "vitest/node";

/** Test files that take over a minute on two cores: started last, one of them alone would keep the whole run waiting. */
const longest = [
  "test/analyze.test.ts",
  "test/export/hard.test.ts",
  "src/core/generate/on-pages.test.ts",
  "src/core/generate/on-shop.test.ts",
  "src/core/generate/on-sites.test.ts",
  "examples/api/session.test.ts",
  "test/contract/generation.test.ts",
  "test/bad-apps.test.ts",
  "test/qualify.test.ts",
  "test/many-machines.test.ts",
];

/** Vitest's own order, but for the files that are known to take long: they go first. */
export class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const isLong = ({ moduleId }: TestSpecification): boolean =>
      longest.some((name) => moduleId.endsWith(`/${name}`));
    const sorted = await super.sort(files);
    return [...sorted.filter(isLong), ...sorted.filter((file) => !isLong(file))];
  }
}
