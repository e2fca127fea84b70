import { createServer } from "node:http";
import type { IncomingMessage, ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { deflateRawSync, gzipSync } from "node:zlib";
import { afterAll, beforeAll, expect, test } from "vitest";
import { createSourceMaps } from "./source-maps.ts";

type Handler = (request: IncomingMessage, response: ServerResponse) => void;
const routes = new Map<string, Handler>();
const asked: string[] = [];
const server = createServer((request, response) => {
  asked.push(request.url ?? "");
  const route = routes.get(request.url ?? "");
  if (route) route(request, response);
  else response.writeHead(404).end();
});
let origin = "";
beforeAll(async () => {
  await new Promise<void>((done) => server.listen(0, "127.0.0.1", done));
  origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
afterAll(() => {
  server.closeAllConnections();
  server.close();
});

const mib = 1024 * 1024;
const maps = createSourceMaps((url, init) => fetch(url, init));
const mostBytes = { scriptBytes: 8 * mib, mapBytes: 16 * mib };
/** The same with less patience, for maps that would use up whatever there is. */
const hasty = createSourceMaps((url, init) => fetch(url, init), {
  ...mostBytes,
  scripts: 4,
  totalMs: 1500,
  heapMb: 128,
});
const sends =
  (body: string | Buffer, headers: Record<string, string> = {}): Handler =>
  (_, response) =>
    void response.writeHead(200, { "content-type": "text/javascript", ...headers }).end(body);

const pay = {
  version: 3,
  sources: ["../../src/cart/pay.ts"],
  names: ["payFor", "cart", "total"],
  mappings: "AAEY,4CAEVA,SAIF,SAASA,KACP,iBAAsBE",
  sourcesContent: [`${"\n".repeat(9)}  document.title = cart.total.toFixed(2);\n`],
};
const found = {
  file: "src/cart/pay.ts",
  line: 10,
  column: 25,
  name: "total",
  text: "document.title = cart.total.toFixed(2);",
};

let scripts = 0;
/** Looks for one place of a script that is served with this map. */
const placeIn = async (
  map: Handler | null,
  { comment = "NAME.map", headers = {} }: { comment?: string; headers?: Record<string, string> } = {},
  reader = maps,
) => {
  const name = `app-${(scripts += 1)}.js`;
  const named = comment.replaceAll("NAME", name);
  routes.set(`/${name}`, sends(`n(null)\n//# sourceMappingURL=${named}\n`, headers));
  if (map) routes.set(`/${name}.map`, map);
  const [place] = await reader.find([{ url: `${origin}/${name}`, line: 1, column: 85 }], origin);
  return place;
};

test("a place is told in terms of the source, with its line", async () => {
  expect(await placeIn(sends(JSON.stringify(pay)))).toEqual(found);
});

test("maps may be inside the script, named by a header, compressed, of sections, and guarded against inclusion", async () => {
  const base64 = Buffer.from(JSON.stringify(pay)).toString("base64");
  const inline = `data:application/json;charset=utf-8;base64,${base64}`;
  expect(await placeIn(null, { comment: inline })).toEqual(found);
  routes.set("/named.map", sends(JSON.stringify(pay)));
  expect(await placeIn(null, { comment: "", headers: { SourceMap: "/named.map" } })).toMatchObject({
    line: 10,
  });
  const zipped = sends(gzipSync(JSON.stringify(pay)), { "content-encoding": "gzip" });
  expect(await placeIn(zipped)).toEqual(found);
  const sections = { version: 3, sections: [{ offset: { line: 0, column: 0 }, map: pay }] };
  expect(await placeIn(sends(JSON.stringify(sections)))).toEqual(found);
  expect(await placeIn(sends(`)]}'\n${JSON.stringify(pay)}`))).toEqual(found);
});

test("a map that leads out of its folder names a file and opens none", async () => {
  for (const source of [
    "../../../../../../etc/passwd",
    "file:///etc/passwd",
    "webpack://shop/../../etc/passwd?x",
  ]) {
    const place = await placeIn(sends(JSON.stringify({ ...pay, sources: [source], sourcesContent: [null] })));
    expect(place?.file).toMatch(/^(?:[\w:]+\/)*etc\/passwd$/);
    expect(place?.text).toBeNull();
  }
});

test("only the app's own origin is asked, without redirects", async () => {
  const other = createServer((_, response) => void response.end(JSON.stringify(pay)));
  await new Promise<void>((done) => other.listen(0, "127.0.0.1", done));
  const elsewhere = `http://127.0.0.1:${(other.address() as AddressInfo).port}`;
  let met = 0;
  other.on("request", () => (met += 1));
  expect(await placeIn(null, { comment: `${elsewhere}/app.js.map` })).toBeNull();
  const away: Handler = (_, response) => void response.writeHead(302, { location: elsewhere }).end();
  expect(await placeIn(away)).toBeNull();
  expect(await placeIn(null, { comment: "file:///etc/passwd" })).toBeNull();
  const places = [{ url: `${elsewhere}/app.js`, line: 1, column: 1 }];
  expect(await maps.find(places, origin)).toEqual([null]);
  expect(met).toBe(0);
  other.close();
});

const endless: Handler = (_, response) => {
  response.writeHead(200);
  const more = (): void => {
    if (!response.destroyed && response.write(" ".repeat(mib))) setImmediate(more);
  };
  response.on("drain", more);
  more();
};

test.each<[string, Handler]>([
  ["silent", () => undefined],
  ["endless", endless],
  ["no JSON", sends("<html>")],
  ["null", sends("null")],
  ["of wrong types", sends(JSON.stringify({ version: 3, sources: [1, {}], names: 3, mappings: "AAAAA" }))],
  ["of signs that are none", sends(JSON.stringify({ ...pay, mappings: "!!~~§§,,;;AAAA////////" }))],
  ["of sections without end", sends(`{"version":3,"sections":[`.repeat(100_000))],
  ["nested without end", sends("[".repeat(5 * mib))],
  [
    "of far more lines than any script",
    sends(JSON.stringify({ ...pay, mappings: `${";".repeat(15 * mib)}AAAA` })),
  ],
  [
    "of far more places than any script",
    sends(JSON.stringify({ ...pay, mappings: "AAAA,".repeat(3 * mib) })),
  ],
  ["a bomb", sends(gzipSync(Buffer.alloc(200 * mib, " ")), { "content-encoding": "gzip" })],
  ["cut off", sends(deflateRawSync("x").subarray(0, 1), { "content-encoding": "gzip" })],
])("a map that is %s does no harm", { timeout: 240_000 }, async (_, map) => {
  const before = process.memoryUsage().rss;
  const place = await placeIn(map, {}, hasty);
  expect(place === null || place === undefined || place.file.length > 0).toBe(true);
  expect(process.memoryUsage().rss - before).toBeLessThan(900 * mib);
  // And the next one is read as ever.
  expect(await placeIn(sends(JSON.stringify(pay)))).toEqual(found);
});

test("no more scripts are asked for than the bound says", async () => {
  asked.length = 0;
  const places = Array.from({ length: 50 }, (_, at) => ({
    url: `${origin}/many-${at}.js`,
    line: 1,
    column: 1,
  }));
  expect(await maps.find(places, origin)).toEqual(places.map(() => null));
  expect(asked.length).toBeLessThanOrEqual(4);
});
