import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { Operation } from "#api/define-api.ts";
import { api } from "#api/index.ts";
import { firstOrganisationId } from "#model/organisation.ts";
import { startApi } from "#test/support/api.ts";
import type { Answer, TestApi } from "#test/support/api.ts";
import { pathTo, populate } from "./resources.ts";
import type { Resources } from "./resources.ts";

const operations = Object.entries<Operation>(api);
const closed = operations.filter(([, { access }]) => access !== "open");
const open = operations.filter(([, { access }]) => access === "open");
const forAdmins = operations.filter(([, { access }]) => access === "admin");
const inQuery = operations.filter(([, { access }]) => access === "query_token");

const unauthorized = { status: 401, body: { type: "unauthorized", status: 401 } };
const forbidden = { status: 403, body: { type: "forbidden", status: 403 } };

let server: TestApi;
let own: Resources;
beforeAll(async () => {
  server = await startApi();
  own = await populate(server, { id: firstOrganisationId, token: server.token });
});
afterAll(() => server.close());

const call = (token: string | null, operation: Operation): Promise<Answer> =>
  server.send(operation.method, pathTo(operation.path, own), {
    token,
    body: operation.body ? operation.examples?.body : undefined,
  });

/** A user, signed in, with an API token. */
const person = async (role: "admin" | "member") => {
  const user = await server.addUser({ role });
  const made = await server.send("POST", "/auth/tokens", { token: user.token, body: {} });
  return { ...user, tokenId: String(made.body["id"]), apiToken: String(made.body["token"]) };
};

const outcomes = async (token: string, of: typeof operations): Promise<unknown[]> => {
  const seen: unknown[] = [];
  for (const [id, operation] of of) {
    const { status, body } = await call(token, operation);
    seen.push(`${id} ${status} ${String(body["type"])}`);
  }
  return seen;
};
const all = (of: typeof operations, told: string): string[] => of.map(([id]) => `${id} ${told}`);

describe("who is nobody", () => {
  test.each(closed)("may not: %s", async (_, operation) => {
    for (const token of [null, "x", "tw_x", `${server.token}x`])
      expect(await call(token, operation)).toMatchObject(unauthorized);
  });

  test.each(open)("may: %s", async (id, operation) => {
    const { status } = await call(null, operation);
    // The example is nobody's password, and the service is set up already.
    const told: Record<string, number> = { login: 401, setUp: 409 };
    expect(status).toBe(told[id] ?? 200);
  });

  test("is told how to sign in", async () => {
    const { headers } = await server.send("GET", "/auth/me", { token: null });
    expect(headers.get("www-authenticate")).toMatch(/^Bearer/);
  });
});

describe("a token in the address", () => {
  test.each(closed)("counts only where a browser cannot send headers: %s", async (_, operation) => {
    const body = operation.body ? operation.examples?.body : undefined;
    const path = `${pathTo(operation.path, own)}?token=${server.token}`;
    const { status } = await server.send(operation.method, path, { token: null, body });
    expect(status).toBe(operation.access === "query_token" ? 200 : 401);
  });

  test("counts for the files of runs, the event stream and the documentation", () => {
    const ids = inQuery.map(([id]) => id).toSorted();
    expect(ids).toEqual(["getArtifact", "getDocs", "getOpenApi", "streamRunEvents"]);
  });

  test("may be a session or an API token", async () => {
    const { apiToken } = await person("member");
    const path = `/artifacts/${own["/artifacts/"]}`;
    for (const token of [apiToken, server.token])
      expect((await server.send("GET", `${path}?token=${token}`, { token: null })).status).toBe(200);
    expect((await server.send("GET", `${path}?token=tw_no`, { token: null })).status).toBe(401);
  });
});

describe("a member", () => {
  test("may do nothing that is for admins, with a session or with a token", async () => {
    const { token, apiToken } = await person("member");
    for (const credential of [token, apiToken])
      expect(await outcomes(credential, forAdmins)).toEqual(all(forAdmins, "403 forbidden"));
  });

  test("may do all the rest", async () => {
    const { token } = await person("member");
    const { token: other } = await server.addOrganisation();
    const rest = closed.filter(([, { access }]) => access !== "admin");
    for (const [id, operation] of rest) {
      // Of another organisation, so that nothing that other tests need is deleted: 404 is no refusal.
      const { status, body } = await call(operation.method === "DELETE" ? other : token, operation);
      expect({ id, status, type: body["type"] }).not.toMatchObject({ status: 401 });
      expect({ id, status, type: body["type"] }).not.toMatchObject({ status: 403 });
    }
  });
});

test("admins only: users, organisations and writing settings", () => {
  expect(forAdmins.map(([, { method, path }]) => `${method} ${path}`).toSorted()).toEqual([
    "DELETE /auth/users/{id}",
    "GET /auth/users",
    "GET /organisations",
    "PATCH /auth/users/{id}",
    "POST /auth/users",
    "POST /organisations",
    "PUT /settings",
  ]);
});

describe("access ends at once", () => {
  test("for a deleted user, with session and token", async () => {
    const { id, token, apiToken } = await person("admin");
    expect((await server.send("GET", "/auth/me", { token: apiToken })).status).toBe(200);
    expect((await server.send("DELETE", `/auth/users/${id}`)).status).toBe(200);
    for (const credential of [token, apiToken])
      expect(await outcomes(credential, closed)).toEqual(all(closed, "401 unauthorized"));
  });

  test("for a revoked token, and for that one alone", async () => {
    const { token, tokenId, apiToken } = await person("admin");
    expect((await server.send("DELETE", `/auth/tokens/${tokenId}`, { token })).status).toBe(200);
    expect(await outcomes(apiToken, closed)).toEqual(all(closed, "401 unauthorized"));
    expect((await server.send("GET", "/auth/me", { token })).status).toBe(200);
  });

  test("for what a demoted admin might do, with session and token", async () => {
    const { id, token, apiToken } = await person("admin");
    for (const credential of [token, apiToken])
      expect((await server.send("GET", "/auth/users", { token: credential })).status).toBe(200);
    await server.send("PATCH", `/auth/users/${id}`, { body: { role: "member" } });
    for (const credential of [token, apiToken]) {
      expect(await outcomes(credential, forAdmins)).toEqual(all(forAdmins, "403 forbidden"));
      expect((await server.send("GET", "/suites", { token: credential })).status).toBe(200);
    }
  });

  test("for sessions made with an old password", async () => {
    const { id, token } = await person("member");
    await server.send("PATCH", `/auth/users/${id}`, { body: { password: "another one" } });
    expect(await outcomes(token, closed)).toEqual(all(closed, "401 unauthorized"));
  });

  test("and comes at once for a member who becomes admin", async () => {
    const { id, apiToken } = await person("member");
    expect(await server.send("GET", "/auth/users", { token: apiToken })).toMatchObject(forbidden);
    await server.send("PATCH", `/auth/users/${id}`, { body: { role: "admin" } });
    expect((await server.send("GET", "/auth/users", { token: apiToken })).status).toBe(200);
  });
});
