import { counted } from "#model/counted.ts";
import type { Judgement, ModelUse } from "#model/model-use.ts";
import type { CaseReport, Report, Shot, StepReport } from "#model/report.ts";
import type { RootCause } from "#model/root-cause.ts";
import { healedLine, patchSection } from "./healed.ts";
import { html } from "./markup.ts";
import type { Markup } from "./markup.ts";
import { styles } from "./styles.ts";

/** Source of a picture by its path in the report: a `data:` address or null when it is left out. */
export type Pictures = (path: string) => string | null;

/**
 * The report as one self-contained page without script: cases that did not pass first and open,
 * each with its root cause, its evidence and the picture of the step that failed.
 */
export const renderHtmlReport = (
  report: Report,
  runId: string,
  pictures: Pictures,
  /** Unified diff of the suite that the run offers. */
  patch = "",
): string => {
  const bad = report.cases.filter(({ status }) => status === "failed" || status === "broken");
  const rest = report.cases.filter(({ status }) => status === "passed" || status === "skipped");
  const page = html`<!doctype html>
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <title>${report.title} · Tracewright</title>
        <style>
          ${{ markup: styles }}
        </style>
      </head>
      <body>
        <main>
          <header>
            <h1>${report.title}</h1>
            <p class="muted">
              ${report.base_url} · <time datetime="${report.started_at}">${minute(report.started_at)}</time> ·
              ${seconds(report.duration_ms)} · ${report.browser} · run ${runId}
            </p>
            <div class="counts">${counts(report)}</div>
            ${report.model ? html`<p class="muted">${modelLine(report.model)}</p>` : null}
          </header>
          ${patchSection(patch, runId)} ${bad.map((item) => caseSection(item, pictures, true))}
          ${rest.map((item) => caseSection(item, pictures, false))}
        </main>
      </body>
    </html> `;
  return page.markup;
};

const modelLine = (use: ModelUse): string => {
  const calls = counted(use.calls, "call");
  const cost = use.cost_usd === null ? "price not known" : `$${use.cost_usd.toFixed(4)}`;
  const tokens = `${use.input_tokens} tokens in (${use.cached_tokens} cached), ${use.output_tokens} out`;
  return `${use.provider} ${use.model} · ${calls} · ${tokens} · ${cost}`;
};

const judgementLines = (judgements: readonly Judgement[]): Markup[] =>
  judgements.map(({ reason, citations }) => {
    const quotes = citations.map(({ line, quote }) => `“${quote}” (line ${line})`).join(", ");
    return html`<span class="judgement">${reason} ${quotes}</span>`;
  });

const counts = (report: Report): Markup[] =>
  (["failed", "broken", "skipped", "passed"] as const)
    .filter((status) => report.summary[status] > 0)
    .map((status) => html`<span class="pill ${status}">${report.summary[status]} ${status}</span>`);

const caseSection = (item: CaseReport, pictures: Pictures, open: boolean): Markup => {
  const inner = html`<summary>
      <span class="pill ${item.status}">${item.status}</span>
      <h2>${item.title}</h2>
      <span class="muted">${flakeNote(item)}${item.id} · ${seconds(item.duration_ms)}</span>
    </summary>
    ${item.why !== "" && html`<p class="why">${item.why}</p>`}
    ${item.root_cause && causeCard(item.root_cause)}
    ${open ? failingColumns(item, pictures) : quietColumns(item, pictures)}
    ${
      item.trace !== null &&
      html`<p class="muted">
        <a href="${item.trace}">trace.zip</a> opens with <code>npx playwright show-trace</code>: every step
        with its picture, the page at the failure, requests, console and errors
      </p>`
    }`;
  return open
    ? html`<details class="case" open>${inner}</details>`
    : html`<details class="case">${inner}</details>`;
};

/** Says it beside the verdict and never in its place. */
const flakeNote = ({ flaky, flakiness }: CaseReport): string => {
  const history =
    flakiness?.flaky === true
      ? `flaky in ${Math.round(flakiness.rate * 100)} % of the last ${flakiness.executions} runs · `
      : "";
  return `${flaky ? "passed on a retry · " : ""}${history}`;
};

const causeCard = (cause: RootCause): Markup =>
  html`<div class="cause">
    <div class="category">${cause.category}</div>
    <p>${cause.summary}</p>
    <dl>
      <dt>Suspected cause</dt>
      <dd>${cause.suspected_cause}</dd>
      <dt>Suggested fix</dt>
      <dd>${cause.suggested_fix}</dd>
      <dt>Confidence</dt>
      <dd>${Math.round(cause.confidence * 100)} %</dd>
      ${
        cause.server_status &&
        html`<dt>Server side</dt>
          <dd>${cause.server_status}</dd>`
      }
      ${
        cause.trace_id &&
        html`<dt>Trace</dt>
          <dd><code>${cause.trace_id}</code></dd>`
      }
    </dl>
    ${
      cause.evidence.length > 0 &&
      html`<h3>Evidence</h3>
        ${cause.evidence.map((line) => html`<pre>${unfolded(line)}</pre>`)}`
    }
  </div>`;

/** A JSON log line keeps its stack on one line; people read it on several. */
const unfolded = (line: string): string => line.replaceAll(String.raw`\n`, "\n");

const failingColumns = (item: CaseReport, pictures: Pictures): Markup => {
  const last = item.shots.findLast((shot) => pictures(shot.path) !== null);
  return html`<div class="columns">
    <div>
      <h3>Steps</h3>
      ${stepList(item.steps)}
    </div>
    <div>
      ${
        last
          ? html`<h3>At the failure</h3>
              ${figure(last, pictures)}`
          : null
      }
    </div>
  </div>`;
};

const quietColumns = (item: CaseReport, pictures: Pictures): Markup =>
  html`<h3>Steps</h3>
    ${stepList(item.steps)}
    ${
      item.shots.length > 0 &&
      html`<h3>Pictures</h3>
        <div class="gallery">${item.shots.map((shot) => figure(shot, pictures))}</div>`
    }`;

const stepList = (steps: StepReport[]): Markup =>
  html`<ol class="steps">
    ${steps.map(
      (step) =>
        html`<li>
          <span class="dot ${step.status}" title="${step.status}"></span><span>${step.text}</span>
          <span class="muted">${step.status === "skipped" ? "" : seconds(step.duration_ms)}</span>
          ${judgementLines(step.judgements ?? [])} ${(step.healed ?? []).map(healedLine)}
          ${step.error ? html`<span class="step-error ${step.status}">${step.error}</span>` : null}
        </li>`,
    )}
  </ol>`;

const figure = (shot: Shot, pictures: Pictures): Markup => {
  const source = pictures(shot.path);
  return source === null
    ? html`<p class="muted">${shot.label}: ${shot.path}</p>`
    : html`<figure>
        <img src="${source}" alt="${shot.label}" loading="lazy" />
        <figcaption>${shot.label}${shot.note !== "" && ` · ${shot.note}`}</figcaption>
      </figure>`;
};

/** `2026-11-22T22:04:19.489Z` as "2026-11-22 22:04 UTC". */
const minute = (at: string): string => `${at.slice(0, 10)} ${at.slice(11, 16)} UTC`;

const seconds = (ms: number): string => `${(ms / 1000).toFixed(1)} s`;
