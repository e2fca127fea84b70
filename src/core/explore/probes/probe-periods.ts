import type { SitePeriods } from "#model/site-periods.ts";
import type { SitePage } from "#model/site-pages.ts";
import type { PageSurvey, SurveyCollection } from "#model/survey.ts";
import type { Target } from "#model/target.ts";
import { click } from "#core/explore/forms/act.ts";
import { withoutQuery } from "#core/explore/pages/address.ts";
import { lookAnswered } from "#core/explore/forms/answered.ts";
import { isByAddress } from "#core/explore/pages/by-address.ts";
import { fold } from "#core/explore/lists/lists.ts";
import { monthEnd } from "#core/explore/lists/month-ends.ts";
import { problemsSince } from "#core/explore/pages/problems.ts";
import { isSteadyTarget } from "#core/explore/pages/steady.ts";
import type { Walk } from "#core/explore/pages/walk.ts";
import { look, open } from "#core/explore/pages/open-page.ts";
import { ACT_TIMEOUT, beginStep, here, spend } from "#core/explore/pages/walk.ts";

/** Where less is known: what lies ahead, and what was before the first. */
const MOST_TURNS = 3;

const PERIOD =
  "day|week|month|year|tag|woche|monat|jahr|jour|semaine|mois|d[íi]a|semana|mes|giorno|settimana|mese|dag|maand";
const named = (turn: string): RegExp =>
  new RegExp(
    String.raw`^[‹«←<›»→>\s]*(?:(?:go to|show|the)\s+)*(?:${turn})\s+(?:${PERIOD})[‹«←<›»→>\s]*$`,
    "iu",
  );
const NEXT = named("next|following|n[äa]chste[rs]?|folgende[rs]?");
const PREVIOUS = named("previous|prev|last|preceding|vorherige[rs]?|vorige[rs]?|letzte[rs]?");
const PLAIN_NEXT = /^(?:next|forward|weiter|vor|suivant|siguiente|successivo|volgende|[›»→>]+)$/i;
const PLAIN_PREVIOUS =
  /^(?:prev(?:ious)?|back|zur[üu]ck|pr[ée]c[ée]dent|anterior|precedente|vorige|[‹«←<]+)$/i;
const TODAY =
  /^(?:(?:go to |back to )?today|(?:this|current) (?:day|week|month)|heute|diese woche|dieser monat|aujourd['’]hui|cette semaine|hoy|oggi|vandaag|hoje|dzi[śs])$/i;

/** A day, a week with its number, a month with its year. */
const SIGNS = [
  String.raw`(?<!\d)\d{1,2}\.? [^\s\d]{3,9}\.? \d{4}`,
  String.raw`[^\s\d]{3,9}\.? \d{1,2}, \d{4}`,
  String.raw`\d{4}-\d{2}-\d{2}`,
  String.raw`\d{1,2}[./]\d{1,2}[./]\d{2,4}`,
  String.raw`(?:[Ww]eek|[Ww]oche|KW|[Ss]emaine|[Ss]emana|[Ss]ettimana) ?\d{1,2}`,
  String.raw`[^\s\d]{3,9} \d{4}`,
];

const wordsOf = (target: Target | null): string =>
  typeof target === "string" ? target : (target?.name ?? target?.text ?? "");

/** What turns the pages of a list turns to another day, week or month. */
export const isByPeriod = (paging: SurveyCollection["paging"]): boolean =>
  paging !== null && (NEXT.test(wordsOf(paging.next)) || PREVIOUS.test(wordsOf(paging.previous)));

/** `plain`: called "next" alone. `inNavigation`: they stand in a navigation, which may be one of their own. */
type Controls = {
  next: Target;
  previous: Target | null;
  today: Target | null;
  plain: boolean;
  inNavigation: boolean;
};

const controlsOn = ({ buttons, links }: PageSurvey): Controls | null => {
  const all = [
    ...buttons.filter(({ submit }) => !submit),
    ...links
      .filter(({ same_origin: own }) => own)
      .map(({ text, target, chrome }) => ({ name: text, target, chrome })),
  ];
  const only = (words: RegExp, inNavigation = false): Target | null => {
    const found = all.filter(({ name, chrome }) => chrome === inNavigation && words.test(fold(name)));
    const target = found.length === 1 ? (found[0]?.target ?? null) : null;
    return target !== null && isSteadyTarget(target) ? target : null;
  };
  const today = only(TODAY);
  for (const inNavigation of [false, true]) {
    const next = only(NEXT, inNavigation);
    if (next) return { next, previous: only(PREVIOUS, inNavigation), today, plain: false, inNavigation };
  }
  const plain = only(PLAIN_NEXT);
  return plain && today
    ? { next: plain, previous: only(PLAIN_PREVIOUS), today, plain: true, inNavigation: false }
    : null;
};

type Sign = NonNullable<SitePeriods["sign"]>;

const MONTH = /^\p{L}{3,10} \d{4}$/u;

const read = ({ headings, text }: PageSurvey, { target, match }: Sign): string | null =>
  match === null
    ? (headings[typeof target === "string" ? -1 : (target.nth ?? -1)]?.text ?? null)
    : (new RegExp(match).exec(text)?.[0] ?? null);

/** What tells the two apart: a heading with a number in it, else the first day that the main part names. */
const signOf = (before: PageSurvey, after: PageSurvey, { plain }: Pick<Controls, "plain">): Sign | null => {
  const nth = before.headings.findIndex(({ text }, at) => {
    const other = after.headings[at]?.text;
    return other !== undefined && other !== text && /\d/.test(text) && /\d/.test(other);
  });
  if (nth >= 0) return { target: { role: "heading", nth }, match: null };
  // Next may turn the page of a list, whose rows have days.
  const isMain = before.landmarks.some((landmark) => /^main\b/.test(landmark));
  const target = isMain ? { role: "main" } : { css: "body" };
  const tells = (match: string): boolean => {
    const [first, second] = [read(before, { target, match }), read(after, { target, match })];
    return first !== null && second !== null && first !== second;
  };
  const match = plain ? undefined : SIGNS.find(tells);
  return match === undefined ? null : { target, match };
};

/** Whether the control turns to the next day or week, rather than to the next page of a list. */
export const turnsPeriod = (before: PageSurvey, after: PageSurvey, next: Target): boolean => {
  const controls = controlsOn(before);
  return (
    controls !== null &&
    JSON.stringify(controls.next) === JSON.stringify(next) &&
    (!controls.plain || signOf(before, after, controls) !== null)
  );
};

/** How often the control can be used from where the page begins, up to where the app breaks at it. */
const timesTurned = async (walk: Walk, page: SitePage, control: Target): Promise<number> => {
  if (!(await open(walk, page.path)).ok) return 0;
  for (let times = 0; times < MOST_TURNS; times += 1) {
    const mark = beginStep(walk);
    if (walk.over() || !(await click(walk, control))) return times;
    await lookAnswered(walk);
    if (problemsSince(walk.session.evidence, mark, walk.origin).length > 0) return times + 1;
  }
  return MOST_TURNS;
};

/** The entry of a navigation leads to the same page wherever it stands; what turns weeks leads on from each. */
const hrefOf = ({ links }: PageSurvey, control: Target): string | undefined =>
  links.find(({ target }) => JSON.stringify(target) === JSON.stringify(control))?.href;

const probe = async (walk: Walk, page: SitePage, controls: Controls): Promise<SitePeriods | null> => {
  const opened = await open(walk, page.path);
  const startAt = here(walk);
  const use = async (target: Target): Promise<PageSurvey | null> => {
    if (!spend(walk)) return null;
    const used = await walk.session.page.act(target, { kind: "click" }, { timeoutMs: ACT_TIMEOUT });
    return used.ok ? look(walk) : null;
  };
  const turned = opened.ok ? await use(controls.next) : null;
  if (!opened.ok || !turned) return null;
  const sign = signOf(opened.survey, turned, controls);
  const leads = [opened.survey, turned].map((survey) => hrefOf(survey, controls.next));
  if (controls.inNavigation && (sign === null || leads[0] === leads[1])) return null;
  const around = async (): Promise<SitePeriods["turns"]> => ({
    on: await timesTurned(walk, page, controls.next),
    back: controls.previous ? await timesTurned(walk, page, controls.previous) : 0,
  });
  const { next, previous } = controls;
  const known = { pageId: page.id, path: page.path, next, previous };
  if (!sign) {
    const isPeriod = !controls.plain;
    const none = { today: null, sign, monthly: false, addressed: false, monthEnd: null };
    return isPeriod ? { ...known, ...none, turns: await around() } : null;
  }
  const [start, second] = [read(opened.survey, sign), read(turned, sign)];
  const nextAt = here(walk);
  const addressed = nextAt !== startAt && /\d/.test((nextAt ?? "").replace(startAt ?? "", ""));
  let today: SitePeriods["today"] = null;
  if (controls.today) {
    const led = await use(controls.today);
    const shown = led ? read(led, sign) : null;
    if (shown === start) today = { target: controls.today, works: true };
    else if (led && shown === second) {
      // It may have been on the day of today already.
      const third = await use(controls.next);
      const again = third ? await use(controls.today) : null;
      const dead = third && again && read(third, sign) !== second && read(again, sign) === read(third, sign);
      if (dead) today = { target: controls.today, works: false };
    }
  }
  const turn = async (from: string): Promise<string | null> => {
    const there = await open(walk, from);
    return there.ok && here(walk) === from && (await use(controls.next)) ? here(walk) : null;
  };
  return {
    ...known,
    monthEnd: addressed && nextAt !== null ? await monthEnd(nextAt, turn) : null,
    today,
    sign,
    turns: await around(),
    monthly: [start, second].every((text) => MONTH.test(text ?? "")),
    addressed,
  };
};

const MOST = 3;

/** Turns pages that show a day or a week on and back again. */
export const probePeriods = async (walk: Walk, pages: SitePage[]): Promise<SitePeriods[]> => {
  const found: SitePeriods[] = [];
  const seen = new Set<string>();
  for (const page of pages.filter(isByAddress).toSorted((a, b) => a.path.length - b.path.length)) {
    const controls = controlsOn(page.survey);
    const kind = withoutQuery(page.pattern);
    if (!controls || seen.has(kind) || found.length >= MOST || walk.over()) continue;
    seen.add(kind);
    walk.progress(`turning the days of ${page.path}`);
    const periods = await probe(walk, page, controls);
    if (periods) found.push(periods);
  }
  return found;
};
