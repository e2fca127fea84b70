import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdirSync, mkdtempSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { describe, expect, test } from "vitest";
import { runScript, script } from "./run-script.ts";

const module = (name: string) => JSON.stringify(pathToFileURL(script(name)).href);

describe("installed packages", () => {
  const wanted = {
    a: { version: "1.0.0" },
    b: { version: "2.0.0" },
    "b-macos": { version: "2.0.0", optional: true },
  };

  test("are stale when there are none", () => {
    expect(fresh(checkout({ wanted }))).toBe(false);
  });

  test("are fresh when npm installed all of the lock file but what is optional", () => {
    const folder = checkout({ wanted, installed: { a: { version: "1.0.0" }, b: { version: "2.0.0" } } });
    expect(fresh(folder)).toBe(true);
  });

  test("are stale when one is missing or of another version", () => {
    expect(fresh(checkout({ wanted, installed: { a: { version: "1.0.0" } } }))).toBe(false);
    const other = { a: { version: "1.0.0" }, b: { version: "2.0.1" } };
    expect(fresh(checkout({ wanted, installed: other }))).toBe(false);
  });

  test("are stale again when the lock file changes after they were found fresh", () => {
    const folder = checkout({ wanted, installed: { a: { version: "1.0.0" }, b: { version: "2.0.0" } } });
    expect(fresh(folder)).toBe(true);
    writeLock(folder, { ...wanted, c: { version: "3.0.0" } });
    expect(fresh(folder)).toBe(false);
  });
});

describe.skipIf(process.platform === "win32")("a program run by the bootstrap", () => {
  test("gives its exit code", () => {
    expect(runScript(["--input-type=module", "-e", runNode("process.exit(7)")]).code).toBe(7);
  });

  test("gets a SIGTERM and ends in its own way", async () => {
    const { child, output } = await waitingChild();
    child.kill("SIGTERM");
    const [code] = (await once(child, "close")) as [number];
    expect(output()).toBe("waiting\nstopped\n");
    expect(code).toBe(5);
  });

  test("is asked to stop when the bootstrap is killed", async () => {
    const { child, output } = await waitingChild();
    child.kill("SIGKILL");
    // Its standard output closes only when the program below it is gone too.
    await once(child, "close");
    expect(output()).toBe("waiting\nstopped\n");
  });
});

const runNode = (code: string) =>
  `import { runNode } from ${module("run-child.mjs")};
   process.exitCode = await runNode(process.execPath, ["-e", ${JSON.stringify(code)}]);`;

async function waitingChild() {
  const code = `
    process.on("SIGTERM", () => { console.log("stopped"); process.exit(5); });
    setInterval(() => {}, 1000);
    console.log("waiting");`;
  const child = spawn(process.execPath, ["--input-type=module", "-e", runNode(code)], {
    stdio: ["ignore", "pipe", "inherit"],
  });
  let text = "";
  child.stdout.setEncoding("utf8").on("data", (chunk: string) => (text += chunk));
  await once(child.stdout, "data");
  return { child, output: () => text };
}

type Packages = Record<string, { version: string; optional?: boolean }>;

function checkout({ wanted, installed }: { wanted: Packages; installed?: Packages }): string {
  const folder = mkdtempSync(join(tmpdir(), "checkout-"));
  writeLock(folder, wanted);
  if (installed !== undefined) {
    mkdirSync(join(folder, "node_modules"));
    writeFileSync(join(folder, "node_modules", ".package-lock.json"), lock(installed));
  }
  return folder;
}

function writeLock(folder: string, packages: Packages): void {
  writeFileSync(join(folder, "package-lock.json"), lock({ "": { version: "0.0.0" }, ...packages }));
}

const lock = (packages: Packages) => JSON.stringify({ lockfileVersion: 3, packages });

function fresh(folder: string): boolean {
  const code = `import { packagesAreFresh } from ${module("install.mjs")};
    console.log(packagesAreFresh(${JSON.stringify(folder)}));`;
  const { output } = runScript(["--input-type=module", "-e", code]);
  return JSON.parse(output) as boolean;
}
