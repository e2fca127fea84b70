import { inspect } from "node:util";
import { createServer, type RequestListener } from "node:http";
import type { AddressInfo } from "node:net";
import { gzipSync } from "node:zlib";
import { afterEach, describe, expect, it } from "vitest";
import { createOutboundFetch, type OutboundOptions } from "./fetch.ts";
import { OutboundRefused } from "#ports/outbound.ts";
import { createOutboundPolicy, type ResolveHost } from "./policy.ts";

const cleanups: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const clean of cleanups.splice(0)) await clean();
});

const serve = async (listener: RequestListener): Promise<number> => {
  const server = createServer(listener);
  await new Promise<void>((done) => server.listen(0, "127.0.0.1", done));
  cleanups.push(() => new Promise((done) => (server.closeAllConnections(), server.close(done))));
  return (server.address() as AddressInfo).port;
};
const outbound = (options: OutboundOptions = {}) => {
  const fetch = createOutboundFetch(options);
  cleanups.push(() => fetch.close());
  return fetch;
};
const resolvesTo =
  (...addresses: string[]): ResolveHost =>
  (_hostname, callback) =>
    callback(
      null,
      addresses.map((address) => ({ address, family: address.includes(":") ? 6 : 4 })),
    );

describe("addresses that are never reached", () => {
  const { checkUrl } = createOutboundPolicy();
  it.each([
    "http://169.254.169.254/latest/meta-data/",
    "http://2852039166/",
    "http://0xa9fea9fe/",
    "http://0251.0376.0251.0376/",
    "http://169.254.43518/",
    "http://[::ffff:169.254.169.254]/",
    "http://[::ffff:a9fe:a9fe]/",
    "http://[64:ff9b::a9fe:a9fe]/",
    "http://[2002:a9fe:a9fe::1]/",
    "http://[fe80::1]/",
    "http://[fd00:ec2::254]/",
    "http://100.100.100.200/",
    "http://metadata.google.internal/computeMetadata/v1/",
    "http://METADATA.google.internal./",
    "file:///etc/passwd",
    "ftp://127.0.0.1/",
    "javascript:alert(1)",
    "not a url",
  ])("%s", (url) => {
    expect(() => checkUrl(url)).toThrow(OutboundRefused);
  });
  it.each([
    "http://127.0.0.1:8080/",
    "http://localhost/",
    "https://shop.example/",
    "http://[::1]:3000/",
    "http://10.0.0.7/",
  ])("%s is no such address", (url) => {
    expect(checkUrl(url).href).toBe(url);
  });
});

describe("the operator's lists", () => {
  it("blocks names, wildcards and ranges, and a block wins over an allowance", async () => {
    const policy = createOutboundPolicy({
      blockedHosts: ["internal.example", "*.corp.example", "10.0.0.0/8", "fc00::/7", "192.168.1.1"],
      allowedHosts: ["*.example", "10.0.0.0/8"],
      resolve: resolvesTo("203.0.113.5"),
    });
    await expect(policy.isAllowedUrl("http://shop.example/")).resolves.toBe(true);
    await expect(policy.isAllowedUrl("http://internal.example/")).resolves.toBe(false);
    await expect(policy.isAllowedUrl("http://a.corp.example./")).resolves.toBe(false);
    await expect(policy.isAllowedUrl("http://10.1.2.3/")).resolves.toBe(false);
    await expect(policy.isAllowedUrl("http://[fd12::1]/")).resolves.toBe(false);
    await expect(policy.isAllowedUrl("http://other.test/")).resolves.toBe(false);
    await expect(policy.isAllowedUrl("http://203.0.113.9/")).resolves.toBe(false);
  });
  it("checks the resolved address, every one of them", async () => {
    const policy = createOutboundPolicy({
      blockedHosts: ["10.0.0.0/8"],
      resolve: resolvesTo("203.0.113.5", "10.0.0.1"),
    });
    await expect(policy.isAllowedUrl("http://shop.example/")).resolves.toBe(false);
    const metadata = createOutboundPolicy({ resolve: resolvesTo("::ffff:169.254.169.254") });
    await expect(metadata.isAllowedUrl("http://innocent.example/")).resolves.toBe(false);
  });
  it("lets a name that does not resolve through, for the connection to tell", async () => {
    const policy = createOutboundPolicy({
      resolve: (_hostname, callback) => callback(Object.assign(new Error("no"), { code: "ENOTFOUND" }), []),
    });
    await expect(policy.isAllowedUrl("http://gone.example/")).resolves.toBe(true);
  });
});

describe("fetch", () => {
  it("answers as fetch does", async () => {
    const port = await serve((request, response) => {
      response.setHeader("x-method", request.method ?? "");
      request.pipe(response);
    });
    const answer = await outbound()(`http://127.0.0.1:${port}/`, { method: "POST", body: "hello" });
    expect([answer.status, answer.headers.get("x-method"), await answer.text()]).toEqual([
      200,
      "POST",
      "hello",
    ]);
  });
  it("does not follow a redirect to the metadata service", async () => {
    const port = await serve((_request, response) =>
      response.writeHead(302, { location: "http://169.254.169.254/latest/" }).end(),
    );
    await expect(outbound()(`http://127.0.0.1:${port}/`)).rejects.toThrow(OutboundRefused);
  });
  it("refuses at connect time what a name resolves to, though the name was checked before", async () => {
    let asked = 0;
    const port = await serve((_request, response) => response.end("secret"));
    const rebinding: ResolveHost = (_hostname, callback) => {
      asked += 1;
      callback(null, [{ address: asked === 1 ? "203.0.113.5" : "127.0.0.1", family: 4 }]);
    };
    const policy = createOutboundPolicy({ blockedHosts: ["127.0.0.0/8"], resolve: rebinding });
    await expect(policy.isAllowedUrl(`http://rebind.example:${port}/`)).resolves.toBe(true);
    await expect(outbound({ policy })(`http://rebind.example:${port}/`)).rejects.toThrow(OutboundRefused);
  });
  it("connects to the address that was checked", async () => {
    const port = await serve((request, response) => response.end(request.headers.host));
    const fetch = outbound({ allowedHosts: ["shop.example"], resolve: resolvesTo("127.0.0.1") });
    const answer = await fetch(`http://shop.example:${port}/`);
    expect(await answer.text()).toBe(`shop.example:${port}`);
    await expect(fetch(`http://127.0.0.1:${port}/`)).rejects.toThrow(/SERVICE_ALLOWED_HOSTS/);
  });
  it("keeps credentials within an origin and turns a redirected POST into a GET", async () => {
    const seen: unknown[] = [];
    const target = await serve((request, response) => {
      seen.push([request.method, request.headers.authorization, request.headers["x-note"]]);
      response.end("ok");
    });
    const first = await serve((request, response) => {
      const location = request.url === "/" ? "/again" : `http://127.0.0.1:${target}/`;
      seen.push([request.method, request.headers.authorization, request.headers["x-note"]]);
      response.writeHead(302, { location }).end();
    });
    const answer = await outbound()(`http://127.0.0.1:${first}/`, {
      method: "POST",
      body: "x=1",
      headers: { authorization: "Bearer t", "x-note": "n" },
    });
    expect([answer.redirected, answer.url]).toEqual([true, `http://127.0.0.1:${target}/`]);
    expect(seen).toEqual([
      ["POST", "Bearer t", "n"],
      ["GET", "Bearer t", "n"],
      ["GET", undefined, "n"],
    ]);
  });
  it("sends the user and password of an address as basic auth, within its origin, and tells them in no error", async () => {
    const seen: unknown[] = [];
    const target = await serve((request, response) => {
      seen.push(request.headers.authorization);
      response.end("ok");
    });
    const first = await serve((request, response) => {
      seen.push(request.headers.authorization);
      response.writeHead(302, { location: `http://127.0.0.1:${target}/` }).end();
    });
    await outbound()(`http://ada:pass%C3%BC@127.0.0.1:${first}/`);
    await outbound()(`http://ada:x@127.0.0.1:${target}/`, { headers: { authorization: "Bearer t" } });
    expect(seen).toEqual([`Basic ${Buffer.from("ada:passü").toString("base64")}`, undefined, "Bearer t"]);
    const closed = outbound()("http://lovelace:hush%@127.0.0.1:9/");
    await expect(closed).rejects.toThrow();
    expect(inspect(await closed.catch((error: unknown) => error), { depth: 9 })).not.toMatch(/lovelace|hush/);
  });
  it("ends a loop of redirects and bounds the body", async () => {
    const port = await serve((request, response) =>
      request.url === "/big"
        ? response.end("x".repeat(5000))
        : response.writeHead(302, { location: "/" }).end(),
    );
    const fetch = outbound({ maxBodyBytes: 1000 });
    await expect(fetch(`http://127.0.0.1:${port}/`)).rejects.toThrow(/more than 5/);
    const answer = await fetch(`http://127.0.0.1:${port}/big`);
    await expect(answer.text()).rejects.toThrow();
  });
  it("bounds what a compressed answer unpacks to", async () => {
    const packed = gzipSync(Buffer.alloc(32 * 1024 * 1024));
    const port = await serve((_request, response) =>
      response.writeHead(200, { "content-encoding": "gzip" }).end(packed),
    );
    const answer = await outbound({ maxBodyBytes: 1024 * 1024 })(`http://127.0.0.1:${port}/`);
    await expect(answer.text()).rejects.toThrow(/larger than 1048576/);
  });
  it("gives up on a server that does not answer, and when told to", async () => {
    const port = await serve(() => undefined);
    await expect(outbound({ timeoutMs: 100 })(`http://127.0.0.1:${port}/`)).rejects.toThrow();
    await expect(
      outbound()(`http://127.0.0.1:${port}/`, { signal: AbortSignal.timeout(50) }),
    ).rejects.toThrow();
  });
});
