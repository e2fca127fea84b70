import { execFileSync } from "node:child_process";
import { mkdtemp, rm, statfs, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { startServiceProcess } from "#test/support/process.ts";

const yamlOf = (n: number): string =>
  `suite: Suite ${n}\nbase_url: http://127.0.0.1:9\ncases:\n  - {id: a, steps: [{goto: /}]}\n# ${"x".repeat(20_000)}\n`;

/** A disk of a few megabytes, where this user may make one. */
const mount = (folder: string): boolean => {
  try {
    execFileSync("mount", ["-t", "tmpfs", "-o", "size=8m", "none", folder], { stdio: "ignore" });
    return true;
  } catch {
    return false;
  }
};

describe("a disk that is full", async () => {
  const folder = await mkdtemp(join(tmpdir(), "disk-"));
  const isMounted = process.platform === "linux" && mount(folder);
  const dataDir = join(folder, "data");
  const filler = join(folder, "filler");

  beforeAll(async () => {
    if (isMounted) await writeFile(filler, "");
  });
  afterAll(async () => {
    if (isMounted) execFileSync("umount", ["-l", folder]);
    await rm(folder, { recursive: true, force: true });
  });

  test.skipIf(!isMounted)(
    "refuses what it cannot keep with 503, loses nothing that it has acknowledged, and goes on when there is room",
    async () => {
      const acknowledged: string[] = [];
      {
        const service = await startServiceProcess({ SERVICE_DATA_DIR: dataDir });
        const { bavail, bsize } = await statfs(folder);
        await writeFile(filler, Buffer.alloc(Math.max(0, bavail * bsize - 300_000)));
        let refused: Awaited<ReturnType<typeof service.send>> | null = null;
        for (let n = 0; n < 100 && !refused; n += 1) {
          const answer = await service.send("POST", "/suites", { yaml: yamlOf(n) });
          if (answer.status === 200) acknowledged.push(String(answer.body["file"]));
          else refused = answer;
        }
        expect(refused).toMatchObject({ status: 503, body: { type: "not_ready" } });
        expect(refused?.headers.get("retry-after")).toMatch(/^\d+$/);
        expect(String(refused?.body["detail"])).toMatch(/disk/);
        expect(await service.send("GET", "/health/ready")).toMatchObject({ status: 503 });
        expect(await service.send("GET", "/suites?limit=1")).toMatchObject({ status: 200 });
        await service.kill();
      }
      await rm(filler);
      await using service = await startServiceProcess({ SERVICE_DATA_DIR: dataDir });
      const { body } = await service.send("GET", "/suites?limit=100");
      const kept = (body["items"] as { file: string }[]).map(({ file }) => file);
      expect(acknowledged.length).toBeGreaterThan(0);
      expect(kept.toSorted()).toEqual(acknowledged.toSorted());
      expect(await service.send("POST", "/suites", { yaml: yamlOf(1000) })).toMatchObject({ status: 200 });
      expect(await service.send("GET", "/health/ready")).toMatchObject({ status: 200 });
    },
  );
});
