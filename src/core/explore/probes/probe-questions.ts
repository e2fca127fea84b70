import type { SiteQuestions, SiteSearch } from "#model/site-lists.ts";
import type { SitePage } from "#model/site-pages.ts";
import type { PageSurvey, SurveyControl, SurveyField } from "#model/survey.ts";
import { act } from "#core/explore/forms/act.ts";
import { lookAnswered } from "#core/explore/forms/answered.ts";
import { fold, termOf } from "#core/explore/lists/lists.ts";
import { isByAddress } from "#core/explore/pages/by-address.ts";
import { open } from "#core/explore/pages/open-page.ts";
import { isSteadyTarget } from "#core/explore/pages/steady.ts";
import type { Walk } from "#core/explore/pages/walk.ts";
import { here, isThorough } from "#core/explore/pages/walk.ts";
import { NONSENSE, searchFields } from "./probe-search.ts";

const LEAST = 4;
const MOST_TRIED = 3;

/** What unfolds, such as the questions of a help page. */
const questionsOn = ({ buttons }: PageSurvey): SurveyControl[] =>
  buttons.filter(
    ({ name, role, expanded, chrome, target }) =>
      !chrome &&
      name !== "" &&
      target !== null &&
      isSteadyTarget(target) &&
      (role === "summary" || expanded !== null),
  );

/** A question with a word that others do not have. */
const wantedOf = (all: readonly SurveyControl[]): { question: SurveyControl; term: string } | null => {
  for (const question of all) {
    const term = termOf(question.name);
    const having = all.filter(({ name }) => term !== null && name.toLowerCase().includes(term.toLowerCase()));
    if (term !== null && having.length * 2 <= all.length) return { question, term };
  }
  return null;
};

const tryField = async (walk: Walk, page: SitePage, field: SurveyField): Promise<SiteQuestions | null> => {
  const opened = await open(walk, page.path);
  const all = opened.ok ? questionsOn(opened.survey) : [];
  const wanted = all.length >= LEAST ? wantedOf(all) : null;
  const target = wanted?.question.target;
  if (!wanted || !target || field.target === null) return null;
  walk.progress(`searching the questions of ${page.path}`);
  const { question, term } = wanted;
  const isOnPage = (survey: PageSurvey | null): boolean =>
    survey !== null && questionsOn(survey).some(({ name }) => fold(name) === fold(question.name));
  const search = async (word: string, enters: boolean): Promise<PageSurvey | null> => {
    const typed = await act(walk, field.target, { kind: "fill", value: word });
    const sent = !enters || (await act(walk, field.target, { kind: "press", key: "Enter" }));
    return typed && sent ? lookAnswered(walk) : null;
  };
  for (const enters of [false, true]) {
    const none = await search(NONSENSE, enters);
    if (none === null || here(walk) !== page.path) return null;
    // A menu beside them may unfold as well.
    if (isOnPage(none) || questionsOn(none).length * 2 > all.length) continue;
    const found = await search(term, enters);
    if (!isOnPage(found) || here(walk) !== page.path) return null;
    return { pageId: page.id, path: page.path, field, enters, term, question: target };
  }
  return null;
};

/** Looks for a word of a question in a field that narrows the questions of its page, where no list is searched by it. */
export const probeQuestions = async (
  walk: Walk,
  pages: SitePage[],
  searches: readonly SiteSearch[],
): Promise<SiteQuestions[]> => {
  const found: SiteQuestions[] = [];
  const asking = pages.filter(
    (page) =>
      isByAddress(page) &&
      questionsOn(page.survey).length >= LEAST &&
      searchFields(page.survey).some(({ form }) => !form.chrome) &&
      !searches.some((search) => search.found && search.pageId === page.id),
  );
  for (const page of isThorough(walk) ? asking.slice(0, MOST_TRIED) : []) {
    const [first] = searchFields(page.survey).filter(({ form }) => !form.chrome);
    const questions = first && !walk.over() ? await tryField(walk, page, first.field) : null;
    if (questions) found.push(questions);
  }
  return found;
};
