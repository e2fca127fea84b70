import { spawn } from "node:child_process";
import { once } from "node:events";
import { appendFileSync, readFileSync, writeFileSync } from "node:fs";
import { createServer } from "node:net";
import type { AddressInfo } from "node:net";
import { dirname, join } from "node:path";
import { z } from "zod";
import type { Browser } from "#ports/browser.ts";
import { generateFor, seconds } from "./drive.ts";
import type { App } from "./drive.ts";

const groupsSchema = z.array(z.array(z.string()));

/** A free port of this machine. */
const freePort = async (): Promise<number> => {
  const server = createServer().listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address() as AddressInfo;
  server.close();
  return port;
};

/** Starts `server.js` of a folder with these bugs on, and waits until it answers; throws after 20 s without an answer. */
const start = async (folder: string, bugs: string[]): Promise<{ url: string; stop(): Promise<void> }> => {
  const port = await freePort();
  const child = spawn("node", ["server.js"], {
    cwd: folder,
    env: { ...process.env, PORT: String(port), BUGS: bugs.join(",") },
    stdio: ["ignore", "ignore", "inherit"],
  });
  const stop = async (): Promise<void> => {
    if (child.exitCode !== null) return;
    child.kill();
    await once(child, "exit");
  };
  const url = `http://127.0.0.1:${port}/`;
  for (const until = Date.now() + 20_000; Date.now() < until;) {
    const answered = await fetch(url).then(
      () => true,
      () => false,
    );
    if (answered) return { url, stop };
    await new Promise((resolve) => setTimeout(resolve, 200));
  }
  await stop();
  throw new Error(`${folder} does not answer at ${url}`);
};

/**
 * What the generator finds in an application that it does not know: a folder with a `server.js` that reads `PORT` and
 * `BUGS`, and a `groups.json` of the ids of bugs that may be on together. Writes each suite and each finding down; which of
 * them tell of a seeded bug is for a person to say.
 */
export const trySeeded = async (
  browser: Browser,
  app: Omit<App, "url">,
  options: { folder: string; groups: string[]; file: string; exhaustive: boolean },
): Promise<void> => {
  const { folder, file, exhaustive } = options;
  const known = groupsSchema.parse(JSON.parse(readFileSync(join(folder, "groups.json"), "utf8")));
  const all = ["healthy", ...known.map((_, at) => String(at + 1))];
  for (const group of options.groups.length > 0 ? options.groups : all) {
    const bugs = known[Number(group) - 1] ?? [];
    const { url, stop } = await start(folder, bugs);
    try {
      const mode = exhaustive ? "thorough" : "quick";
      const made = await generateFor(browser, { ...app, url }, exhaustive);
      const { yaml, document, coverage, findings, dropped, notes, ms } = made;
      const name = `${app.name}-${group}-${mode}`;
      writeFileSync(join(dirname(file), `${name}.yaml`), yaml);
      const line = { name, bugs, coverage, notes, findings, dropped, ms, at: new Date().toISOString() };
      appendFileSync(file, `${JSON.stringify(line)}\n`);
      console.log(
        `\n${name} (${bugs.join(", ") || "no bug"}): ${document.cases.length} cases, ${yaml.split("\n").length} lines, ` +
          `explored in ${seconds(coverage?.explored_ms ?? 0)} s, ${seconds(ms)} s in all`,
      );
      for (const { case_id: id, why } of findings) console.log(`  finding ${id}: ${why.slice(0, 400)}`);
      for (const { case_id: id, reason } of dropped) console.log(`  dropped ${id}: ${reason.slice(0, 400)}`);
    } finally {
      await stop();
    }
  }
};
