import { spawnSync } from "node:child_process";
import { mkdir, mkdtemp, readdir, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { basename, join } from "node:path";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { takeTemporaryFolder } from "./temporary-folder.ts";

let above: string;

beforeEach(async () => {
  above = await mkdtemp(join(tmpdir(), "temporary-"));
  vi.stubEnv("TMPDIR", above);
});
afterEach(async () => {
  vi.unstubAllEnvs();
  await rm(above, { recursive: true });
});

test("what killed processes left goes, what belongs to others stays, and one's own goes with the process", async () => {
  const { pid: gone } = spawnSync(process.execPath, ["--version"]);
  const names = [
    `tracewright-tmp-${gone}-abcdef`,
    `tracewright-tmp-${process.ppid}-abcdef`,
    "tracewright-tmp-notes",
    "other",
  ];
  for (const name of names) {
    await mkdir(join(above, name));
    await writeFile(join(above, name, "file"), "x");
  }
  const { folder, release } = await takeTemporaryFolder();
  expect((await readdir(above)).toSorted()).toEqual([...names.slice(1), basename(folder)].toSorted());
  await writeFile(join(folder, "file"), "x");
  await release();
  expect((await readdir(above)).toSorted()).toEqual(names.slice(1).toSorted());
});
