/**
 * Start-up time (process start to the first 200 of /health, warm compile cache) and idle memory of the service,
 * interleaved with a bare Fastify process in the same run. `npm run bench:startup`.
 */
import { spawn } from "node:child_process";
import type { ChildProcess } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";

type Sample = { startMs: number; rssMb: number };

/** An idle process gives back what the start-up left after a while. */
const idleMs = 15_000;
const rounds = Number(process.argv[2] ?? 7);

const residentMb = async (pid: number): Promise<number> => {
  const status = await readFile(`/proc/${pid}/status`, "utf8");
  return Number(/VmRSS:\s+(\d+) kB/.exec(status)?.[1] ?? 0) / 1024;
};

const stop = async (child: ChildProcess): Promise<void> => {
  const ended = once(child, "exit");
  child.kill("SIGTERM");
  await ended;
};

const measure = async (args: string[], port: number, env: Record<string, string>): Promise<Sample> => {
  const startedAt = performance.now();
  const child = spawn(process.execPath, args, { env: { ...process.env, ...env }, stdio: "ignore" });
  const deadline = startedAt + 30_000;
  for (;;) {
    const answered = await fetch(`http://127.0.0.1:${port}/api/v1/health`).then(
      (response) => response.ok,
      () => false,
    );
    if (answered) break;
    if (performance.now() > deadline || child.exitCode !== null)
      throw new Error(`${args.join(" ")} did not start`);
    await sleep(5);
  }
  const startMs = performance.now() - startedAt;
  await sleep(idleMs);
  const rssMb = await residentMb(child.pid ?? 0);
  await stop(child);
  return { startMs, rssMb };
};

const bare = `import fastify from "fastify"; const app = fastify();
app.get("/api/v1/health", () => ({ ok: true })); await app.listen({ port: Number(process.env.PORT) });`;

const median = (values: number[]): number =>
  values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0;

const dataDir = await mkdtemp(join(tmpdir(), "tracewright-bench-"));
const samples: Record<"service" | "bare", Sample[]> = { service: [], bare: [] };
for (let round = -1; round < rounds; round += 1) {
  const service = await measure(["src/main.ts", "serve"], 18_080, {
    SERVICE_PORT: "18080",
    SERVICE_DATA_DIR: dataDir,
    SERVICE_LOG_LEVEL: "silent",
  });
  const fastify = await measure(["--input-type=module", "--eval", bare], 18_081, { PORT: "18081" });
  if (round < 0) continue;
  samples.service.push(service);
  samples.bare.push(fastify);
}
await rm(dataDir, { recursive: true, force: true });

for (const key of ["startMs", "rssMb"] as const) {
  const service = median(samples.service.map((sample) => sample[key]));
  const fastify = median(samples.bare.map((sample) => sample[key]));
  console.log(
    `${key}: service ${service.toFixed(0)}, bare Fastify ${fastify.toFixed(0)}, ratio ${(service / fastify).toFixed(2)}`,
  );
}
