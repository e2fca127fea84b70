import type { SiteAction, SitePage, SiteReveal } from "#model/site.ts";
import type { PageSurvey, SurveyControl, SurveyForm } from "#model/survey.ts";
import type { Target } from "#model/target.ts";
import { problemsSince } from "./problems.ts";
import { newHeadings, putAside } from "./dialogs.ts";
import { isPromise, isUnmoved, momentOf } from "./promises.ts";
import { isDangerous } from "./words.ts";
import { itemName, mainList, namesOf } from "./lists.ts";
import { formKey, stateOf } from "./state-of.ts";
import type { Walk } from "./walk.ts";
import {
  ACT_TIMEOUT,
  beginStep,
  here,
  isThorough,
  look,
  lookSteadily,
  perform,
  spend,
  waited,
} from "./walk.ts";

/** Controls of one page that are tried, in a thorough exploration and in a quick one. */
const PER_PAGE = { thorough: 20, quick: 8 };
const MOST_FAILED = 3;

const key = (target: Target): string => JSON.stringify(target);

/** Links that lead nowhere but run a script: buttons by another name. */
const scriptedLinks = (survey: PageSurvey): SurveyControl[] =>
  survey.links
    .filter(({ href, text }) => text !== "" && /#$|^javascript:/.test(href))
    .map(({ text, chrome, target }) => {
      return { name: text, role: "link", disabled: false, expanded: null, submit: false, chrome, target };
    });

/** What sorts a list or turns its pages is tried by itself. */
const listControls = (survey: PageSurvey): Set<string> =>
  new Set(
    survey.collections.flatMap(({ columns, paging }) =>
      [...columns.map(({ target }) => target), paging?.next, paging?.previous].flatMap((target) =>
        target ? [key(target)] : [],
      ),
    ),
  );

const TURNS_PAGE = /^(?:go to )?(?:page \d+|\d+|(?:next|previous|first|last) page)$/i;

/** The first row of a table without links: in many apps it opens the item when it is clicked. */
const firstRow = (survey: PageSurvey): SurveyControl[] => {
  const list = mainList(survey);
  if (list?.kind !== "table" || list.items.some(({ links }) => links.length > 0)) return [];
  const cells = namesOf(list);
  const name = list.items[0] ? itemName(list.items[0]) : "";
  if (!cells || name === "") return [];
  const target = { ...cells, nth: 0 };
  return [{ name, role: "row", disabled: false, expanded: null, submit: false, chrome: false, target }];
};

/** Controls of a frame are the same on every page that has them. */
const controlKey = ({ structure }: PageSurvey, { role, name, chrome }: SurveyControl): string =>
  `${role} ${name}${chrome ? "" : ` ${structure}`}`;

const rowButtons = (survey: PageSurvey): Set<string> =>
  new Set(
    survey.collections
      .filter(({ rows }) => rows > 2)
      .flatMap(({ items }) => items.flatMap(({ buttons }) => buttons)),
  );

/** Buttons, tabs, menus and the like that may be used to see what they show, at most one of like ones. */
const candidates = (walk: Walk, survey: PageSurvey, tried: Set<string>): SurveyControl[] => {
  const inRows = rowButtons(survey);
  const ofLists = listControls(survey);
  const chosen: SurveyControl[] = [];
  const rowKinds = new Set<string>();
  const ordered = [...firstRow(survey), ...survey.buttons, ...scriptedLinks(survey)].toSorted(
    (a, b) => Number(a.chrome) - Number(b.chrome),
  );
  for (const control of ordered) {
    const { name, disabled, submit, target } = control;
    if (submit || !target || (name === "" && control.expanded === null)) continue;
    if (ofLists.has(key(target)) || TURNS_PAGE.test(name)) continue;
    if (!inRows.has(name) || !rowKinds.has(name.split(/\s/)[0] ?? "")) {
      walk.controls.seen.add(controlKey(survey, control));
    }
    if (disabled) continue;
    if (inRows.has(name)) {
      const kind = name.split(/\s/)[0] ?? "";
      if (rowKinds.has(kind)) continue;
      rowKinds.add(kind);
    }
    if (isDangerous(name)) {
      walk.avoided.add(name);
      continue;
    }
    const once = controlKey(survey, control);
    if (tried.has(once)) continue;
    tried.add(once);
    chosen.push(control);
  }
  return chosen.slice(0, isThorough(walk) ? PER_PAGE.thorough : PER_PAGE.quick);
};

/** What the second survey shows that the first did not, most telling first. */
const appeared = (before: PageSurvey, after: PageSurvey): { targets: Target[]; forms: SurveyForm[] } => {
  const knownForms = new Set(before.forms.map(formKey));
  const forms = after.forms.filter((form) => !knownForms.has(formKey(form)));
  const old = new Set(
    [...before.links, ...before.buttons, ...before.dialogs].flatMap(({ target }) =>
      target ? [key(target)] : [],
    ),
  );
  const fresh = (targets: (Target | null)[]): Target[] =>
    targets.filter((target): target is Target => target !== null && !old.has(key(target)));
  const targets = [
    ...newHeadings(before, after).map((name): Target => ({ role: "heading", name })),
    ...fresh(after.dialogs.filter(({ name }) => name !== "").map(({ target }) => target)),
    ...fresh(forms.flatMap(({ fields }) => fields.map(({ target }) => target))),
    ...fresh(after.links.map(({ target }) => target)),
    ...fresh(after.buttons.map(({ target }) => target)),
  ];
  return { targets: targets.slice(0, 8), forms };
};

/** The control has gone while the rest of the page is still there: it goes by another name now. */
const isToggle = (control: SurveyControl, before: PageSurvey, after: PageSurvey): boolean => {
  const names = new Set(after.buttons.map(({ name }) => name));
  const still = before.buttons.filter(({ name }) => names.has(name)).length;
  return control.role === "button" && !names.has(control.name) && still * 2 >= before.buttons.length;
};

export type Shown = { reveal: SiteReveal; survey: PageSurvey };

/**
 * Uses the page's harmless controls one by one and tells what each showed. The page is put back after each. `onShown`
 * gets what appeared, for its links.
 */
export const useControls = async (
  walk: Walk,
  page: SitePage,
  tried: Set<string>,
  onShown: (shown: Shown) => void,
): Promise<void> => {
  const { session, origin } = walk;
  const reopen: SiteAction[] = page.setup.length > 0 ? page.setup : [{ kind: "goto", path: page.path }];
  let base = page.survey;
  let dirty = false;
  let tabbed = false;
  let failed = 0;
  for (const control of candidates(walk, page.survey, tried)) {
    if (!control.target || walk.over()) return;
    // The next tab takes the place of this one by itself; what else there is may not be there below another tab.
    if (dirty || (tabbed && control.role !== "tab")) {
      if (!(await perform(walk, reopen))) return;
      base = (await lookSteadily(walk, true)) ?? base;
      dirty = false;
      tabbed = false;
    }
    if (!spend(walk)) return;
    const mark = beginStep(walk);
    walk.controls.used.add(controlKey(page.survey, control));
    const start = here(walk);
    const shown = isPromise(base, control) ? await momentOf(walk) : null;
    const acted = await session.page.act(control.target, { kind: "click" }, { timeoutMs: ACT_TIMEOUT });
    if (!acted.ok) {
      failed += 1;
      // Something lies over the page, or it is not what it was.
      if (failed >= MOST_FAILED) return;
      dirty = true;
      continue;
    }
    failed = 0;
    const survey = await look(walk);
    dirty = true;
    // What the page shows of an answer that it did not get is nobody's.
    if ((await waited(walk, mark)) || !survey) continue;
    const problems = problemsSince(session.evidence, mark, origin);
    const path = here(walk);
    if (path === null) continue;
    const { targets, forms } = appeared(base, survey);
    if (
      path !== start &&
      walk.patterns.of(new URL(path, origin)) !== walk.patterns.of(new URL(start ?? "/", origin))
    ) {
      const reveal = { control, path, appeared: [], forms: [], problems, close: null };
      onShown({ reveal: { ...reveal, effect: "navigation" }, survey });
      continue;
    }
    if (isToggle(control, base, survey) && problems.length === 0) {
      // It is called by its state, which the app may remember: neither name is there on every visit.
      continue;
    }
    const isDialog = survey.dialogs.length > base.dialogs.length;
    const same = stateOf(survey) === stateOf(base);
    if (same && problems.length === 0) {
      dirty = false;
      // After a while, too, all is as it was.
      if (shown) await lookSteadily(walk);
      if (shown && (await isUnmoved(walk, control, mark, shown))) {
        const reveal = { control, path: null, appeared: [], forms: [], problems, close: null };
        onShown({ reveal: { ...reveal, effect: "nothing" }, survey });
      }
      continue;
    }
    const closing = isDialog ? await putAside(walk, base, survey) : null;
    onShown({
      reveal: {
        control,
        effect: isDialog ? "dialog" : "content",
        path: null,
        appeared: targets,
        forms,
        problems,
        close: closing?.close ?? null,
      },
      survey,
    });
    tabbed ||= control.role === "tab";
    dirty = control.role !== "tab" && !closing?.done && !(await closeAgain(walk, base));
  }
};

/** Escape closes most dialogs and menus: cheaper than loading the page again. */
const closeAgain = async (walk: Walk, base: PageSurvey): Promise<boolean> => {
  if (!spend(walk)) return false;
  const pressed = await walk.session.page.press("Escape", { timeoutMs: 1_000 });
  if (!pressed.ok) return false;
  const survey = await look(walk);
  return survey !== null && stateOf(survey) === stateOf(base);
};
