import type { StepDocument } from "#core/suite/grammar.ts";
import type { SitePage, SiteReveal } from "#model/site.ts";
import type { Target } from "#model/target.ts";
import { slug } from "#core/explore/states.ts";
import { defineOracle } from "#core/generate/define-oracle.ts";
import type { Draft } from "#core/generate/define-oracle.ts";
import { click, hasErrors, literal, literalTarget, noErrors, openPage, short } from "#core/generate/steps.ts";
import { isSteady, isSteadyTarget } from "#core/explore/steady.ts";

const nameOf = (target: Target): string =>
  typeof target === "string"
    ? target
    : (target.name ?? target.text ?? target.label ?? target.placeholder ?? "");

/** Something lasting among what appeared. */
const telling = (reveal: SiteReveal): Target | null =>
  reveal.appeared.find(
    (target) => nameOf(target) !== "" && isSteady(nameOf(target)) && isSteadyTarget(target),
  ) ?? null;

const draft = (page: SitePage, reveal: SiteReveal): Draft | null => {
  const { control, effect, path, problems } = reveal;
  // A row is named by what it holds at the moment.
  if (control.role === "row" || control.target === null || !isSteadyTarget(control.target)) return null;
  const shown = telling(reveal);
  const outcome: StepDocument[] =
    effect === "navigation" && path !== null
      ? [{ expect: { url: literal(path.split(/[?]/)[0] ?? path) } }]
      : shown !== null
        ? [{ expect: { visible: literalTarget(shown) } }]
        : [];
  const expects = [...outcome, noErrors([...page.problems, ...problems], page.behindLogin)];
  const what =
    effect === "dialog"
      ? "opens its dialog"
      : effect === "navigation"
        ? "leads to its page"
        : shown
          ? "shows what it hides"
          : "works without errors";
  return {
    id: `opens-${page.id}-${slug(control.name) || control.role}`,
    title: `"${short(control.name)}" on "${short(page.title || page.path, 30)}" ${what}`,
    steps: [...openPage(page), click(control.target), ...expects],
    rank: hasErrors(problems, page.behindLogin) ? 6 : effect === "dialog" ? 42 : 56,
  };
};

/** Controls of which no more can be said than that using them must not go wrong: one case a page. */
const harmless = (page: SitePage, reveals: SiteReveal[]): Draft[] => {
  const usable = reveals.flatMap(({ control }) =>
    control.role !== "row" && control.target && isSteadyTarget(control.target) ? [control.target] : [],
  );
  if (usable.length === 0) return [];
  const problems = [...page.problems, ...reveals.flatMap((reveal) => reveal.problems)];
  return [
    {
      id: `controls-${page.id}`,
      title: `The controls of "${short(page.title || page.path, 30)}" work without errors`,
      steps: [
        ...usable.slice(0, MOST_TOGETHER).flatMap((target) => [...openPage(page), click(target)]),
        noErrors(problems, page.behindLogin),
      ],
      rank: 54,
    },
  ];
};

const MOST_TOGETHER = 8;

const says = (reveal: SiteReveal): boolean =>
  reveal.effect !== "content" || reveal.problems.length > 0 || telling(reveal) !== null;

export const controls = defineOracle({
  id: "controls",
  summary: "Buttons, tabs and menus show what they promise, without errors.",
  looks: true,
  applies: (site) =>
    site.pages.flatMap((page) => [
      ...page.reveals
        .filter(says)
        .map((reveal) => draft(page, reveal))
        .filter((each) => each !== null),
      ...harmless(
        page,
        page.reveals.filter((reveal) => !says(reveal)),
      ),
    ]),
});
