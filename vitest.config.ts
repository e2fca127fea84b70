import { defineConfig } from "vitest/config";
import { LongestFirst } from "./scripts/longest-first.ts";

export default defineConfig({
  test: {
    environment: "node",
    include: ["src/**/*.test.ts", "test/**/*.test.ts", "examples/**/*.test.ts"],
    globalSetup: ["scripts/test-folder.mjs"],
    pool: "forks",
    maxWorkers: 4,
    sequence: { sequencer: LongestFirst },
    // How fast something comes true on a busy machine is not what a test is about.
    expect: { poll: { timeout: 120_000, interval: 50 } },
    testTimeout: 240_000,
    hookTimeout: 120_000,
    teardownTimeout: 20_000,
  },
});
