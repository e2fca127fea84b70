import { spawn } from "node:child_process";
import { once } from "node:events";
import { chmod, mkdir, mkdtemp, readdir, readFile, rm, stat, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { fileURLToPath } from "node:url";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { AppError } from "#model/errors.ts";
import { noon, suiteRow } from "#test/support/rows.ts";
import { openDatabase } from "./open.ts";

const holder = fileURLToPath(import.meta.resolve("#test/support/hold-data-directory.ts"));

describe("the data directory", () => {
  let above: string;
  let dataDir: string;
  let file: string;

  beforeEach(async () => {
    above = await mkdtemp(join(tmpdir(), "tracewright-test-"));
    dataDir = join(above, "deep", "data");
    file = join(dataDir, "tracewright.db");
  });
  afterEach(() => rm(above, { recursive: true }));

  const refusal = async (): Promise<AppError> => {
    const error: unknown = await openDatabase({ dataDir }).then(
      () => null,
      (thrown: unknown) => thrown,
    );
    expect(error).toBeInstanceOf(AppError);
    return error as AppError;
  };
  const makeDatabase = async (): Promise<void> => {
    const { store } = await openDatabase({ dataDir });
    await store.organisations.insert({ id: "org", name: "Org", createdAt: noon });
    await store.transaction(async (tx) => {
      for (let n = 0; n < 200; n += 1) {
        await store.suites.insert(suiteRow("org", `${n}.yaml`, { yaml: "x".repeat(500) }), tx);
      }
    });
    await store.close();
  };

  it("is made for its owner only, and its content stays", async () => {
    await makeDatabase();
    expect((await stat(dataDir)).mode & 0o777).toBe(0o700);
    const { store } = await openDatabase({ dataDir });
    expect(await store.organisations.byId("org")).toEqual({ id: "org", name: "Org", createdAt: noon });
    await store.close();
  });

  it("lets nobody else read its files in a folder that was there, whoever may look into that", async () => {
    await mkdir(dataDir, { recursive: true });
    await chmod(dataDir, 0o755);
    await writeFile(join(dataDir, "tracewright.db"), "");
    await chmod(join(dataDir, "tracewright.db"), 0o644);
    const { store } = await openDatabase({ dataDir });
    await store.organisations.insert({ id: "org", name: "Org", createdAt: noon });
    const files = await readdir(dataDir);
    expect(files).toContain("tracewright.db-wal");
    for (const name of files)
      expect([name, (await stat(join(dataDir, name))).mode & 0o077]).toEqual([name, 0]);
    await store.close();
  });

  it("is named when it cannot be made", async () => {
    await writeFile(join(above, "deep"), "a file in its place");
    const error = await refusal();
    expect(error.code).toBe("internal");
    expect(error.message).toContain(dataDir);
  });

  it("is given free once, however often the store is closed", async () => {
    const { store } = await openDatabase({ dataDir });
    await store.close();
    const next = await openDatabase({ dataDir });
    await store.close();
    expect((await refusal()).code).toBe("conflict");
    await next.store.close();
  });

  it("belongs to one opener; a second one is told which directory it is", async () => {
    const { store } = await openDatabase({ dataDir });
    const error = await refusal();
    expect(error.code).toBe("conflict");
    expect(error.message).toContain(dataDir);
    await store.probe();
    await store.close();
    await (await openDatabase({ dataDir })).store.close();
  });

  it("belongs to one process, and is free as soon as that is killed", async () => {
    const child = spawn(process.execPath, [holder, dataDir], { stdio: ["ignore", "pipe", "inherit"] });
    try {
      await once(child.stdout, "data");
      expect((await refusal()).code).toBe("conflict");
    } finally {
      child.kill("SIGKILL");
    }
    await once(child, "exit");
    await (await openDatabase({ dataDir })).store.close();
  });

  it.each([
    ["its head", 0],
    ["a page in its middle", 40_960],
  ])("keeps a database that is damaged in %s as it is, and names it", async (_, position) => {
    await makeDatabase();
    const damaged = await readFile(file);
    damaged.fill(0x5a, position, position + 4096);
    await writeFile(file, damaged);
    const error = await refusal();
    expect(error.code).toBe("internal");
    expect(error.message).toContain(file);
    expect(error.message).toContain("damaged");
    expect(await readFile(file)).toEqual(damaged);
    expect((await refusal()).code).toBe("internal");
  });

  it("refuses a file that is no database", async () => {
    await makeDatabase();
    await writeFile(file, "these are my notes\n".repeat(100));
    expect((await refusal()).message).toContain(file);
    expect(await readFile(file, "utf8")).toMatch(/^these are my notes/);
  });

  it("refuses a database of another program", async () => {
    await makeDatabase();
    await rm(file);
    const foreign = new DatabaseSync(file);
    foreign.exec("create table theirs (x)");
    foreign.close();
    const before = await readFile(file);
    expect((await refusal()).message).toContain("not one of Tracewright");
    expect(await readFile(file)).toEqual(before);
  });

  it("takes the empty file that an interrupted first start leaves", async () => {
    await makeDatabase();
    await rm(file);
    await writeFile(file, "");
    const { store } = await openDatabase({ dataDir });
    expect(await store.users.count()).toBe(0);
    await store.close();
  });

  it("refuses a database of a later version", async () => {
    await makeDatabase();
    const later = new DatabaseSync(file);
    later.exec(`insert into kysely_migration values ('999-later', '${noon}')`);
    later.close();
    const error = await refusal();
    expect(error.code).toBe("conflict");
    expect(error.message).toContain("later version");
  });
});
