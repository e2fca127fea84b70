import { once } from "node:events";
import { createServer } from "node:http";
import type { IncomingMessage, Server } from "node:http";
import type { AddressInfo } from "node:net";
import { crc32, deflateSync } from "node:zlib";
import { PNG } from "pngjs";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { startApi } from "#test/support/api.ts";
import type { TestApi } from "#test/support/api.ts";

let server: TestApi;
let target: Server;
let url: string;
const seen: { method: string; headers: IncomingMessage["headers"]; body: string }[] = [];
beforeAll(async () => {
  server = await startApi();
  target = createServer((request, response) => {
    let body = "";
    request.on("data", (chunk: Buffer) => (body += chunk.toString()));
    request.on("end", () => {
      seen.push({ method: request.method ?? "", headers: request.headers, body });
      if (request.url === "/drop") return request.socket.destroy();
      if (request.url === "/missing") response.writeHead(404);
      if (request.url === "/metadata") response.writeHead(302, { location: "http://169.254.169.254/" });
      if (request.url === "/moved") response.writeHead(302, { location: "/" });
      if (request.url === "/deep") return response.end("[".repeat(200_000) + "]".repeat(200_000));
      response.end(
        request.url === "/text"
          ? "hello"
          : JSON.stringify({ name: "Mug", tags: ["a", "b"], price: { eur: 9 } }),
      );
    });
  });
  target.listen(0, "127.0.0.1");
  await once(target, "listening");
  url = `http://127.0.0.1:${(target.address() as AddressInfo).port}`;
});
afterAll(async () => {
  await server.close();
  target.close();
});

describe("an API check", () => {
  const check = async (body: Record<string, unknown>, token?: string) =>
    server.send("POST", "/checks/api", { body: { url: `${url}/`, ...body }, token });

  test.each([
    [{}, "passed", { status: 200 }],
    [{ status: 200, json_path: "$.name", equals: "Mug" }, "passed", { value: "Mug" }],
    [{ json_path: "$.tags[*]", equals: ["a", "b"] }, "passed", { value: ["a", "b"] }],
    [{ json_path: "$.price", equals: { eur: 9 } }, "passed", { value: { eur: 9 } }],
    [{ json_path: "$.name" }, "passed", { value: "Mug" }],
    [{ json_path: "$.name", equals: "Cup" }, "failed", { value: "Mug" }],
    [{ json_path: "$.colour" }, "failed", { value: null }],
    [{ status: 201 }, "failed", { status: 200 }],
  ])("of %o", async (body, status, observed) => {
    expect(await check(body)).toMatchObject({ status: 200, body: { kind: "api", status, observed } });
  });

  test("fails by status, and is broken without an answer or without JSON", async () => {
    expect((await check({ url: `${url}/missing` })).body).toMatchObject({ status: "failed" });
    expect((await check({ url: `${url}/missing`, status: 404 })).body).toMatchObject({ status: "passed" });
    const both = { url: `${url}/missing`, json_path: "$.name" };
    expect((await check({ ...both, equals: "Mug" })).body).toMatchObject({
      status: "passed",
      observed: { status: 404, value: "Mug" },
    });
    expect((await check({ ...both, status: 200 })).body).toMatchObject({ status: "failed" });
    expect((await check({ url: `${url}/text`, json_path: "$" })).body).toMatchObject({ status: "broken" });
    for (const dead of [`${url}/drop`, "http://127.0.0.1:9/"]) {
      expect((await check({ url: dead })).body).toMatchObject({
        status: "broken",
        observed: { status: null },
      });
    }
  });

  test("is broken by an answer that is nested without end, or a path that does not come to an end", async () => {
    for (const json_path of ["$", "$..*"])
      expect((await check({ url: `${url}/deep`, json_path })).body).toMatchObject({ status: "broken" });
    const { body } = await check({ json_path: `$[?search('${"a".repeat(50)}!', '^(a+)+$')]` });
    expect(body).toMatchObject({ status: "broken", observed: { detail: /takes too long/ } });
  });

  test("sends method, headers and body", async () => {
    await check({ method: "POST", headers: { "x-team": "shop" }, body: { a: 1 } });
    expect(seen.at(-1)).toMatchObject({
      method: "POST",
      headers: { "x-team": "shop", "content-type": "application/json" },
      body: '{"a":1}',
    });
    await check({ method: "PUT", headers: { "Content-Type": "text/plain" }, body: "as it is" });
    expect(seen.at(-1)).toMatchObject({ headers: { "content-type": "text/plain" }, body: "as it is" });
  });

  test.each([
    [{ url: "http://169.254.169.254/latest" }, "url"],
    [{ url: "ftp://example.com" }, "url"],
    [{ json_path: "name" }, "json_path"],
    [{ json_path: "$[" }, "json_path"],
    [{ equals: 1 }, "equals"],
    [{ status: 99 }, "status"],
    [{ body: "with GET" }, "body"],
  ])("refuses %o", async (body, path) => {
    expect(await check(body)).toMatchObject({ status: 400, body: { errors: [{ path }] } });
  });

  test("follows redirects, unless one is what it asserts", async () => {
    const moved = `${url}/moved`;
    expect((await check({ url: moved })).body).toMatchObject({ status: "passed", observed: { status: 200 } });
    expect((await check({ url: moved, status: 302 })).body).toMatchObject({
      status: "passed",
      observed: { status: 302 },
    });
    expect((await check({ url: moved, status: 301 })).body).toMatchObject({
      status: "failed",
      observed: { status: 302 },
    });
  });

  test("does not follow a redirect to where it may not go", async () => {
    expect(await check({ url: `${url}/metadata` })).toMatchObject({
      status: 400,
      body: { errors: [{ path: "url" }] },
    });
  });

  test("is for members, too", async () => {
    const { token } = await server.addUser({ role: "member" });
    expect((await check({}, token)).body).toMatchObject({ status: "passed" });
  });
});

/** A white picture with the first `dots` pixels black. */
const picture = (width: number, height: number, dots = 0): string => {
  const png = new PNG({ width, height });
  png.data.fill(255);
  for (let dot = 0; dot < dots; dot += 1) png.data.fill(0, dot * 4, dot * 4 + 3);
  return PNG.sync.write(png).toString("base64");
};

describe("a screenshot check", () => {
  const check = (name: string, image_b64: string, more: { tol?: number; token?: string } = {}) => {
    const { token, ...rest } = more;
    return server.send("POST", "/checks/screenshot", { body: { name, image_b64, ...rest }, token });
  };

  test("seeds the baseline, then compares to it", async () => {
    const { token } = await server.addUser({ role: "member" });
    expect(await check("cart", picture(100, 100), { token })).toMatchObject({
      status: 200,
      body: { kind: "screenshot_region", status: "passed", observed: { seeded: true } },
    });
    expect((await check("cart", picture(100, 100))).body).toMatchObject({
      status: "passed",
      observed: { seeded: false, tolerance: 0.001, share: 0, differing_pixels: 0 },
    });
    expect((await check("cart", picture(100, 100, 10))).body).toMatchObject({ status: "passed" });
    const inLines = picture(100, 100).replaceAll(/.{76}/g, "$&\n");
    expect((await check("cart", inLines)).body).toMatchObject({ status: "passed", observed: { share: 0 } });
    expect((await check("cart", picture(100, 100, 50))).body).toMatchObject({
      status: "failed",
      observed: { differing_pixels: 50, share: 0.005 },
    });
    expect((await check("cart", picture(100, 100, 50), { tol: 0.005 })).body).toMatchObject({
      status: "passed",
    });
    expect((await check("cart", picture(100, 90), { tol: 1 })).body).toMatchObject({
      status: "failed",
      observed: { baseline: { width: 100, height: 100 }, actual: { width: 100, height: 90 } },
    });
  });

  test("of a picture that unpacks to gigabytes is refused, interlaced or not, while others are answered", async () => {
    const chunk = (type: string, data: Buffer): Buffer => {
      const all = Buffer.alloc(12 + data.length);
      all.writeUInt32BE(data.length, 0);
      all.write(type, 4, "latin1");
      data.copy(all, 8);
      all.writeUInt32BE(crc32(all.subarray(4, 8 + data.length)), 8 + data.length);
      return all;
    };
    const packed = deflateSync(Buffer.alloc(192 * 1024 * 1024), { level: 9 });
    const bomb = (width: number, interlace: number): string => {
      const header = Buffer.from([0, 0, 0, 0, 0, 0, 0, 1, 8, 6, 0, 0, interlace]);
      header.writeUInt32BE(width, 0);
      const parts = [chunk("IHDR", header), chunk("IDAT", packed), chunk("IEND", Buffer.alloc(0))];
      return Buffer.concat([Buffer.from("89504e470d0a1a0a", "hex"), ...parts]).toString("base64");
    };
    const before = process.memoryUsage().rss;
    for (const image of [bomb(1, 0), bomb(1, 1), bomb(4_000_000_000, 1)]) {
      const [refused, healthy] = await Promise.all([check("bomb", image), server.send("GET", "/health")]);
      expect([refused.status, healthy.status]).toEqual([400, 200]);
    }
    // The 192 MiB were never held.
    expect(process.memoryUsage().rss - before).toBeLessThan(128 * 1024 * 1024);
  });

  test("keeps one baseline when several come first", async () => {
    const answers = await Promise.all(
      [1, 2, 3].map((dots) => check("race", picture(10, 10, dots * 10), { tol: 0 })),
    );
    const seeded = answers.filter(({ body }) => body["status"] === "passed");
    expect(seeded).toHaveLength(1);
    expect((await server.send("GET", "/checks/screenshot")).body).toMatchObject({ total: 2 });
  });

  test("lists baselines by name and forgets one", async () => {
    await check("about", picture(3, 2));
    const list = await server.send("GET", "/checks/screenshot?limit=1");
    expect(list.body).toMatchObject({ items: [{ name: "about", width: 3, height: 2 }], limit: 1, offset: 0 });
    const odd = encodeURIComponent("a/b ü%");
    await check("a/b ü%", picture(2, 2));
    for (const name of ["about", odd]) {
      expect(await server.send("DELETE", `/checks/screenshot/${name}`)).toMatchObject({ body: { ok: true } });
      expect((await server.send("DELETE", `/checks/screenshot/${name}`)).status).toBe(404);
    }
    expect((await check("about", picture(5, 5))).body).toMatchObject({ observed: { seeded: true } });
  });

  test.each([
    ["no base64", "!!"],
    ["no PNG", Buffer.from("hello").toString("base64")],
    [
      "a PNG cut short",
      Buffer.from(picture(50, 50, 9), "base64")
        .subarray(0, 60)
        .toString("base64"),
    ],
  ])("refuses %s", async (_, image) => {
    expect(await check("bad", image)).toMatchObject({
      status: 400,
      body: { errors: [{ path: "image_b64" }] },
    });
    await check("good", picture(50, 50));
    expect((await check("good", image)).status).toBe(400);
    expect((await check("bad", picture(1, 1))).body).toMatchObject({ observed: { seeded: true } });
    await server.send("DELETE", "/checks/screenshot/bad");
  });

  test("has baselines for each organisation", async () => {
    await check("home", picture(4, 4));
    const { token } = await server.addOrganisation();
    expect((await server.send("GET", "/checks/screenshot", { token })).body["total"]).toBe(0);
    expect((await server.send("DELETE", "/checks/screenshot/home", { token })).status).toBe(404);
    const other = await check("home", picture(7, 7), { token });
    expect(other.body).toMatchObject({ observed: { seeded: true } });
    expect((await check("home", picture(4, 4))).body).toMatchObject({
      status: "passed",
      observed: { share: 0 },
    });
  });
});
