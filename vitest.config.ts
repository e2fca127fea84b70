import { defineConfig } from "vitest/config";
import { LongestFirst } from "./scripts/longest-first.ts";

/** Each explores a page and runs what is written for it: two thirds of that is waiting for the page. */
const WRITES_SUITES = "src/core/generate/on-*.test.ts";

export default defineConfig({
  test: {
    environment: "node",
    globalSetup: ["scripts/test-folder.mjs"],
    pool: "forks",
    sequence: { sequencer: LongestFirst },
    // How fast something comes true on a busy machine is not what a test is about.
    expect: { poll: { timeout: 120_000, interval: 50 } },
    testTimeout: 240_000,
    hookTimeout: 120_000,
    teardownTimeout: 20_000,
    projects: [
      {
        extends: true,
        test: {
          name: "service",
          include: ["src/**/*.test.ts", "test/**/*.test.ts", "examples/**/*.test.ts"],
          exclude: [WRITES_SUITES],
          maxWorkers: 4,
          sequence: { groupOrder: 0 },
        },
      },
      {
        extends: true,
        test: {
          name: "generator",
          include: [WRITES_SUITES],
          maxWorkers: 6,
          // Reading our modules anew for each file takes as long as a tenth of all of it; none keeps state between files.
          isolate: false,
          sequence: { groupOrder: 1 },
        },
      },
    ],
  },
});
