import type { SiteSearch } from "#model/site-lists.ts";
import type { PageSurvey } from "#model/survey.ts";
import { lookAnswered } from "#core/explore/forms/answered.ts";
import type { Expected, Row } from "#core/explore/items/own-item.ts";
import { rowWith } from "#core/explore/items/own-item.ts";
import { pause } from "#core/explore/pages/pause.ts";
import type { Walk } from "#core/explore/pages/walk.ts";
import { ACT_TIMEOUT, spend } from "#core/explore/pages/walk.ts";

const ANSWER_ROUNDS = 4;
const ANSWER_PAUSE = 400;

/** Looks for words, and gives what `pick` finds in the page that comes. Null where that is nothing within some seconds. */
export const searchFor = async <T>(
  walk: Walk,
  search: SiteSearch,
  words: string,
  pick: (survey: PageSurvey) => T | null,
): Promise<T | null> => {
  const { target } = search.field;
  if (target === null || !spend(walk)) return null;
  const wait = { timeoutMs: ACT_TIMEOUT };
  const { page } = walk.session;
  if (!(await page.act(target, { kind: "fill", value: words }, wait)).ok) return null;
  if (search.trigger === "enter") await page.act(target, { kind: "press", key: "Enter" }, wait);
  else if (search.trigger !== "typing") await page.act(search.trigger.submit, { kind: "click" }, wait);
  // What is typed may be asked for only once one has stopped typing, and what comes then takes its time.
  for (let round = 0; round < ANSWER_ROUNDS; round += 1) {
    if (round > 0) await pause(page, ANSWER_PAUSE);
    const survey = await lookAnswered(walk);
    const found = survey ? pick(survey) : null;
    if (found !== null || walk.over()) return found;
  }
  return null;
};

/** Looks for an item of a list by its search. Null where it does not come up within some seconds. */
export const searchRow = (
  walk: Walk,
  search: SiteSearch,
  list: Expected | null,
  name: string,
): Promise<Row | null> => searchFor(walk, search, name, (survey) => rowWith(survey, list, name));
