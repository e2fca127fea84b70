import { appendFileSync, existsSync, readFileSync } from "node:fs";
import type { Browser } from "#ports/browser.ts";
import { printSuite } from "#core/suite/print.ts";
import { BUGS } from "#examples/shop/bugs.ts";
import { createShop } from "#examples/shop/shop.ts";
import { failingPart, findingsOf, generateFor, seconds, wordsOf } from "./drive.ts";
import { PLACES, placeOf } from "./shop-places.ts";
import type { Place } from "./shop-places.ts";

/** One line of the file of results. */
type Line = {
  bug: string;
  found: boolean;
  /** Cases that told of it, each with its reason. */
  cases: string[];
  /** What was on beside it. */
  beside: string[];
  cases_all: number;
  lines: number;
  generate_ms: number;
  /** Cases that did not pass and have to do with no bug that was on. */
  unexplained: string[];
  /** Cases that the generator itself left out after it had run them. */
  dropped: string[];
  at: string;
};

type Bug = (typeof BUGS)[number];

const scored = BUGS.filter(({ id }) => placeOf(id) !== null);

const readLines = (file: string): Map<string, Line> => {
  if (!existsSync(file)) return new Map();
  const lines = readFileSync(file, "utf8").split("\n").filter(Boolean);
  return new Map(lines.map((line) => JSON.parse(line) as Line).map((line) => [line.bug, line]));
};

/** What spoils a place spoils all that is done there. */
const isSame = (a: Place, b: Place): boolean =>
  a === b || a.startsWith(`${b}_`) || b.startsWith(`${a}_`) || isMaking(a, b) || isMaking(b, a);

/** An item that is not made well is not changed or removed either. */
const isMaking = (a: Place, b: Place): boolean =>
  a === "inventory_records" && /^inventory_(?:made|edit|delete)$/.test(b);

/** Bugs of different places share a shop, at most `most` of them; what shows everywhere has one to itself. */
const inBatches = (bugs: Bug[], most: number): Bug[][] => {
  const batches: { bugs: Bug[]; places: Set<Place> }[] = [];
  for (const bug of bugs) {
    const place = placeOf(bug.id);
    if (place === null) continue;
    const open = batches.find(
      ({ bugs: others, places }) =>
        place !== "everywhere" &&
        !places.has("everywhere") &&
        others.length < most &&
        // The case that looks at all pages ends at the first that it finds fault with.
        !(bug.layer === "accessibility" && others.some(({ layer }) => layer === "accessibility")) &&
        ![...places].some((other) => isSame(place, other)),
    );
    if (open) {
      open.bugs.push(bug);
      open.places.add(place);
    } else batches.push({ bugs: [bug], places: new Set([place]) });
  }
  return batches.map((batch) => batch.bugs);
};

/** The bugs that a failed case may tell of: by what it saw, else by the step that failed, else by all that it does. */
const aboutOf = (
  batch: Bug[],
  { told, failing, words }: Record<"told" | "failing" | "words", string>,
): Bug[] => {
  const named = (text: string): Bug[] =>
    batch.filter(({ id }) => PLACES[placeOf(id) ?? "everywhere"].test(text));
  return [told, failing].map(named).find(({ length }) => length === 1) ?? named(words);
};

/** Without the text of the page, whose navigation names every place; what went wrong with a request names its own. */
const withoutPage = (why: string): string =>
  why.includes("expected no failed request") ? why : (why.split("; saw ")[0] ?? why);

const tryBatch = async (browser: Browser, batch: Bug[], exhaustive: boolean): Promise<Line[]> => {
  const shop = await createShop({ bugs: batch.map(({ id }) => id) });
  const app = {
    name: "shop",
    url: shop.url,
    auth: { username: "demo@shop.example", password: "demo1234", loginPath: null },
  };
  try {
    const parts = batch.map(({ id }) => PLACES[placeOf(id) ?? "everywhere"]);
    const { document, ms, findings, dropped } = exhaustive
      ? await findingsOf(browser, app, parts)
      : await generateFor(browser, app, false);
    const yaml = printSuite(document);
    const bad = findings
      .map(({ case_id: caseId, why }) => ({
        told: `${caseId}: ${why.slice(0, 300)}`,
        failing: failingPart(document, { id: caseId, why }),
        words: wordsOf(document, { id: caseId, why: withoutPage(why) }),
      }))
      .map((each) => ({ ...each, about: aboutOf(batch, { ...each, told: withoutPage(each.told) }) }));
    const at = new Date().toISOString();
    return batch.map(({ id }) => {
      // A case through the places of several bugs tells of none of them in particular.
      const cases = bad.filter(({ about }) => about.length === 1 && about[0]?.id === id);
      return {
        bug: id,
        found: cases.length > 0,
        cases: cases.map(({ told }) => told),
        beside: batch.map((other) => other.id).filter((other) => other !== id),
        cases_all: document.cases.length,
        lines: yaml.split("\n").length,
        generate_ms: Math.round(ms),
        unexplained: bad.filter(({ about }) => about.length === 0).map(({ told }) => told),
        dropped: dropped.map(({ case_id: caseId, reason }) => `${caseId}: ${reason.slice(0, 200)}`),
        at,
      };
    });
  } finally {
    await shop.close();
  }
};

/**
 * Which of the shop's bugs a generated suite finds. Results are appended to `file`, one line a bug; bugs that have one are
 * not tried again, so that the whole can be measured in slices. What is missed beside others is tried once more alone.
 */
export const scoreShop = async (
  browser: Browser,
  options: {
    file: string;
    bugs: string[];
    most: number;
    together: number;
    again: boolean;
    exhaustive: boolean;
    /** What is missed beside others is written down as missed. */
    once: boolean;
  },
): Promise<void> => {
  const { file, most, together, again, exhaustive, once } = options;
  const unknown = options.bugs.filter((id) => !scored.some((bug) => bug.id === id));
  if (unknown.length > 0) throw new Error(`no such bug, or not one that is scored: ${unknown.join(", ")}`);
  const asked = options.bugs.length > 0 ? scored.filter(({ id }) => options.bugs.includes(id)) : scored;
  const known = readLines(file);
  const left = asked.filter(({ id }) => again || !known.has(id)).slice(0, most);
  const tryAll = async (batches: Bug[][]): Promise<Line[]> => {
    const lines: Line[] = [];
    for (const batch of batches) {
      console.error(`trying ${batch.map(({ id }) => id).join(", ")}`);
      for (const line of await tryBatch(browser, batch, exhaustive)) {
        lines.push(line);
        if (line.found || line.beside.length === 0 || once) appendFileSync(file, `${JSON.stringify(line)}\n`);
        console.error(
          `  ${line.found ? "found " : "missed"} ${line.bug}${line.cases[0] ? ` (${line.cases[0]})` : ""}`,
        );
      }
      for (const told of new Set(lines.slice(-batch.length).flatMap(({ unexplained }) => unexplained)))
        console.error(`  unexplained: ${told}`);
    }
    return lines;
  };
  const lines = await tryAll(inBatches(left, together));
  if (once) return printScore(file);
  const missed = new Set(
    lines.filter(({ found, beside }) => !found && beside.length > 0).map(({ bug }) => bug),
  );
  await tryAll(left.filter(({ id }) => missed.has(id)).map((bug) => [bug]));
  printScore(file);
};

const median = (values: number[]): number =>
  values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0;

const share = (found: number, all: number): string =>
  `${found} of ${all}${all > 0 ? ` (${Math.round((found / all) * 100)} %)` : ""}`;

/** Says what the file of results holds. */
export const printScore = (file: string): void => {
  const known = readLines(file);
  const lines = [...known.values()];
  console.log(
    `\nseeded bugs found: ${share(lines.filter(({ found }) => found).length, lines.length)}; ${scored.length - lines.length} not tried yet`,
  );
  for (const [layer, bugs] of Map.groupBy(scored, (bug) => bug.layer)) {
    const tried = bugs.flatMap(({ id }) => known.get(id) ?? []);
    console.log(`  ${layer}: ${share(tried.filter(({ found }) => found).length, tried.length)}`);
  }
  const missed = lines.filter(({ found }) => !found);
  if (missed.length > 0) console.log(`missed: ${missed.map(({ bug }) => bug).join(", ")}`);
  const unexplained = new Set(lines.flatMap((line) => line.unexplained.map((told) => told.split(":")[0])));
  console.log(`cases that did not pass for no bug that was on: ${[...unexplained].join(", ") || "none"}`);
  console.log(
    `a suite: ${median(lines.map((line) => line.cases_all))} cases, ${median(lines.map((line) => line.lines))} lines; generated in ${seconds(median(lines.map((line) => line.generate_ms)))} s (medians)`,
  );
};
