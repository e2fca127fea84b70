import { defineConfig } from "vitest/config";
import { LongestFirst } from "./scripts/longest-first.ts";

/** Each explores a page and runs what is written for it: two thirds of that is waiting for the page. */
const WRITES_SUITES = "src/core/generate/apps/on-*.test.ts";

/** The same for whole small applications, and for subjects that take minutes. `npm test` leaves them out, as they take longest; `npm run test:all` does not. */
const LONG = ["src/core/generate/apps/story-*.test.ts", "src/core/generate/apps/long-*.test.ts"];

/** What keeps no state between files, nor changes its process. */
const IN_ITS_PROCESS = ["src/core/**/*.test.ts", "src/adapters/playwright/**/*.test.ts"];

/** Reading our modules anew for each file is a tenth of all the work. */
const shared = { isolate: false };

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
          exclude: IN_ITS_PROCESS,
          maxWorkers: 4,
          sequence: { groupOrder: 0 },
        },
      },
      {
        extends: true,
        test: {
          ...shared,
          name: "core",
          include: IN_ITS_PROCESS,
          exclude: [WRITES_SUITES, ...LONG],
          maxWorkers: 4,
          sequence: { groupOrder: 1 },
        },
      },
      {
        extends: true,
        test: {
          ...shared,
          name: "generator",
          include: [WRITES_SUITES],
          maxWorkers: 6,
          sequence: { groupOrder: 2 },
        },
      },
      {
        extends: true,
        test: {
          ...shared,
          name: "long",
          include: LONG,
          maxWorkers: 6,
          sequence: { groupOrder: 3 },
        },
      },
    ],
  },
});
