import { parentPort } from "node:worker_threads";
import { compare, decode } from "./png.ts";

/** Two pictures are compared, one alone is only decoded. */
type Question = { actual: Uint8Array; baseline: Uint8Array | null };

parentPort?.on("message", ({ actual, baseline }: Question) => {
  try {
    if (baseline) return parentPort?.postMessage({ comparison: compare(baseline, actual) });
    const { width, height } = decode(actual);
    parentPort?.postMessage({ size: { width, height } });
  } catch (error) {
    parentPort?.postMessage({ message: error instanceof Error ? error.message : "the picture is damaged" });
  }
});
parentPort?.postMessage("ready");
