import type { CaseReport, Report } from "#model/report.ts";
import type { CauseCategory } from "#model/root-cause.ts";

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

export const severityOf = (item: CaseReport): "critical" | "high" | "medium" | "low" =>
  (item.root_cause && severities[item.root_cause.category]) ?? "low";

/** At most 200 characters, on one line. */
export const issueTitle = (item: CaseReport): string =>
  `${item.title}: ${item.root_cause?.summary ?? item.why}`.replaceAll(/\s+/g, " ").slice(0, 200);

/** What a developer needs to act, in Markdown. Text of the app is put in code blocks, so that none of it is markup. */
export const issueBody = (report: Report, item: CaseReport, runId: string): string => {
  const cause = item.root_cause;
  const failed = item.steps.find(({ status }) => status === "failed" || status === "broken");
  const lines = [
    `**What happened**`,
    block(item.why),
    `**Steps to reproduce** on ${code(report.base_url)}`,
    block(
      item.steps
        .slice(0, (failed?.index ?? item.steps.length) + 1)
        .map((step, at) => `${at + 1}. ${step.text}`)
        .join("\n"),
    ),
  ];
  if (cause) {
    lines.push(
      `**Root cause**: ${cause.category} (confidence ${Math.round(cause.confidence * 100)} %)`,
      block(`${cause.summary}\n${cause.suspected_cause}`),
      `**Suggested fix**`,
      block(cause.suggested_fix),
    );
    if (cause.trace_id) lines.push(`**Trace** ${code(cause.trace_id)}`);
    if (cause.evidence.length > 0) lines.push(`**Evidence**`, block(cause.evidence.join("\n")));
  }
  const picture = item.shots.at(-1);
  if (picture) lines.push(`**Picture** ${code(`/artifacts/${runId}/${picture.path}`)}`);
  lines.push(`**Run** ${code(runId)}, suite ${code(report.suite)}, case ${code(item.id)}`);
  return lines.join("\n\n");
};

const code = (text: string): string => `\`${text.replaceAll("`", "'")}\``;

const block = (text: string): string => {
  const longest = Math.max(2, ...[...text.matchAll(/`+/g)].map(([ticks]) => ticks.length));
  const fence = "`".repeat(longest + 1);
  return `${fence}text\n${text}\n${fence}`;
};
