import { mkdtemp, readFile, readdir, rm, stat, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { createSeal, loadSeal } from "./seal.ts";

describe("a seal", () => {
  const { seal, open } = createSeal("a key of sixteen characters or more");

  it.each(["", "hunter2", "Grüße 🔑", "x".repeat(100_000)])("opens what it sealed", (plain) => {
    const sealed = seal(plain);
    expect(sealed).toMatch(/^v1:[A-Za-z0-9+/]+=*$/);
    expect(open(sealed)).toBe(plain);
  });

  it("never seals the same text to the same bytes", () => {
    expect(new Set(Array.from({ length: 100 }, () => seal("same"))).size).toBe(100);
  });

  it("refuses text in which any byte was changed", () => {
    const bytes = Buffer.from(seal("secret").slice("v1:".length), "base64");
    for (let at = 0; at < bytes.length; at += 1) {
      const changed = Buffer.from(bytes);
      changed.writeUInt8(changed.readUInt8(at) ^ 1, at);
      expect(() => open(`v1:${changed.toString("base64")}`)).toThrow("cannot be read");
    }
  });

  it.each(["", "v1:", "v1", "plain text", "v1:AAAA", "v2:AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA"])(
    "refuses %j",
    (text) => expect(() => open(text)).toThrow("cannot be read"),
  );

  it("refuses what another key sealed, and what was cut short", () => {
    expect(() => createSeal("another key, long enough").open(seal("secret"))).toThrow("SERVICE_SECRET_KEY");
    expect(() => open(seal("secret").slice(0, 40))).toThrow("cannot be read");
  });

  it("wants a key of sixteen characters", () => {
    expect(() => createSeal("short")).toThrow("at least 16");
  });
});

describe("the key of an installation", () => {
  let above: string;
  let dataDir: string;

  beforeEach(async () => {
    above = await mkdtemp(join(tmpdir(), "tracewright-test-"));
    dataDir = join(above, "data");
  });
  afterEach(() => rm(above, { recursive: true }));

  it("is made once, for its owner only, and stays", async () => {
    const sealed = (await loadSeal({ dataDir })).seal("secret");
    const file = join(dataDir, "secret.key");
    expect((await stat(file)).mode & 0o777).toBe(0o600);
    expect((await readFile(file, "utf8")).trim()).toHaveLength(44);
    expect((await loadSeal({ dataDir })).open(sealed)).toBe("secret");
    expect(await readdir(dataDir)).toEqual(["secret.key"]);
  });

  it("is one, however many start at the same time", async () => {
    const seals = await Promise.all(Array.from({ length: 20 }, () => loadSeal({ dataDir })));
    const sealed = seals[0]?.seal("secret") ?? "";
    for (const { open } of seals) expect(open(sealed)).toBe("secret");
    expect(await readdir(dataDir)).toEqual(["secret.key"]);
  });

  it("is the one given, if any, and then no file is made", async () => {
    const secretKey = "given by the environment";
    const sealed = (await loadSeal({ dataDir, secretKey })).seal("secret");
    expect(createSeal(secretKey).open(sealed)).toBe("secret");
    await expect(stat(dataDir)).rejects.toThrow("ENOENT");
  });

  it("is refused when its file was emptied", async () => {
    await loadSeal({ dataDir });
    await writeFile(join(dataDir, "secret.key"), "");
    await expect(loadSeal({ dataDir })).rejects.toThrow("at least 16");
  });
});
