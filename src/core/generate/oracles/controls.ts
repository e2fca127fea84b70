import type { StepDocument } from "#core/suite/grammar.ts";
import type { SiteModel } from "#model/site.ts";
import type { SitePage, SiteReveal } from "#model/site-pages.ts";
import type { SurveyControl, SurveyField } from "#model/survey.ts";
import type { Target } from "#model/target.ts";
import { withoutQuery } from "#core/explore/pages/address.ts";
import { slug } from "#core/explore/pages/states.ts";
import { defineOracle } from "#core/generate/define-oracle.ts";
import type { Draft } from "#core/generate/define-oracle.ts";
import { click, hasErrors, literal, literalTarget, noErrors, openPage, short } from "#core/generate/steps.ts";
import { isOwnWords } from "#core/generate/own-words.ts";
import { pageNames } from "#core/generate/page-names.ts";
import { PLACEHOLDER } from "#core/explore/forms/form-data.ts";
import { fold, longWords, rowsOf } from "#core/explore/lists/lists.ts";
import { isSteady, isSteadyTarget } from "#core/explore/pages/steady.ts";
import { isWayBack } from "#core/explore/words.ts";

const wordsOf = (target: Target): string =>
  typeof target === "string"
    ? target
    : (target.name ?? target.text ?? target.label ?? target.placeholder ?? "");

/** Something lasting among what appeared: what can be used but once goes with that. */
const telling = ({ appeared, forms }: SiteReveal): Target | null =>
  forms.some(({ tried }) => tried === "gone" || tried === "once")
    ? null
    : (appeared.find(
        (target) => wordsOf(target) !== "" && isSteady(wordsOf(target)) && isSteadyTarget(target),
      ) ?? null);

/** Whatever it is that a control shows: the page does not stay as it is. */
const moves = (page: SitePage, called: string, { control }: SiteReveal, target: Target): Draft => {
  const name = slug(control.name) || control.role;
  if (control.pressed === false)
    return {
      id: `opens-${page.id}-${name}`,
      title: `"${short(control.name)}" on ${called} can be pressed`,
      steps: [
        ...openPage(page),
        click(target),
        { expect: { attribute: { target: literalTarget(target), name: "aria-pressed", is: "true" } } },
      ],
      rank: 4,
    };
  const shown = `shown_before_${name.replaceAll("-", "_")}`;
  return {
    id: `opens-${page.id}-${name}`,
    title: `"${short(control.name)}" on ${called} does something`,
    steps: [
      ...openPage(page),
      { wait_for: "idle" },
      { capture: { [shown]: { text: { css: "body" } } } },
      click(target),
      { expect: { text: { target: { css: "body" }, is: `\${${shown}}`, not: true } } },
    ],
    rank: 4,
  };
};

/** The dialog goes when its own control says so. */
const closing = ({ close }: SiteReveal): StepDocument[] =>
  close ? [click(close.target), { expect: { hidden: literalTarget(close.gone) } }] : [];

/** "Cancel" leads to where one came from, whichever page that was, unless it is the one above. */
const leadsBack = (page: SitePage, { control: { name }, path }: SiteReveal): boolean =>
  isWayBack(name) && path !== null && !withoutQuery(page.path).startsWith(`${withoutQuery(path)}/`);

/** What must be seen of it: empty where nothing lasting came of it. */
const outcomeOf = (page: SitePage, reveal: SiteReveal): StepDocument[] => {
  const { effect, path } = reveal;
  const shown = telling(reveal);
  if (effect === "navigation" && leadsBack(page, reveal)) return [];
  if (effect === "navigation" && path !== null)
    return [{ expect: { url: literal(path.split(/[?]/)[0] ?? path) } }];
  return shown === null ? [] : [{ expect: { visible: literalTarget(shown) } }];
};

/** Uses the control, and sees what it showed before. */
const used = (page: SitePage, reveal: SiteReveal, target: Target): StepDocument[] => [
  ...openPage(page),
  click(target),
  ...outcomeOf(page, reveal),
  ...marked(page, reveal, target),
  ...closing(reveal),
];

/** A tab that said that it was not the open one says so once it is, also where the query of the address names it. */
const marked = (page: SitePage, { control, effect, path }: SiteReveal, target: Target): StepDocument[] => {
  const stays = path !== null && withoutQuery(path) === withoutQuery(page.path);
  if (control.selected !== false || (effect !== "content" && !stays)) return [];
  return [{ expect: { attribute: { target: literalTarget(target), name: "aria-selected", is: "true" } } }];
};

/** What a tab shows, and what else a page comes to show, may bear its name as well. */
const asTab = (role: string, target: Target): Target =>
  role === "tab" && typeof target === "string" ? { role, name: target } : target;

type Usable = { reveal: SiteReveal; target: Target };

/** How many controls of a page that show the same are tried: more say nothing new. */
const MOST_ALIKE = 2;

/** Menus of the same entries, as on the label of each field. */
const isMoreOfSame = (reveals: readonly SiteReveal[], reveal: SiteReveal): boolean => {
  const shown = telling(reveal);
  if (reveal.effect !== "content" || reveal.control.role !== "button" || shown === null) return false;
  const isSame = (other: SiteReveal): boolean =>
    other.effect === "content" && JSON.stringify(telling(other)) === JSON.stringify(shown);
  return (
    reveal.problems.length === 0 &&
    reveals.slice(0, reveals.indexOf(reveal)).filter(isSame).length >= MOST_ALIKE
  );
};

/** As the next row may have the same, the only row's control is that of the first. */
const inOnlyRow = ({ survey }: SitePage, { role, name, target }: SurveyControl): Target | null => {
  const list = survey.collections.find(
    ({ rows, items }) => rows === 1 && items[0]?.buttons.some((button) => fold(button) === fold(name)),
  );
  const rows = list && role === "button" && name !== "" ? rowsOf(list) : null;
  return rows ? { role, name: literal(name), exact: true, within: { ...rows, nth: 0 } } : target;
};

/** A row is named by what it holds at the moment. */
const usableOf = (site: SiteModel, page: SitePage): Usable[] =>
  page.reveals.flatMap((reveal, at) => {
    const { role, target: own } = reveal.control;
    const target = inOnlyRow(page, reveal.control);
    const isSame = (other: SiteReveal): boolean =>
      JSON.stringify(other.control.target) === JSON.stringify(own) && other.problems.length === 0;
    const isFirst = reveal.problems.length > 0 || !page.reveals.slice(0, at).some(isSame);
    const lasts = role !== "row" && !isOwnWords(site, reveal.control.name);
    if (!lasts || !isFirst || hasNothingYet(page, reveal) || isMoreOfSame(page.reveals, reveal)) return [];
    return target !== null && isSteadyTarget(target) ? [{ reveal, target: asTab(role, target) }] : [];
  });

/** What an empty field is for: a select says so in the choice that it begins with. */
const askedBy = ({ name, type, value }: SurveyField): string => {
  if (type === "select") return PLACEHOLDER.test(value.trim()) ? value : "";
  return /^(?:text|search|email|url|tel|number)$/.test(type) && value === "" ? name : "";
};

/** "Add product" beside "Choose a product", and "Add tag" beside an empty "Tag", have nothing to add yet. */
const hasNothingYet = ({ survey }: SitePage, { control, effect }: SiteReveal): boolean =>
  effect === "nothing" &&
  (control.takes !== undefined ||
    survey.forms.some(({ fields }) =>
      fields.some((field) =>
        longWords(askedBy(field)).some((word) => longWords(control.name).includes(word)),
      ),
    ));

/** A control that was seen to do nothing, or something wrong, has a case to itself. */
const alone = (page: SitePage, called: string, { reveal, target }: Usable): Draft => {
  const { control, problems, effect, close } = reveal;
  if (effect === "nothing") return moves(page, called, reveal, target);
  return {
    id: `opens-${page.id}-${slug(control.name) || control.role}`,
    title: `"${short(control.name)}" on ${called} ${close ? "opens what can be closed again" : "works without errors"}`,
    steps: [...used(page, reveal, target), noErrors([...page.problems, ...problems], page.behindLogin)],
    rank: hasErrors(problems, page.behindLogin) ? 6 : 7,
  };
};

const MOST_TOGETHER = 6;

/** Controls of a page, some in a case: a dialog that is left open is the last of its case, as the page may open it again. */
const casesOf = (usable: readonly Usable[]): Usable[][] => {
  const staysOpen = ({ reveal: { effect, close } }: Usable): boolean => effect === "dialog" && close === null;
  const cases: Usable[][] = [];
  for (const each of [...usable.filter((some) => !staysOpen(some)), ...usable.filter(staysOpen)]) {
    const last = cases.at(-1);
    const isFull = last === undefined || last.length >= MOST_TOGETHER || last.some(staysOpen);
    if (isFull) cases.push([each]);
    else last.push(each);
  }
  return cases;
};

/** Promises no more than the steps look at. */
const titleOf = (page: SitePage, some: Usable[], names: string): string =>
  some.every(({ reveal }) => outcomeOf(page, reveal).length > 0)
    ? `What ${names} show${some.length === 1 ? "s" : ""} is there`
    : `${names} work${some.length === 1 ? "s" : ""} without errors`;

const together = (page: SitePage, called: string, some: Usable[], at: number): Draft => {
  const problems = [...page.problems, ...some.flatMap(({ reveal }) => reveal.problems)];
  const names = some.map(({ reveal }) => `"${short(reveal.control.name, 25)}"`).join(", ");
  return {
    id: `controls-${page.id}${at === 0 ? "" : `-${at + 1}`}`,
    title: short(titleOf(page, some, `${names} on ${called}`), 105),
    steps: [
      ...some.flatMap(({ reveal, target }) => used(page, reveal, target)),
      noErrors(problems, page.behindLogin),
    ],
    rank: some.some(({ reveal }) => reveal.effect === "dialog") ? 42 : 54,
  };
};

/** One fault is told once, whichever of five stars and of many items of a kind show it. */
const faultOf = ({ pattern }: SitePage, { reveal: { control, effect, problems } }: Usable): string =>
  [
    withoutQuery(pattern),
    control.role,
    control.name.replace(/\b\d+ (\p{L}+?)s?$/u, "# $1"),
    effect,
    ...problems.map(({ message }) => message),
  ].join("\n");

export const controls = defineOracle({
  id: "controls",
  summary:
    "Buttons, tabs and menus do something, show what they promise, without errors, and dialogs can be closed.",
  looks: true,
  applies(site) {
    const known = new Set<string>();
    // The same control on another page of that kind shows the same, and so does one that showed the same anywhere.
    const isKnown = (
      { pattern }: SitePage,
      { reveal: { control, effect, path, appeared } }: Usable,
    ): boolean => {
      const shown = [path ?? "", ...appeared.map(wordsOf)].join("|");
      const place = shown === "" ? withoutQuery(pattern) : "";
      const key = `${place} ${control.role} ${control.name} ${effect} ${shown}`;
      return known.has(key) || !known.add(key);
    };
    const nameOf = pageNames(site.pages);
    const faults = new Set<string>();
    const isTold = (page: SitePage, each: Usable): boolean => {
      const fault = faultOf(page, each);
      return faults.has(fault) || !faults.add(fault);
    };
    return site.pages.flatMap((page) => {
      const called = nameOf(page);
      const usable = usableOf(site, page);
      const isOdd = ({ reveal: { effect, problems, close } }: Usable): boolean =>
        effect === "nothing" || hasErrors(problems, page.behindLogin) || close?.works === false;
      const well = usable.filter((each) => !isOdd(each) && !isKnown(page, each));
      return [
        ...usable
          .filter((each) => isOdd(each) && !isTold(page, each))
          .map((each) => alone(page, called, each)),
        ...casesOf(well).map((some, at) => together(page, called, some, at)),
      ];
    });
  },
});
