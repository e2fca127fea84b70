/** A Vitest reporter that leaves the counts of a run in TEST_COUNTS_FILE as JSON: `{passed, failed, skipped}`. */
import { writeFileSync } from "node:fs";

export default function createCountReporter() {
  return {
    onTestRunEnd(modules, unhandledErrors) {
      const counts = { passed: 0, failed: unhandledErrors.length, skipped: 0 };
      for (const module of modules) {
        // A file that cannot be loaded, or a hook that fails, is a failure though no test of it ran.
        counts.failed += module.errors().length;
        for (const suite of module.children.allSuites()) counts.failed += suite.errors().length;
        for (const test of module.children.allTests()) {
          const { state } = test.result();
          counts[state === "passed" || state === "failed" ? state : "skipped"] += 1;
        }
      }
      writeFileSync(process.env.TEST_COUNTS_FILE, JSON.stringify(counts));
    },
  };
}
