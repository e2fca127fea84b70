/**
 * The service under load, on both engines: reads and writes over a long history beside a bare Fastify route, the queue beside
 * pg-boss alone and plain SQLite, one run with many listeners.
 * `npm run bench:load -- [--runs 1000000] [--requests 200] [--jobs 1000] [--listeners 500] [--engine sqlite|postgres] [--only requests,queue,streams]`.
 */
import { mkdtemp, rm } from "node:fs/promises";
import { loadavg, tmpdir } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { openEngines } from "./load/engines.ts";
import { measureQueue } from "./load/queue.ts";
import { measureRequests } from "./load/requests.ts";
import { measureStreams } from "./load/streams.ts";

const { values: flags } = parseArgs({
  options: {
    runs: { type: "string", default: "1000000" },
    requests: { type: "string", default: "200" },
    jobs: { type: "string", default: "1000" },
    listeners: { type: "string", default: "500" },
    engine: { type: "string", default: "both" },
    only: { type: "string", default: "requests,queue,streams" },
  },
});
const only = flags.only.split(",");
const load = (): string => `load average ${loadavg()[0]?.toFixed(1)}`;

const folder = await mkdtemp(join(tmpdir(), "tracewright-bench-"));
console.log(load());
const engines = await openEngines(folder, flags.engine);
try {
  for (const engine of engines) {
    console.log(`${engine.name}, ${new Date().toISOString()}`);
    if (only.includes("requests")) await measureRequests(engine, Number(flags.runs), Number(flags.requests));
    if (only.includes("queue")) await measureQueue(engine, folder, Number(flags.jobs));
    if (only.includes("streams")) await measureStreams(engine, Number(flags.listeners));
  }
} finally {
  for (const engine of engines) await engine.close();
}
console.log(`\n${load()}`);
await rm(folder, { recursive: true, force: true });
