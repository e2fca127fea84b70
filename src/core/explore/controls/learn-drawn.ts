import type { SitePage, SiteReveal } from "#model/site-pages.ts";
import type { SurveyField, SurveyForm } from "#model/survey.ts";
import { areaOf, besideOf, formsWith, isDrawn, knownOf } from "./drawn-selects.ts";
import { offeredBy } from "#core/explore/forms/form-data.ts";
import { fold } from "#core/explore/lists/lists.ts";
import { reach } from "#core/explore/pages/reopen.ts";
import type { Walk } from "#core/explore/pages/walk.ts";
import { ACT_TIMEOUT, spend } from "#core/explore/pages/walk.ts";

const MOST_OPTIONS = 50;
const MOST_A_PAGE = 8;
const WAIT = { timeoutMs: 1_000 };

/** No select offers it. */
const NO_OPTION = "zqxwvkj";

/** Opens a select, reads what it offers, and puts it aside again. Empty where nothing came up. */
const optionsOf = async ({ session }: Walk, field: SurveyField): Promise<string[]> => {
  const { page } = session;
  await page.act(field.target ?? "", { kind: "select", options: [NO_OPTION] }, WAIT);
  const all = { role: "option" };
  const read = await page.readAll(all, { ...WAIT, most: MOST_OPTIONS });
  const focus = await page.readAll(all, { ...WAIT, most: MOST_OPTIONS, attribute: "tabindex" });
  await page.press("Escape", WAIT);
  // What heads others that can have the focus, and cannot itself, is none to choose.
  const isHeading = (at: number): boolean =>
    focus.ok && focus.texts[at] === "" && focus.texts.some((place) => place !== "");
  const texts = read.ok ? read.texts.filter((_, at) => !isHeading(at)).map(fold) : [];
  return new Set(texts).size === texts.length && offeredBy(texts).length > 1 ? texts : [];
};

const learn = async (
  walk: Walk,
  area: string,
  forms: SurveyForm[],
  again: () => Promise<boolean>,
): Promise<void> => {
  const fresh = forms.flatMap((form) =>
    form.fields
      .filter((field) => isDrawn(field) && knownOf(walk.drawn, area, form, field) === undefined)
      .map((field) => ({ form, field })),
  );
  for (const { form, field } of fresh.slice(0, MOST_A_PAGE)) {
    if (walk.over() || !(await again()) || !spend(walk)) return;
    const options = await optionsOf(walk, field);
    const target = JSON.stringify(field.target);
    walk.drawn.push({ name: field.name, target, area, beside: besideOf(form), options });
  }
};

const show = async (walk: Walk, page: SitePage, { control }: SiteReveal): Promise<boolean> => {
  if (!(await reach(walk, page)) || !control.target || !spend(walk)) return false;
  return (await walk.session.page.act(control.target, { kind: "click" }, { timeoutMs: ACT_TIMEOUT })).ok;
};

/** Looks what the selects offer that scripts draw, once each, and notes it with the pages. */
export const learnDrawn = async (walk: Walk, pages: SitePage[]): Promise<void> => {
  for (const page of pages) {
    const area = areaOf(new URL(page.path, walk.origin).href);
    let isThere = false;
    await learn(walk, area, page.survey.forms, async () => (isThere ||= await reach(walk, page)));
    for (const reveal of page.reveals) await learn(walk, area, reveal.forms, () => show(walk, page, reveal));
  }
  for (const page of pages) {
    const area = areaOf(new URL(page.path, walk.origin).href);
    page.survey = { ...page.survey, forms: formsWith(walk.drawn, area, page.survey.forms) };
    for (const reveal of page.reveals) reveal.forms = formsWith(walk.drawn, area, reveal.forms);
  }
};
