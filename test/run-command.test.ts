import { execFile } from "node:child_process";
import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { textLike } from "./support/any.ts";
import { startApp } from "./support/run-suite.ts";
import { startTestService } from "./support/service.ts";
import type { TestService } from "./support/service.ts";

let service: TestService;
let app: Awaited<ReturnType<typeof startApp>>;
let folder: string;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "tracewright-run-"));
  app = await startApp({
    "/": "<h1>Hello & <i>you</i></h1>",
    "/hostile": `<title>Shop</title><h1>\u001B]0;owned\u0007\u009B2J\u202Edenrut</h1><button onclick="fetch('/gone')">\u001B[2J\u202EDelete \u2066all</button>`,
  });
  service = await startTestService();
});
afterAll(async () => {
  await service[Symbol.asyncDispose]();
  await app.close();
  await rm(folder, { recursive: true });
});

/** The command line, as a user calls it. */
const command = (...args: string[]): Promise<{ code: number; out: string; err: string }> =>
  new Promise((resolve) => {
    const options = {
      cwd: folder,
      env: {
        ...process.env,
        HOME: folder,
        XDG_CONFIG_HOME: folder,
        SERVICE_URL: service.url,
        SERVICE_TOKEN: service.token,
      },
    };
    const main = new URL("../src/main.ts", import.meta.url).pathname;
    const child = execFile(process.execPath, [main, ...args], options, (_error, out, err) =>
      resolve({ code: child.exitCode ?? -1, out, err }),
    );
  });

const good = `suite: Greeting\nbase_url: http://127.0.0.1:1\ncases:
  - id: greets
    title: It greets
    steps: [{goto: /}, {expect: {text: Hello & you}}]
`;
const more = `${good}  - id: leaves
    title: It says "good <night>"
    steps: [{goto: /}, {expect: {text: Good night}, timeout: 300ms}]
  - id: later
    needs: [leaves]
    steps: [{goto: /}]
`;

test("suite files are kept by the service, run, and told with exit code and JUnit XML", async () => {
  await writeFile(join(folder, "greeting.yaml"), good);
  const here = ["--base-url", app.url];
  const first = await command("run", "greeting.yaml", ...here, "--report", "report.html");
  expect(first).toMatchObject({
    err: textLike("report page"),
    code: 0,
    out: textLike("1 passed, 0 failed"),
  });
  expect(await readFile(join(folder, "report.html"), "utf8")).toContain("It greets");

  await writeFile(join(folder, "greeting.yaml"), more);
  const differs = await command("run", "greeting.yaml", ...here);
  expect(differs).toMatchObject({ code: 2, err: textLike("--replace") });

  const some = ["--cases", "greets, leaves", "later"];
  expect(await command("run", "greeting.yaml", ...here, "--replace", ...some)).toMatchObject({
    out: textLike("1 passed, 1 failed, 0 broken, 1 skipped"),
  });
  const failing = await command("run", "greeting.yaml", ...here, "--junit", "results.xml");
  expect(failing).toMatchObject({
    code: 1,
    out: textLike("1 passed, 1 failed, 0 broken, 1 skipped"),
  });
  const xml = await readFile(join(folder, "results.xml"), "utf8");
  expect(xml).toContain('<testsuite name="Greeting" tests="3" failures="1" errors="0" skipped="1"');
  expect(xml).toMatch(
    /<testcase classname="leaves" name="It says &quot;good &lt;night&gt;&quot;" time="[\d.]+"><failure message="[^"<]+Good night/,
  );

  const { body } = await service.send<{ items: { file: string }[] }>("GET", "/suites");
  expect(body.items).toHaveLength(1);
  const named = await command("run", body.items[0]?.file ?? "", "--cases", "greets", ...here, "--json");
  expect(named.code).toBe(0);
  expect(JSON.parse(named.out)).toMatchObject([{ title: "Greeting", summary: { passed: 1, failed: 0 } }]);

  expect(await command("run", "nothing.yaml")).toMatchObject({
    code: 1,
    err: textLike("nothing.yaml"),
  });
  await writeFile(join(folder, "broken.yaml"), "suite: Broken\ncases: 5\n");
  expect(await command("validate", "missing.yaml", "broken.yaml")).toEqual({
    code: 2,
    out: "",
    err: textLike(/^missing\.yaml: there is no such file\nbroken\.yaml:1:1: .+\nbroken\.yaml:2:8: .+\n$/),
  });
  expect(await command("export", folder)).toEqual({ code: 2, out: "", err: `${folder}: it is a folder\n` });
  expect(await command("run", "broken.yaml")).toMatchObject({
    code: 2,
    err: textLike("broken.yaml:2:8"),
  });
}, 240_000);

test("a command that does not exist is a mistake, with and without --help", async () => {
  for (const args of [["bogus"], ["bogus", "--help"]]) {
    const { code, out, err } = await command(...args);
    expect({ args, code, out }).toEqual({ args, code: 2, out: "" });
    expect(err).toContain("unknown command 'bogus'");
  }
  expect(await command("help", "run")).toMatchObject({ code: 0, out: textLike(/Usage: tracewright run/) });
});

test("what a page has written does not steer the terminal that it is shown in", async () => {
  const seen = await command("generate", `${app.url}/hostile`, "--quick");
  expect(seen.err).toContain("Delete");
  expect(seen.err).not.toMatch(/(?!\n)[\p{Cc}\p{Cf}]/u);
}, 240_000);

test("a suite file becomes a Playwright spec without a service", async () => {
  await writeFile(join(folder, "spec.yaml"), good);
  expect(await command("export", "spec.yaml")).toMatchObject({
    code: 0,
    out: textLike(/test\("greets: It greets"/),
  });
  expect(await command("export", "spec.yaml", "--out", "greeting.spec.ts")).toMatchObject({
    code: 0,
    out: "",
  });
  expect(await readFile(join(folder, "greeting.spec.ts"), "utf8")).toContain("@playwright/test");
}, 240_000);
