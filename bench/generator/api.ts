import { readFileSync } from "node:fs";
import { createTasksApi, tasksUser } from "#examples/tasks-api/tasks-api.ts";
import { taskBugNames } from "#examples/tasks-api/bugs.ts";
import { createGenerateFromSource } from "#features/generation/generate-from-source.ts";
import type { FromSource } from "#features/generation/generate-from-source.ts";
import type { Browser } from "#ports/browser.ts";

type Api = {
  url: string;
  text: string;
  auth: { username: string; password: string; loginPath: string | null } | null;
};

const generateFor = (browser: Browser, { url, text, auth }: Api, exhaustive: boolean): Promise<FromSource> =>
  createGenerateFromSource({
    fetch: () => Promise.reject(new Error("nothing is fetched here")),
    browser: async () => browser,
    model: async () => null,
  })({
    orgId: "bench",
    kind: "openapi",
    baseUrl: url,
    url: null,
    text,
    auth: auth && { ...auth, secretName: "API" },
    exhaustive,
    signal: new AbortController().signal,
    progress: (message) => {
      if (process.env["VERBOSE"]) console.error(`  ${message}`);
    },
  });

const say = (name: string, { notes, document, findings, dropped }: FromSource, ms: number): void => {
  console.log(
    `${name}: ${notes[0]}; ${document.cases.length} cases, ${findings.length} findings, ${dropped.length} left out, ${(ms / 1000).toFixed(0)} s`,
  );
};

/** Which seeded bugs of the example API are findings when a suite is handed out; each bug has an API of its own. */
export const tryTasksApi = async (browser: Browser, bugs: readonly string[]): Promise<void> => {
  const text = readFileSync(new URL("../../examples/tasks-api/description.yaml", import.meta.url), "utf8");
  const missed: string[] = [];
  const tried = bugs.length > 0 ? taskBugNames.filter((bug) => bugs.includes(bug)) : taskBugNames;
  for (const bug of [null, ...tried]) {
    const api = await createTasksApi({ bugs: bug === null ? [] : [bug] });
    const before = performance.now();
    try {
      const generated = await generateFor(
        browser,
        { url: api.url, text, auth: { ...tasksUser, loginPath: null } },
        true,
      );
      say(bug ?? "as described", generated, performance.now() - before);
      for (const { case_id: id, why } of generated.findings.slice(0, 3))
        console.log(`    ${id}: ${why.slice(0, 160)}`);
      if (bug !== null && generated.findings.length === 0) missed.push(bug);
    } finally {
      await api.close();
    }
  }
  console.log(
    `\nseeded API bugs found: ${tried.length - missed.length} of ${tried.length}${missed.length > 0 ? `; missed: ${missed.join(", ")}` : ""}`,
  );
};

/** What is handed out for the description of a real API. */
export const tryApi = async (
  browser: Browser,
  api: Api & { name: string },
  exhaustive: boolean,
): Promise<void> => {
  const before = performance.now();
  const generated = await generateFor(browser, api, exhaustive);
  say(api.name, generated, performance.now() - before);
  for (const { case_id: id, why } of generated.findings) console.log(`  finding ${id}: ${why.slice(0, 240)}`);
  for (const { case_id: id, reason } of generated.dropped)
    console.log(`  left out ${id}: ${reason.slice(0, 240)}`);
};
