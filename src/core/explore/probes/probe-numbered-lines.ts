import type { SiteNumberedLines } from "#model/site-lines.ts";
import type { SitePage } from "#model/site-pages.ts";
import type { PageSurvey, SurveyField } from "#model/survey.ts";
import { act, click } from "#core/explore/forms/act.ts";
import { isByAddress } from "#core/explore/pages/by-address.ts";
import { isWordy } from "#core/explore/forms/form-data.ts";
import { open } from "#core/explore/pages/open-page.ts";
import type { Walk } from "#core/explore/pages/walk.ts";
import { isThorough } from "#core/explore/pages/walk.ts";
import { CREATE, DELETE } from "#core/explore/words.ts";

const MOST = 2;
const NUMBERED = /^(.*\p{L}.*?) ?([12])$/u;

const fieldsOf = ({ forms }: PageSurvey): SurveyField[] =>
  forms.filter(({ purpose }) => purpose === "other").flatMap(({ fields }) => fields);

/** The fields of the first and of the second line that are called alike but for their number. */
const pairIn = (survey: PageSurvey): { words: string; first: SurveyField; second: SurveyField } | null => {
  const free = fieldsOf(survey).filter(
    (field) => isWordy(field) && field.target !== null && field.value === "" && !field.read_only,
  );
  for (const first of free) {
    const [, words, number] = NUMBERED.exec(first.name) ?? [];
    const second = free.find(({ name }) => name === first.name.replace(/1$/, "2"));
    if (words !== undefined && number === "1" && second) return { words, first, second };
  }
  return null;
};

const removerIn = ({ buttons }: PageSurvey): SiteNumberedLines["remove"] | null => {
  const found = buttons.filter(
    ({ name, submit, chrome, target }) => !submit && !chrome && target !== null && DELETE.test(name),
  );
  const first = found.find(({ name }) => /\D1$/.test(name));
  const isTwo = first && found.some(({ name }) => name === first.name.replace(/1$/, "2"));
  return isTwo && first.target ? { name: first.name, target: first.target } : null;
};

const count = (survey: PageSurvey, words: string): number =>
  fieldsOf(survey).filter(({ name }) => name.startsWith(words) && /^ ?\d+$/.test(name.slice(words.length)))
    .length;

const tryOn = async (walk: Walk, page: SitePage): Promise<SiteNumberedLines | null> => {
  const adds = page.reveals.find(
    ({ control, effect }) => effect === "content" && CREATE.test(control.name) && control.target !== null,
  )?.control.target;
  const opened = await open(walk, page.path);
  if (!opened.ok) return null;
  const isThere = pairIn(opened.survey) !== null;
  const ready = isThere ? opened.survey : adds ? await click(walk, adds) : null;
  const pair = ready && pairIn(ready);
  const remove = ready && removerIn(ready);
  const [first, second] = [pair?.first.target, pair?.second.target];
  if (!ready || !pair || !remove || !first || !second) return null;
  if (!(await act(walk, first, { kind: "fill", value: "one" }))) return null;
  const after = await click(walk, remove.target);
  if (!after || after.dialogs.length > 0 || count(after, pair.words) !== count(ready, pair.words) - 1)
    return null;
  // Those that keep their numbers are known by them.
  if (!fieldsOf(after).some(({ name }) => name === pair.first.name)) return null;
  return {
    pageId: page.id,
    path: page.path,
    add: isThere ? null : (adds ?? null),
    name: pair.words,
    first,
    second,
    remove,
  };
};

/** Removes the first of the numbered lines of a form for something new; nothing is sent. */
export const probeNumberedLines = async (walk: Walk, pages: SitePage[]): Promise<SiteNumberedLines[]> => {
  const found: SiteNumberedLines[] = [];
  if (!isThorough(walk)) return found;
  for (const page of pages) {
    if (walk.over() || found.length >= MOST) break;
    // An item that is there already may lose a line of its own.
    const isNumbered = fieldsOf(page.survey).some(({ name }) => NUMBERED.test(name));
    if (!isByAddress(page) || page.pattern.includes(":id") || !isNumbered) continue;
    const lines = await tryOn(walk, page);
    if (lines) found.push(lines);
  }
  return found;
};
