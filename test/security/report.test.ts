import { parse } from "parse5";
import type { DefaultTreeAdapterTypes } from "parse5";
import { expect, test } from "vitest";
import { renderHtmlReport } from "#core/report/html-report.ts";
import { countVerdicts } from "#model/report.ts";
import type { CaseReport, Report } from "#model/report.ts";

const payloads = [
  `<script>alert(1)</script>`,
  `"><img src=x onerror=alert(1)>`,
  `' autofocus onfocus='alert(1)`,
  `</style></title></pre></textarea></template><svg/onload=alert(1)>`,
  `<!--><script>alert(1)</script>-->`,
  `<a href="javascript:alert(1)">x</a>`,
  `&lt;script&gt;alert(1)&lt;/script&gt;`,
  `\u2028</script\n><iframe srcdoc="<script>alert(1)</script>">`,
];

const hostileCase = (text: string, status: CaseReport["status"]): CaseReport => ({
  id: text,
  title: text,
  status,
  why: text,
  duration_ms: 1,
  attempts: 1,
  flaky: false,
  steps: [
    {
      index: 0,
      text,
      status,
      duration_ms: 1,
      error: text,
      judgements: [{ reason: text, citations: [{ line: 1, quote: text }] } as never],
      healed: [{ from: text, to: text, element: text, score: 1, margin: 1, used: true } as never],
    },
  ],
  shots: [
    { label: text, note: text, path: "cases/a/01.jpg" },
    { label: text, note: text, path: text },
  ],
  captured: { [text]: text },
  root_cause: {
    category: "wrong_result",
    summary: text,
    suspected_cause: text,
    suggested_fix: text,
    confidence: 1,
    server_status: "diagnosed",
    trace_id: text,
    evidence: [text],
  },
  trace: "cases/a/trace.zip",
});

const hostileReport = (text: string): Report => {
  const cases = (["failed", "broken", "passed", "skipped"] as const).map((status) =>
    hostileCase(text, status),
  );
  return {
    suite: text,
    title: text,
    base_url: text,
    seed: 1,
    started_at: text,
    finished_at: text,
    duration_ms: 1,
    browser: text,
    summary: countVerdicts(cases),
    cases,
  };
};

type Node = DefaultTreeAdapterTypes.Node;

/** Every element below a node, templates' contents included. */
const elements = (node: Node): DefaultTreeAdapterTypes.Element[] => [
  ...("tagName" in node ? [node] : []),
  ...("childNodes" in node ? node.childNodes.flatMap(elements) : []),
  ...("content" in node ? elements(node.content) : []),
];

test.each(payloads)("a report shows what a page has written as text, and nothing of it acts: %j", (text) => {
  const page = renderHtmlReport(
    hostileReport(text),
    text,
    (path) => (path === text ? null : "data:image/jpeg;base64,AA=="),
    text,
  );
  const plain = renderHtmlReport(
    hostileReport("harmless"),
    "harmless",
    (path) => (path === "harmless" ? null : "data:image/jpeg;base64,AA=="),
    "harmless",
  );
  const shapeOf = (html: string): string[] =>
    elements(parse(html)).map(({ tagName, attrs }) => [tagName, ...attrs.map(({ name }) => name)].join(" "));
  // Element by element and attribute by attribute as with words that mean nothing.
  expect(shapeOf(page)).toEqual(shapeOf(plain));
  const all = elements(parse(page));
  expect(
    all.filter(({ tagName }) => ["script", "iframe", "object", "embed", "base", "form"].includes(tagName)),
  ).toEqual([]);
  const attributes = all.flatMap(({ attrs }) => attrs);
  expect(attributes.filter(({ name }) => name.startsWith("on"))).toEqual([]);
  const links = attributes.filter(({ name }) => name === "href" || name === "src").map(({ value }) => value);
  expect(links.filter((link) => !/^(?:data:image\/jpeg;|cases\/a\/trace\.zip$)/.test(link))).toEqual([]);
});
