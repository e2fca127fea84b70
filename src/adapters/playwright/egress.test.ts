import { createSocket } from "node:dgram";
import type { Socket } from "node:dgram";
import { once } from "node:events";
import { createServer } from "node:http";
import type { IncomingMessage, Server, ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { connect } from "node:net";
import { afterAll, beforeAll, expect, test } from "vitest";
import { createOutbound } from "#adapters/outbound/outbound.ts";
import { createPlaywrightBrowser } from "./launch.ts";
import type { LaunchedBrowser } from "./launch.ts";
import { long } from "./test-pages.ts";

/** The app is at 127.0.0.1, what nobody may reach at 127.0.0.2, both on one port, so that an origin can be either. */
let app: Server;
let inside: Server;
let datagrams: Socket;
let port: number;
let html = "";
let moved = false;
const reached: string[] = [];

const outbound = createOutbound({
  blockedHosts: ["127.0.0.2/32"],
  resolve: (hostname, callback) => {
    if (hostname === "gone.test") {
      callback(Object.assign(new Error("getaddrinfo ENOTFOUND gone.test"), { code: "ENOTFOUND" }), []);
      return;
    }
    const address =
      hostname === "inside.test" || (hostname === "rebind.test" && moved) ? "127.0.0.2" : "127.0.0.1";
    callback(null, [{ address, family: 4 }]);
  },
});
let browser: LaunchedBrowser;

const listen = async (host: string, at: number, handler: (q: IncomingMessage, a: ServerResponse) => void) => {
  const server = createServer(handler);
  server.on("upgrade", (request, socket) => {
    reached.push(`${host} upgrade ${String(request.url)}`);
    socket.destroy();
  });
  server.listen(at, host);
  await once(server, "listening");
  return server;
};

beforeAll(async () => {
  app = await listen("127.0.0.1", 0, (request, response) => {
    // Each request makes a connection of its own, so that each name is resolved again.
    response.setHeader("connection", "close");
    if (request.url === "/cookie") response.setHeader("set-cookie", ["a=1", "b=2; HttpOnly"]);
    response.setHeader("content-type", request.url?.endsWith(".js") ? "text/javascript" : "text/html");
    if (request.url === "/service-worker.js")
      response.end(`fetch("http://127.0.0.2:${port}/service-worker", { mode: "no-cors" }).catch(() => 0)`);
    else if (request.url === "/worker.js")
      response.end(
        `fetch("http://inside.test:${port}/worker", { mode: "no-cors" }).catch(() => 0).finally(() => postMessage(1))`,
      );
    else response.end(request.url === "/" ? html : String(request.headers.cookie));
  });
  port = (app.address() as AddressInfo).port;
  inside = await listen("127.0.0.2", port, (request, response) => {
    reached.push(`127.0.0.2 ${String(request.url)}`);
    response.setHeader("access-control-allow-origin", "*").end("the secret of the inside");
  });
  // What WebRTC sends is no connection.
  datagrams = createSocket("udp4", () => reached.push("127.0.0.2 by UDP"));
  datagrams.bind(port, "127.0.0.2");
  // A connection tells before a word is said on it.
  inside.on("connection", () => reached.push("127.0.0.2 by TCP"));
  browser = await createPlaywrightBrowser({
    allowUrl: outbound.isAllowedUrl,
    proxy: outbound.browserProxy,
    fetch: outbound.fetch,
  });
});
afterAll(async () => {
  await browser.close();
  await outbound.close();
  datagrams.close();
  for (const server of [app, inside]) {
    server.closeAllConnections();
    server.close();
  }
});

test("a name that changes its mind leads nowhere: not from a script, a navigation or a request of a step", async () => {
  html = `<p>ok</p><output></output><button onclick="fetch('/secret').then((answer) => answer.text()).then((text) => text, () => 'no way').then((text) => document.querySelector('output').append(text))">Ask</button>`;
  moved = false;
  const session = await browser.openSession({ baseUrl: `http://rebind.test:${port}` });
  const { page } = session;
  expect(await page.goto("/", long)).toMatchObject({ ok: true, status: 200 });
  // What the browser and the step ask next is allowed by name and checked once more when they connect.
  moved = true;
  await page.act("Ask", { kind: "click" }, long);
  expect(await page.expect({ kind: "visible", target: "no way" }, long)).toMatchObject({ ok: true });
  expect(await page.goto("/elsewhere", long)).toMatchObject({ ok: false, failure: "refused" });
  expect(await session.request({ method: "GET", url: "/step", timeoutMs: 30_000 })).toMatchObject({
    failure: "refused",
  });
  await session.close();
  expect(reached).toEqual([]);
});

test("what is forbidden is reached by no means that a page has", async () => {
  const targets = [
    `http://inside.test:${port}`,
    `http://127.0.0.2:${port}`,
    `http://2130706434:${port}`,
    `http://0x7f.0.0.2:${port}`,
    `http://0177.0.0.2:${port}`,
    `http://[::ffff:127.0.0.2]:${port}`,
    `http://[::ffff:7f00:2]:${port}`,
  ];
  html = `<p>ok</p><output></output><script>
    const targets = ${JSON.stringify(targets)}; const tries = [];
    for (const [at, target] of targets.entries()) {
      tries.push(fetch(target + "/fetch", { mode: "no-cors" }));
      const image = new Image(); image.src = target + "/image"; tries.push(new Promise((done) => { image.onerror = image.onload = done; }));
      const frame = document.createElement("iframe"); frame.src = target + "/frame"; document.body.append(frame);
      const socket = new WebSocket(target.replace("http", "ws") + "/socket"); tries.push(new Promise((done) => { socket.onclose = done; }));
      navigator.sendBeacon(target + "/beacon", "x");
    }
    window.open(targets[0] + "/popup"); window.open(targets[1] + "/popup");
    const peer = new RTCPeerConnection({ iceServers: [{ urls: "stun:127.0.0.2:${port}" }, { urls: ["turn:127.0.0.2:${port}?transport=udp", "turn:127.0.0.2:${port}?transport=tcp"], username: "a", credential: "b" }] });
    peer.createDataChannel("x"); peer.createOffer().then((offer) => peer.setLocalDescription(offer));
    tries.push(new Promise((done) => { peer.onicegatheringstatechange = () => peer.iceGatheringState === "complete" && done(); setTimeout(done, 5000); }));
    tries.push(navigator.serviceWorker?.register("/service-worker.js").then(() => fetch("/by-service-worker")));
    const worker = new Worker("/worker.js"); tries.push(new Promise((done) => { worker.onmessage = worker.onerror = done; }));
    Promise.allSettled(tries).then(() => document.querySelector("output").append("all tried"));
  </script>`;
  const session = await browser.openSession({ baseUrl: `http://app.test:${port}` });
  expect(await session.page.goto("/", long)).toMatchObject({ ok: true });
  expect(
    await session.page.expect({ kind: "visible", target: "all tried" }, { timeoutMs: 60_000 }),
  ).toMatchObject({
    ok: true,
  });
  await session.close();
  expect(reached).toEqual([]);
});

test("an app is reached by its name, cookies of requests are kept, and what is away is told as such", async () => {
  html = "<p>hello</p>";
  const session = await browser.openSession({ baseUrl: `http://app.test:${port}` });
  expect(await session.page.goto("/", long)).toMatchObject({ ok: true, status: 200 });
  const request = (url: string) => session.request({ method: "GET", url, timeoutMs: 30_000 });
  expect(await request("/cookie")).toMatchObject({ ok: true, status: 200 });
  expect(await request("/again")).toMatchObject({ ok: true, body: "a=1; b=2" });
  expect(await session.page.goto("http://gone.test/", long)).toMatchObject({
    failure: "unreachable",
    message: expect.stringContaining("its name is not known") as string,
  });
  await session.close();
});

test("the proxy of the browser speaks with nobody who does not speak its protocol, and goes on", async () => {
  const proxy = new URL((await outbound.browserProxy()).server);
  const say = async (...bytes: number[]): Promise<string> => {
    const socket = connect(Number(proxy.port), "127.0.0.1");
    socket.on("error", () => undefined);
    let heard = "";
    socket.on("data", (chunk: Buffer) => {
      heard += chunk.toString("hex");
    });
    socket.end(Uint8Array.from(bytes));
    await once(socket, "close");
    return heard;
  };
  expect(await say(...Buffer.from("GET / HTTP/1.1\r\n\r\n"))).toBe("");
  expect(await say(4, 1, 0, 80)).toBe("");
  expect(await say(5, 1, 2)).toBe("");
  // To 169.254.169.254, to ::ffff:127.0.0.2, and to listen for others.
  expect(await say(5, 1, 0, 5, 1, 0, 1, 169, 254, 169, 254, 0, 80)).toBe("050005020001000000000000");
  const mapped = [0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 255, 255, 127, 0, 0, 2];
  expect(await say(5, 1, 0, 5, 1, 0, 4, ...mapped, 0, 80)).toBe("050005020001000000000000");
  expect(await say(5, 1, 0, 5, 2, 0, 1, 127, 0, 0, 1, 0, 80)).toBe("050005070001000000000000");
  expect(reached).toEqual([]);
});
