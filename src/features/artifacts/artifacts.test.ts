import { request } from "node:http";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { startApi } from "#test/support/api.ts";
import type { TestApi } from "#test/support/api.ts";

describe("artifacts", () => {
  let server: TestApi;
  let runId: string;
  beforeAll(async () => {
    server = await startApi();
    runId = await server.addRun();
    await server.artifacts.write(`${runId}/order/001.jpg`, new Uint8Array([255, 216, 255, 224]));
    await server.artifacts.write(`${runId}/report.html`, "<script>alert(1)</script>");
  });
  afterAll(() => server.close());

  test("are read with a bearer token, or with one in the query", async () => {
    const path = `/artifacts/${runId}/order/001.jpg`;
    const { body } = await server.send("POST", "/auth/tokens", { body: {} });
    const apiToken = String(body["token"]);
    for (const [address, token] of [
      [path, server.token],
      [`${path}?token=${server.token}`, null],
      [`${path}?token=${apiToken}`, null],
    ] as const) {
      const answer = await server.send("GET", address, { token });
      expect(answer.status).toBe(200);
      expect(answer.headers.get("content-type")).toBe("image/jpeg");
      expect(answer.headers.get("content-length")).toBe("4");
      const embedding = answer.headers.get("cross-origin-resource-policy");
      expect(embedding).toBe(token === null ? "cross-origin" : "same-origin");
    }
    for (const address of [path, `${path}?token=no`, `${path}?token=`]) {
      expect((await server.send("GET", address, { token: null })).status).toBe(401);
    }
  });

  test("cannot act as pages of the service", async () => {
    const { headers } = await server.send("GET", `/artifacts/${runId}/report.html`);
    expect(headers.get("content-security-policy")).toMatch(/^sandbox; default-src 'none'/);
    expect(headers.get("x-content-type-options")).toBe("nosniff");
  });

  test("answer HEAD", async () => {
    const { status, text, headers } = await server.send("HEAD", `/artifacts/${runId}/report.html`);
    expect({ status, text }).toEqual({ status: 200, text: "" });
    expect(headers.get("content-length")).toBe("25");
  });

  test("of another organisation are not there", async () => {
    const { token } = await server.addOrganisation();
    expect((await server.send("GET", `/artifacts/${runId}/report.html`, { token })).status).toBe(404);
  });

  test("are confined to their run", async () => {
    const outside = [
      runId,
      `${runId}/`,
      `${runId}/order`,
      `${runId}/order/`,
      `${runId}//report.html`,
      `${runId}/none.jpg`,
      `${runId}/../${runId}/report.html`,
      `${runId}/%2e%2e/%2e%2e/database.sqlite`,
      `${runId}/..%2f..%2fdatabase.sqlite`,
      `${runId}/%252e%252e/secret`,
      `${runId}/..%5c..%5csecret`,
      `${runId}/report.html%00.jpg`,
      "../database.sqlite",
      "%2e%2e/database.sqlite",
      "/etc/passwd",
      "%2fetc%2fpasswd",
      "",
    ];
    for (const path of outside) {
      const answer = await rawGet(`${server.base}/artifacts/`, path, server.token);
      expect({ path, status: answer }).toEqual({ path, status: 404 });
    }
  });
});

/** A request with its path exactly as given: fetch would resolve the dots. */
const rawGet = (base: string, path: string, token: string): Promise<number> => {
  const { hostname, port, pathname } = new URL(base);
  return new Promise((resolve, reject) => {
    const headers = { authorization: `Bearer ${token}` };
    request({ hostname, port, path: pathname + path, headers }, (response) => {
      response.resume();
      resolve(response.statusCode ?? 0);
    })
      .on("error", reject)
      .end();
  });
};
