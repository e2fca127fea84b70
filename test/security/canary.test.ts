import { once } from "node:events";
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync, mkdirSync } from "node:fs";
import { createServer } from "node:http";
import type { Server } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { gunzipSync, inflateRawSync } from "node:zlib";
import { afterAll, beforeAll, expect, test } from "vitest";
import { base64Forms } from "#model/base64-forms.ts";
import { startServiceProcess } from "#test/support/process.ts";
import type { ServiceProcess } from "#test/support/process.ts";

/** No part of these occurs by chance, and each has signs that are written otherwise in URLs, JSON, HTML and Base64. */
const secrets = {
  password: `pw-Kq7"Zx<9&vR+2/mT=Lw'8 nB_4yHc`,
  setting: `st-Jd5"Gf<3&uE+6/aP=Xs'1 kV_9oMi`,
  webhook: "wh-Nz8Ub2Qe7Ry4Tc6Ow1Sk3Dj5Fg9Ha",
  log: "lg-Ic1Vb8Nm3Xk6Zj9Lh2Gf5Dd4Sa7Pq",
};

/** Every way in which a secret may be written. */
const formsOf = (secret: string): string[] => [
  secret,
  encodeURIComponent(secret),
  encodeURI(secret),
  JSON.stringify(secret).slice(1, -1),
  JSON.stringify(JSON.stringify(secret)).slice(3, -3),
  secret.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll('"', "&quot;").replaceAll("'", "&#39;"),
  ...base64Forms(secret),
  Buffer.from(secret).toString("hex"),
  Buffer.from(secret, "utf8").toString("utf16le"),
  // What a cut leaves of one.
  secret.slice(0, 16),
  secret.slice(-16),
];

let service: ServiceProcess;
let app: Server;
let appUrl: string;
let folder: string;

/** A page that shows its secrets wherever a page can, at places where texts are cut. */
const leakyPage = (all: string): string => {
  const data = JSON.stringify(all);
  return `<!doctype html><html lang="en"><title>Leak</title><h1>Inside</h1><div id="out"></div><a id="get" download="file.txt">Get</a>
  <button onclick="order()">Order</button><label>Note <input name="note"></label><script>
  const all = ${data.replaceAll("<", String.raw`\u003c`)};
  document.title = all;
  for (const size of [0, 60, 100, 120, 160, 200, 256, 300, 400, 500, 512, 1000, 1024, 2000, 2048, 4000, 4096, 8192]) {
    const text = "x".repeat(Math.max(0, size - 20)) + all;
    const p = document.createElement("p"); p.textContent = text; p.title = text; p.setAttribute("data-x", text);
    document.getElementById("out").append(p);
    console.error(text);
    setTimeout(() => { throw new Error(text); });
  }
  localStorage.setItem("secret", all); document.cookie = "secret=" + encodeURIComponent(all);
  history.replaceState(null, "", "?at=" + encodeURIComponent(all) + "#" + encodeURIComponent(all));
  document.getElementById("get").href = URL.createObjectURL(new Blob([all]));
  const order = async () => {
    alert(all);
    await fetch("/order?secret=" + encodeURIComponent(all), { method: "POST", body: all, headers: { "x-secret": encodeURIComponent(all) } });
    document.getElementById("out").append("Sorry, " + all);
  };
</script></html>`;
};

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), "canary-"));
  mkdirSync(join(folder, "logs"));
  let body = "";
  app = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on("data", (chunk: Buffer) => chunks.push(chunk));
    request.on("end", () => {
      const { pathname } = new URL(request.url ?? "", "http://app");
      response.setHeader("content-type", "text/html");
      if (pathname === "/login" && request.method === "POST") {
        const form = new URLSearchParams(Buffer.concat(chunks).toString());
        body = `${form.get("password") ?? ""} ${secrets.setting}`;
        const cookie = `session=${encodeURIComponent(body)}`;
        return response
          .writeHead(302, { location: `/?welcome=${encodeURIComponent(body)}`, "set-cookie": cookie })
          .end();
      }
      if (pathname === "/login")
        return response.end(
          `<title>Log in</title><form method="post"><label>Name <input name="username"></label><label>Password <input type="password" name="password"></label><button>Log in</button></form>`,
        );
      if (pathname === "/order") {
        const trace = String(request.headers.traceparent).split("-")[1] ?? "";
        writeFileSync(
          join(folder, "logs", "app.log"),
          `${JSON.stringify({ time: new Date().toISOString(), level: "error", trace_id: trace, msg: `Error: no payment for ${body}`, stack: `Error: no payment for ${body}\n    at pay (/srv/pay.js:1:1)` })}\n`,
        );
        return response.writeHead(500, { "x-secret": encodeURIComponent(body) }).end("x".repeat(4080) + body);
      }
      if (!String(request.headers.cookie).includes("session="))
        return response.writeHead(302, { location: "/login" }).end();
      response.end(leakyPage(body));
    });
  });
  app.listen(0, "127.0.0.1");
  await once(app, "listening");
  appUrl = `http://127.0.0.1:${(app.address() as AddressInfo).port}`;
  service = await startServiceProcess({
    SERVICE_DATA_DIR: join(folder, "data"),
    SERVICE_LOG_LEVEL: "trace",
    SERVICE_LOG_DIRS: join(folder, "logs"),
    TMPDIR: folder,
  });
});
afterAll(async () => {
  await service[Symbol.asyncDispose]();
  app.closeAllConnections();
  app.close();
  rmSync(folder, { recursive: true });
});

const unzipped = (archive: Buffer): Buffer[] => {
  const end = archive.lastIndexOf("PK\x05\x06");
  const found: Buffer[] = [];
  let at = archive.readUInt32LE(end + 16);
  for (let left = archive.readUInt16LE(end + 10); left > 0; left -= 1) {
    const local = archive.readUInt32LE(at + 42);
    const start = local + 30 + archive.readUInt16LE(local + 26) + archive.readUInt16LE(local + 28);
    const packed = archive.subarray(start, start + archive.readUInt32LE(at + 20));
    const content = archive.readUInt16LE(at + 10) === 8 ? inflateRawSync(packed) : packed;
    found.push(archive.subarray(at, at + 46 + archive.readUInt16LE(at + 28)), content);
    at += 46 + archive.readUInt16LE(at + 28) + archive.readUInt16LE(at + 30) + archive.readUInt16LE(at + 32);
  }
  return found;
};

test("no byte that a whole run has written holds a secret: files, database, traces, logs, events, answers, exports", async () => {
  const answers = new Map<string, string>();
  const get = async (path: string): Promise<void> => {
    const response = await fetch(`${service.url}/api/v1${path}`, {
      headers: { authorization: `Bearer ${service.token}` },
    });
    answers.set(
      path,
      `${JSON.stringify([...response.headers])}\n${Buffer.from(await response.arrayBuffer()).toString("latin1")}`,
    );
  };
  await service.send("PUT", "/settings", {
    SECRET_APP: secrets.password,
    SECRET_OTHER: secrets.setting,
    LOKI_PASSWORD: secrets.log,
    NOTIFY_WEBHOOK_URL: `${appUrl}/hook/${secrets.webhook}`,
    LOG_BACKEND: "file",
    LOG_FILE_GLOB: "*.log",
  });
  const yaml = `suite: Canary
base_url: ${appUrl}
auth: {username: ada, password: "\${secret.APP}", login_path: /login}
cases:
  - id: shows
    title: A case that shows its secrets
    steps:
      - goto: /?q=\${secret.OTHER}
      - fill: {Note: "\${secret.OTHER}"}
      - request: {method: POST, url: "/order?secret=\${secret.OTHER}", headers: {x-secret: "\${secret.OTHER}"}, body: "\${secret.APP}", status: 500}
      - click: Get
      - expect: {download: {name: file.txt}}
      - click: Order
      - expect: {visible: "Thank you, \${secret.APP}"}
  - id: waits
    title: Another that fails otherwise
    steps:
      - goto: /
      - click: Order
      - expect: no_errors
`;
  const saved = await service.send("POST", "/suites", { yaml });
  expect(saved).toMatchObject({ status: 200 });
  const suite = String(saved.body["file"]);
  const started = await service.send("POST", "/runs", { suite, file_issues: "native" });
  const id = String(started.body["run_id"]);
  const run = await service.ended(id);
  const report = run["report"] as { cases: { id: string; trace: string | null; steps: unknown[] }[] };
  expect(run).toMatchObject({ status: "done", summary: { passed: 0 } });
  // The secrets did come by: the page was reached behind its log-in and its texts were read.
  expect(JSON.stringify(run)).toContain("********");
  const files = readdirSync(join(service.dataDir, "artifacts", id), {
    recursive: true,
    withFileTypes: true,
  }).filter((entry) => entry.isFile());
  expect(report.cases.filter(({ trace }) => trace !== null).length).toBeGreaterThan(0);

  const { body: issues } = await service.send("GET", "/issues");
  for (const issue of issues["items"] as { id: string }[]) await get(`/issues/${issue.id}`);
  expect(answers.size).toBeGreaterThan(0);
  for (const path of [
    "/runs",
    `/runs/${id}`,
    `/runs/${id}/events`,
    "/issues",
    "/settings",
    "/suites",
    `/suites/${suite}`,
    `/suites/${suite}/export`,
    "/analytics",
    "/plans",
  ])
    await get(path);
  await service.send("POST", "/settings/test-notification");
  const places = files.map((entry) => join(entry.parentPath, entry.name));
  for (const place of places) await get(`/artifacts/${place.slice(place.indexOf(id))}`);
  const output = service.output();
  await service.stop();

  const written = new Map<string, Buffer>([["the log", Buffer.from(output)]]);
  for (const [path, text] of answers) written.set(`GET ${path}`, Buffer.from(text, "latin1"));
  for (const entry of readdirSync(folder, { recursive: true, withFileTypes: true })) {
    // What the app itself has logged is its own.
    if (!entry.isFile() || entry.parentPath.endsWith("logs")) continue;
    const path = join(entry.parentPath, entry.name);
    const content = readFileSync(path);
    written.set(path.slice(folder.length), content);
    if (content.subarray(0, 2).toString("latin1") === "PK")
      for (const [at, part] of unzipped(content).entries())
        written.set(`${path.slice(folder.length)}#${at}`, part);
    if (content[0] === 0x1f && content[1] === 0x8b)
      written.set(`${path.slice(folder.length)}#gunzip`, gunzipSync(content));
  }
  expect(written.size).toBeGreaterThan(20);
  const found: string[] = [];
  for (const [place, content] of written) {
    const text = content.toString("latin1");
    for (const [name, secret] of Object.entries(secrets)) {
      for (const form of formsOf(secret)) {
        const at = text.indexOf(Buffer.from(form, "utf8").toString("latin1"));
        if (at >= 0) found.push(`${name} in ${place}: ${text.slice(Math.max(0, at - 60), at + 40)}`);
      }
    }
  }
  expect(found).toEqual([]);
});
