import {
  appendFile,
  cp,
  mkdir,
  mkdtemp,
  open,
  readdir,
  readFile,
  rm,
  stat,
  symlink,
  writeFile,
} from "node:fs/promises";
import { createServer } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { newId } from "#model/ids.ts";
import { runCommand, startServiceProcess } from "#test/support/process.ts";
import { createTestDatabase, hasPostgres, onDatabase } from "#test/support/postgres.ts";

const canary = "canary-4711-hunter2";
const yamlOf = (n: number): string =>
  `suite: Suite ${n}\nbase_url: http://127.0.0.1:9\ncases:\n  - {id: a, steps: [{goto: /}]}\n`;

let folder: string;
/** Of a service that has stopped. */
let dataDir: string;
/** Written while that service was taking in suites. */
let archive: string;
let acknowledged = 0;
/** Of the backup and of the service. */
let codes: (number | null)[] = [];

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "operations-"));
  dataDir = join(folder, "data");
  archive = join(folder, "backups", "first.tar.gz");
  const service = await startServiceProcess({ SERVICE_DATA_DIR: dataDir, SERVICE_ROLE: "all" });
  await service.send("PUT", "/settings", { SECRET_A: canary });
  for (let n = 0; n < 20; n += 1) await service.send("POST", "/suites", { yaml: yamlOf(n) });
  let isWriting = true;
  const writing = (async () => {
    for (let n = 20; isWriting; n += 1) await service.send("POST", "/suites", { yaml: yamlOf(n) });
  })();
  const { body } = await service.send("GET", "/suites?limit=1");
  acknowledged = Number(body["total"]);
  const backup = await runCommand(["backup", archive], { SERVICE_DATA_DIR: dataDir });
  isWriting = false;
  await writing;
  codes = [backup.code, await service.stop()];
  await addEndedRun();
});
afterAll(() => rm(folder, { recursive: true, force: true }));

/** With an event of letters that not everybody writes, a result and a file. */
const addEndedRun = async (): Promise<void> => {
  const database = new DatabaseSync(join(dataDir, "tracewright.db"));
  const orgId = String(database.prepare("select id from organisations").get()?.["id"]);
  const id = newId();
  database
    .prepare(
      `insert into runs (id, org_id, kind, suite, status, file_issues, sharded, created_at, finished_at, summary)
       values (?, ?, 'suite', 'a.yaml', 'done', 'off', 0, ?, ?, '{"passed":1,"failed":0,"broken":0,"skipped":0}')`,
    )
    .run(id, orgId, new Date().toISOString(), new Date().toISOString());
  const event = JSON.stringify({
    kind: "log",
    case_id: null,
    step: null,
    level: "info",
    message: 'Grüße 🔑 \\ "',
  });
  database.prepare("insert into run_events values (?, 1, ?, ?)").run(id, new Date().toISOString(), event);
  database.prepare("insert into run_details values (?, null, '{}')").run(id);
  database.close();
  await mkdir(join(dataDir, "artifacts", id));
  await writeFile(join(dataDir, "artifacts", id, "report.json"), "{}");
};

/** Rows and settings that a service over the data directory shows. */
const whatIsIn = async (env: Record<string, string>) => {
  await using service = await startServiceProcess(env);
  const suites = await service.send("GET", "/suites?limit=100");
  const settings = await service.send("GET", "/settings");
  const runs = await service.send("GET", "/runs");
  const items = suites.body["items"] as { file: string }[];
  return {
    token: service.token !== "",
    total: Number(suites.body["total"]),
    suites: items.map(({ file }) => file).toSorted(),
    secret: settings.body["SECRET_A"],
    runs: runs.body["items"],
  };
};

describe("a backup that was made while the service was writing", () => {
  test("is restored into an empty place: everything acknowledged before is there, secrets can be read", async () => {
    expect(codes).toEqual([0, 0]);
    const target = join(folder, "restored");
    const restored = await runCommand(["restore", archive], { SERVICE_DATA_DIR: target });
    expect(restored).toMatchObject({ code: 0 });
    const found = await whatIsIn({ SERVICE_DATA_DIR: target });
    expect(found.token).toBe(true);
    expect(found.total).toBeGreaterThanOrEqual(acknowledged);
    expect(found.secret).toBeTruthy();
    expect(await readFile(join(target, "secret.key"), "utf8")).toBe(
      await readFile(join(dataDir, "secret.key"), "utf8"),
    );
    const again = await runCommand(["restore", archive], { SERVICE_DATA_DIR: target });
    expect(again).toMatchObject({ code: 1, output: expect.stringContaining("is not empty") as string });
  });

  test("may be read by its owner only, as it holds the keys", async () => {
    expect((await stat(archive)).mode & 0o077).toBe(0);
    const target = join(folder, "of-the-owner");
    await runCommand(["backup", target], { SERVICE_DATA_DIR: dataDir });
    expect((await stat(target)).mode & 0o077).toBe(0);
  });

  test("never takes the place of anything, and leaves keys out where that is wished", async () => {
    const taken = await runCommand(["backup", archive], { SERVICE_DATA_DIR: dataDir });
    expect(taken).toMatchObject({ code: 1, output: expect.stringContaining("is there already") as string });
    const target = join(folder, "without-keys");
    await runCommand(["backup", target, "--without-keys"], { SERVICE_DATA_DIR: dataDir });
    expect((await readdir(target)).toSorted()).toEqual(["artifacts", "backup.json", "tracewright.db"]);
    const restored = await runCommand(["restore", target], { SERVICE_DATA_DIR: join(folder, "keyless") });
    expect(restored.output).toContain("holds no key");
    const doctor = await runCommand(["doctor"], {
      SERVICE_DATA_DIR: join(folder, "keyless"),
      SERVICE_PORT: "0",
    });
    expect(doctor.code).toBe(1);
    expect(doctor.output).toMatch(/fail +keys/);
  });

  test("is refused when a byte of it was changed, something is missing, or it is something else", async () => {
    const whole = join(folder, "whole");
    await runCommand(["backup", whole], { SERVICE_DATA_DIR: dataDir });
    const restore = async (name: string) => {
      const target = join(folder, `target-${name}`);
      const { code, output } = await runCommand(["restore", join(folder, name)], {
        SERVICE_DATA_DIR: target,
      });
      expect(await readdir(folder)).not.toContain(`target-${name}`);
      return { code, output };
    };
    const copy = async (name: string): Promise<string> => {
      await cp(whole, join(folder, name), { recursive: true });
      return join(folder, name);
    };
    await appendFile(join(await copy("changed"), "tracewright.db"), "x");
    expect(await restore("changed")).toMatchObject({
      code: 1,
      output: expect.stringContaining("tracewright.db was changed") as string,
    });
    await rm(join(await copy("missing"), "secret.key"));
    expect((await restore("missing")).output).toContain("secret.key is missing");
    await writeFile(join(await copy("more"), "more"), "x");
    expect((await restore("more")).output).toContain("more is no part of it");
    await symlink("/etc", join(await copy("link"), "elsewhere"));
    expect((await restore("link")).output).toContain("elsewhere is no plain file");
    await writeFile(join(folder, "no.tar"), "no archive");
    expect((await restore("no.tar")).output).toContain("cannot be unpacked");
    expect((await restore("nowhere")).output).toContain("There is no backup");
  });
});

describe("doctor", () => {
  const examine = async (env: Record<string, string>) => {
    const { code, output } = await runCommand(["doctor", "--json"], { SERVICE_PORT: "0", ...env });
    const findings = JSON.parse(output) as { name: string; state: string; message: string; next?: string }[];
    return {
      code,
      findings,
      of: (name: string) => findings.find((finding) => finding.name === name),
    };
  };

  test("finds nothing wrong with what works", async () => {
    const { code, findings, of } = await examine({ SERVICE_DATA_DIR: dataDir });
    expect(findings.filter(({ state }) => state === "fail")).toEqual([]);
    expect(code).toBe(0);
    expect(of("browser")?.message).toMatch(/chromium [\d.]+ starts/);
    expect(of("database")?.message).toBe("whole");
    expect(JSON.stringify(findings)).not.toContain(canary);
  });

  test("says of each thing that is wrong what to do about it", async () => {
    const broken = join(folder, "broken");
    await cp(dataDir, broken, { recursive: true });
    const file = await open(join(broken, "tracewright.db"), "r+");
    await file.write(Buffer.alloc(40_000, 7), 0, 40_000, 8192);
    await file.close();
    await writeFile(join(broken, "secret.key"), "");
    const busy = createServer((_request, response) => response.writeHead(404).end());
    await new Promise<void>((resolve) => busy.listen(0, "127.0.0.1", resolve));
    const address = busy.address();
    const { code, of } = await examine({
      SERVICE_DATA_DIR: broken,
      SERVICE_PORT: String(typeof address === "object" && address ? address.port : 0),
      SERVICE_BROWSER_PATH: "/no/such/browser",
      OTEL_EXPORTER_OTLP_ENDPOINT: "http://127.0.0.1:9",
    });
    busy.close();
    expect(code).toBe(1);
    for (const name of ["database", "keys", "port", "browser"]) {
      expect(of(name)).toMatchObject({ state: "fail", next: expect.any(String) as string });
    }
    expect(of("telemetry")).toMatchObject({ state: "warn" });
    expect(of("database")?.message).toContain("is damaged");
    const settings = await examine({ SERVICE_ROLE: "worker" });
    expect(settings).toMatchObject({ code: 1, findings: [{ name: "settings", state: "fail" }] });
    const away = await examine({
      SERVICE_DATA_DIR: dataDir,
      SERVICE_DATABASE_URL: "postgres://nobody@127.0.0.1:9/none",
      SERVICE_SECRET_KEY: "the key of all processes",
      SERVICE_JWT_SECRET: "the secret of all processes",
    });
    expect(away.of("database")).toMatchObject({ state: "fail" });
  });

  test("a damaged database is named and refused, and stays byte for byte as it was", async () => {
    const broken = join(folder, "broken");
    const before = await readFile(join(broken, "tracewright.db"));
    for (const args of [["serve"], ["housekeeping"], ["backup", join(folder, "of-broken")]]) {
      const { code, output } = await runCommand(args, { SERVICE_DATA_DIR: broken, SERVICE_PORT: "0" });
      expect({ args, code }).toEqual({ args, code: 1 });
      expect(output).toMatch(/damaged|malformed/);
    }
    expect((await readFile(join(broken, "tracewright.db"))).equals(before)).toBe(true);
    expect(await readdir(folder)).not.toContain("of-broken");
  });
});

describe.skipIf(!hasPostgres)("migrate-to-postgres", () => {
  test("moves everything into an empty database, once, and only with the right key", async () => {
    const { url, drop } = await createTestDatabase();
    const key = (await readFile(join(dataDir, "secret.key"), "utf8")).trim();
    const env = {
      SERVICE_DATA_DIR: dataDir,
      SERVICE_DATABASE_URL: url,
      SERVICE_SECRET_KEY: key,
      SERVICE_JWT_SECRET: "the secret of all processes",
    };
    const before = await whatIsIn({ SERVICE_DATA_DIR: dataDir });
    const wrong = await runCommand(["migrate-to-postgres"], {
      ...env,
      SERVICE_SECRET_KEY: "another key, long enough",
    });
    expect(wrong).toMatchObject({ code: 1, output: expect.stringContaining("is not the key") as string });

    {
      await using busy = await startServiceProcess({ SERVICE_DATA_DIR: dataDir });
      expect(busy.url).not.toBe("");
      const refused = await runCommand(["migrate-to-postgres"], env);
      expect(refused).toMatchObject({ code: 1, output: expect.stringContaining("is in use") as string });
    }

    // One that was interrupted leaves nothing behind.
    await onDatabase(url, (client) =>
      client.query("alter table settings add constraint never check (false)"),
    );
    expect((await runCommand(["migrate-to-postgres"], env)).code).toBe(1);
    await onDatabase(url, async (client) => {
      expect((await client.query("select 1 from suites")).rows).toEqual([]);
      await client.query("alter table settings drop constraint never");
    });

    const moved = await runCommand(["migrate-to-postgres"], env);
    expect(moved).toMatchObject({
      code: 0,
      output: expect.stringContaining("the same on both sides") as string,
    });
    expect(await whatIsIn(env)).toEqual(before);
    const again = await runCommand(["migrate-to-postgres"], env);
    expect(again).toMatchObject({ code: 1, output: expect.stringContaining("is not empty") as string });
    const doctor = await runCommand(["doctor"], { ...env, SERVICE_PORT: "0" });
    expect(doctor.output).toMatch(/ok +database +PostgreSQL/);
    await drop();
  });
});
