import { once } from "node:events";
import { createServer } from "node:http";
import type { ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { Agent, getGlobalDispatcher, setGlobalDispatcher } from "undici";
import { afterEach, expect, test } from "vitest";
import { api } from "#api/index.ts";
import { textLike } from "./support/any.ts";
import { runCommand } from "./support/process.ts";

const cleanUps: (() => void)[] = [];
afterEach(() => cleanUps.splice(0).forEach((cleanUp) => cleanUp()));

const me = api.getMe.examples?.reply;

/** A service that knows its caller and leaves everything else to the test. */
const startSlow = async (later: (response: ServerResponse) => unknown): Promise<string> => {
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

const generate = (service: string): ReturnType<typeof runCommand> =>
  runCommand(["generate", "http://127.0.0.1:1", "--service", service, "--token", "token"]);

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
  const service = await startSlow(async (response) => {
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
  const service = await startSlow((response) => response.destroy());
  const { code, output } = await generate(service);
  expect(code).toBe(2);
  expect(output).toMatch(
    new RegExp(`^The service at ${service} did not answer: .+\\. See whether it still runs.+\\n$`),
  );
});
