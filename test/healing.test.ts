import { execFile } from "node:child_process";
import { promisify } from "node:util";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { createShop } from "#examples/shop/shop.ts";
import type { RunningShop } from "#examples/shop/shop.ts";
import type { RunDetail } from "#model/run.ts";
import { startTestService } from "./support/service.ts";
import type { TestService } from "./support/service.ts";

let service: TestService;
let before: RunningShop;
let after: RunningShop;
let file: string;

const suite = (url: string): string => `# What guests do
suite: Shop
base_url: ${url}
timeout: 6s
cases:
  - id: order
    steps:
      - goto: /products/1
      - click: {role: button, name: Add to cart, exact: true} # the only one
      - expect: {url: /cart}
      - click: {role: link, name: Go to checkout}
      - fill: {Full name: Ada Byron}
      - expect: {value: {target: {css: "[name=name]"}, is: Ada Byron}}
  - id: catalogue
    steps:
      - goto: /contact
      - click: {role: link, name: Catalogue, within: {role: navigation, name: Main}}
      - expect: {url: /catalogue}
`;

const run = async (body: Record<string, unknown> = {}): Promise<RunDetail> => {
  const { body: started } = await service.send<{ run_id: string }>("POST", "/runs", { suite: file, ...body });
  return service.ended<RunDetail>(started.run_id);
};
/** The command line, as a user calls it. */
const command = (...args: string[]) =>
  promisify(execFile)(process.execPath, ["src/main.ts", ...args, "--service", service.url], {
    env: { ...process.env, SERVICE_TOKEN: service.token },
  }).then(
    ({ stdout, stderr }) => ({ code: 0, stdout, stderr }),
    ({ code, stdout, stderr }: { code: number; stdout: string; stderr: string }) => ({
      code,
      stdout,
      stderr,
    }),
  );

const verdicts = ({ report }: RunDetail) => report?.cases.map(({ status }) => status);
const healed = ({ report }: RunDetail) =>
  report?.cases.flatMap(({ steps }) => steps.flatMap((step) => step.healed ?? []));

beforeAll(async () => {
  service = await startTestService();
  [before, after] = await Promise.all([createShop(), createShop({ redesign: true })]);
  const saved = await service.send<{ file: string }>("POST", "/suites", { yaml: suite(before.url) });
  ({ file } = saved.body);
});
afterAll(async () => {
  await service[Symbol.asyncDispose]();
  await Promise.all([before.close(), after.close()]);
});

describe("a shop that was redesigned", { timeout: 600_000 }, () => {
  test("is told what its lost targets may be now; with healing on they are used, and the patch makes the suite fit", async () => {
    const well = await run();
    expect(verdicts(well)).toEqual(["passed", "passed"]);
    expect(healed(well)).toEqual([]);
    expect((await service.send("GET", `/runs/${well.id}/patch`)).body).toMatchObject({
      diff: "",
      patched: [],
    });

    // As it is set when nobody says anything: told, and not used.
    const warned = await run({ base_url: after.url });
    expect(verdicts(warned)).toEqual(["broken", "broken"]);
    expect(healed(warned)).toMatchObject([
      { from: { role: "button", name: "Add to cart" }, to: "Add to your cart", used: false },
      { from: { role: "link", name: "Catalogue" }, used: false },
    ]);

    await service.send("PUT", "/settings", { HEALING: "on" });
    const mended = await run({ base_url: after.url });
    expect(verdicts(mended)).toEqual(["passed", "passed"]);
    expect(healed(mended)?.map(({ used }) => used)).toEqual([true, true, true, true]);
    const actions = mended.events.filter((event) => event.kind === "action" && event.by === "healed");
    expect(actions).toHaveLength(4);
    const { body: page } = await service.send<string>("GET", `/artifacts/${mended.id}/report.html`);
    expect(page).toContain("Patch for the suite");
    expect(page).toContain("+      - click: Add to your cart # the only one");

    const patch = await service.send<{ diff: string; unpatched: unknown[] }>(
      "GET",
      `/runs/${mended.id}/patch`,
    );
    expect(patch.body.unpatched).toEqual([]);
    expect(patch.body.diff).toContain("\n-      - fill: {Full name: Ada Byron}\n");
    const shown = await command("patch", mended.id);
    expect(shown).toMatchObject({ code: 0, stdout: patch.body.diff });
    const applied = await command("patch", mended.id, "--apply");
    expect(applied).toEqual({
      code: 0,
      stdout: patch.body.diff,
      stderr: `${file} was changed: 4 targets.\n`,
    });
    const { body: saved } = await service.send<{ yaml: string }>("GET", `/suites/${file}`);
    expect(saved.yaml).toContain("# What guests do");
    expect(saved.yaml).toContain("within: {role: navigation, name: Main}}");

    const fits = await run({ base_url: after.url });
    expect(verdicts(fits)).toEqual(["passed", "passed"]);
    expect(healed(fits)).toEqual([]);

    const late = await service.send("POST", `/runs/${mended.id}/patch`);
    expect(late).toMatchObject({ status: 409, body: { type: "conflict" } });
    expect(JSON.stringify(late.body)).toContain("changed there since the run");
    const again = await command("patch", mended.id, "--apply");
    expect(again).toMatchObject({ code: 1, stdout: "" });
    expect(again.stderr).toContain("changed there since the run");
  });

  test("is not healed where the suite says so", async () => {
    const yaml = suite(before.url).replace("timeout: 6s", "timeout: 6s\nhealing: off");
    const saved = await service.send<{ file: string }>("POST", "/suites", { yaml });
    ({ file } = saved.body);
    expect(verdicts(await run())).toEqual(["passed", "passed"]);
    const lost = await run({ base_url: after.url });
    expect(verdicts(lost)).toEqual(["broken", "broken"]);
    expect(healed(lost)).toEqual([]);
  });
});
