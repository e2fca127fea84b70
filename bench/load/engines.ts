import { rm } from "node:fs/promises";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { createMemoryBus } from "#adapters/bus/memory.ts";
import { openDatabase } from "#adapters/database/open.ts";
import type { Database } from "#adapters/database/open.ts";
import { newId } from "#model/ids.ts";
import { firstOrganisationId } from "#model/organisation.ts";
import type { Bus } from "#ports/bus.ts";
import { hasPostgres, onDatabase, startCluster } from "#test/support/postgres.ts";

/** An engine with empty databases of the service on it, by name. */
export type Engine = {
  name: "SQLite" | "PostgreSQL";
  /** Settings by which the service uses a database. */
  env(database: string): Record<string, string>;
  open(database: string): Promise<Database & { bus: Bus }>;
  /** Carries out statements beside the service's own connections; nothing else has the database open. */
  execute(database: string, statements: string[]): Promise<void>;
  read(database: string, query: string): Promise<Record<string, unknown>[]>;
  /** Address of a database on the server; "" where there is no server. */
  url(database: string): string;
  close(): Promise<void>;
};

const sqlite = (folder: string): Engine => ({
  name: "SQLite",
  env: (database) => ({ SERVICE_DATA_DIR: join(folder, database) }),
  open: async (database) => ({
    ...(await openDatabase({ dataDir: join(folder, database) })),
    bus: createMemoryBus(),
  }),
  execute: async (database, statements) => {
    const file = new DatabaseSync(join(folder, database, "tracewright.db"));
    for (const statement of statements) file.exec(statement);
    file.close();
  },
  read: async (database, query) => {
    const file = new DatabaseSync(join(folder, database, "tracewright.db"));
    const rows = file.prepare(query).all();
    file.close();
    return rows;
  },
  url: () => "",
  close: async () => {},
});

const postgres = async (folder: string): Promise<Engine> => {
  const { openPostgres } = await import("#adapters/database/open-postgres.ts");
  const { createPostgresBus } = await import("#adapters/bus/postgres.ts");
  // Beside the folder, which another user may not enter: as root the server is run by one.
  const beside = `${folder}-postgres`;
  const cluster = await startCluster(beside);
  const made = new Set<string>();
  const make = async (database: string): Promise<string> => {
    if (!made.has(database))
      await onDatabase(cluster.url("postgres"), (client) => client.query(`create database ${database}`));
    made.add(database);
    return cluster.url(database);
  };
  return {
    name: "PostgreSQL",
    env: (database) => ({
      SERVICE_DATABASE_URL: cluster.url(database),
      SERVICE_DATA_DIR: join(folder, `${database}-files`),
    }),
    open: async (database) => {
      const url = await make(database);
      return { ...(await openPostgres({ url })), bus: createPostgresBus({ url, onError: () => {} }) };
    },
    execute: async (database, statements) =>
      onDatabase(await make(database), async (client) => {
        for (const statement of statements) await client.query(statement);
      }),
    read: async (database, query) =>
      onDatabase(
        await make(database),
        async (client) => (await client.query<Record<string, unknown>>(query)).rows,
      ),
    url: cluster.url,
    close: async () => {
      await cluster.stop("immediate");
      await rm(beside, { recursive: true });
    },
  };
};

/** The engines that can be measured here. */
export const openEngines = async (folder: string, wanted: string): Promise<Engine[]> => [
  ...(wanted === "postgres" ? [] : [sqlite(folder)]),
  ...(wanted === "sqlite" || !hasPostgres ? [] : [await postgres(folder)]),
];

const historySql = (runs: number, engine: Engine["name"]): string[] => {
  const isSqlite = engine === "SQLite";
  const numbers = isSqlite
    ? `with recursive n(i) as (select 0 union all select i + 1 from n where i + 1 < ${runs})`
    : `with n(i) as (select generate_series(0, ${runs - 1}))`;
  const digits = isSqlite ? "printf('%012d', i)" : "lpad(i::text, 12, '0')";
  const at = isSqlite
    ? `strftime('%Y-%m-%dT%H:%M:%fZ', ${Math.floor(Date.now() / 1000)} - 31536000 + i * 31536000.0 / ${runs}, 'unixepoch')`
    : `to_char(now() at time zone 'utc' - interval '365 days' + i * interval '365 days' / ${runs}, 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`;
  const id = `'018f0000-0000-7000-8000-' || ${digits}`;
  return [
    `insert into runs (id, org_id, kind, suite, status, error, file_issues, sharded, created_at, started_at, finished_at,
       summary, attempt)
     ${numbers} select ${id}, '${firstOrganisationId}', 'suite', 'suite-' || (i % 400) || '.yaml',
       case i % 100 when 0 then 'error' when 1 then 'cancelled' else 'done' end,
       case i % 100 when 0 then 'worker_lost' end, 'off', 0, ${at}, ${at}, ${at},
       '{"passed":3,"failed":1,"broken":0,"skipped":0}', 1 from n`,
    `insert into run_events (run_id, seq, at, body)
     ${numbers} select ${id}, 1, ${at}, '{"kind":"log","case_id":null,"step":null,"level":"info","message":"done"}' from n where i % 10 = 0`,
    // At once, in place of the triggers, which would change each count thousands of times.
    `insert into run_counts (org_id, suite, status, total)
     select org_id, suite, status, count(*) from runs group by 1, 2, 3`,
  ];
};

/** The same rows in every database; triggers rest meanwhile, and what an engine does by itself after a while is done at once. */
const seed = async (engine: Engine, database: string, runs: number): Promise<void> => {
  const statements = historySql(runs, engine.name);
  if (engine.name === "PostgreSQL") {
    await engine.execute(database, [
      "alter table runs disable trigger user",
      ...statements,
      "alter table runs enable trigger user",
      "vacuum analyze",
    ]);
    return;
  }
  const triggers = await engine.read(
    database,
    "select name, sql from sqlite_master where type = 'trigger' and tbl_name = 'runs'",
  );
  await engine.execute(database, [
    ...triggers.map(({ name }) => `drop trigger ${String(name)}`),
    "begin",
    ...statements,
    "commit",
    ...triggers.map(({ sql }) => String(sql)),
    "analyze",
  ]);
};

export const idOfRun = (index: number): string =>
  `018f0000-0000-7000-8000-${String(index).padStart(12, "0")}`;

/** A database with an organisation and a history of ended runs over a year. */
export const fillHistory = async (engine: Engine, database: string, runs: number): Promise<void> => {
  const { store, bus } = await engine.open(database);
  const createdAt = new Date().toISOString();
  await store.organisations.insert({ id: firstOrganisationId, name: "Default", createdAt });
  const { hashPassword } = await import("#features/auth/passwords.ts");
  await store.users.insert({
    id: newId(),
    orgId: firstOrganisationId,
    email: credentials.email,
    passwordHash: await hashPassword(credentials.password),
    role: "admin",
    createdAt,
  });
  await bus.close();
  await store.close();
  const began = performance.now();
  await seed(engine, database, runs);
  console.log(`${engine.name}: ${runs} runs written in ${((performance.now() - began) / 1000).toFixed(0)} s`);
};

export const credentials = { email: "admin@example.com", password: "correct horse" };
