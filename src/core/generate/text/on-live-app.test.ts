import { afterAll, beforeAll, expect, test } from "vitest";
import { createBrowserProvider } from "#adapters/playwright/provider.ts";
import { createModel } from "#adapters/llm/create-model.ts";
import { createOutbound } from "#adapters/outbound/outbound.ts";
import { createMeter } from "#core/llm/meter.ts";
import { defaultLimits } from "#core/llm/limits.ts";
import { startLlm } from "#test/support/llm-server.ts";
import type { LlmScript } from "#test/support/llm-server.ts";
import { modelStep } from "#test/support/model-step.ts";
import { startApp } from "#test/support/run-suite.ts";
import { readDocument } from "./documents.ts";
import { createInterpreter } from "./interpret.ts";
import { suiteFromText } from "./suite-from-text.ts";
import { readCase } from "./walk-case.ts";
import type { Interpret } from "./walk-case.ts";

const browsers = createBrowserProvider();
let app: Awaited<ReturnType<typeof startApp>>;
beforeAll(async () => {
  app = await startApp({
    "/": `<h1>Things</h1><nav><a href="/list">All things</a> <a href="/cart">Cart (2)</a></nav>
      <button onclick="document.querySelector('p').textContent='Saved.'">Save changes</button><p></p>`,
    "/cart": `<h1>Your cart</h1><form action="/sent"><label>E-mail address <input name="mail"></label>
      <label>Country <select name="c"><option>Austria<option>France</select></label>
      <label><input type="checkbox" name="t"> I accept the terms</label><button>Order now</button></form>`,
    "/sent": (request, response, url) => {
      response.setHeader("content-type", "text/html");
      response.end(`<title>App</title><h1>Thank You!</h1><p>${url.searchParams.get("c") ?? ""}</p>`);
    },
    "/login": `<h1>Log in</h1><form action="/inside"><label>Name <input name="name"></label>
      <label>Password <input type="password" name="password"></label><button>Log in</button></form>`,
    "/inside": `<h1>Inside</h1><p>Welcome back</p><p>Your key is Engine-1842, ada.</p>`,
    "/list": `<h1>All things</h1><table><thead><tr><th>Thing<th></tr></thead><tbody>
      ${["Mug", "Pan", "Pot"].map((name) => `<tr><td>${name}<td><button onclick="this.closest('tr').remove()">Remove</button></tr>`).join("")}
      </tbody></table>`,
  });
});
afterAll(async () => {
  await app.close();
  await browsers.close();
});

type Auth = Parameters<typeof suiteFromText>[0]["auth"];

const write = (
  text: string,
  interpret: Interpret | null = null,
  baseUrl = app.url,
  { auth = null, progress = () => undefined }: { auth?: Auth; progress?: (message: string) => void } = {},
) =>
  suiteFromText({
    name: null,
    cases: readDocument(text, false).cases.map(readCase),
    baseUrl,
    auth,
    browser: browsers.get,
    interpret,
    signal: new AbortController().signal,
    over: () => false,
    progress,
  });

test(
  "each target is what the live app calls it, and what is not there is told",
  { timeout: 240_000 },
  async () => {
    const { document, unresolved } = await write(`# Things
## Order
1. Go to the home page and click the cart link.
2. Enter "ada@example.com" into the email address field.
3. Select "france" from Country and tick "I accept the terms".
4. Click "Order".
5. I should see "thank you".

## Remove one
1. Open /list
2. The table has 3 rows.
3. Click Remove in the Pan row.
4. "Pan" is no longer shown.

## Save
1. Save changes
2. I should see "Saved."
3. The moon should rise.

## Fly
1. Click "Fly to the moon"
2. I should see "Moon"

## Twice
1. Open /list
2. Click Remove
3. I should see "Mug"
`);
    expect(document.cases).toEqual([
      {
        id: "order",
        title: "Order",
        steps: [
          { goto: "/" },
          { click: "Cart" },
          { fill: { "E-mail address": "ada@example.com" } },
          { select: { Country: "France" } },
          { check: "I accept the terms" },
          { click: "Order now" },
          { expect: { text: "Thank You" } },
        ],
      },
      {
        id: "remove-one",
        title: "Remove one",
        steps: [
          { goto: "/list" },
          { expect: { count: { target: expect.anything() as unknown, is: 3 } } },
          { click: expect.objectContaining({ within: expect.anything() as unknown }) as unknown },
          { expect: { text: { contains: "Pan", not: true } } },
        ],
      },
      {
        id: "save",
        title: "Save",
        tags: ["incomplete"],
        steps: [{ goto: "/" }, { click: "Save changes" }, { expect: { text: "Saved." } }],
      },
    ]);
    expect(unresolved.map(({ sentence, reason }) => [sentence, reason])).toEqual([
      ["The moon should rise.", expect.stringContaining("") as string],
      ['Click "Fly to the moon"', expect.stringContaining("nothing called") as string],
      ['I should see "Moon"', expect.stringContaining("not reached") as string],
      ["Click Remove", expect.stringContaining("fits 3 elements") as string],
      ['I should see "Mug"', expect.stringContaining("not reached") as string],
    ]);
  },
);

test("a password that the text says is told nowhere", { timeout: 240_000 }, async () => {
  const auth = {
    username: "ada",
    password: "Engine-1842",
    passwordRef: "${secret.APP}",
    loginPath: "/login",
  };
  const said: string[] = [];
  const written = await write(
    `# Names like Engine-1842
## Log in with Engine-1842
1. Open "/login"
2. Enter "ada" into the name field
3. Enter "Engine-1842" into the password field
4. Click "Log in"
5. I should see "Welcome back"
6. I should see "Your key is Engine-1842, ada"
7. Ponder Engine-1842 for a while
## Engine-1842 alone
1. Ponder Engine-1842`,
    null,
    app.url,
    { auth, progress: (message) => said.push(message) },
  );
  expect(written.document.cases[0]?.steps).toEqual(
    expect.arrayContaining([
      { fill: { Password: "${secret.APP}" } },
      { expect: { text: "Your key is ${secret.APP}, ada" } },
    ]),
  );
  expect(said.join()).toContain("********");
  expect(JSON.stringify([written, said])).not.toContain("Engine-1842");
  await expect(write("## Engine-1842\n1. Ponder Engine-1842", null, app.url, { auth })).rejects.toMatchObject(
    { errors: [{ path: "Ponder ********" }] },
  );
});

test("an app that is not there is told as such", { timeout: 240_000 }, async () => {
  await expect(write("1. Click Cart", null, "http://127.0.0.1:9")).rejects.toThrow(
    /base_url .* cannot be opened/,
  );
});

const reading = async (script: LlmScript) => {
  const llm = await startLlm("openai_compatible", script);
  const access = createModel(llm.settings, null, createOutbound());
  const meter = createMeter({
    access,
    limits: defaultLimits,
    prices: {},
    mask: (text) => text,
    sleep: async () => undefined,
  });
  const { model } = meter.step();
  if (!model) throw new Error("there is no model");
  return { llm, interpret: createInterpreter(model, new AbortController().signal) };
};

test(
  "a model reads what no rule knows; what it names must be in the app, what it types in the text",
  { timeout: 240_000 },
  async () => {
    const text = `1. Proceed with whatever is in the basket
2. I should see "Your cart"
3. Give a mail of your choice`;
    const { llm, interpret } = await reading([
      { object: { steps: [modelStep("click", { name: "Cart" })], why: "" } },
      {
        object: { steps: [modelStep("fill", { name: "E-mail address", value: "made@up.example" })], why: "" },
      },
    ]);
    await using server = llm;
    const { document, unresolved } = await write(`## Basket\n${text}`, interpret);
    expect(document.cases[0]?.steps).toEqual([
      { goto: "/" },
      { click: "Cart" },
      { expect: { text: "Your cart" } },
    ]);
    expect(unresolved[0]?.reason).toContain("which the test does not");
    expect(server.requests[0]?.messages.map((message) => message.text).join("")).toContain('link "Cart (2)"');
  },
);
