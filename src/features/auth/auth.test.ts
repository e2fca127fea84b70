import { createHmac } from "node:crypto";
import { afterEach, describe, expect, test } from "vitest";
import { anyText, textLike } from "#test/support/any.ts";
import { startApi } from "#test/support/api.ts";
import type { ApiOptions, TestApi } from "#test/support/api.ts";

const running: TestApi[] = [];
const start = async (options: ApiOptions = {}): Promise<TestApi> => {
  const server = await startApi(options);
  running.push(server);
  return server;
};
afterEach(async () => {
  await Promise.all(running.splice(0).map((server) => server.close()));
});

const anyone = { token: null };
const ada = { email: "Ada@Example.com", password: "correct horse" };

describe("setup", () => {
  test("makes the first admin, once", async () => {
    const server = await start({ setUp: false });
    expect((await server.send("GET", "/auth/setup", anyone)).body).toEqual({ needs_setup: true });
    const made = await server.send("POST", "/auth/setup", { ...anyone, body: ada });
    expect(made).toMatchObject({ status: 200, body: { user: { email: "ada@example.com", role: "admin" } } });
    expect((await server.send("GET", "/auth/me", { token: String(made.body["token"]) })).status).toBe(200);
    expect((await server.send("GET", "/auth/setup", anyone)).body).toEqual({ needs_setup: false });
    const again = await server.send("POST", "/auth/setup", {
      ...anyone,
      body: { ...ada, email: "b@example.com" },
    });
    expect(again).toMatchObject({ status: 409, body: { type: "conflict" } });
  });

  test("lets only one of many at the same time win", async () => {
    const server = await start({ setUp: false });
    const answers = await Promise.all(
      Array.from({ length: 8 }, (_, i) =>
        server.send("POST", "/auth/setup", { ...anyone, body: { ...ada, email: `a${i}@example.com` } }),
      ),
    );
    expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([
      200,
      ...Array.from({ length: 7 }, () => 409),
    ]);
    expect(await server.store.users.count()).toBe(1);
  });

  test.each([
    { ...ada, password: "short" },
    { ...ada, email: "no address" },
    { ...ada, email: "two@at@example.com" },
    { ...ada, role: "admin" },
  ])("refuses %o", async (body) => {
    const server = await start({ setUp: false });
    expect((await server.send("POST", "/auth/setup", { ...anyone, body })).status).toBe(400);
  });

  test("takes an address on a machine without a domain, as browsers do", async () => {
    const server = await start({ setUp: false });
    const body = { ...ada, email: "admin@localhost" };
    expect((await server.send("POST", "/auth/setup", { ...anyone, body })).status).toBe(200);
    expect((await server.send("POST", "/auth/login", { ...anyone, body })).status).toBe(200);
  });

  test("is done by the configuration at the first boot", async () => {
    const server = await start({ setUp: false, admin: ada });
    expect((await server.send("GET", "/auth/setup", anyone)).body).toEqual({ needs_setup: false });
    expect((await server.send("POST", "/auth/login", { ...anyone, body: ada })).status).toBe(200);
  });
});

describe("sessions", () => {
  const login = (server: TestApi, body: { email: string; password: string }, headers = {}) =>
    server.send("POST", "/auth/login", { ...anyone, body, headers });

  test("begin with e-mail and password, whatever the case of the address", async () => {
    const server = await start();
    const { body } = await login(server, { email: "ADMIN@example.com", password: "correct horse" });
    const me = await server.send("GET", "/auth/me", { token: String(body["token"]) });
    expect(me.body).toEqual(body["user"]);
    expect(Object.keys(me.body).toSorted()).toEqual(["email", "id", "role"]);
  });

  test("do not begin with anything else, and say no more than that", async () => {
    const server = await start();
    const wrong = await login(server, { email: "admin@example.com", password: "wrong" });
    const unknown = await login(server, { email: "nobody@example.com", password: "wrong" });
    expect([wrong.status, unknown.status]).toEqual([401, 401]);
    expect(wrong.body["detail"]).toBe(unknown.body["detail"]);
  });

  test.each([
    ["nothing", undefined],
    ["basic credentials", "Basic YTpi"],
    ["no token", "Bearer"],
    ["nonsense", "Bearer nonsense"],
    ["an unknown API token", "Bearer tw_unknown"],
    ["a token without signature", `Bearer ${unsigned({ sub: "x", pv: "x", exp: 4_000_000_000 })}`],
  ])("are not had with %s", async (_, authorization) => {
    const server = await start();
    const headers: Record<string, string> = authorization === undefined ? {} : { authorization };
    const answer = await server.send("GET", "/auth/me", { ...anyone, headers });
    expect(answer).toMatchObject({ status: 401, body: { type: "unauthorized" } });
    expect(answer.headers.get("www-authenticate")).toContain("Bearer");
  });

  test("are not had with a token that another secret signed, nor with one that has expired", async () => {
    const server = await start();
    const other = await start({ jwtSecret: "another secret of the same length" });
    expect((await server.send("GET", "/auth/me", { token: other.token })).status).toBe(401);
    const brief = await start({ jwtTtlSeconds: -1 });
    const { body } = await login(brief, { email: "admin@example.com", password: "correct horse" });
    expect((await brief.send("GET", "/auth/me", { token: String(body["token"]) })).status).toBe(401);
  });

  test("are refused after ten failures from one address", async () => {
    const server = await start({ trustProxy: true });
    const from = { "x-forwarded-for": "203.0.113.7" };
    const bad = { email: "admin@example.com", password: "wrong" };
    const good = { email: "admin@example.com", password: "correct horse" };
    const statuses = (await Promise.all(Array.from({ length: 13 }, () => login(server, bad, from)))).map(
      (a) => a.status,
    );
    expect(statuses.filter((status) => status === 401)).toHaveLength(10);
    expect(statuses.filter((status) => status === 429)).toHaveLength(3);
    const limited = await login(server, good, from);
    expect(limited).toMatchObject({ status: 429, body: { type: "rate_limited" } });
    const retryAfter = Number(limited.headers.get("retry-after"));
    expect(retryAfter).toBeGreaterThan(0);
    expect(retryAfter).toBeLessThanOrEqual(300);
    expect((await login(server, good, { "x-forwarded-for": "203.0.113.8" })).status).toBe(200);
  });

  test("count failures by what the proxy says, not by what its caller made up", async () => {
    const server = await start({ trustProxy: true });
    const bad = { email: "admin@example.com", password: "wrong" };
    const from = (i: number) => ({ "x-forwarded-for": `10.0.0.${i}, 203.0.113.7` });
    for (let i = 0; i < 10; i++) await login(server, bad, from(i));
    expect((await login(server, bad, from(11))).status).toBe(429);
  });

  test("count failures by the real address when no proxy is trusted", async () => {
    const server = await start();
    const bad = { email: "admin@example.com", password: "wrong" };
    for (let i = 0; i < 10; i++) await login(server, bad, { "x-forwarded-for": `203.0.113.${i}` });
    expect((await login(server, bad)).status).toBe(429);
  });

  test("may begin again when the failures are older than five minutes", async () => {
    const server = await start();
    const old = new Date(Date.now() - 5 * 60_000 - 1000).toISOString();
    for (let i = 0; i < 12; i++) await server.store.loginFailures.record("127.0.0.1", old);
    expect((await login(server, { email: "admin@example.com", password: "correct horse" })).status).toBe(200);
  });
});

describe("API tokens", () => {
  test("act as their maker, are shown once and kept as a hash", async () => {
    const server = await start();
    const { body } = await server.send("POST", "/auth/tokens", { body: { name: "CI" } });
    expect(body).toMatchObject({ name: "CI", token: textLike(/^tw_[\w-]{43}$/) });
    const token = String(body["token"]);
    expect((await server.send("GET", "/auth/me", { token })).body["email"]).toBe("admin@example.com");
    const { body: list } = await server.send("GET", "/auth/tokens");
    expect(list).toMatchObject({
      total: 1,
      items: [{ id: body["id"], name: "CI", last_used_at: anyText }],
    });
    expect(JSON.stringify(list)).not.toContain(token);
    expect(await server.databaseText()).not.toContain(token);
  });

  test("need no name", async () => {
    const server = await start();
    expect((await server.send("POST", "/auth/tokens", { body: {} })).status).toBe(200);
  });

  test("cannot make tokens", async () => {
    const server = await start();
    const { body } = await server.send("POST", "/auth/tokens", { body: {} });
    const answer = await server.send("POST", "/auth/tokens", { body: {}, token: String(body["token"]) });
    expect(answer).toMatchObject({ status: 403, body: { type: "forbidden" } });
  });

  test("end when they are revoked, by their owner only", async () => {
    const server = await start();
    const { body } = await server.send("POST", "/auth/tokens", { body: {} });
    const path = `/auth/tokens/${String(body["id"])}`;
    const other = await server.addUser({ role: "admin" });
    expect((await server.send("DELETE", path, { token: other.token })).status).toBe(404);
    expect((await server.send("DELETE", path)).body).toEqual({ ok: true });
    expect((await server.send("GET", "/auth/me", { token: String(body["token"]) })).status).toBe(401);
    expect((await server.send("DELETE", path)).status).toBe(404);
  });
});

describe("users", () => {
  test("are managed by admins only", async () => {
    const server = await start();
    const member = await server.addUser({ role: "member" });
    const input = { email: "x@example.com", password: "long enough", role: "member" };
    for (const [method, path, body] of [
      ["GET", "/auth/users", undefined],
      ["POST", "/auth/users", input],
      ["PATCH", `/auth/users/${member.id}`, { role: "admin" }],
      ["DELETE", `/auth/users/${member.id}`, undefined],
    ] as const) {
      const answer = await server.send(method, path, { body, token: member.token });
      expect(answer).toMatchObject({ status: 403, body: { type: "forbidden" } });
      expect((await server.send(method, path, { body, token: null })).status).toBe(401);
    }
  });

  test("have an address that no other has, and a role", async () => {
    const server = await start();
    const input = { email: "x@example.com", password: "long enough", role: "member" };
    const made = await server.send("POST", "/auth/users", { body: input });
    expect(made).toMatchObject({ status: 200, body: { email: "x@example.com", role: "member" } });
    expect(JSON.stringify(made.body)).not.toContain("argon2");
    expect(
      (await server.send("POST", "/auth/users", { body: { ...input, email: "X@example.com" } })).status,
    ).toBe(409);
    expect((await server.send("POST", "/auth/users", { body: { ...input, role: "owner" } })).status).toBe(
      400,
    );
    expect((await server.send("GET", "/auth/users")).body).toMatchObject({ total: 2 });
    expect(await server.databaseText()).toContain("$argon2id$v=19$m=19456,t=2,p=1$");
  });

  test("lose access at once when they are deleted, sessions and tokens alike", async () => {
    const server = await start();
    const member = await server.addUser({ role: "member" });
    const { body } = await server.send("POST", "/auth/tokens", { body: {}, token: member.token });
    expect((await server.send("DELETE", `/auth/users/${member.id}`)).body).toEqual({ ok: true });
    for (const token of [member.token, String(body["token"])]) {
      expect((await server.send("GET", "/auth/me", { token })).status).toBe(401);
    }
    expect((await server.send("DELETE", `/auth/users/${member.id}`)).status).toBe(404);
  });

  test("have the role of the moment, tokens included", async () => {
    const server = await start();
    const other = await server.addUser({ role: "admin" });
    const { body } = await server.send("POST", "/auth/tokens", { body: {}, token: other.token });
    await server.send("PATCH", `/auth/users/${other.id}`, { body: { role: "member" } });
    for (const token of [other.token, String(body["token"])]) {
      expect((await server.send("GET", "/auth/users", { token })).status).toBe(403);
    }
  });

  test("end their sessions with a new password", async () => {
    const server = await start();
    const member = await server.addUser({ role: "member" });
    const password = "another password";
    await server.send("PATCH", `/auth/users/${member.id}`, { body: { password } });
    expect((await server.send("GET", "/auth/me", { token: member.token })).status).toBe(401);
    const again = await server.send("POST", "/auth/login", {
      ...anyone,
      body: { email: member.email, password },
    });
    expect(again.status).toBe(200);
  });

  test("always keep an admin", async () => {
    const server = await start();
    const { body: me } = await server.send("GET", "/auth/me");
    const path = `/auth/users/${String(me["id"])}`;
    expect((await server.send("DELETE", path)).status).toBe(409);
    expect((await server.send("PATCH", path, { body: { role: "member" } })).status).toBe(409);
    expect((await server.send("GET", "/auth/me")).body["role"]).toBe("admin");
    await server.addUser({ role: "admin" });
    expect((await server.send("DELETE", path)).status).toBe(200);
  });

  test("of another organisation are not there", async () => {
    const server = await start();
    const other = await server.addOrganisation();
    const { body: stranger } = await server.send("GET", "/auth/me", { token: other.token });
    const path = `/auth/users/${String(stranger["id"])}`;
    expect((await server.send("PATCH", path, { body: { role: "member" } })).status).toBe(404);
    expect((await server.send("DELETE", path)).status).toBe(404);
    expect((await server.send("GET", "/auth/users")).body).toMatchObject({ total: 1 });
  });
});

function unsigned(payload: object): string {
  const encode = (part: object): string => Buffer.from(JSON.stringify(part)).toString("base64url");
  const text = `${encode({ alg: "none", typ: "JWT" })}.${encode(payload)}`;
  return `${text}.${createHmac("sha256", "").update(text).digest("base64url")}`;
}
