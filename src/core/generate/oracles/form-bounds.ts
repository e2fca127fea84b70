import type { StepDocument } from "#core/suite/grammar.ts";
import { defineOracle } from "#core/generate/define-oracle.ts";
import type { Draft } from "#core/generate/define-oracle.ts";
import { disordered } from "#core/generate/days/disordered.ts";
import { takenAs } from "#core/generate/records/below-zero.ts";
import {
  distinctForms,
  fieldItself,
  filledIn,
  fixturesOf,
  isOfRecords,
  refused,
} from "#core/generate/forms.ts";
import type { UsableForm } from "#core/generate/forms.ts";
import { click, fillOne, idle, short } from "#core/generate/steps.ts";
import { sameForm } from "#core/explore/forms/sendable-forms.ts";
import type { SiteModel } from "#model/site.ts";
import { fixturesOfWrong, wrongIfShown, wrongIn } from "#core/generate/records/wrong-values.ts";
import type { Wrong } from "#core/generate/records/wrong-values.ts";

const MOST = 4;
const MOST_SHOWN = 3;

/** Numbers that an app refuses, or puts others in the place of and goes on: what shows one has taken it. */
const ifShown = (site: SiteModel, usable: UsableForm, use: StepDocument): StepDocument[] => {
  const { form, entries, submit, name, page } = usable;
  const inLists =
    isOfRecords(site, usable) && !site.records.some((each) => each.ownPage && sameForm(each.form, form));
  const first = entries.find(({ kind }) => kind === "fill")?.field;
  if (inLists || !first) return [];
  return wrongIfShown(form, entries, `${name} ${page.title}`, site.pages)
    .slice(0, MOST_SHOWN)
    .flatMap(({ field, value, pattern }): StepDocument[] => [
      use,
      fillOne(field, value),
      click(submit),
      idle,
      { expect: { visible: fieldItself(first) }, when: { text: { matches: takenAs(pattern) } } },
    ]);
};

const refusedOf = (wrong: Wrong[]): string => {
  if (wrong.every(({ what }) => what === "letters")) return "letters in place of digits";
  return wrong.every(({ what }) => what === "longer")
    ? "a longer text than it says"
    : "what is out of bounds";
};

const titleOf = (name: string, wrong: Wrong[], tries: number): string =>
  `"${short(name)}" refuses ${wrong.length > 0 ? (tries > wrong.length ? "what is out of bounds" : refusedOf(wrong)) : tries > 0 ? "an end before its beginning" : "numbers out of bounds"}`;

const draft = (site: SiteModel, usable: UsableForm): Draft[] => {
  const { form, entries, id, name } = usable;
  const wrong = wrongIn(form.fields, MOST);
  const disorder = disordered(form, entries);
  const tries = [...wrong.map(({ field, value }) => [fillOne(field, value)]), ...disorder];
  const isToday = JSON.stringify(disorder).includes("${today}");
  const { blocks, use } = filledIn(usable);
  const shown = ifShown(site, usable, use);
  if (tries.length + shown.length === 0) return [];
  const sent = refused(usable);
  return [
    {
      id: `${id}-bounds`,
      title: titleOf(name, wrong, tries.length),
      blocks: { ...blocks, ...(tries.length > 0 && sent.blocks) },
      steps: [...tries.flatMap((fills): StepDocument[] => [use, ...fills, sent.use]), ...shown],
      fixtures: {
        ...fixturesOf(entries),
        ...fixturesOfWrong(wrong),
        ...(isToday && { today: { date: "today" } }),
      },
      // What a field states of its bounds a browser sees to; which of two comes first, and what the page says, only the app does.
      rank: disorder.length > 0 || wrong.some(({ told }) => told) ? 22 : 34,
    },
  ];
};

export const formBounds = defineOracle({
  id: "form-bounds",
  summary:
    "A number or a day beyond the bounds of its field is refused, and so are letters in place of digits, and an end before its beginning.",
  applies: (site) => distinctForms(site).flatMap((usable) => draft(site, usable)),
});
