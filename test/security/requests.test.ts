import { once } from "node:events";
import { connect } from "node:net";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { createStreamLimit } from "#http/event-stream.ts";
import { startApi } from "#test/support/api.ts";
import type { TestApi } from "#test/support/api.ts";

let server: TestApi;
beforeAll(async () => {
  server = await startApi({ trustProxy: true });
});
afterAll(() => server.close());

/** Sends bytes as they are and gives all that comes back until the server closes, or has answered `answers` times. */
const raw = async (text: string, answers = 1): Promise<string> => {
  const { hostname, port } = new URL(server.url);
  const socket = connect(Number(port), hostname);
  socket.on("error", () => undefined);
  let heard = "";
  socket.on("data", (chunk: Buffer) => {
    heard += chunk.toString("latin1");
    if (heard.split("HTTP/1.1 ").length > answers) socket.end();
  });
  socket.write(text);
  await once(socket, "close");
  return heard;
};
const statuses = (heard: string): string[] =>
  [...heard.matchAll(/^HTTP\/1\.1 (\d+)/gm)].map(([, status]) => status ?? "");

describe("a request that two servers would read differently", () => {
  const smuggled = "GET /api/v1/health HTTP/1.1\r\nHost: x\r\n\r\n";
  const path = "POST /api/v1/auth/login HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\n";
  test.each([
    [
      "a length and chunks",
      `${path}Content-Length: 5\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n${smuggled}`,
    ],
    ["two lengths", `${path}Content-Length: 0\r\nContent-Length: ${smuggled.length}\r\n\r\n${smuggled}`],
    ["a length with a sign", `${path}Content-Length: +0\r\n\r\n${smuggled}`],
    ["another transfer encoding", `${path}Transfer-Encoding: xchunked\r\n\r\n0\r\n\r\n${smuggled}`],
    ["chunked twice", `${path}Transfer-Encoding: chunked, identity\r\n\r\n0\r\n\r\n${smuggled}`],
    ["a space before the colon", `${path}Content-Length : 0\r\n\r\n${smuggled}`],
    ["a folded header", `${path}X-A: b\r\n Content-Length: 0\r\n\r\n${smuggled}`],
    [
      "a header with a line feed alone",
      `${path}X-A: b\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n${smuggled}`,
    ],
    [
      "a chunk with a wrong size",
      `${path}Transfer-Encoding: chunked\r\n\r\nzz\r\nab\r\n0\r\n\r\n${smuggled}`,
    ],
    ["a NUL in a header", `${path}X-A: a\0b\r\nContent-Length: 0\r\n\r\n${smuggled}`],
  ])("is refused, and what follows is not served: %s", async (_, text) => {
    const heard = await raw(text, 3);
    expect(statuses(heard)).not.toContain("200");
    expect(statuses(heard)[0]).toMatch(/^4\d\d$/);
  });
});

describe("callers who do not let go", () => {
  test("lose their connections once they were refused, though they keep their side open", async () => {
    const { hostname, port } = new URL(server.url);
    const sockets = (): number =>
      process.getActiveResourcesInfo().filter((name) => name === "TCPSocketWrap").length;
    const before = sockets();
    const callers = Array.from({ length: 50 }, () =>
      connect({ port: Number(port), host: hostname, allowHalfOpen: true }),
    );
    const refused = callers.map(async (socket) => {
      socket.resume();
      socket.write("this is no HTTP\r\n\r\n");
      await once(socket, "end");
    });
    await Promise.all(refused);
    // Their own ends are in this process, too.
    await expect.poll(sockets).toBeLessThan(before + 75);
    for (const socket of callers) socket.destroy();
  });
});

describe("a body without end", () => {
  const head = `POST /api/v1/suites HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer TOKEN\r\nContent-Type: application/json\r\n`;
  const withToken = (text: string): string => text.replace("TOKEN", server.token);
  test("is refused by the length that it announces, before any of it is read", async () => {
    const heard = await raw(withToken(`${head}Content-Length: 99999999999\r\n\r\n{`));
    expect(statuses(heard)).toEqual(["413"]);
  });
  test("is refused after what may be, when it announces none", async () => {
    const chunk = `10000\r\n${" ".repeat(65_536)}\r\n`;
    const heard = await raw(withToken(`${head}Transfer-Encoding: chunked\r\n\r\n${chunk.repeat(20)}`));
    expect(statuses(heard)).toEqual(["413"]);
  });
  test("is not unpacked", async () => {
    const packed = { "content-encoding": "gzip" };
    const { status } = await server.send("POST", "/suites", {
      text: "x",
      type: "application/json",
      headers: packed,
    });
    expect(status).toBe(400);
  });
  test("of headers is refused", async () => {
    const heard = await raw(`GET /api/v1/health HTTP/1.1\r\nHost: x\r\nX-A: ${"a".repeat(100_000)}\r\n\r\n`);
    expect(statuses(heard)).toEqual(["431"]);
  });
});

describe("what a caller writes never becomes a header", () => {
  test("neither its request id nor a name that is answered", async () => {
    const { headers } = await server.send("GET", "/health", { headers: { "x-request-id": "a b; c" } });
    expect(headers.get("x-request-id")).toMatch(/^[\w-]{36}$/);
    const heard = await raw(
      `GET /api/v1/suites/a%0d%0aset-cookie:%20x=1/export HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${server.token}\r\n\r\n`,
    );
    expect(statuses(heard)).toEqual(["404"]);
    expect(heard.split("\r\n\r\n", 1)[0]).not.toMatch(/^set-cookie/im);
  });
  test("nor those that a check sends, which cannot be two", async () => {
    const check = { url: `${server.url}/api/v1/health`, headers: { "x-a": "b\r\nx-evil: 1" } };
    const { status, body } = await server.send("POST", "/checks/api", { body: check });
    expect([status, body["status"]]).not.toEqual([200, "passed"]);
  });
});

describe("another site's page in the browser of who is signed in", () => {
  const evil = { origin: "https://evil.example" };
  test("has nothing to ride on: no answer sets a cookie, none counts", async () => {
    const body = { email: "admin@example.com", password: "correct horse" };
    const login = await server.send("POST", "/auth/login", { token: null, body });
    expect(login.headers.get("set-cookie")).toBeNull();
    const cookie = `token=${server.token}; session=${server.token}`;
    expect((await server.send("GET", "/auth/me", { token: null, headers: { cookie } })).status).toBe(401);
  });
  test.each(["text/plain", "application/x-www-form-urlencoded", "multipart/form-data; boundary=x"])(
    "cannot write by a form that needs no leave: %s",
    async (type) => {
      const fresh = await startApi({ setUp: false });
      const text = JSON.stringify({ email: "evil@example.com", password: "long enough" });
      const answer = await fresh.send("POST", "/auth/setup", { token: null, text, type, headers: evil });
      const { body } = await fresh.send("GET", "/auth/setup", { token: null });
      await fresh.close();
      expect([answer.status, body["needs_setup"]]).toEqual([415, true]);
    },
  );
  test("is given no leave to read", async () => {
    for (const method of ["GET", "OPTIONS"]) {
      const { headers } = await server.send(method, "/runs", {
        headers: { ...evil, "access-control-request-method": "GET" },
      });
      expect([...headers.keys()].filter((name) => name.startsWith("access-control"))).toEqual([]);
    }
  });
});

describe("guessing passwords", () => {
  let guesses = 0;
  const guess = async (email: string, from: string): Promise<number> => {
    guesses += 1;
    const body = { email, password: `guess number ${guesses}` };
    return (
      await server.send("POST", "/auth/login", { token: null, body, headers: { "x-forwarded-for": from } })
    ).status;
  };
  test("takes the same work whether the user exists or not", async () => {
    const workOf = async (email: string, from: string): Promise<number> => {
      const before = process.cpuUsage();
      for (let round = 0; round < 4; round += 1) expect(await guess(email, from)).toBe(401);
      const { user, system } = process.cpuUsage(before);
      return user + system;
    };
    await workOf("admin@example.com", "203.0.113.1");
    const known = await workOf("admin@example.com", "203.0.113.2");
    const unknown = await workOf("nobody@example.com", "203.0.113.3");
    // A hash that is not computed would be a hundredth.
    expect(unknown / known).toBeGreaterThan(0.4);
    expect(unknown / known).toBeLessThan(2.5);
  });
  test("is counted for the whole network that one caller has of IPv6, and for nobody else", async () => {
    for (let round = 1; round <= 10; round += 1)
      expect(await guess("admin@example.com", `2001:db8:1:2:${round}::${round}`)).toBe(401);
    expect(await guess("admin@example.com", "2001:db8:1:2:ffff::1")).toBe(429);
    expect(await guess("admin@example.com", "2001:db8:1:3::1")).toBe(401);
  });
});

describe("streams of events", () => {
  test("end within seconds when the access of their reader does", async () => {
    const { token: session } = await server.addUser({ role: "member" });
    const made = await server.send("POST", "/auth/tokens", { token: session, body: {} });
    const run = await server.addRun();
    const response = await fetch(`${server.base}/runs/${run}/events`, {
      headers: { authorization: `Bearer ${String(made.body["token"])}` },
    });
    expect(response.status).toBe(200);
    await server.send("DELETE", `/auth/tokens/${String(made.body["id"])}`, { token: session });
    // The run goes on; the stream does not.
    expect(await response.text()).not.toContain("data:");
  });
  test("are bounded for each organisation, and closed ones make room", () => {
    const open = createStreamLimit();
    const closes = Array.from({ length: 1000 }, () => open("one"));
    expect(() => open("one")).toThrow(expect.objectContaining({ code: "rate_limited" }) as Error);
    expect(() => open("two")).not.toThrow();
    closes[0]?.();
    expect(() => open("one")).not.toThrow();
  });
});
