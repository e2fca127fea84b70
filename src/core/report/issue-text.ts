import type { CaseReport, Report } from "#model/report.ts";
import type { CauseCategory } from "#model/root-cause.ts";
import type { IssueBlock, IssueText } from "#model/tracker.ts";
import type { Links } from "./links.ts";

const severities: Partial<Record<CauseCategory, "critical" | "high" | "medium">> = {
  backend_exception: "critical",
  backend_error: "critical",
  frontend_exception: "high",
  auth: "high",
  api_contract: "high",
  wrong_result: "high",
  broken_link: "medium",
  accessibility: "medium",
};

/** Characters of one quotation, and of all of them together: the trackers' own limits are near. */
const longestQuote = 6_000;
const longestTotal = 24_000;

export const severityOf = (item: CaseReport): "critical" | "high" | "medium" | "low" =>
  (item.root_cause && severities[item.root_cause.category]) ?? "low";

/** At most 200 characters, on one line, and mentioning nobody. */
export const issueTitle = (item: CaseReport): string =>
  `${item.title}: ${item.root_cause?.summary ?? item.why}`
    .replaceAll(/[\s\p{Cc}]+/gu, " ")
    .replaceAll(/(?<![\w.])@(?=\w)/g, "@ ")
    .slice(0, 200);

const plain = (text: string): IssueText => ({ text, style: "plain" });
const strong = (text: string): IssueText => ({ text, style: "strong" });
const code = (text: string): IssueText => ({ text, style: "code" });
const paragraph = (...parts: IssueText[]): IssueBlock => ({ kind: "paragraph", parts });

/** What a developer needs to act. All that comes from the app stands in code. */
export const issueBlocks = (report: Report, item: CaseReport, runId: string, links: Links): IssueBlock[] => {
  const cause = item.root_cause;
  let room = longestTotal;
  const quote = (text: string): IssueBlock => {
    const kept = text.slice(0, Math.min(longestQuote, Math.max(0, room)));
    room -= kept.length;
    return { kind: "code", text: kept.length < text.length ? `${kept} …` : kept };
  };
  const at = item.steps.findIndex(({ status }) => status === "failed" || status === "broken");
  const steps = item.steps.slice(0, at < 0 ? item.steps.length : at + 1);
  const blocks = [
    paragraph(strong("What happened")),
    quote(cause ? `${cause.summary}\n${cause.suspected_cause}` : item.why),
    paragraph(strong("Steps to reproduce"), plain(" on "), code(report.base_url)),
    quote(steps.map((step, number) => `${number + 1}. ${step.text}`).join("\n") || item.title),
    paragraph(strong("Expected and seen")),
    quote(item.why),
  ];
  if (cause) {
    const confidence = `${Math.round(cause.confidence * 100)} %`;
    blocks.push(
      paragraph(strong("Cause"), plain(" "), code(cause.category), plain(`, confidence ${confidence}`)),
      paragraph(strong("Suggested fix")),
      quote(cause.suggested_fix),
    );
    if (cause.evidence.length > 0)
      blocks.push(paragraph(strong("Evidence")), quote(cause.evidence.join("\n")));
    if (cause.trace_id) blocks.push(paragraph(strong("Trace id"), plain(" "), code(cause.trace_id)));
  }
  const picture = item.shots.at(-1);
  const files: [string, string | null | undefined][] = [
    ["Screenshot", picture?.path],
    ["Browser trace", item.trace],
    ["Report", "report.html"],
  ];
  for (const [name, path] of files)
    if (path) blocks.push(paragraph(strong(name), plain(" "), links.artifact(runId, path)));
  blocks.push(
    paragraph(
      strong("Run"),
      plain(" "),
      code(runId),
      plain(", suite "),
      code(report.suite),
      plain(", case "),
      code(item.id),
    ),
  );
  return blocks;
};

type Seen = { occurrences: number; createdAt: string; lastSeenAt: string };

/** `Seen 3 times since 2026-01-31 09:30 UTC, last at 2026-02-01 07:00 UTC`. */
export const frequencyBlock = ({ occurrences, createdAt, lastSeenAt }: Seen): IssueBlock =>
  paragraph(
    strong("Seen"),
    plain(
      occurrences === 1
        ? ` once, at ${minuteOf(createdAt)}`
        : ` ${occurrences} times since ${minuteOf(createdAt)}, last at ${minuteOf(lastSeenAt)}`,
    ),
  );

/** A comment: a sentence of our own, how often it was seen, and the run. */
export const commentBlocks = (sentence: string, seen: Seen, runId: string, links: Links): IssueBlock[] => [
  paragraph(plain(sentence)),
  frequencyBlock(seen),
  paragraph(strong("Report"), plain(" "), links.artifact(runId, "report.html")),
];

/** `2026-01-31 09:30 UTC`. */
const minuteOf = (time: string): string => `${time.slice(0, 16).replace("T", " ")} UTC`;
