/**
 * Two API processes and three workers on one PostgreSQL, in trouble: workers are killed with SIGKILL, connections are dropped, and
 * PostgreSQL is crashed once. Prints what came of the runs; exits 1 when any fault was found. `npm run bench:many-machines [runs]`.
 */

const { hasPostgres } = await import("#test/support/postgres.ts");
if (!hasPostgres) throw new Error("this needs PostgreSQL (initdb, postgres) to be installed");
const { findFaults, makeTrouble, startMachines, untilAllEnded } =
  await import("#test/support/many-machines.ts");

const runs = Number(process.argv[2] ?? 200);
const machines = await startMachines();
const tellProgress = async (): Promise<void> => {
  const states = await machines
    .query<{ status: string; n: number }>("select status, count(*)::int n from runs group by 1")
    .catch(() => []);
  console.log(states.map(({ status, n }) => `${n} ${status}`).join(", ") || "the database is away");
};
const progress = setInterval(() => void tellProgress(), 10_000);
try {
  const startedAt = performance.now();
  const outcome = await makeTrouble(machines, {
    runs,
    passes: Math.ceil(runs / 20),
    kills: Math.ceil(runs / 10),
    troubleMs: runs * 400,
  });
  await untilAllEnded(machines, 15 * 60_000);
  clearInterval(progress);
  const seconds = (performance.now() - startedAt) / 1000;
  const faults = await findFaults(machines, outcome);
  const ended = await machines.query<{ status: string; error: string | null; n: number; retaken: number }>(
    "select status, error, count(*)::int n, (count(*) filter (where attempt > 1))::int retaken from runs group by 1, 2",
  );
  console.log(
    `\n| ${outcome.acknowledged.length} runs acknowledged, all ended after ${seconds.toFixed(0)} s | runs | of them taken again |`,
  );
  console.log("|---|---|---|");
  for (const { status, error, n, retaken } of ended)
    console.log(`| ${error === null ? status : `${status}: ${error}`} | ${n} | ${retaken} |`);
  console.log(faults.length === 0 ? "\nNo fault found." : `\n${faults.join("\n")}`);
  process.exitCode = faults.length === 0 ? 0 : 1;
} finally {
  clearInterval(progress);
  await machines.close();
}
