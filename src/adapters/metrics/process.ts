import { readdir } from "node:fs/promises";
import { monitorEventLoopDelay } from "node:perf_hooks";
import type { Registry } from "./registry.ts";

const micro = 1e6;
const nano = 1e9;
/** An idle process is woken this often to see how late it is, from the first time on that somebody asks. */
const resolution = 50;

/** What every process tells about itself, under the names that dashboards for Prometheus know. */
export const readProcess = (registry: Registry): void => {
  const startedAt = Date.now() / 1000 - process.uptime();
  registry.read("process_cpu_seconds_total", "CPU time, user and system.", "counter", () => {
    const { user, system } = process.cpuUsage();
    return [{ value: (user + system) / micro }];
  });
  registry.read("process_start_time_seconds", "Start of the process since the epoch.", "gauge", () => [
    { value: startedAt },
  ]);
  registry.read("process_resident_memory_bytes", "Resident memory.", "gauge", () => [
    { value: process.memoryUsage.rss() },
  ]);
  registry.read(
    "process_open_fds",
    "Open file descriptors; left out where /proc is not there.",
    "gauge",
    async () => [{ value: (await readdir("/proc/self/fd")).length - 1 }],
  );
  registry.read("nodejs_heap_size_used_bytes", "Used part of the JavaScript heap.", "gauge", () => [
    { value: process.memoryUsage().heapUsed },
  ]);

  let delay: ReturnType<typeof monitorEventLoopDelay> | null = null;
  registry.read(
    "nodejs_eventloop_lag_seconds",
    "Lateness of the event loop since it was read last.",
    "gauge",
    () => {
      if (!delay) {
        delay = monitorEventLoopDelay({ resolution });
        delay.enable();
      }
      const late = (nanoseconds: number): number => Math.max(0, nanoseconds / nano - resolution / 1000);
      const samples =
        delay.count === 0
          ? []
          : [
              { labels: { quantile: "0.5" }, value: late(delay.percentile(50)) },
              { labels: { quantile: "0.99" }, value: late(delay.percentile(99)) },
              { labels: { quantile: "1" }, value: late(delay.max) },
            ];
      delay.reset();
      return samples;
    },
  );
};
