import type { SiteDownload } from "#model/site-download.ts";
import type { SiteFilter } from "#model/site-lists.ts";
import type { SitePage } from "#model/site-pages.ts";
import type { SurveyCollection } from "#model/survey.ts";
import { withoutQuery } from "#core/explore/pages/address.ts";
import { cellsOf, fold, isUnique, itemName, mainList, namesOf } from "#core/explore/lists/lists.ts";
import { downloadControls } from "#core/explore/controls/download-controls.ts";
import type { DownloadControl } from "#core/explore/controls/download-controls.ts";
import { pause } from "#core/explore/pages/pause.ts";
import { probeNarrowed } from "#core/explore/lists/narrowed-downloads.ts";
import { problemsSince } from "#core/explore/pages/problems.ts";
import { raggedness } from "#core/explore/lists/ragged.ts";
import type { Walk } from "#core/explore/pages/walk.ts";
import { open } from "#core/explore/pages/open-page.ts";
import { ACT_TIMEOUT, beginStep, isThorough, spend } from "#core/explore/pages/walk.ts";
import { linesIn } from "#core/suite/downloads.ts";
import { isByAddress } from "#core/explore/pages/by-address.ts";
import { isVariant } from "#core/explore/pages/variants.ts";

const MOST = { thorough: 4, quick: 2 };
/** A file of so many rows, and of such a part of them, is one of that list. */
const LEAST_ROWS = 3;
const LEAST_PART = 0.2;
const WAIT_MS = 3_000;
const ROUND_MS = 100;

/** Texts that every file writes as a page does: no amounts, no quotes, nothing that is cut short. */
const PLAIN = /^(?=.*\p{L})(?!.*\d[.,]\d)[\p{L}\p{N} .,:;@/+'_()-]{2,80}$/u;

type Column = {
  texts: string[];
  names: NonNullable<SiteDownload["names"]>;
  missing: number[];
  /** How often the file has each. */
  times: number[];
};

const timesIn = (text: string, part: string): number => text.split(part).length - 1;

/** What names each row, in ways that the file may have as well. */
const columnsOf = (list: SurveyCollection): Pick<Column, "texts" | "names">[] => {
  if (list.kind !== "table") {
    const names = namesOf(list);
    return names?.role === "link" ? [{ texts: list.items.map(itemName), names }] : [];
  }
  const width = list.items[0]?.cells.length ?? 0;
  return Array.from({ length: width }, (_, at) => at).flatMap((at) => {
    const names = cellsOf(list, at);
    return names ? [{ names, texts: list.items.map(({ cells }) => fold(cells[at] ?? "")) }] : [];
  });
};

/** Rows of which no line of the file has all that the columns say; none where most are so, as each line is but a part of one. */
const lackedBy = (lines: string[], columns: Pick<Column, "texts">[]): number[] => {
  const number = columns[0]?.texts.length ?? 0;
  const lacked = Array.from({ length: number }, (_, row) => row).filter(
    (row) => !lines.some((line) => columns.every(({ texts }) => line.includes(texts[row] ?? ""))),
  );
  return lacked.length * 2 > number ? [] : lacked;
};

/** The column by which it can be told best which of the list's rows the file has: most of its texts are there once. */
const columnIn = (list: SurveyCollection, text: string): Column | null => {
  const file = fold(text);
  const columns = columnsOf(list)
    .filter(({ texts }) => isUnique(texts) && texts.every((each) => PLAIN.test(each)))
    .map((column) => ({ ...column, times: column.texts.map((each) => timesIn(file, each)) }))
    .map((column) => ({ ...column, once: column.times.filter((times) => times === 1).length }))
    .toSorted((a, b) => b.once - a.once);
  // People who are in the list twice may be in the file once.
  const most = columns.filter(({ once, texts }) => once * 2 > texts.length);
  const lacked = lackedBy(text.split(/[\r\n]+/).map(fold), most);
  const best = most.find(({ times }) => lacked.every((row) => times[row] === 0)) ?? columns[0];
  if (!best) return null;
  const { texts, names, times, once } = best;
  const isOfList = once >= Math.min(LEAST_ROWS, texts.length - 1) && once >= texts.length * LEAST_PART;
  const missing = times.flatMap((number, row) => (number === 0 ? [row] : []));
  return isOfList ? { texts, names, missing, times } : null;
};

/** What a program writes where it has nothing to write. */
const EMPTY = /(?:^|[,;\t"'\n]) {0,9}(undefined|NaN|\[object Object\]) {0,9}(?=$|[,;\t"'\r\n])/;

const probe = async (
  walk: Walk,
  page: SitePage,
  control: DownloadControl,
  filters: SiteFilter[],
): Promise<SiteDownload | null> => {
  const opened = await open(walk, page.path);
  const list = opened.ok ? mainList(opened.survey) : null;
  if (!opened.ok || !spend(walk)) return null;
  const mark = beginStep(walk);
  const { session } = walk;
  const before = session.downloads.length;
  const acted = await session.page.act(control.target, { kind: "click" }, { timeoutMs: ACT_TIMEOUT });
  if (!acted.ok) return null;
  const given = (): (typeof session.downloads)[number] | undefined => session.downloads[before];
  for (let waited = 0; waited < WAIT_MS && (given()?.state ?? "running") === "running"; waited += ROUND_MS)
    await pause(session.page, ROUND_MS);
  const file = given();
  const problems = problemsSince(session.evidence, mark, walk.origin);
  const common = { pageId: page.id, path: page.path, name: control.name, target: control.target };
  const nothing = {
    names: null,
    rows: 0,
    missing: [],
    lined: false,
    empty: null,
    ragged: null,
    narrowed: null,
  };
  if (!file || file.state === "failed")
    return problems.length > 0 ? { ...common, ...nothing, problems } : null;
  const text = file.state === "done" ? (file.text ?? "") : "";
  if (text === "" || text.includes("\u0000") || text.includes("\uFFFD")) return null;
  // Signs may be written by their numbers there.
  const found = list && !/\\u[0-9a-f]{4}/i.test(text) ? columnIn(list, text) : null;
  return {
    ...common,
    problems,
    names: found?.names ?? null,
    rows: found?.texts.length ?? 0,
    missing: found?.missing ?? [],
    lined: linesIn(text) > (found ? found.texts.length - found.missing.length : 0),
    empty: EMPTY.exec(text)?.[1] ?? null,
    ragged: raggedness(text),
    narrowed: list && found ? await probeNarrowed(walk, page, control, filters, list, found) : null,
  };
};

/** What is wrong with a file whatever its list was narrowed to is told once. */
const isFaulty = ({ missing, empty, ragged }: SiteDownload): boolean =>
  missing.length > 0 || empty !== null || ragged !== null;

/** Takes each file that pages of lists give once, and looks which rows of the list it has. */
export const probeDownloads = async (
  walk: Walk,
  pages: SitePage[],
  filters: SiteFilter[],
): Promise<SiteDownload[]> => {
  const downloads: SiteDownload[] = [];
  const known = new Set<string>();
  const most = MOST[isThorough(walk) ? "thorough" : "quick"];
  const variants = pages.filter((page) => isVariant(page, pages));
  for (const page of [...pages.filter((each) => !variants.includes(each)), ...variants]) {
    if (!isByAddress(page)) continue;
    for (const control of downloadControls(page.survey, page.survey.url)) {
      const key = `${control.name} ${page.survey.structure}`;
      if (walk.over() || downloads.length >= most) return downloads;
      const isTold = downloads.some(
        (other) =>
          isFaulty(other) &&
          other.name === control.name &&
          withoutQuery(other.path) === withoutQuery(page.path),
      );
      if (known.has(key) || isTold) continue;
      known.add(key);
      walk.progress(`taking what "${control.name}" on ${page.path} gives`);
      const found = await probe(walk, page, control, filters);
      if (found) downloads.push(found);
    }
  }
  return downloads;
};
