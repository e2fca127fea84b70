import { afterAll, beforeAll, expect, test } from "vitest";
import { createBrowserProvider } from "#adapters/playwright/provider.ts";
import { textLike } from "#test/support/any.ts";
import { runSuite, startApp } from "#test/support/run-suite.ts";
import { toolPages } from "#test/support/tool-pages.ts";

const browsers = createBrowserProvider();
let app: Awaited<ReturnType<typeof startApp>>;
beforeAll(async () => {
  app = await startApp(toolPages());
});
afterAll(async () => {
  await browsers.close();
  await app.close();
});

/** The report of one case of these steps. */
const run = async (...lines: string[]) => {
  const yaml = `timeout: 20s\ncases:\n  - id: a\n    steps:\n${lines.map((line) => `      - ${line}\n`).join("")}`;
  const { cases } = await runSuite(browsers, app.url, yaml);
  const report = cases["a"];
  if (!report) throw new Error("no report");
  return report;
};
const passed = { status: "passed", why: "" };

test("upload: made, written out, in base64, several, and none", async () => {
  const report = await run(
    "goto: /upload",
    "upload: {Photo: {generate: png}}",
    'expect: {text: "picture.png image/png", visible: {text: "32x32"}}',
    'upload: {Papers: [{name: a.txt, content: "Hi there"}, {name: b.csv, base64: "YSxi"}, {generate: pdf}]}',
    'expect: {text: {matches: "a.txt text/plain 8 Hi there; b.csv text/csv 3 a,b; document.pdf application/pdf \\\\d+ %PDF-"}}',
    "upload: {target: {label: Papers}, file: {generate: text, name: big.bin, size: 2000000}}",
    "expect: {text: big.bin application/octet-stream 2000000}",
    "upload: {target: {label: Papers}, file: []}",
    "expect: {text: taken back}",
  );
  expect(report).toMatchObject(passed);
  expect(report.steps[1]?.text).toBe('upload picture.png to "Photo"');
});

test("each: what is within another that fits counts as well", async () => {
  const all = "target: {role: listitem, within: Questions}";
  const report = await run(
    "goto: /nested",
    `expect: {count: {${all}, is: 3}, each: {${all}, matches: solved}}`,
    `{expect: {each: {${all}, matches: Printer}}, timeout: 2s}`,
  );
  expect(report).toMatchObject({ status: "failed", why: textLike(/saw one shows "solved by Ann"/) });
});

test("capture: waits for what the pattern fits", async () => {
  const report = await run(
    "goto: /bare",
    'capture: {who: {text: {css: "#list"}, match: "Late (\\\\w+)"}, many: {count: {css: "#list > li"}, match: "2"}}',
    'expect: {text: "Late ${who}", count: {target: {css: "#list > li"}, is: "${many}"}}',
  );
  expect(report).toMatchObject(passed);
});

test("upload: several files into a field for one are refused", async () => {
  const report = await run(
    "goto: /upload",
    "upload: {Photo: [{generate: png}, {generate: png, name: b.png}]}",
  );
  expect(report).toMatchObject({ status: "broken", why: textLike(/single file/) });
});

test("drag: HTML's drag and drop, and a page that follows the pointer", async () => {
  expect(
    await run(
      "goto: /drag",
      "drag: {from: Write tests, to: {role: list, name: Done}}",
      "expect: {visible: {role: listitem, text: Write tests, within: {role: list, name: Done}}}",
      "goto: /pointer",
      "drag: {from: Knob, to: Bin}",
      "expect: {text: binned}",
    ),
  ).toMatchObject(passed);
});

test("drag: a goal that is not there", async () => {
  const report = await run("goto: /drag", "{drag: {from: Write tests, to: Nowhere}, timeout: 4s}");
  expect(report).toMatchObject({
    status: "broken",
    why: textLike(/where to drag to: "Nowhere" is not on the page/),
  });
});

test("dialog: dismissed, accepted, typed into; the usual answer otherwise", async () => {
  expect(
    await run(
      "goto: /dialogs",
      "dialog: dismiss",
      "click: Delete",
      "expect: {text: kept}",
      "click: Delete",
      "expect: {text: deleted}",
      "dialog: {text: Ann}",
      "dialog: dismiss",
      "click: Greet",
      "expect: {text: Hello Ann}",
      "click: Delete",
      "expect: {text: kept}",
      "click: Greet",
      "expect: {text: Hello null}",
    ),
  ).toMatchObject(passed);
});

test("tab: the newest, the first, and a window that closes itself", async () => {
  expect(
    await run(
      "goto: /tabs",
      "click: Open second",
      "tab: newest",
      "expect: {url: /second, text: Second tab}",
      "click: Here",
      "expect: {title: Second clicked}",
      "tab: first",
      "expect: {text: First tab}",
      "click: Sign in with Acme",
      "tab: newest",
      "click: Allow",
      "expect: {text: granted, url: /tabs}",
    ),
  ).toMatchObject(passed);
});

test("tab: none was opened", async () => {
  const report = await run("goto: /tabs", "{tab: newest, timeout: 300ms}");
  expect(report).toMatchObject({ status: "broken", why: textLike(/no further tab was opened/) });
});

test("download: by a link and by a script, with name and content", async () => {
  expect(
    await run(
      "goto: /downloads",
      'download: {click: Export orders, name: {is: orders-2024.csv}, content: {matches: "^id,total"}}',
      "click: Make",
      "expect: {download: {name: made.txt, content: made here}}",
    ),
  ).toMatchObject(passed);
});

test("download: several texts, what is not in it, and the number of its lines", async () => {
  const get = (parts: string): string => `{download: {click: Export orders, ${parts}}, timeout: 6s}`;
  const right = get(
    "content: [id, 12.50, {matches: '1,\\d+'}], lacks: [undefined, NaN], lines: {min: 2, max: 2}",
  );
  expect(await run("goto: /downloads", right)).toMatchObject(passed);
  const wrong = {
    "content: [id, Mug]": /nothing that contains "Mug"/,
    "lacks: total": /content that contains "total"/,
    "lines: {min: 3}": /\(2 lines\)/,
  };
  for (const [parts, why] of Object.entries(wrong)) {
    const report = await run("goto: /downloads", get(parts));
    expect(report).toMatchObject({ status: "failed", why: textLike(why) });
  }
});

test("download: another content, and no download at all", async () => {
  const other = await run(
    "goto: /downloads",
    "{download: {click: Export orders, content: Mug}, timeout: 6s}",
  );
  expect(other).toMatchObject({ status: "failed", why: textLike(/saw orders-2024.csv with "id,total/) });
  const none = await run("goto: /downloads", "{download: {click: Nothing}, timeout: 2s}");
  expect(none).toMatchObject({ status: "failed", why: textLike(/expected a download; saw no download/) });
});

test("days: none before or after another, and none at all", async () => {
  const days = (list: string, limit: string): string =>
    `{expect: {days: {target: {role: listitem, within: {role: list, name: ${list}}}, ${limit}}}, timeout: 4s}`;
  const right = [
    days("Coming", "from: today"),
    days("Past", "until: today"),
    days("Past", "from: 2025-03-04, until: 2025-03-05"),
  ];
  expect(await run("goto: /days", ...right)).toMatchObject(passed);
  const wrong: [string, RegExp][] = [
    [days("Past", "from: today"), /"Concert, Tue, 4 March 2025, 19:30" is before today/],
    [days("Coming", "until: 2095-03-02"), /"Concert, 4 March 2095" is after 2095-03-02/],
    [days("Bare", "from: today"), /"Some day" shows no day/],
  ];
  for (const [line, why] of wrong)
    expect(await run("goto: /days", line)).toMatchObject({ status: "failed", why: textLike(why) });
});

test("accessible: what axe finds, by impact, rule and place", async () => {
  expect(
    await run(
      "goto: /bare",
      "expect: {accessible: {within: {css: main}}}",
      "expect: {accessible: {rules: [document-title]}}",
      "expect: {accessible: {except: [image-alt, button-name]}}",
    ),
  ).toMatchObject(passed);
  const report = await run("goto: /bare", "{expect: accessible, timeout: 300ms}");
  expect(report).toMatchObject({
    status: "failed",
    why: textLike(
      /expected no serious or worse violation of accessibility rules; saw .*image-alt \(critical\)/,
    ),
  });
  expect(
    await run("goto: /bare", "{expect: {accessible: {rules: [no-such-rule]}}, timeout: 300ms}"),
  ).toMatchObject({
    status: "broken",
    why: textLike(/the rules cannot be checked: .*no-such-rule/),
  });
});

test("accessible: text that cannot be told from what is behind it", async () => {
  const seen = (within: string): string =>
    `{expect: {accessible: {rules: [color-contrast], contrast: 1.2, within: {css: "${within}"}}}, timeout: 300ms}`;
  expect(
    await run("goto: /pale", ...["#light", "#clear", "#tick", "#hidden", "#over"].map(seen)),
  ).toMatchObject(passed);
  for (const within of ["#same", "#nearly"])
    expect(await run("goto: /pale", seen(within))).toMatchObject({
      status: "failed",
      why: textLike(/where text has a contrast of 1.2 or less in .*; saw color-contrast/),
    });
});

test("aria: the structure of the page, waited for", async () => {
  const lines = (text: string): string => text.replaceAll("\n", "\n            ");
  expect(
    await run(
      "goto: /bare",
      lines(
        'expect:\n  aria: |\n    - main:\n      - heading "Bare" [level=1]\n      - list:\n        - listitem: /Late \\w+/',
      ).replaceAll("            ", "          "),
      'expect: {aria: {snapshot: "- listitem: One", within: {role: list}}}',
    ),
  ).toMatchObject(passed);
  const report = await run("goto: /bare", '{expect: {aria: "- heading \\"Nude\\""}, timeout: 3s}');
  expect(report).toMatchObject({
    status: "failed",
    why: textLike(/expected the structure - heading "Nude"; saw .*Bare/),
  });
});
