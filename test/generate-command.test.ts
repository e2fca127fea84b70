import { once } from "node:events";
import { createServer } from "node:http";
import type { ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Agent, getGlobalDispatcher, setGlobalDispatcher } from "undici";
import { afterEach, expect, test } from "vitest";
import { api } from "#api/index.ts";
import { textLike } from "./support/any.ts";
import { runCommand } from "./support/process.ts";

const cleanUps: (() => void)[] = [];
afterEach(() => cleanUps.splice(0).forEach((cleanUp) => cleanUp()));

const me = api.getMe.examples?.reply;

/** A service that knows its caller and leaves everything else to the test. */
const startService = async (later: (response: ServerResponse) => unknown): Promise<string> => {
  const server = createServer((request, response) => {
    if (request.url !== "/api/v1/auth/me") {
      later(response);
      return;
    }
    response.setHeader("content-type", "application/json");
    response.end(JSON.stringify(me));
  }).listen(0, "127.0.0.1");
  await once(server, "listening");
  cleanUps.push(() => {
    server.closeAllConnections();
    server.close();
  });
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
};

const generate = (service: string, ...more: string[]): ReturnType<typeof runCommand> =>
  runCommand(["generate", "http://127.0.0.1:1", "--service", service, "--token", "token", ...more]);

const startGenerating = (answer: object): Promise<string> =>
  startService((response) => {
    response.setHeader("content-type", "application/json");
    response.end(JSON.stringify(answer));
  });

const answer = {
  yaml: "suite: Slow\n",
  notes: [],
  coverage: null,
  findings: [],
  dropped: [],
  unresolved: [],
};

test("a generation that takes longer than others wait for an answer is waited for", async () => {
  const usual = getGlobalDispatcher();
  const impatient = new Agent({ headersTimeout: 50 });
  setGlobalDispatcher(impatient);
  cleanUps.push(() => setGlobalDispatcher(usual));
  const held: ServerResponse[] = [];
  const service = await startService(async (response) => {
    held.push(response);
    if (held.length > 1) return;
    // Asked later, this gives up only when whoever waits no longer than that has given up before.
    await expect(fetch(`${service}/later`)).rejects.toMatchObject({
      cause: { code: "UND_ERR_HEADERS_TIMEOUT" },
    });
    response.setHeader("content-type", "application/json");
    response.end(JSON.stringify(answer));
  });
  expect(await generate(service)).toMatchObject({ code: 0, output: textLike("suite: Slow") });
});

test("a service that hangs up is told in a line, with what to do next", async () => {
  const service = await startService((response) => response.destroy());
  const { code, output } = await generate(service);
  expect(code).toBe(2);
  expect(output).toMatch(
    new RegExp(`^The service at ${service} did not answer: .+\\. See whether it still runs.+\\n$`),
  );
});

test("--out saves the suite, alone and as it is, and tells what its folder lacks before anything is asked", async () => {
  const folder = await mkdtemp(join(tmpdir(), "tracewright-generate-"));
  const service = await startGenerating(answer);
  const file = join(folder, "suite.yaml");
  expect(await generate(service, "--out", file)).toEqual({ code: 0, output: "" });
  expect(await readFile(file, "utf8")).toBe(answer.yaml);
  const nowhere = join(folder, "none", "suite.yaml");
  expect(await generate("http://127.0.0.1:1", "--out", nowhere)).toMatchObject({
    code: 2,
    output: textLike(`There is no folder ${join(folder, "none")}`),
  });
  await rm(folder, { recursive: true });
});

test("what the suite does not cover is told beside the notes, once", async () => {
  const coverage = {
    ...api.generateSuite.examples?.reply?.coverage,
    left_out: ["3 further", "case a: not steady", "2 forms that no case uses: Send at /contact"],
  };
  const dropped = [{ case_id: "a", title: "A", reason: "not steady" }];
  const notes = ["seen", "3 further", "left out: a: not steady"];
  const { output } = await generate(await startGenerating({ ...answer, coverage, dropped, notes }));
  expect(output).toBe(
    `${notes.join("\n")}\nnot covered: 2 forms that no case uses: Send at /contact\nsuite: Slow\n`,
  );
});
