import type { StepDocument } from "#core/suite/grammar.ts";
import type { SiteModel } from "#model/site.ts";
import type { SitePost } from "#model/site-posts.ts";
import { dataFor } from "#core/explore/forms/form-data.ts";
import type { Entry } from "#core/explore/forms/form-data.ts";
import { MARK } from "#core/explore/forms/samples.ts";
import { slug } from "#core/explore/pages/states.ts";
import { mainOf } from "#core/generate/counts/counts.ts";
import { defineOracle } from "#core/generate/define-oracle.ts";
import type { Draft } from "#core/generate/define-oracle.ts";
import { fillIn, fixturesOf } from "#core/generate/forms.ts";
import { beginsWith, beside, rated } from "#core/generate/post-edits.ts";
import { agree } from "#core/generate/records/record-removal.ts";
import {
  anew,
  click,
  idle,
  literal,
  literalTarget,
  noErrors,
  problemsOf,
  short,
} from "#core/generate/steps.ts";

const drafts = (site: SiteModel, post: SitePost): Draft[] => {
  const { form, field, path, part, tail } = post;
  const entries = dataFor(form);
  const submit = form.submit?.target;
  if (!part || !entries || !submit || form.tried === "once") return [];
  const page = site.pages.find(({ id }) => id === post.pageId);
  const main = literalTarget(page ? mainOf(page.survey) : { css: "body" });
  const words = tail === "" ? "" : " & what else there is to say";
  const at = site.posts.indexOf(post) + 1;
  const told = (sign: string): string => `${MARK} ${sign}${at}\${tag}`;
  const [edited, first, second] = [told("e"), told("f"), told("g")];
  // What is called alike may be refused the second time; no text is a part of such a name.
  const marked = (sign: string): Entry[] =>
    entries.map((entry) =>
      entry.kind === "fill" && entry.field !== field && entry.value.startsWith(MARK)
        ? { ...entry, value: entry.value.replace("${tag}", `${sign}${at}n\${tag}`) }
        : entry,
    );
  const add = (sign: string): StepDocument[] => [
    { goto: literal(path) },
    ...(post.opener ? [click(post.opener)] : []),
    ...fillIn(marked(sign), { instead: { field, value: `${told(sign)}${words}` } }),
    click(submit),
    idle,
  ];
  const says = (text: string, not = false): StepDocument => ({
    expect: { text: { target: main, contains: text, ...(not && { not: true as const }) } },
  });
  const end = noErrors(problemsOf(site), site.login?.used ?? false);
  const base = slug(form.name) || slug(form.submit?.name ?? "") || post.pageId;
  const called = short(form.submit?.name ?? form.name);
  const rest = { fixtures: { ...fixturesOf(entries), tag: { string: 6 } }, rank: 13 };
  const { edit, remove } = part;
  const changed = `${told("c")}${words}`;
  return [
    ...(edit
      ? [
          {
            id: `post-${base}-edit`,
            title: `What "${called}" has added can be changed, and stays so`,
            steps: [
              ...add("e"),
              { goto: literal(path) },
              { click: beside(edit, edited) },
              ...beginsWith(edit, edited),
              ...fillIn([{ kind: "fill", field: edit.field, value: changed, fixtures: {} }]),
              click(edit.submit),
              idle,
              { goto: literal(path) },
              ...anew(post),
              says(changed),
              says(edited, true),
              ...(edit.chosen && post.rating ? [rated(told("c"), post.rating)] : []),
              end,
            ] as StepDocument[],
            ...rest,
          },
        ]
      : []),
    ...(remove
      ? [
          {
            id: `post-${base}-delete`,
            title: `Removing what "${called}" has added removes just that`,
            steps: [
              ...add("f"),
              ...add("g"),
              { goto: literal(path) },
              { click: beside(remove, first) },
              ...agree(remove.confirm),
              idle,
              ...(remove.stays ? [{ expect: { hidden: beside(remove, first) } }, says(second)] : []),
              { goto: literal(path) },
              ...anew(post),
              says(first, true),
              says(second),
              end,
            ] as StepDocument[],
            ...rest,
          },
        ]
      : []),
  ];
};

export const postParts = defineOracle({
  id: "post-parts",
  summary:
    "A text that was added to a page is changed and removed by its own controls, and no other in its place.",
  applies: (site) => site.posts.flatMap((post) => drafts(site, post)),
});
