import { afterEach, expect, test } from "vitest";
import { listenForMetrics, refuseMetrics } from "./metrics.ts";

const token = "the-token-of-the-metrics";
let close: (() => Promise<void>) | undefined;
afterEach(() => close?.());

const listen = async (given: string | undefined): Promise<string> => {
  const listening = await listenForMetrics(
    { token: given, render: async () => "up 1\n", type: "text/plain; version=0.0.4" },
    { host: "127.0.0.1", port: 0 },
  );
  ({ close } = listening);
  return listening.url;
};

test("without a token metrics are for this machine, and not for whom a proxy on it speaks", async () => {
  const url = await listen(undefined);
  const answer = await fetch(`${url}/metrics`);
  expect({ status: answer.status, text: await answer.text() }).toEqual({ status: 200, text: "up 1\n" });
  for (const name of ["forwarded", "x-forwarded-for", "x-real-ip", "via"]) {
    expect((await fetch(`${url}/metrics`, { headers: { [name]: "127.0.0.1" } })).status).toBe(403);
  }
});

test.each([
  ["127.0.0.1", true],
  ["::1", true],
  ["::ffff:127.0.0.1", true],
  ["127.8.8.8", true],
  ["10.0.0.7", false],
  ["::ffff:10.0.0.7", false],
  ["fe80::1", false],
  [undefined, false],
])("a caller at %s: %s", (remoteAddress, isLet) => {
  const socket = { remoteAddress } as Parameters<typeof refuseMetrics>[0]["socket"];
  expect(refuseMetrics({ headers: {}, socket }, undefined) === null).toBe(isLet);
});

test("with a token it is needed, also on this machine; health is for anyone", async () => {
  const url = await listen(token);
  const statusOf = async (headers: Record<string, string>): Promise<number> =>
    (await fetch(`${url}/metrics`, { headers })).status;
  expect(await statusOf({})).toBe(401);
  expect(await statusOf({ authorization: "Bearer another" })).toBe(401);
  expect(await statusOf({ authorization: `Basic ${token}` })).toBe(401);
  expect((await fetch(`${url}/metrics?token=${encodeURIComponent(token)}`)).status).toBe(401);
  expect((await fetch(`${url}/health`)).status).toBe(200);
  expect((await fetch(`${url}/api/v1/runs`)).status).toBe(404);
  expect((await fetch(`${url}/metrics`, { method: "POST" })).status).toBe(404);
});
