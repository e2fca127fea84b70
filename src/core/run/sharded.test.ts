import { afterAll, beforeAll, expect, test } from "vitest";
import { createBrowserProvider } from "#adapters/playwright/provider.ts";
import { runSuite, startApp } from "#test/support/run-suite.ts";
import { oddPages } from "#test/support/odd-pages.ts";

const browsers = createBrowserProvider();
let app: Awaited<ReturnType<typeof startApp>>;
beforeAll(async () => {
  app = await startApp(oddPages());
});
afterAll(async () => {
  await browsers.close();
  await app.close();
});

const suite = `timeout: 20s
auth: {username: ann, password: open sesame, login_path: /login}
cases:
  - {id: a, steps: [{goto: "/?n=1"}, {capture: {n: {url: true, match: "n=(.)"}}}, {goto: "/late"}, {expect: {text: It is here}}]}
  - {id: b, steps: [{goto: "/?n=2"}, {capture: {n: {url: true, match: "n=(.)"}}}, {goto: "/late"}, {goto: "/?again=\${n}"}, {expect: {url: again=2}}]}
  - {id: fails, steps: [{goto: /cart}, {expect: {text: Mars}, timeout: 300ms}]}
  - {id: after-fails, needs: [fails], steps: [{goto: /}]}
  - {id: breaks, steps: [{goto: /}, {click: Nothing, timeout: 300ms}]}
  - {id: order, steps: [{goto: /}, {capture: {order: {text: {testid: number}, match: "#(\\\\d+)"}}}]}
  - {id: look, steps: [{goto: "/order/\${order}"}, {expect: {text: "Order \${order}"}}]}
  - {id: account, steps: [{goto: /account}, {expect: {text: Welcome ann}}]}
  - {id: out, auth: false, steps: [{goto: /account}, {expect: {text: Please log in}}]}
`;

const room = (most: number) => {
  const seen = { taken: 0, most: 0 };
  const spareRoom = async (): Promise<(() => void) | null> => {
    if (seen.taken >= most) return null;
    seen.taken += 1;
    seen.most = Math.max(seen.most, seen.taken);
    return () => {
      seen.taken -= 1;
    };
  };
  return { spareRoom, seen };
};

test("beside each other or one after the other: the same verdicts, in the suite's order", async () => {
  const { spareRoom, seen } = room(2);
  const single = await runSuite(browsers, app.url, suite);
  const sharded = await runSuite(browsers, app.url, suite, { spareRoom });
  const told = ({ report }: typeof single): string[] =>
    report.cases.map(({ id, status, captured }) => `${id} ${status} ${JSON.stringify(captured)}`);
  expect(told(sharded)).toEqual(told(single));
  expect(told(single)).toEqual([
    'a passed {"n":"1"}',
    'b passed {"n":"2"}',
    "fails failed {}",
    "after-fails skipped {}",
    "breaks broken {}",
    'order passed {"order":"4711"}',
    "look passed {}",
    "account passed {}",
    "out passed {}",
  ]);
  expect(seen).toEqual({ taken: 0, most: 2 });
  const stepsOf = ({ report }: typeof single): string[][] =>
    report.cases.map(({ steps }) =>
      steps.map(({ text, status }) => `${status} ${text}`).filter((line) => !line.includes("log")),
    );
  expect(stepsOf(sharded)).toEqual(stepsOf(single));
});

test("tied cases stay in order, and others run meanwhile", async () => {
  const { spareRoom } = room(3);
  const { events } = await runSuite(browsers, app.url, suite, { spareRoom });
  const at = (kind: string, id: string): number =>
    events.findIndex((event) => event.kind === kind && event.case_id === id);
  expect(at("case_finished", "order")).toBeLessThan(at("case_started", "look"));
  expect(at("case_started", "b")).toBeLessThan(at("case_finished", "a"));
  expect(events.filter(({ kind }) => kind === "case_finished")).toHaveLength(9);
});

test("a cancelled sharded run gives every case", async () => {
  const { spareRoom, seen } = room(2);
  const stop = new AbortController();
  const { report } = await runSuite(browsers, app.url, suite, {
    spareRoom,
    signal: stop.signal,
    emit: async (event) => {
      if (event.kind === "case_started" && event.case_id === "b") stop.abort("cancelled");
    },
  });
  expect(report.cases).toHaveLength(9);
  expect(report.cases.at(-1)).toMatchObject({ status: "skipped", why: "run cancelled" });
  expect(seen.taken).toBe(0);
});

test("an event that cannot be written ends a sharded run", async () => {
  const { spareRoom, seen } = room(2);
  const emit = async (): Promise<void> => Promise.reject(new Error("the lease was lost"));
  await expect(runSuite(browsers, app.url, suite, { spareRoom, emit })).rejects.toThrow("the lease was lost");
  expect(seen.taken).toBe(0);
});
