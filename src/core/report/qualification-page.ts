import type { FaultCounts, Qualification, Survivor } from "#model/qualification.ts";
import { html } from "./markup.ts";
import type { Markup } from "./markup.ts";
import { styles } from "./styles.ts";

const ownStyles = `
.score { font-size: 44px; font-weight: 700; letter-spacing: -0.02em; margin: 12px 0 0; }
table { border-collapse: collapse; width: 100%; background: var(--card); border: 1px solid var(--line); border-radius: 10px; }
th, td { text-align: left; padding: 6px 12px; border-bottom: 1px solid var(--line); font-weight: 400; }
th { color: var(--muted); font-size: 13px; } td.number { text-align: right; font-variant-numeric: tabular-nums; }
.fault { background: var(--card); border: 1px solid var(--line); border-radius: 10px; margin: 12px 0; padding: 14px 20px; }
h2 { margin-top: 28px; }
`;

/** A kind of fault as people read it. */
const kindInWords = (kind: string): string => kind.replaceAll("_", " ");

const percent = (share: number | null): string => (share === null ? "–" : `${Math.round(share * 100)} %`);

const kindRow = ([kind, counts]: [string, FaultCounts]): Markup =>
  html`<tr>
    <td>${kindInWords(kind)}</td>
    <td class="number">${percent(counts.score)}</td>
    <td class="number">${counts.noticed}</td>
    <td class="number">${counts.stumbled}</td>
    <td class="number">${counts.survived}</td>
  </tr>`;

const survivorCard = (survivor: Survivor): Markup =>
  html`<div class="fault">
    <p><b>${survivor.what}</b> <span class="muted">${kindInWords(survivor.kind)}</span></p>
    <p>
      ${survivor.case_id}, after step ${survivor.step + 1} (${survivor.step_text}): an expectation should say
      that ${survivor.should}.
    </p>
    ${survivor.suggestion !== null && html`<pre>${survivor.suggestion}</pre>`}
  </div>`;

const list = (title: string, lines: string[]): Markup | null =>
  lines.length === 0
    ? null
    : html`<h2>${title}</h2>
        <ul>
          ${lines.map((line) => html`<li>${line}</li>`)}
        </ul>`;

/** What a qualification has found, as one self-contained page without script. */
export const renderQualification = (result: Qualification): string => {
  const { control, sample } = result;
  const page = html`<!doctype html>
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <title>${result.title}: what it would notice · Tracewright</title>
        <style>
          ${{ markup: styles + ownStyles }}
        </style>
      </head>
      <body>
        <main>
          <header>
            <h1>${result.title}: what it would notice</h1>
            <p class="muted">
              ${result.base_url} · ${Math.round(result.duration_ms / 1000)} s · ${result.repetitions}
              repetitions · ${result.case_runs} case runs · seed ${sample.seed} · run ${result.run_id}
            </p>
            <p class="score">${percent(result.score)}</p>
            <p>
              Of ${result.noticed + result.survived} faults that the steps went past, an expectation noticed
              ${result.noticed}. ${result.stumbled} more stopped a step by themselves: the suite turned red
              for ${percent(result.detected)} of all.
            </p>
            <p class="muted">${sample.told}.</p>
          </header>
          <table>
            <thead>
              <tr>
                <th>Kind of fault</th>
                <th>Score</th>
                <th>Noticed</th>
                <th>Stopped a step</th>
                <th>Not noticed</th>
              </tr>
            </thead>
            <tbody>
              ${Object.entries(result.by_kind).map(kindRow)}
            </tbody>
          </table>
          ${result.survivors.length > 0 && html`<h2>Nobody noticed</h2>`}
          ${result.survivors.map(survivorCard)}
          ${list(
            "Noticed",
            result.killed.map(({ what, case_id, why }) => `${what} — ${case_id}: ${why}`),
          )}
          ${list("Cases that stopped at no fault", result.never_killed)}
          ${list("Cases that no fault was tried on", result.not_asked)}
          ${list(
            "Left out: they do not pass without a fault",
            [...control.failed, ...control.unsteady].map(({ case_id, why }) => `${case_id}: ${why}`),
          )}
          ${list(
            "Without effect: nothing to be seen changed",
            result.no_effect.map(({ what }) => what),
          )}
          ${list(
            "Not reached",
            result.not_reached.map(({ what }) => what),
          )}
          ${list(
            "Undecided",
            result.undecided.map(({ what, why }) => `${what} — ${why}`),
          )}
        </main>
      </body>
    </html> `;
  return page.markup;
};
