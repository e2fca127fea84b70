import type { Report } from "#model/report.ts";

const escapes: Record<string, string> = {
  "&": "&amp;",
  "<": "&lt;",
  ">": "&gt;",
  '"': "&quot;",
  "'": "&apos;",
};

/** Text as XML 1.0 can hold it: what it forbids is left out. */
const xml = (text: string): string =>
  text
    .replaceAll(/[^\t\n\r\u0020-\uD7FF\uE000-\uFFFD\u{10000}-\u{10FFFF}]/gu, "")
    .replaceAll(/[&<>"']/g, (letter) => escapes[letter] ?? "");

const tag = (name: string, attributes: Record<string, string | number>, inner: string): string => {
  const words = Object.entries(attributes).map(([key, value]) => ` ${key}="${xml(String(value))}"`);
  return inner === "" ? `<${name}${words.join("")}/>` : `<${name}${words.join("")}>${inner}</${name}>`;
};

const seconds = (ms: number): string => (ms / 1000).toFixed(3);

const caseOf = ({ id, title, status, why, duration_ms, root_cause: cause }: Report["cases"][number]) => {
  const lines = cause
    ? [`${cause.category}: ${cause.summary}`, cause.suspected_cause, cause.suggested_fix, ...cause.evidence]
    : [];
  const message = { message: why, ...(cause ? { type: cause.category } : {}) };
  const inner = {
    passed: "",
    failed: tag("failure", message, xml(lines.join("\n")) || " "),
    broken: tag("error", message, xml(lines.join("\n")) || " "),
    skipped: tag("skipped", { message: why }, ""),
  }[status];
  return tag("testcase", { classname: id, name: title, time: seconds(duration_ms) }, inner);
};

/** Reports as one JUnit XML document, as CI servers read it: `failed` is a failure, `broken` an error. Times are seconds. */
export const junitXml = (reports: readonly Report[]): string => {
  const suites = reports.map((report) =>
    tag(
      "testsuite",
      {
        name: report.title,
        tests: report.cases.length,
        failures: report.summary.failed,
        errors: report.summary.broken,
        skipped: report.summary.skipped,
        time: seconds(report.duration_ms),
        timestamp: report.started_at,
      },
      `\n${report.cases.map((item) => `    ${caseOf(item)}\n`).join("")}  `,
    ),
  );
  return `<?xml version="1.0" encoding="UTF-8"?>\n<testsuites>\n${suites.map((one) => `  ${one}\n`).join("")}</testsuites>\n`;
};
