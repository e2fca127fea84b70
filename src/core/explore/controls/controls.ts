import type { SiteAction, SitePage, SiteReveal } from "#model/site-pages.ts";
import type { PageSurvey, SurveyControl, SurveyForm } from "#model/survey.ts";
import type { Target } from "#model/target.ts";
import { createAlike } from "./alike-controls.ts";
import { withoutQuery } from "#core/explore/pages/address.ts";
import { addressOfTab } from "#core/explore/pages/tabs.ts";
import { problemsSince } from "#core/explore/pages/problems.ts";
import { newHeadings, putAside } from "./dialogs.ts";
import { isPromise, isUnmoved, momentBefore } from "./promises.ts";
import type { CommonControls } from "./common-controls.ts";
import { candidates, controlKey, nameKey } from "./control-candidates.ts";
import type { MenuLead } from "#core/explore/pages/menu-entries.ts";
import { menuLeads } from "#core/explore/pages/menu-entries.ts";
import { isSent } from "#core/explore/pages/sent.ts";
import { formKey, stateOf } from "#core/explore/pages/state-of.ts";
import type { Walk } from "#core/explore/pages/walk.ts";
import { look, lookSteadily, waited } from "#core/explore/pages/open-page.ts";
import {
  chooseAgain,
  mayChoose,
  closeAgain,
  goBack,
  isToggle,
  lostNothing,
  pressAgain,
  pressedBefore,
  toggleBack,
} from "./put-back.ts";
import { redo } from "#core/explore/pages/reopen.ts";
import { ACT_TIMEOUT, beginStep, here, isThorough, spend, timeOf } from "#core/explore/pages/walk.ts";

const MOST_FAILED = 3;
/** Of all the time, the controls of one page take no more than this part, however slow each of them is. */
const SHARE = { thorough: 0.05, quick: 0.1 };
/** The page is quiet already: what cannot be clicked within this time lies below something, or out of sight. */
const CLICK_TIMEOUT = 1_500;

const COVERED = /it is covered by </;

/** What the second survey shows that the first did not, most telling first. */
export const appeared = (
  before: PageSurvey,
  after: PageSurvey,
): { targets: Target[]; forms: SurveyForm[] } => {
  const knownForms = new Set(before.forms.map(formKey));
  const forms = after.forms.filter((form) => !knownForms.has(formKey(form)));
  const old = new Set(
    [...before.links, ...before.buttons, ...before.dialogs].flatMap(({ target }) =>
      target ? [JSON.stringify(target)] : [],
    ),
  );
  const fresh = (targets: (Target | null)[]): Target[] =>
    targets.filter((target): target is Target => target !== null && !old.has(JSON.stringify(target)));
  const targets = [
    ...newHeadings(before, after).map((name): Target => ({ role: "heading", name })),
    ...fresh(after.dialogs.filter(({ name }) => name !== "").map(({ target }) => target)),
    ...fresh(forms.flatMap(({ fields }) => fields.map(({ target }) => target))),
    ...fresh(after.links.map(({ target }) => target)),
    ...fresh(after.buttons.map(({ target }) => target)),
  ];
  return { targets: targets.slice(0, 8), forms };
};

/** `tab`: the address under which a tab says that it can be opened; `leads`: where a menu's buttons lead. */
export type Shown = { reveal: SiteReveal; survey: PageSurvey; tab?: URL; leads?: MenuLead[] };

/** All stayed as it was. */
const nothing = (control: SurveyControl): SiteReveal => ({
  control,
  effect: "nothing",
  path: null,
  appeared: [],
  forms: [],
  problems: [],
  close: null,
});

/**
 * Uses the page's harmless controls one by one and tells what each showed. The page is put back after each. `onShown`
 * gets what appeared, for its links.
 */
export const useControls = async (
  walk: Walk,
  page: SitePage,
  { tried, common }: { tried: Set<string>; common: CommonControls },
  onShown: (shown: Shown) => void,
): Promise<void> => {
  const { session, origin } = walk;
  const reopen: SiteAction[] = page.setup.length > 0 ? page.setup : [{ kind: "goto", path: page.path }];
  let base = page.survey;
  let dirty = false;
  let tabbed = false;
  let failed = 0;
  /** Where the last control was, if it led elsewhere. */
  let left: string | null = null;
  let comesBack = true;
  let last: { control: SurveyControl; changed: boolean } | null = null;
  /** What the last control has changed, and the page remembers, is changed back by what stands beside that. */
  const isChosenAgain = async (now: PageSurvey): Promise<boolean> =>
    last?.changed === true &&
    stateOf(now) !== stateOf(page.survey) &&
    (await chooseAgain(walk, page.survey, last.control, controls));
  const alike = createAlike();
  const sending = new Set<string | null>();
  const isUp = timeOf(walk, SHARE[isThorough(walk) ? "thorough" : "quick"]);
  const chosen = candidates(walk, page, tried, common.isCommon);
  const controls = chosen.map(({ control }) => control);
  for (const [at, { control, kind, further }] of chosen.entries()) {
    if (!control.target || walk.over()) return;
    if (isUp()) {
      // Another page that has them may have the time.
      const keys = chosen.slice(at).map((later) => controlKey(page.survey, later.control));
      for (const key of keys) if (!walk.controls.used.has(key)) tried.delete(key);
      break;
    }
    // What the first has sent, the app may keep: it is not done again.
    if (further && sending.has(kind)) continue;
    // The next tab takes the place of this one by itself; what else there is may not be there below another tab.
    if (dirty || (tabbed && control.role !== "tab")) {
      const from: string | null = page.setup.length === 0 && comesBack ? left : null;
      const isBack: boolean = from !== null && (await goBack(walk, from, base));
      comesBack = from === null ? comesBack : isBack;
      if (!isBack) {
        if (!(await redo(walk, reopen))) return;
        base = (await lookSteadily(walk, { quiet: true, known: stateOf(base) })) ?? base;
        if (await isChosenAgain(base)) base = page.survey;
      }
      dirty = false;
      tabbed = false;
      left = null;
    }
    if (!spend(walk)) return;
    last = { control, changed: false };
    const mark = beginStep(walk);
    walk.controls.used.add(controlKey(page.survey, control));
    const start = here(walk);
    const promised = isPromise(base, control);
    const shown = promised || (kind !== null && isThorough(walk)) ? await momentBefore(walk, control) : null;
    const tell = (found: Shown): void => {
      const { effect, problems } = found.reveal;
      alike.note(kind, control, effect !== "nothing");
      if (kind === null) common.note(found.reveal, page.path);
      if (effect === "nothing" ? promised : !further || problems.length > 0) onShown(found);
    };
    // One row tells for all whether a click leads to the item.
    const timeoutMs = control.role === "row" ? ACT_TIMEOUT : CLICK_TIMEOUT;
    const acted = await session.page.act(control.target, { kind: "click" }, { timeoutMs });
    if (!acted.ok) {
      failed += 1;
      walk.controls.unusable.add(nameKey(control));
      // Nobody can use what something of the page lies over, unless that goes.
      if (
        COVERED.test(acted.message) &&
        control.role === "button" &&
        !control.chrome &&
        base.dialogs.length === 0
      )
        onShown({ reveal: nothing(control), survey: base });
      // Something lies over the page, or it is not what it was.
      if (failed >= MOST_FAILED) return;
      dirty = true;
      continue;
    }
    failed = 0;
    const survey = await look(walk);
    dirty = true;
    if (isSent(walk, mark)) {
      sending.add(kind);
      // What it sets is kept, so it is set back, and nothing that a suite does each time.
      if (control.role === "switch" && spend(walk)) {
        await session.page.act(control.target, { kind: "click" }, { timeoutMs: CLICK_TIMEOUT });
        await look(walk);
        continue;
      }
    }
    // What the page shows of an answer that it did not get is nobody's.
    if ((await waited(walk, mark)) || !survey) continue;
    const problems = problemsSince(session.evidence, mark, origin);
    const path = here(walk);
    if (path === null) continue;
    const { targets, forms } = appeared(base, survey);
    const isDialog = survey.dialogs.length > base.dialogs.length;
    // Meanwhile the page may have written into its address how its list is sorted.
    const stays = isDialog && withoutQuery(path) === withoutQuery(start ?? "");
    if (
      path !== start &&
      !stays &&
      walk.patterns.of(new URL(path, origin)) !== walk.patterns.of(new URL(start ?? "/", origin))
    ) {
      const reveal = { control, path, appeared: [], forms: [], problems, close: null };
      tell({ reveal: { ...reveal, effect: "navigation" }, survey });
      left = start;
      continue;
    }
    if (isToggle(control, base, survey) && problems.length === 0) {
      // It is called by its state, which the app may remember: neither name is there on every visit.
      alike.note(kind, control, true);
      const isBack = !isSent(walk, mark) && (await toggleBack(walk, { base, survey }, control));
      if (isBack && kind === null) common.noteToggle(control, page.path);
      dirty = !isBack;
      continue;
    }
    const pressed = pressedBefore(base, survey, control);
    const same = stateOf(survey) === stateOf(base);
    if (same && problems.length === 0) {
      dirty = pressed !== null && !(await pressAgain(walk, base, pressed));
      // After a while, too, all is as it was.
      if (shown) await lookSteadily(walk);
      if (shown && pressed === null && (await isUnmoved(walk, control, mark, shown)))
        tell({ reveal: nothing(control), survey });
      else alike.note(kind, control, true);
      continue;
    }
    const closing = isDialog ? await putAside(walk, base, survey) : null;
    const leads = isDialog ? [] : await menuLeads(walk, reopen, control, base, survey);
    tell({
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
      ...(!isDialog && addressOfTab(walk, control)),
      leads,
    });
    tabbed ||= control.role === "tab";
    last.changed = !isDialog && control.role !== "tab";
    const mayUnfold = !isDialog && targets.length > 0 && !isSent(walk, mark) && lostNothing(base, survey);
    dirty =
      leads.length > 0 ||
      (!(await pressAgain(walk, base, pressed)) &&
        control.role !== "tab" &&
        !closing?.done &&
        !(await closeAgain(walk, base, { control, mayUnfold })));
  }
  if (dirty && last?.changed === true && mayChoose(page.survey, last.control, controls) && !walk.over()) {
    const now = (await redo(walk, reopen))
      ? await lookSteadily(walk, { quiet: true, known: stateOf(base) })
      : null;
    if (now) await isChosenAgain(now);
  }
  for (const control of alike.dead()) {
    if (!isPromise(page.survey, control)) onShown({ reveal: nothing(control), survey: page.survey });
  }
};
