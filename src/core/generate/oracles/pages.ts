import type { StepDocument } from "#core/suite/grammar.ts";
import type { SitePage } from "#model/site.ts";
import type { SurveyCollection } from "#model/survey.ts";
import type { Target } from "#model/target.ts";
import { mainOf } from "#core/generate/counts.ts";
import { defineOracle } from "#core/generate/define-oracle.ts";
import { hasErrors, literal, literalTarget, noErrors, openPage, short } from "#core/generate/steps.ts";
import { isSteady, isSteadyTarget } from "#core/explore/steady.ts";

const heading = (page: SitePage): string | null => {
  const { headings } = page.survey;
  // A dialog that greets whoever comes first is not what the page is about.
  const first =
    headings.find(({ level }) => level === 1) ?? (page.survey.dialogs.length > 0 ? undefined : headings[0]);
  if (!first || !isSteady(first.text)) return null;
  return headings.filter(({ text }) => text === first.text).length === 1 ? first.text : null;
};

/** Titles of a kind of page have a part in common with the site's; the rest is the page's own. */
const titleOf = (page: SitePage): string | null => (isSteady(page.title) ? page.title : null);

export const pages = defineOracle({
  id: "pages",
  summary: "A page loads without errors and shows its title and heading.",
  looks: true,
  applies(site) {
    const names = site.pages.map((page) => heading(page) ?? page.title);
    return (
      site.pages
        .filter(({ status }) => (status ?? 200) < 400)
        // Of several ways to the log-in form one is enough.
        .filter(
          ({ survey, path }) => survey.login === null || site.login === null || site.login.path === path,
        )
        .filter((page) => isOwn(site.pages, page))
        .map((page) => {
          const name = heading(page);
          const title = titleOf(page);
          const expects: StepDocument[] = [];
          if (title !== null) expects.push({ expect: { title: literal(title) } });
          if (name !== null) expects.push({ expect: { visible: { role: "heading", name: literal(name) } } });
          const sign = name === null ? lasting(page) : null;
          if (sign !== null) expects.push({ expect: { visible: literalTarget(sign) } });
          expects.push(...sensible(page), noErrors(page.problems, page.behindLogin));
          return {
            id: `page-${page.id}`,
            title: `The page ${called(page, name, names)} loads without errors`,
            steps: [...openPage(page), ...expects],
            rank: rank(page),
          };
        })
        .filter(({ steps }) => steps.length > 1)
    );
  },
});

/** False for a further choice of the same page, made by the query of its address, that shows no fault. */
const isOwn = (pages: SitePage[], page: SitePage): boolean => {
  const plain = (pattern: string): string => pattern.split("?")[0] ?? "";
  if (!page.pattern.includes("?") || page.setup.length > 0) return true;
  if (hasErrors(page.problems, page.behindLogin) || sensible(page).length > 1) return true;
  const first = pages.find(
    ({ pattern, setup, status }) =>
      setup.length === 0 && (status ?? 200) < 400 && plain(pattern) === plain(page.pattern),
  );
  return first === page || first?.title !== page.title;
};

const NONSENSE = String.raw`\b(?:undefined|NaN|Invalid Date)\b|\[object Object\]`;

const NO_VALUE = /^\W*(?:undefined|NaN|Invalid Date|\[object Object\])\W*$/;

/** A table shows no value where it has none to show; one that speaks of such words is left alone. */
const isJudged = ({ kind, target, rows, items, code }: SurveyCollection): boolean =>
  kind === "table" &&
  !code &&
  target !== null &&
  rows > 1 &&
  items.every(({ cells }) =>
    cells.every((cell) => NO_VALUE.test(cell) || !/undefined|\bNaN\b|Invalid Date|object Object/i.test(cell)),
  );

/** Where a value has none: after a currency, or after the words that name it. */
const UNFILLED = String.raw`[€$£¥₹] ?(?:NaN|undefined|null)\b|: ?(?:undefined|NaN|null|Invalid Date)(?![\w])|\[object Object\]|\bInvalid Date\b|\{\{ ?[\w.]+ ?\}\}`;

/** Tables that show values without a value, the same on the page itself, or a page that says itself that it went wrong. */
const sensible = ({ survey, title }: SitePage): StepDocument[] => {
  const failed = survey.alerts.some((text) => WENT_WRONG.test(text));
  const main = literalTarget(mainOf(survey));
  const unfilled = new RegExp(UNFILLED, "u").test(survey.text);
  const untitled = /\b(?:undefined|NaN)\b|\[object Object\]|^null\b/.test(title);
  return [
    ...(untitled ? [{ expect: { title: { matches: String.raw`^(?!.*(?:${NONSENSE}|^null\b))` } } }] : []),
    ...(unfilled ? [{ expect: { text: { target: main, matches: UNFILLED, not: true } } }] : []),
    ...survey.collections
      .filter(isJudged)
      .slice(0, 1)
      .map(({ target }): StepDocument => ({
        expect: { text: { target: literalTarget(target ?? ""), matches: NONSENSE, not: true } },
      })),
    ...(failed ? [{ expect: { hidden: { role: "alert" } } } satisfies StepDocument] : []),
  ];
};

const WENT_WRONG =
  /\b(?:error|fail(?:ed|ure)?|could not|cannot|can't|unexpected|unable|went wrong|not valid JSON|undefined)\b/i;

/** Something that stays on a page without a heading: a field, or a button of its frame. */
const lasting = ({ survey }: SitePage): Target | null => {
  const fields = survey.forms.flatMap(({ fields }) => fields.map(({ target }) => target));
  const controls = survey.buttons
    .filter(({ name, chrome }) => name !== "" && chrome)
    .map(({ target }) => target);
  return [...fields, ...controls].find((target) => target !== null && isSteadyTarget(target)) ?? null;
};

/** By its heading; with its address where another page has the same. */
const called = (page: SitePage, name: string | null, names: string[]): string => {
  const shown = name ?? page.title;
  const several = names.filter((other) => other === shown).length > 1;
  if (shown === "") return page.path;
  return `"${short(shown)}"${several ? ` at ${short(page.path, 60)}` : ""}${page.setup.length > 0 ? ", with something in it," : ""}`;
};

const rank = (page: SitePage): number => {
  if (hasErrors(page.problems, page.behindLogin)) return 5;
  if (page.depth === 0) return 8;
  const { forms, collections } = page.survey;
  const rich = forms.length > 0 || collections.some(({ rows }) => rows > 2);
  return Math.min(90, (rich ? 50 : 60) + page.depth * 5 + (page.setup.length > 0 ? 2 : 0));
};
