import { choose } from "#adapters/playwright/page-script/choose.ts";
import { similarity } from "#adapters/playwright/page-script/similarity.ts";
import { iconKept } from "./page/mutations.ts";
import type { BenchTarget, Trial } from "./page/trial.ts";

export type Row = Trial & { app: string; path: string; item: BenchTarget };
/** The row with the scores that today's weights give. */
export const judgedAgain = (row: Row): Row => ({
  ...row,
  ranked: row.ranked
    .map((one) => ({ ...one, score: similarity(row.item.before, one.features) }))
    .toSorted((a, b) => b.score - a.score),
});

type Outcome = "right" | "wrong" | "refused";

/** The applications whose targets weights, thresholds and rules were chosen on; the figures that count are the others'. */
const tuning: ReadonlySet<string> = new Set([
  "kitchensink",
  "dokuwiki",
  "reactadmin",
  "unleash",
  "verdaccio",
  "node-red",
  "gentelella",
]);

const outcomeOf = ({ item, ranked }: Row): Outcome => {
  const choice = choose(item.before, ranked);
  if ("reason" in choice || choice.best.unnamed) return "refused";
  return choice.best.right ? "right" : "wrong";
};

type Counts = Record<Outcome, number>;
const count = (outcomes: readonly Outcome[]): Counts => {
  const counts: Counts = { right: 0, wrong: 0, refused: 0 };
  for (const outcome of outcomes) counts[outcome] += 1;
  return counts;
};

const percent = (part: number, whole: number): string =>
  whole === 0 ? "–" : `${((100 * part) / whole).toFixed(1)} %`;

const line = (name: string, rows: readonly Row[]): string => {
  const own = count(rows.map(outcomeOf));
  const asked = rows.flatMap(({ similo }) => similo ?? []);
  const theirs = count(asked);
  const n = rows.length;
  return `| ${name} | ${n} | ${percent(own.right, n)} | ${percent(own.wrong, n)} (${own.wrong}) | ${percent(own.refused, n)} | ${percent(theirs.right, asked.length)} | ${percent(theirs.wrong, asked.length)} |`;
};

const table = (title: string, rows: readonly Row[]): void => {
  const targets = new Set(rows.map(({ app, path, item }) => `${app} ${path} ${item.place}`));
  const names = [...new Set(rows.map(({ app }) => app))];
  console.log(
    `\n### ${title}: ${targets.size} targets on ${names.length} applications (${names.join(", ")})\n`,
  );
  console.log(
    "| change | trials | right | wrong | refused | Similo right | Similo wrong |\n|---|---|---|---|---|---|---|",
  );
  for (const present of [true, false]) {
    const of = rows.filter((row) => row.present === present && row.kind !== iconKept);
    for (const kind of new Set(of.map((row) => row.kind)))
      console.log(
        line(
          kind,
          of.filter((row) => row.kind === kind),
        ),
      );
    console.log(line(present ? "**all, element still there**" : "**all, element gone**", of));
  }
  const kept = rows.filter(({ kind }) => kind === iconKept);
  if (kept.length > 0) console.log(line(`counted apart: ${iconKept}`, kept));
};

/** Prints right, wrong and refused by kind of change, for the tuning and for the held-out applications. */
export const printTables = (rows: readonly Row[]): void => {
  table(
    "Held out",
    rows.filter(({ app }) => !tuning.has(app)),
  );
  table(
    "Tuning",
    rows.filter(({ app }) => tuning.has(app)),
  );
};
