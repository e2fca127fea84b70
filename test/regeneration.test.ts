import type { IncomingMessage, ServerResponse } from "node:http";
import { afterAll, beforeAll, expect, test } from "vitest";
import { startApp } from "./support/run-suite.ts";
import { startTestService } from "./support/service.ts";
import type { TestService } from "./support/service.ts";

type Change = { case_id: string; change: string; why: string };
type Generated = { yaml: string; saved_as?: string; regeneration?: { changes: Change[]; diff: string } };

let service: TestService;
let app: Awaited<ReturnType<typeof startApp>>;
/** What each page leads to. */
let leads: Record<string, string[]> = {};

const pageOf = (name: string): string =>
  `<!doctype html><html lang="en"><title>${name}</title><h1>${name}</h1><nav>${(leads[name] ?? []).map((to) => `<a href="/${to}">${to}</a>`).join(" ")}</nav>`;
const names = ["", "First", "Second", "Third", "Fourth", "Fifth", "Imprint"];

beforeAll(async () => {
  service = await startTestService();
  const show = ({ url = "/" }: IncomingMessage, response: ServerResponse): void => {
    response.setHeader("content-type", "text/html");
    response.end(pageOf(url.slice(1) || "Home"));
  };
  app = await startApp(Object.fromEntries(names.map((name) => [`/${name}`, show])));
});
afterAll(async () => {
  await service[Symbol.asyncDispose]();
  await app.close();
});

const generate = async (more: object): Promise<Generated> => {
  const request = { kind: "url", url: app.url, exhaustive: false, ...more };
  const { status, body } = await service.send<Generated>("POST", "/generate", request);
  expect({ status, body }).toMatchObject({ status: 200 });
  return body;
};
const changesOf = ({ regeneration }: Generated): Change[] => regeneration?.changes ?? [];
const ofLink = (generated: Generated): Change | undefined =>
  changesOf(generated).find(({ case_id: id }) => id === "link-lost");

test(
  "a case that an exploration did not come to is kept until one has looked",
  { timeout: 300_000 },
  async () => {
    leads = { Home: ["Imprint", "First"], Imprint: ["Lost"] };
    const first = await generate({ save_as: "Small" });
    const file = first.saved_as ?? "";
    expect(first.yaml).toContain("id: link-lost");

    leads = { Home: ["First"], First: ["Second"], Second: ["Third"], Third: ["Fourth"], Fourth: ["Fifth"] };
    const cut = await generate({ regenerate: file });
    const why = "not looked at again: the exploration was ended by a limit (depth)";
    expect(ofLink(cut)).toMatchObject({ change: "kept", why });
    expect(changesOf(cut).map(({ change }) => change)).not.toContain("gone");

    expect((await service.send("POST", `/suites/${file}/regeneration`)).status).toBe(200);
    const { yaml } = (await service.send<Generated>("GET", `/suites/${file}`)).body;
    expect(yaml).toContain("id: link-lost");
    expect(yaml).not.toContain("Not looked at");

    leads = { Home: ["First"] };
    const whole = await generate({ regenerate: file });
    expect(ofLink(whole)).toMatchObject({ change: "gone" });
  },
);
