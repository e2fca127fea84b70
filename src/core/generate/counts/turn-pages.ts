import type { StepDocument } from "#core/suite/grammar.ts";
import type { SiteRecord } from "#model/site-records.ts";
import type { SurveyCollection } from "#model/survey.ts";
import type { Target } from "#model/target.ts";
import type { SitePage } from "#model/site-pages.ts";
import { turner } from "./page-numbers.ts";
import { idle, literalTarget } from "#core/generate/steps.ts";

const MOST_TURNS = 4;
/** Where the list does not say how many pages it has. */
const TURNS = 2;

/** Further pages of "1–10 of 24" or "Page 1 of 3", and one for what the suite makes itself. */
const turnsOf = (label: string | null, rows: number): number => {
  const [, many] = /(?:of|von|de|di|\/) ?(\d+)\D*$/i.exec(label ?? "") ?? [];
  if (many === undefined) return TURNS;
  const pages = /page|seite|p[áa]gina/i.test(label ?? "") ? Number(many) : Math.ceil(Number(many) / rows);
  return Math.min(MOST_TURNS, Math.max(1, pages));
};

/** What leads to the page after the next: of pages that are called by their numbers the next number. */
const nextAfter = (next: Target, turns: number): Target | null => {
  const counted = (name: string): string => name.replace(/\d+/, (number) => String(Number(number) + turns));
  if (typeof next === "string") return /\d/.test(next) ? counted(next) : null;
  return next.name !== undefined && /\d/.test(next.name) ? { ...next, name: counted(next.name) } : null;
};

/** Turns the pages of a list that has no search until one shows the item, or there are no more. */
export const turnTo = (
  { paged, listed, search }: Pick<SiteRecord, "paged" | "listed" | "search">,
  page: SitePage | null,
  list: SurveyCollection | null,
  item: string,
): StepDocument[] => {
  const paging = list?.paging;
  if (!paged || listed !== "in_sight" || search || !paging?.next || !list?.target) return [];
  const { next, numbered, label } = paging;
  const hidden = { text: item, within: literalTarget(list.target) };
  const turns = Array.from({ length: turnsOf(label, list.rows) }, (_, at): StepDocument[] => {
    const control = numbered ? nextAfter(next, at) : next;
    if (control === null) return [];
    // On the last page nothing is called just so, and an item may have the word in its name.
    const target = page && control === next ? turner(page, control) : literalTarget(control);
    return [{ click: target, when: { hidden, enabled: target } }, idle];
  }).flat();
  return turns.length > 0 ? [idle, ...turns] : [];
};
