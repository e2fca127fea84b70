import type { SiteInsertion } from "#model/site-lists.ts";
import type { SitePage } from "#model/site-pages.ts";
import type { PageSurvey, SurveyField } from "#model/survey.ts";
import { act, click } from "#core/explore/forms/act.ts";
import { isByAddress } from "#core/explore/pages/by-address.ts";
import { offeredBy } from "#core/explore/forms/form-data.ts";
import { problemsSince } from "#core/explore/pages/problems.ts";
import type { Walk } from "#core/explore/pages/walk.ts";
import { open } from "#core/explore/pages/open-page.ts";
import { beginStep, isThorough } from "#core/explore/pages/walk.ts";
import { isDangerous } from "#core/explore/words.ts";

const MOST = 3;
/** Enough of what was taken over to know it again. */
const BEGINNING = 40;

type Button = PageSurvey["buttons"][number];

const keyOf = (target: unknown): string => JSON.stringify(target);

const fieldsOf = ({ forms }: PageSurvey): SurveyField[] => forms.flatMap(({ fields }) => fields);

const tryInsertion = async (walk: Walk, page: SitePage, button: Button): Promise<SiteInsertion | null> => {
  const { takes: select, target, name } = button;
  const field = fieldsOf(page.survey).find((each) => keyOf(each.target) === keyOf(select));
  const option = field && offeredBy(field.options).find((text) => text !== field.value && !isDangerous(text));
  if (!select || !target || option === undefined) return null;
  const opened = await open(walk, page.path);
  if (!opened.ok || !(await act(walk, select, { kind: "select", options: [option] }))) return null;
  const mark = beginStep(walk);
  const after = await click(walk, target);
  if (!after) return null;
  const before = new Map(fieldsOf(opened.survey).map((each) => [keyOf(each.target), each.value]));
  const changed = fieldsOf(after).find(
    (each) =>
      each.target !== null &&
      each.value.trim() !== "" &&
      keyOf(each.target) !== keyOf(select) &&
      before.get(keyOf(each.target)) === "",
  );
  const text = changed?.value.trim().split("\n")[0]?.slice(0, BEGINNING).trim();
  const problems = problemsSince(walk.session.evidence, mark, walk.origin);
  const filled = changed?.target && text ? { into: changed.target, text } : null;
  if (!filled && problems.length === 0) return null;
  return { pageId: page.id, path: page.path, select, option, button: target, name, filled, problems };
};

/** Takes a choice over into a form by the button beside it, such as a prepared answer, and looks what comes of it. */
export const probeInsertions = async (walk: Walk, pages: SitePage[]): Promise<SiteInsertion[]> => {
  const found: SiteInsertion[] = [];
  const seen = new Set<string>();
  for (const page of isThorough(walk) ? pages.filter(isByAddress) : [])
    for (const button of page.survey.buttons) {
      const key = `${button.name} ${keyOf(button.takes)}`;
      const isNew = button.takes !== undefined && !button.disabled && !seen.has(key);
      if (!isNew || isDangerous(button.name) || found.length >= MOST || walk.over()) continue;
      seen.add(key);
      walk.progress(`taking a choice over with "${button.name}" on ${page.path}`);
      const insertion = await tryInsertion(walk, page, button);
      if (insertion) found.push(insertion);
    }
  return found;
};
