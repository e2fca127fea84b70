import { readFileSync } from "node:fs";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createArtifacts } from "#adapters/artifacts/local.ts";
import { createMemoryBus } from "#adapters/bus/memory.ts";
import { openDatabase } from "#adapters/database/open.ts";
import { createOutbound } from "#adapters/outbound/outbound.ts";
import { createSeal } from "#adapters/seal/seal.ts";
import { basePath } from "#api/index.ts";
import { createLogger } from "#http/logger.ts";
import { createServer } from "#http/server.ts";
import type { Features } from "#http/handlers.ts";
import { createFeatures } from "#src/create-features.ts";
import { AppError } from "#model/errors.ts";
import type { Queue } from "#ports/queue.ts";
import type { Role, Store } from "#ports/store.ts";

export type ApiOptions = {
  jwtSecret?: string;
  jwtTtlSeconds?: number;
  trustProxy?: boolean;
  corsOrigins?: string[];
  admin?: { email: string; password: string };
  /** False leaves the service without a user. */
  setUp?: boolean;
  /** The clock of plans. */
  now?: () => Date;
};

type SendOptions = {
  /** The admin's session if unset; null sends none. */
  token?: string | null | undefined;
  body?: unknown;
  /** In place of `body`, as it is. */
  text?: string | undefined;
  type?: string | undefined;
  headers?: Record<string, string>;
};

/** An answer as it came over the wire; `body` is empty unless it was JSON. */
export type Answer = { status: number; headers: Headers; text: string; body: Record<string, unknown> };

export type TestApi = Awaited<ReturnType<typeof startApi>>;

const password = "correct horse";

/** The database of the engine that TEST_ENGINE names, SQLite if it names none. */
const openEngine = async (dataDir: string) => {
  if (process.env.TEST_ENGINE !== "postgres") {
    const databaseText = async (): Promise<string> =>
      ["tracewright.db", "tracewright.db-wal"]
        .map((name) => readFileSync(join(dataDir, name), "latin1"))
        .join("");
    return { database: await openDatabase({ dataDir }), databaseText, drop: async () => {} };
  }
  const [{ openPostgres }, { createTestDatabase, onDatabase }] = await Promise.all([
    import("#adapters/database/open-postgres.ts"),
    import("./postgres.ts"),
  ]);
  const { url, drop } = await createTestDatabase();
  const databaseText = (): Promise<string> =>
    onDatabase(url, async (client) => {
      const { rows } = await client.query<{ all: string }>(
        `select schema_to_xml('public', true, true, '') as all`,
      );
      return rows[0]?.all ?? "";
    });
  return { database: await openPostgres({ url }), databaseText, drop };
};

/** The API on a free port over a real database, without workers and browser. The admin of the first organisation is signed in. */
export const startApi = async (options: ApiOptions = {}) => {
  const dataDir = await mkdtemp(join(tmpdir(), "api-"));
  const { database, databaseText, drop } = await openEngine(dataDir);
  let broken = false;
  let ready = true;
  const store: Store = {
    ...database.store,
    suites: {
      ...database.store.suites,
      list: (...input) => {
        if (broken) throw new Error("broken on purpose");
        return database.store.suites.list(...input);
      },
    },
  };
  const artifacts = await createArtifacts({ directory: join(dataDir, "artifacts") });
  const bus = createMemoryBus();
  const seal = createSeal("a key of at least sixteen characters");
  const analyzed: unknown[] = [];
  const queue: Queue = {
    enqueue: (runs, tx) => database.leases.insert(runs, tx),
    work: () => ({ stop: async () => {} }),
    depth: async () => 0,
  };
  // Names lead to this machine: no test may reach another.
  const outbound = createOutbound({
    resolve: (_name, done) => done(null, [{ address: "127.0.0.1", family: 4 }]),
  });
  const parts = await createFeatures({
    store,
    queue,
    bus,
    artifacts,
    seal,
    outbound,
    sessions: {
      jwtSecret: options.jwtSecret ?? "a secret of many characters",
      jwtTtlSeconds: options.jwtTtlSeconds ?? 3600,
      admin: options.admin,
    },
    publicUrl: undefined,
    concurrency: 1,
    // There is no browser here.
    generateFromApp:
      () =>
      async ({ url }) => {
        throw new AppError("generation_error", `${url} cannot be reached.`);
      },
    browser: async () => {
      throw new AppError("generation_error", "There is no browser here.");
    },
    createModel: () => ({ model: null, why: "there is none here" }),
    checkUrl: async () => {},
    now: options.now ?? (() => new Date()),
  });
  const { auth, plans } = parts;
  const features: Features = {
    ...parts.features,
    analysis: {
      analyze: (orgId, request, signal) => {
        analyzed.push(request);
        // No worker would ever end it.
        return parts.features.analysis.analyze(orgId, { ...request, mode: "async" }, signal);
      },
    },
    qualification: {
      qualify: (orgId, file, request, signal) =>
        parts.features.qualification.qualify(orgId, file, { ...request, mode: "async" }, signal),
    },
    readiness: [
      async () => {
        if (!ready) throw new Error("the disk is full");
      },
    ],
  };
  await auth.bootstrap();

  let logged = "";
  const app = createServer({
    features,
    config: {
      trustProxy: options.trustProxy ?? false,
      corsOrigins: options.corsOrigins ?? [],
      version: "0.0.0",
    },
    logger: createLogger("info", { write: (line) => void (logged += line) }),
  });
  const url = await app.listen({ host: "127.0.0.1", port: 0 });
  const base = `${url}${basePath}`;

  let admin = "";
  const send = async (method: string, path: string, options: SendOptions = {}): Promise<Answer> => {
    const { token = admin, body, text, type } = options;
    const headers = new Headers(options.headers);
    if (token !== null) headers.set("authorization", `Bearer ${token}`);
    if (body !== undefined) headers.set("content-type", "application/json");
    if (type !== undefined) headers.set("content-type", type);
    const response = await fetch(base + path, {
      method,
      headers,
      body: text ?? (body === undefined ? undefined : JSON.stringify(body)),
    });
    const answer = await response.text();
    const isJson = (response.headers.get("content-type") ?? "").includes("json") && answer !== "";
    return {
      status: response.status,
      headers: response.headers,
      text: answer,
      body: isJson ? (JSON.parse(answer) as Record<string, unknown>) : {},
    };
  };
  const login = async (email: string): Promise<string> =>
    String((await send("POST", "/auth/login", { token: null, body: { email, password } })).body["token"]);

  if (options.setUp !== false) {
    const body = { email: "admin@example.com", password };
    admin = String((await send("POST", "/auth/setup", { token: null, body })).body["token"]);
  }
  let others = 0;

  return {
    url,
    base,
    store,
    database,
    bus,
    artifacts,
    plans,
    /** Requests that reached the analysis. */
    analyzed,
    /** The admin's session. */
    token: admin,
    send,
    log: () => logged,
    breakReadiness: (isBroken: boolean) => {
      ready = !isBroken;
    },
    /** Runs `work` while listing suites throws. */
    withBrokenStore: async <T>(work: () => Promise<T>): Promise<T> => {
      broken = true;
      try {
        return await work();
      } finally {
        broken = false;
      }
    },
    /** Everything that is in the database, as text. */
    databaseText,
    /** A further user of the first organisation, signed in. */
    addUser: async ({ role }: { role: Role }): Promise<{ id: string; email: string; token: string }> => {
      const email = `user${++others}@example.com`;
      const { body } = await send("POST", "/auth/users", { body: { email, password, role } });
      return { id: String(body["id"]), email, token: await login(email) };
    },
    /** A further organisation; its admin is signed in. */
    addOrganisation: async (): Promise<{ id: string; token: string }> => {
      const email = `other${++others}@example.com`;
      const { body } = await send("POST", "/organisations", {
        body: { name: `Other ${others}`, admin_email: email, admin_password: password },
      });
      return { id: String(body["id"]), token: await login(email) };
    },
    /** A queued run of a suite that it saves first; gives the run's id. */
    addRun: async (): Promise<string> => {
      const yaml =
        "suite: A\nbase_url: http://127.0.0.1:9\ncases:\n  - id: a\n    title: A\n    steps: [{goto: /}]\n";
      const { body: suite } = await send("POST", "/suites", { body: { yaml } });
      const { body: run } = await send("POST", "/runs", { body: { suite: suite["file"] } });
      return String(run["run_id"]);
    },
    close: async (): Promise<void> => {
      await app.close();
      await outbound.close();
      await database.store.close();
      await drop();
      await rm(dataDir, { recursive: true, force: true });
    },
  };
};
