/**
 * GET /analytics over a history of 1,000,000 case results, and a bare Fastify route beside it, interleaved in the same
 * run. The history is made as in service: each run is queued, claimed and finished with its report. `npm run bench:analytics`.
 */
import { once } from "node:events";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import fastify from "fastify";
import { openDatabase } from "#adapters/database/open.ts";
import { countVerdicts } from "#model/report.ts";
import type { CaseReport, Report } from "#model/report.ts";
import { newId } from "#model/ids.ts";
import { firstOrganisationId } from "#model/organisation.ts";
import { readConfig } from "#src/config.ts";
import { startService } from "#src/service.ts";

const results = Number(process.argv[2] ?? 1_000_000);
const requests = Number(process.argv[3] ?? 500);
const casesPerRun = 50;
const suites = 400;
const days = 365;

const dataDir = await mkdtemp(join(tmpdir(), "tracewright-bench-"));
const credentials = { email: "admin@example.com", password: "correct horse" };
const config = readConfig({
  SERVICE_PORT: "0",
  SERVICE_DATA_DIR: dataDir,
  SERVICE_LOG_LEVEL: "silent",
  SERVICE_ADMIN_EMAIL: credentials.email,
  SERVICE_ADMIN_PASSWORD: credentials.password,
});

/** The same numbers at every run of the benchmark. */
const random = (() => {
  let state = 42;
  return (): number => {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648;
    return state / 2_147_483_648;
  };
})();

const caseOf = (index: number): CaseReport => {
  const dice = random();
  const status = dice < 0.95 ? "passed" : dice < 0.98 ? "failed" : "broken";
  return {
    id: `case-${index}`,
    title: `Case ${index}`,
    status,
    why: status === "passed" ? "" : "expected Thank you",
    duration_ms: Math.round(200 + random() * 3000),
    attempts: 1,
    flaky: status === "passed" && random() < 0.01,
    steps: [],
    shots: [],
    captured: {},
    root_cause: null,
    trace: null,
  };
};

const reportOf = (suite: string): Report => {
  const cases = Array.from({ length: casesPerRun }, (_, index) => caseOf(index));
  const at = new Date().toISOString();
  return {
    suite,
    title: suite,
    base_url: "http://127.0.0.1:9",
    seed: 1,
    started_at: at,
    finished_at: at,
    duration_ms: 60_000,
    browser: "none",
    summary: countVerdicts(cases),
    cases,
  };
};

const fill = async (): Promise<{ runs: number; finishMs: number[] }> => {
  const runs = Math.ceil(results / casesPerRun);
  const first = Date.now() - (days - 1) * 86_400_000;
  let at = first;
  const { store, leases } = await openDatabase({ dataDir, now: () => new Date(at) });
  const finishMs: number[] = [];
  for (let index = 0; index < runs; index += 1) {
    at = first + Math.floor((index / runs) * (days - 1) * 86_400_000);
    const suite = `suite-${index % suites}.yaml`;
    const id = newId();
    const orgId = firstOrganisationId;
    const run = { id, orgId, kind: "suite", suite, cases: null, fileIssues: "off", sharded: false } as const;
    await leases.insert([{ ...run, baseUrl: null, planId: null, request: null, sealed: null }]);
    const claimed = await leases.claim();
    if (claimed?.id !== id) throw new Error("another run was claimed");
    const report = reportOf(suite);
    const outcome = { status: "done", error: null, summary: report.summary, report, result: null } as const;
    const before = performance.now();
    await store.runs.finish({ runId: id, attempt: 1 }, { ...outcome, suiteDigest: suite });
    finishMs.push(performance.now() - before);
    if (index % 2000 === 1999) console.error(`${(index + 1) * casesPerRun} case results`);
  }
  await store.close();
  return { runs, finishMs };
};

const quantile = (values: number[], share: number): number =>
  values.toSorted((a, b) => a - b)[Math.min(values.length - 1, Math.floor(values.length * share))] ?? 0;
const shown = (values: number[]): string =>
  `p50 ${quantile(values, 0.5).toFixed(2)} ms, p99 ${quantile(values, 0.99).toFixed(2)} ms`;

// Started once before, so that the organisation and its admin are there.
await (await startService(config)).close();
const startedAt = performance.now();
const { runs, finishMs } = await fill();
console.log(
  `${runs * casesPerRun} case results in ${runs} runs, written in ${((performance.now() - startedAt) / 1000).toFixed(0)} s`,
);
console.log(`end of a run of ${casesPerRun} cases: ${shown(finishMs)}`);

const service = await startService(config);
const base = `${service.url}/api/v1`;
const login = await fetch(`${base}/auth/login`, {
  method: "POST",
  headers: { "content-type": "application/json" },
  body: JSON.stringify(credentials),
});
const { token } = (await login.json()) as { token: string };
const headers = { authorization: `Bearer ${token}` };

const bare = fastify();
const sample = await (await fetch(`${base}/analytics`, { headers })).text();
bare.get("/", async (_request, reply) => reply.type("application/json").send(sample));
await bare.listen({ host: "127.0.0.1", port: 0 });
const address = bare.server.address();
const bareUrl = `http://127.0.0.1:${typeof address === "object" && address ? address.port : 0}/`;

const timed = async (url: string): Promise<number> => {
  const before = performance.now();
  const response = await fetch(url, { headers });
  await response.arrayBuffer();
  if (!response.ok) throw new Error(`${url} answered ${response.status}`);
  return performance.now() - before;
};

const times: Record<"month" | "year" | "me" | "bare", number[]> = { month: [], year: [], me: [], bare: [] };
for (let round = -50; round < requests; round += 1) {
  const taken = {
    month: await timed(`${base}/analytics`),
    year: await timed(`${base}/analytics?days=365`),
    me: await timed(`${base}/auth/me`),
    bare: await timed(bareUrl),
  };
  if (round < 0) continue;
  for (const name of ["month", "year", "me", "bare"] as const) times[name].push(taken[name]);
}
const ratio = (values: number[]): string =>
  `ratio to bare Fastify with the same body ${(quantile(values, 0.5) / quantile(times.bare, 0.5)).toFixed(2)}`;
console.log(`GET /analytics (30 days, ${sample.length} bytes): ${shown(times.month)}, ${ratio(times.month)}`);
console.log(`GET /analytics?days=365: ${shown(times.year)}, ${ratio(times.year)}`);
console.log(`GET /auth/me: ${shown(times.me)}, ${ratio(times.me)}`);
console.log(`bare Fastify: ${shown(times.bare)}`);

bare.server.close();
bare.server.closeAllConnections();
await once(bare.server, "close").catch(() => undefined);
await service.close();
await rm(dataDir, { recursive: true, force: true });
