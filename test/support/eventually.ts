import { vi } from "vitest";

/** As long as a test may take: how fast it comes true on a busy machine is not what a test is about. */
const longestMs = 120_000;

/**
 * Waits until the expectations hold, asked again every 50 ms.
 * @throws what they threw last, after two minutes.
 */
export const eventually = <T>(expectations: () => T | Promise<T>): Promise<T> =>
  vi.waitFor(expectations, { timeout: longestMs, interval: 50 });
