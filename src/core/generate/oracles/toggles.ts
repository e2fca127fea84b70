import type { StepDocument } from "#core/suite/grammar.ts";
import { slug } from "#core/explore/pages/states.ts";
import { defineOracle } from "#core/generate/define-oracle.ts";
import type { Draft } from "#core/generate/define-oracle.ts";
import { navAgain } from "#core/generate/counts/nav-count.ts";
import { isSet } from "#core/generate/settings/switched.ts";
import {
  anew,
  click,
  clickIfSeen,
  idle,
  literal,
  literalTarget,
  noErrors,
  short,
} from "#core/generate/steps.ts";
import type { SiteModel } from "#model/site.ts";
import type { SiteToggle } from "#model/site-toggles.ts";

const draft = (site: SiteModel, toggle: SiteToggle): Draft => {
  const { name, path, pageId, on, off, shows, kept, flips, nav, problems } = toggle;
  const text = shows === null ? null : literalTarget(shows);
  const reads = (what: string, not = false): StepDocument => ({
    expect: { text: { target: text ?? "", is: `\${${what}}`, ...(not && { not }) } },
  });
  const marked = navAgain(nav, "nav_with_mark");
  const unmarked = navAgain(nav, "nav_without_mark");
  const steps: StepDocument[] = [
    { goto: literal(path) },
    idle,
    ...(text === null ? [] : [{ capture: { read_before: { text } } }]),
    click(on),
    idle,
    text === null ? isSet(toggle, true) : reads("read_before", true),
    ...marked.now,
  ];
  if (kept && text !== null)
    steps.push({ capture: { read_after: { text } } }, "reload", idle, reads("read_after"));
  else if (kept) steps.push("reload", idle, isSet(toggle, true));
  if (kept) steps.push(...marked.later);
  if (flips) steps.push(click(off), idle, text === null ? isSet(toggle, false) : reads("read_before"));
  // A page that answers what was sent would send it again when it is reloaded.
  if (flips && nav !== null)
    steps.push(...unmarked.now, { goto: literal(path) }, ...anew(toggle), idle, ...unmarked.later);
  steps.push(noErrors(problems, site.login?.used ?? false));
  const what = [kept ? "is kept" : "shows", flips ? " and can be taken back" : ""].join("");
  return {
    id: `toggle-${pageId}-${slug(name) || "mark"}`,
    title: `What "${short(name)}" does ${what}`,
    steps,
    rank: 21,
  };
};

/** Where both bear the mark, the later one is taken back: what is done one after the other may go with what was before it. */
const beside = (site: SiteModel, { name, pageId, siblings, problems }: SiteToggle): Draft[] => {
  if (siblings === null) return [];
  const { set, back, first, second } = siblings;
  const mark = (path: string): StepDocument[] => [
    { goto: literal(path) },
    ...anew({ path }),
    idle,
    clickIfSeen(set),
    idle,
  ];
  return [
    {
      id: `toggle-${pageId}-${slug(name) || "mark"}-siblings`,
      title: `Taking back what "${short(name)}" changes on one item leaves the others`,
      steps: [
        ...mark(first.path),
        ...mark(second.path),
        click(back),
        idle,
        { expect: { visible: literalTarget(set) } },
        { goto: literal(first.path) },
        ...anew(first),
        idle,
        { expect: { visible: literalTarget(back) } },
        ...(first.isSet ? [] : [click(back), idle]),
        ...(second.isSet ? mark(second.path) : []),
        noErrors(problems, site.login?.used ?? false),
      ],
      rank: 22,
    },
  ];
};

export const toggles = defineOracle({
  id: "toggles",
  summary:
    "A mark, such as a star, shows at once as it does later, and a second click takes it back, and none of other items.",
  applies: (site) => site.toggles.flatMap((toggle) => [draft(site, toggle), ...beside(site, toggle)]),
});
