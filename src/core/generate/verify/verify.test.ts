import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { afterAll, beforeAll, expect, it } from "vitest";
import { createPlaywrightBrowser } from "#adapters/playwright/launch.ts";
import type { SuiteDocument } from "#core/suite/grammar.ts";
import { printSuite } from "#core/suite/print.ts";
import type { Browser } from "#ports/browser.ts";
import { annotate } from "./annotate.ts";
import { createAttempts } from "./attempt.ts";
import { verify } from "./verify.ts";

let browser: Browser;
let visits = 0;
let nows = 0;
let busy = 0;
let made = 0;
/** One button shows its form only when there is a draft, the other shows one in any case. There is no draft. */
const shelf = `<button id=a>Edit</button> <button id=b>Begin</button> <label hidden>Name <input></label>
  <script>const show = () => { document.querySelector("label").hidden = false; };
    a.onclick = async () => { if ((await fetch("/draft")).ok) show(); };
    b.onclick = async () => { await fetch("/draft"); show(); };</script> <a href="/gone">Further</a> <a href="/now">Now</a>`;
const server = createServer((request, response) => {
  response.setHeader("content-type", "text/html");
  const { pathname } = new URL(request.url ?? "/", "http://app");
  if (pathname === "/fails") response.statusCode = 500;
  if (pathname === "/draft") response.statusCode = 404;
  if (pathname === "/gone" || (pathname === "/now" && (nows += 1) === 1)) response.statusCode = 404;
  if (pathname === "/busy" && (busy += 1) === 1)
    return void response.end(
      "<!doctype html><script>addEventListener('load', () => setTimeout(() => { for (const from = Date.now(); Date.now() < from + 12e3;); }))</script>",
    );
  if (pathname === "/tickets")
    return void response.end(
      `<!doctype html><title>Tickets</title><h1>Names</h1>${[1, 2].map((at) => `<label>Name, ticket ${at} <input></label>`).join("")}<label>Remark <input></label><button>Next</button>`,
    );
  if (pathname === "/make") made += 1;
  if (pathname === "/script")
    return void response.end(`<!doctype html><title>Script</title><p id=said>Ready</p>${["Left", "Right", "Odd"].map((name) => `<button>${name}</button>`).join("")}
      <script>document.onclick = ({ target }) => { console.error(target.innerText === "Odd" ? "odd" : "no such thing"); if (target.innerText === "Left") said.textContent = "Saved"; }</script>`);
  // The list leaves out its last row, as long as that is the only one on its page.
  if (pathname === "/rows")
    return void response.end(`<!doctype html><title>Rows</title>${made > 0 ? "Row 1" : ""}`);
  // Every other visit has another heading.
  if (pathname === "/moody") visits += 1;
  response.end(
    `<!doctype html><title>App</title><h1>${visits % 2 === 1 ? "Odd" : "Even"}</h1><p>Some text</p>${shelf}`,
  );
});
let origin = "";

beforeAll(async () => {
  browser = await createPlaywrightBrowser();
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", () => resolve()));
  origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
afterAll(async () => {
  await browser.close();
  server.closeAllConnections();
  server.close();
});

const attempts = () =>
  createAttempts({
    browser: async () => browser,
    origin,
    secret: () => undefined,
    signal: new AbortController().signal,
    now: () => new Date(),
  });

const attempted = (
  cases: SuiteDocument["cases"],
  twice = true,
  blocks: NonNullable<SuiteDocument["blocks"]> = {},
  spare: string[] = [],
  fields: string[] = [],
  missing: string[] = [],
) => {
  const { attempt, reached } = attempts();
  const document: SuiteDocument = {
    suite: "App",
    base_url: origin,
    timeout: 3_000,
    fixtures: { tag: { string: 6 }, word: "lorem.word" },
    ...(Object.keys(blocks).length > 0 && { blocks }),
    cases,
  };
  const result = verify({
    document,
    attempt,
    twice,
    spare,
    fields,
    missing,
    over: () => false,
    progress: () => undefined,
  });
  return result.then((verified) => ({ verified, reached }));
};

it(
  "keeps what passes, marks what the app does wrong, and drops what cannot be carried out",
  { timeout: 240_000 },
  async () => {
    const { verified, reached } = await attempted([
      {
        id: "well",
        title: "Well",
        steps: [{ goto: "/well" }, { expect: { text: "Some text" } }, { expect: "no_errors" }],
      },
      { id: "wrong", title: "Wrong", steps: [{ goto: "/fails" }, { expect: "no_errors" }] },
      { id: "lost", title: "Lost", steps: [{ goto: "/well" }, { click: "Not there ${word}" }] },
      {
        id: "after",
        title: "After",
        needs: ["lost"],
        steps: [{ goto: "/well" }, { expect: { text: "Some" } }],
      },
    ]);
    expect(verified.document.cases.map(({ id }) => id)).toEqual(["well", "wrong"]);
    expect(verified.document.cases[1]?.tags).toEqual(["finding"]);
    expect(verified.document.fixtures).toBeUndefined();
    expect(verified.findings).toEqual([
      { case_id: "wrong", title: "Wrong", why: expect.stringContaining("saw status 500") as string },
    ]);
    expect(verified.dropped.map(({ case_id: id, reason }) => [id, reason])).toEqual([
      ["lost", expect.stringContaining("could not be carried out")],
      ["after", "it needs lost, which was left out"],
    ]);
    expect([...reached.paths].toSorted()).toEqual(["/fails", "/well"]);
    const yaml = annotate(printSuite(verified.document), verified.findings);
    expect(yaml).toMatch(/ {2}# Found when this suite was written: .*500\n {2}- id: wrong\n/);
  },
);

it(
  "what further cases have found is kept when the time is up for the rest",
  { timeout: 240_000 },
  async () => {
    const looks = Array.from({ length: 31 }, (_, at) => ({ id: `look-${at}`, steps: [{ goto: "/well" }] }));
    const wrong = { id: "wrong", steps: [{ goto: "/well" }, { expect: { text: "Another text" } }] };
    let pieces = 0;
    const verified = await verify({
      document: { suite: "App", base_url: origin, timeout: 1_000, cases: [...looks, wrong] },
      attempt: attempts().attempt,
      twice: true,
      spare: ["wrong", ...looks.slice(1).map(({ id }) => id)],
      over: () => pieces > 1,
      progress(message) {
        if (message.includes("further")) pieces += 1;
      },
    });
    expect(pieces).toBe(2);
    expect(verified.findings.map(({ case_id: id }) => id)).toEqual(["wrong"]);
  },
);

it(
  "what only looks is tried before what changes something, as that may hide what is wrong",
  { timeout: 240_000 },
  async () => {
    const looks = (id: string) => ({ id, steps: [{ goto: "/rows" }, { expect: { text: "Row 1" } }] });
    const cases = [{ id: "makes", steps: [{ goto: "/make" }] }, looks("listed"), looks("spare")];
    const found = async (time?: () => boolean): Promise<string[]> => {
      made = 0;
      const { findings, document } = await verify({
        document: { suite: "App", base_url: origin, timeout: 1_000, cases },
        attempt: attempts().attempt,
        twice: true,
        looking: ["listed", "spare"],
        spare: ["spare"],
        ...(time && { first: { ids: ["listed", "spare"], time } }),
        over: () => false,
        progress: () => undefined,
      });
      expect(document.cases.map(({ id }) => id)).toEqual(
        time?.() ? ["makes", "listed", "spare"] : ["makes", "listed"],
      );
      return findings.map(({ case_id: id }) => id);
    };
    expect(await found()).toEqual([]);
    expect(await found(() => false)).toEqual([]);
    expect(await found(() => true)).toEqual(["listed", "spare"]);
  },
);

it(
  "what there is no room for is tried as well, and kept where it finds something",
  { timeout: 240_000 },
  async () => {
    const well = (id: string, needs?: string[]) => ({
      id,
      ...(needs && { needs }),
      steps: [{ goto: "/well" }, { use: `look at ${id}` }],
    });
    const blocks = Object.fromEntries(
      ["kept", "spare", "needed"].map((id) => [`look at ${id}`, [{ expect: { text: "Some text" } }]]),
    );
    const { verified } = await attempted(
      [
        well("kept"),
        well("spare"),
        { id: "lost", steps: [{ goto: "/well" }, { click: "Not there" }] },
        well("needed"),
        { id: "wrong", needs: ["needed"], steps: [{ goto: "/fails?${tag}" }, { expect: "no_errors" }] },
      ],
      true,
      blocks,
      ["spare", "lost", "needed", "wrong"],
    );
    expect(verified.document.cases.map(({ id }) => id)).toEqual(["kept", "needed", "wrong"]);
    expect(Object.keys(verified.document.blocks ?? {})).toEqual(["look at kept", "look at needed"]);
    expect(Object.keys(verified.document.fixtures ?? {})).toEqual(["tag"]);
    expect(verified.findings.map(({ case_id: id }) => id)).toEqual(["wrong"]);
    expect([...verified.dropped, ...verified.untried]).toEqual([]);
  },
);

it(
  "takes out what was only seen once, and drops what does not hold every time",
  { timeout: 240_000 },
  async () => {
    visits = 0;
    const { verified } = await attempted([
      {
        id: "page-moody",
        title: "Moody",
        steps: [
          { goto: "/moody" },
          { expect: { visible: { role: "heading", name: "Even" } } },
          { expect: "no_errors" },
        ],
      },
      {
        id: "moody",
        title: "Moody",
        steps: [{ goto: "/moody" }, { expect: { text: "Even" } }, { reload: true }],
      },
    ]);
    expect(verified.repaired.map(({ case_id: id }) => id)).toEqual(["page-moody"]);
    expect(verified.document.cases.map(({ id, steps }) => [id, steps.length])).toEqual([["page-moody", 2]]);
    expect(verified.dropped[0]).toMatchObject({
      case_id: "moody",
      reason: expect.stringContaining("passed once") as string,
    });
    expect(verified.findings).toEqual([]);
  },
);

it(
  "takes it out as well where what is looked at behind it stands in a block",
  { timeout: 240_000 },
  async () => {
    visits = 0;
    const heading = { expect: { visible: { role: "heading", name: "Even" } } };
    const { verified } = await attempted(
      [{ id: "page-moody", title: "Moody", steps: [{ goto: "/moody" }, heading, { use: "no errors" }] }],
      true,
      { "no errors": [{ expect: "no_errors" }] },
    );
    expect(verified.repaired.map(({ case_id: id }) => id)).toEqual(["page-moody"]);
    expect(verified.findings).toEqual([]);
  },
);

it(
  "a form that asks once more for what a case fills in is full of what others left there",
  { timeout: 240_000 },
  async () => {
    const filled = (id: string, fields: Record<string, string>) => ({
      id,
      title: id,
      steps: [{ goto: "/tickets" }, { fill: fields }, { click: "Next" }, { expect: { text: "Thank you" } }],
    });
    const cases = [
      filled("one", { "Name, ticket 1": "Ann" }),
      filled("both", { "Name, ticket 1": "Ann", "Name, ticket 2": "Ben" }),
    ];
    const { verified } = await attempted(cases);
    expect(verified.findings.map(({ case_id: id }) => id)).toEqual(["both"]);
    // A second line that was there from the beginning, and may stay empty, is nothing more.
    const known = await attempted(cases, true, {}, [], ["Name, ticket 1", "Name, ticket 2"]);
    expect(known.verified.findings.map(({ case_id: id }) => id)).toEqual(["one", "both"]);
    expect(verified.dropped).toEqual([
      { case_id: "one", title: "one", reason: expect.stringContaining("Name, ticket 2") as string },
    ]);
  },
);

it(
  "a control that asks for what is not there, and then shows nothing, is a finding",
  { timeout: 240_000 },
  async () => {
    const { verified } = await attempted([
      { id: "edit", title: "Edit", steps: [{ goto: "/well" }, { click: "Edit" }, { fill: { Name: "Ann" } }] },
      {
        id: "begin",
        title: "Begin",
        steps: [{ goto: "/well" }, { click: "Begin" }, { fill: { Name: "Ann" } }],
      },
      {
        id: "lost",
        title: "Lost",
        steps: [{ goto: "/well" }, { click: "Edit" }, "reload", { click: "Gone" }],
      },
    ]);
    expect(verified.findings).toEqual([
      { case_id: "edit", title: "Edit", why: expect.stringContaining("GET /draft 404") as string },
    ]);
    expect(verified.document.cases.map(({ id }) => id)).toEqual(["edit", "begin"]);
  },
);

it("what is to be there in time is no step to be taken out", { timeout: 240_000 }, async () => {
  const late = (id: string, timeout?: string) => ({
    id,
    title: id,
    steps: [
      { goto: "/well" },
      { expect: { visible: { role: "heading", name: "Late" } }, ...(timeout && { timeout }) },
      { expect: "no_errors" },
    ],
  });
  const { verified } = await attempted([late("seen"), late("timed", "1s")] as never);
  expect(verified.findings.map(({ case_id: id }) => id)).toEqual(["timed"]);
});

it("what any page asks for in vain is none of what a control asks for", { timeout: 240_000 }, async () => {
  const edit = {
    id: "edit",
    steps: [{ goto: "/well" }, { click: "Edit" }, { fill: { Name: "Ann" } }],
  };
  const missing = ["GET /draft 404"];
  const { verified } = await attempted(
    [edit, { id: "well", steps: [{ goto: "/well" }] }],
    true,
    {},
    [],
    [],
    missing,
  );
  expect(verified.findings).toEqual([]);
  expect(verified.dropped.map(({ case_id: id }) => id)).toEqual(["edit"]);
});

it(
  "what others need is a finding for itself where it expects too much, and the others are tried all the same",
  { timeout: 240_000 },
  async () => {
    const open = { goto: "/well" };
    const { verified } = await attempted(
      [
        {
          id: "make",
          title: "Make",
          steps: [
            open,
            { capture: { heading: { text: { role: "heading" } } } },
            { expect: { text: "Made" } },
            { expect: { text: "Kept" } },
            { expect: { text: "Some text" } },
          ],
        },
        { id: "shows", title: "Shows", needs: ["make"], steps: [open, { expect: { text: "${heading}" } }] },
        { id: "edit", title: "Edit", needs: ["make"], steps: [open, { expect: { text: "Changed" } }] },
      ],
      false,
    );
    expect(verified.findings.map(({ case_id: id, title }) => [id, title])).toEqual([
      ["make-whole", "Make"],
      ["edit", "Edit"],
    ]);
    expect(verified.document.cases.map(({ id, tags, steps }) => [id, tags, steps.length])).toEqual([
      ["make", undefined, 3],
      ["make-whole", ["finding"], 5],
      ["shows", undefined, 2],
      ["edit", ["finding"], 2],
    ]);
    expect([verified.dropped, verified.untried]).toEqual([[], []]);
  },
);

it(
  "a link to what is not there, even if only at first, is a finding; a page that did not answer once is none",
  { timeout: 240_000 },
  async () => {
    const { verified } = await attempted([
      {
        id: "further",
        title: "Further",
        steps: [{ goto: "/well" }, { click: "Further" }, { click: "Nowhere" }],
      },
      { id: "now", title: "Now", steps: [{ goto: "/well" }, { click: "Now" }, { expect: "no_errors" }] },
      {
        id: "busy",
        title: "Busy",
        steps: [{ goto: "/busy" }, { expect: { text: "Some text" } }, { click: "Begin" }],
      },
    ]);
    expect(verified.findings.map(({ case_id: id, why }) => [id, why])).toEqual([
      ["further", expect.stringContaining("GET /gone 404") as string],
      ["now", expect.stringContaining("/now 404") as string],
    ]);
    expect(verified.dropped).toEqual([]);
  },
);

it("an app that stops is a finding of the case that was under way, and no reason to leave the others out", async () => {
  const crashing = createServer((request, response) => {
    if (request.url === "/crash") {
      request.socket.destroy();
      crashing.closeAllConnections();
      crashing.close();
      return;
    }
    response.setHeader("content-type", "application/json");
    response.end("{}");
  });
  await new Promise<void>((resolve) => crashing.listen(0, "127.0.0.1", () => resolve()));
  const { attempt } = createAttempts({
    browser: async () => browser,
    origin: `http://127.0.0.1:${(crashing.address() as AddressInfo).port}`,
    secret: () => undefined,
    signal: new AbortController().signal,
    now: () => new Date(),
  });
  const ids = ["first", "crash", "third", "fourth", "fifth"];
  const verified = await verify({
    document: {
      suite: "API",
      base_url: `http://127.0.0.1:${(crashing.address() as AddressInfo).port}`,
      cases: ids.map((id) => ({ id, title: id, steps: [{ request: { url: `/${id}` } }] })),
    },
    attempt,
    twice: true,
    over: () => false,
    progress: () => undefined,
  });
  expect(verified.findings).toMatchObject([
    { case_id: "crash", why: expect.stringContaining("it has stopped") as string },
  ]);
  expect(verified.document.cases.map(({ id }) => id)).toEqual(ids);
  expect(verified.untried.map(({ case_id: id }) => id)).toEqual(["third", "fourth", "fifth"]);
});

it(
  "takes out the step that does not last, whatever stands in front of it",
  { timeout: 240_000 },
  async () => {
    // The next visit shows the other heading.
    const name = visits % 2 === 1 ? "Odd" : "Even";
    const title = { expect: { title: "App" } };
    const { verified } = await attempted(
      [
        {
          id: "moody",
          title: "Moody",
          steps: [
            { use: "look" },
            { expect: { visible: { role: "heading", name } } },
            title,
            { expect: "no_errors" },
          ],
        },
      ],
      false,
      { look: [{ goto: "/moody" }, { expect: { text: "Some text" } }] },
    );
    expect(verified.repaired.map(({ case_id: id }) => id)).toEqual(["moody"]);
    expect(verified.document.cases[0]?.steps).toEqual([{ use: "look" }, title, { expect: "no_errors" }]);
  },
);

it("steps are numbered as they are written, whichever case logs in first", { timeout: 240_000 }, async () => {
  const look = [{ goto: "/well" }, { expect: { text: "Some text" } }];
  const document: SuiteDocument = {
    suite: "App",
    base_url: origin,
    timeout: 3_000,
    auth: { username: "ann", password: "secret", steps: [{ goto: "/well" }, { expect: { title: "App" } }] },
    blocks: { look, lost: [...look, { expect: { text: "Not there" } }, { expect: "no_errors" }] },
    cases: [
      { id: "first", steps: [{ use: "look" }, { use: "look" }, { expect: { text: "Never" } }, "reload"] },
      { id: "block", steps: [{ use: "look" }, { use: "lost" }, { use: "lost" }, "reload"] },
      { id: "guarded", steps: [{ click: "Never", when: { visible: "Never" } }, { goto: "/fails" }] },
    ],
  };
  const { cases } = await attempts().attempt(
    document,
    document.cases.map(({ id }) => id),
    1,
  );
  expect(cases.map(({ why }) => /^step \d+/.exec(why)?.[0])).toEqual(["step 3", "step 2", "step 2"]);
});

it("one error of a script is one finding, and hides nothing behind it", { timeout: 240_000 }, async () => {
  const clicks = (id: string, click: string, text?: string): SuiteDocument["cases"][number] => ({
    id,
    steps: [
      { goto: "/script" },
      { click },
      { expect: "no_errors" },
      ...(text === undefined ? [] : [{ expect: { text } }]),
    ],
  });
  const { verified } = await attempted([
    clicks("first", "Left"),
    clicks("kept", "Left", "Saved"),
    clicks("lost", "Right", "Saved"),
    clicks("other", "Odd"),
  ]);
  expect(verified.findings.map(({ case_id: id, why }) => [id, why])).toEqual([
    ["first", expect.stringContaining("saw console error: no such thing")],
    ["other", expect.stringContaining("saw console error: odd")],
    ["lost", expect.stringContaining('"Saved"')],
  ]);
  expect(verified.repaired).toMatchObject([
    { case_id: "kept", reason: "no longer looks for what first tells: console error: no such thing" },
  ]);
  expect(verified.dropped).toEqual([]);
  expect(printSuite(verified.document)).toContain('except: ["console error: no such thing"]');
});
