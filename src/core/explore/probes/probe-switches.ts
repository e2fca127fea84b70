import type { SiteFilter } from "#model/site-lists.ts";
import type { SitePage } from "#model/site-pages.ts";
import type { SiteSwitch } from "#model/site-switches.ts";
import type { PageSurvey, SurveyCollection, SurveyField, SurveyForm } from "#model/survey.ts";
import type { Target } from "#model/target.ts";
import { withoutQuery } from "#core/explore/pages/address.ts";
import { lookAnswered } from "#core/explore/forms/answered.ts";
import { isByAddress } from "#core/explore/pages/by-address.ts";
import { fold, mainList, sameList } from "#core/explore/lists/lists.ts";
import { sortFields } from "#core/explore/lists/sort-orders.ts";
import { problemsSince } from "#core/explore/pages/problems.ts";
import { isSent } from "#core/explore/pages/sent.ts";
import { isSteadyTarget } from "#core/explore/pages/steady.ts";
import type { Walk } from "#core/explore/pages/walk.ts";
import { open } from "#core/explore/pages/open-page.ts";
import { ACT_TIMEOUT, beginStep, isThorough, spend } from "#core/explore/pages/walk.ts";
import { isDangerous, SAVES } from "#core/explore/words.ts";

const PER_PAGE = 3;
const MOST = { thorough: 12, quick: 3 };

/** Says that it changes what is shown. */
const VIEWS =
  /\b(?:show|hide|include|exclude|only|with|without|display|view|group(?:ed)? by|compact|expand|collapse|period|time ?frame|in stock|available|full|details?|detailed|raw|verbose|anzeigen|zeigen|ausblenden|einblenden|einschlie(?:ß|ss)lich|nur|mit|ohne|afficher|masquer|inclure|seulement|mostrar|ocultar|incluir|solo|s[óo]lo|mostra|nascondi|includi|tonen|alleen)\b/i;
/** Changes what the app keeps or does. */
const SETS =
  /\b(?:receive|notif\w*|e-?mails?|mails?|newsletter|alerts?|remind\w*|enabled?|activ\w*|allow|automatic\w*|auto|subscri\w*|agree|accept|consent|terms|remember|public|private|visible|profile|password|logged|select all|all rows|default|status|role|assign\w*|owner|language|locale|theme|currency|quantity|qty)\b/i;
const OF_SETTINGS =
  /\b(?:settings|preferences|account|profile|admin|config\w*|einstellungen|param[èe]tres|ajustes|checkout|register|sign-?up)\b/i;

const MORE = /^(?:show|display|with|anzeigen|mit|afficher|mostrar)\b/i;
const INCLUDES = /^(?:also|include|auch|inclure|incluir|includi)\b/i;
const FEWER = /^(?:show )?only\b|\bonly$|^nur\b|^hide\b|^exclude\b|^without\b/i;

export const isBox = ({ type }: SurveyField): boolean => type === "checkbox" || type === "switch";

/** Fields that nothing sends and whose names say that they are about what is shown. */
const switchesOf = (page: SitePage): SurveyField[] => {
  const { survey, path } = page;
  const heading = survey.headings.find(({ level }) => level === 1)?.text ?? page.title;
  if (OF_SETTINGS.test(withoutQuery(path).replaceAll("/", " ")) || OF_SETTINGS.test(heading)) return [];
  const sorting = new Set(sortFields(survey).map(({ field }) => field));
  const isMarked = survey.collections.some(({ items }) =>
    items.some(({ fields }) => fields.some(({ type }) => type === "checkbox")),
  );
  /** Beside others that choose what a list shows. */
  const chooses = ({ fields }: SurveyForm): boolean =>
    !isMarked &&
    mainList(survey) !== null &&
    fields.some(({ type }) => type === "search" || type === "select");
  return survey.forms
    .filter(
      ({ submit, fields }) =>
        submit === null && fields.every(({ type }) => !/^(?:textarea|password|file|editor)$/.test(type)),
    )
    .flatMap((form) => form.fields.map((field) => ({ field, besides: chooses(form) })))
    .filter(({ field, besides }) => {
      const { name, type, target, disabled, read_only: fixed, required, options, value } = field;
      const free = target !== null && isSteadyTarget(target) && !disabled && !fixed && !required;
      if (!free || name === "" || isDangerous(name) || SAVES.test(name) || SETS.test(name)) return false;
      if (isBox(field)) return VIEWS.test(name) || (besides && type === "checkbox");
      return (
        type === "select" &&
        VIEWS.test(name) &&
        options.includes(value) &&
        options.length > 1 &&
        !sorting.has(field)
      );
    })
    .map(({ field }) => field);
};

/** The field of the page as it is now. */
export const fieldIn = (survey: PageSurvey, { name, type }: SurveyField): SurveyField | null =>
  survey.forms.flatMap(({ fields }) => fields).find((each) => each.name === name && each.type === type) ??
  null;

const use = async (walk: Walk, target: Target, value: boolean | string): Promise<boolean> => {
  if (!spend(walk)) return false;
  const action =
    typeof value === "boolean"
      ? ({ kind: "check", checked: value } as const)
      : { kind: "select" as const, options: [value] };
  return (await walk.session.page.act(target, action, { timeoutMs: ACT_TIMEOUT })).ok;
};

const set = async (walk: Walk, target: Target, value: boolean | string): Promise<PageSurvey | null> =>
  (await use(walk, target, value)) ? lookAnswered(walk) : null;

const headingsOf = ({ headings }: PageSurvey): string[] => headings.map(({ text }) => text);

const isLoaded = (survey: PageSurvey, list: SurveyCollection | null): boolean =>
  list === null || sameList(survey, list)?.rows === list.rows;

/** "Show archived" shows those beside the others, or in their place: what was seen tells. */
const promised = (name: string, before: number, after: number): SiteSwitch["rows"] => {
  if (FEWER.test(name)) return "fewer";
  return INCLUDES.test(name) || (MORE.test(name) && after >= before) ? "more" : null;
};

/** Uses a switch and puts it back. Null for one that cannot be used, or that the app keeps. */
const probe = async (walk: Walk, page: SitePage, field: SurveyField): Promise<SiteSwitch | null> => {
  const { name, target } = field;
  const opened = await open(walk, page.path);
  const now = opened.ok ? fieldIn(opened.survey, field) : null;
  if (!opened.ok || !now || target === null) return null;
  const from = isBox(field) ? now.value === "true" : now.value;
  const to =
    typeof from === "boolean" ? !from : now.options.find((each) => fold(each) !== "" && each !== from);
  if (to === undefined) return null;
  const mark = beginStep(walk);
  const used = await use(walk, target, to);
  let after = await lookAnswered(walk);
  const problems = problemsSince(walk.session.evidence, mark, walk.origin);
  // A page that breaks may take the box away before it is seen to be ticked.
  if (!after || (!used && problems.length === 0)) return null;
  if (isSent(walk, mark)) {
    const again = await open(walk, page.path);
    if (!again.ok) return null;
    const isKept = fieldIn(again.survey, field)?.value !== now.value;
    const next = await set(walk, target, isKept ? from : to);
    // What the app keeps is no matter of what is shown; some ask by POST for what to show.
    if (isKept || !next) return null;
    after = next;
  }
  const back = fieldIn(after, field) ? await set(walk, target, from) : null;
  const wrong = problems.length > 0;
  // Some take themselves away.
  if (!wrong && !back) return null;
  const known = mainList(page.survey);
  const stays = known !== null && isLoaded(opened.survey, known);
  const later = new Set(headingsOf(after));
  return {
    pageId: page.id,
    path: page.path,
    name,
    target,
    from,
    to,
    headings: headingsOf(opened.survey).filter((text) => wrong || later.has(text)),
    list: stays ? known : null,
    rows: to === true && known ? promised(name, known.rows, sameList(after, known)?.rows ?? 0) : null,
    problems,
  };
};

/** Tries boxes and selects that nothing sends and that say they are about what is shown; each is put back. */
export const probeSwitches = async (
  walk: Walk,
  pages: readonly SitePage[],
  filters: readonly SiteFilter[],
): Promise<SiteSwitch[]> => {
  const most = isThorough(walk) ? MOST.thorough : MOST.quick;
  const switches: SiteSwitch[] = [];
  const probed = new Set(filters.map(({ name }) => name));
  for (const page of pages.filter((each) => isByAddress(each) && !each.path.includes("?"))) {
    const fresh = switchesOf(page).filter(
      ({ name }) => !probed.has(`${withoutQuery(page.pattern)} ${name}`) && !probed.has(name),
    );
    for (const field of fresh.slice(0, PER_PAGE)) {
      if (walk.over() || switches.length >= most) return switches;
      probed.add(`${withoutQuery(page.pattern)} ${field.name}`);
      walk.progress(`using "${field.name}" on ${page.path}`);
      const found = await probe(walk, page, field);
      if (found) switches.push(found);
    }
  }
  return switches;
};
