import type { StepDocument } from "#core/suite/grammar.ts";
import type { SiteModel } from "#model/site.ts";
import type { SitePage } from "#model/site-pages.ts";
import type { SurveyForm } from "#model/survey.ts";
import type { Target } from "#model/target.ts";
import { mainOf } from "#core/generate/counts/counts.ts";
import { defineOracle } from "#core/generate/define-oracle.ts";
import { encodedOn } from "#core/generate/encoded-texts.ts";
import { isKey, isManual, keysOfStates, remainsIn } from "#core/generate/counts/remains.ts";
import { literal, literalTarget, openPage } from "#core/generate/steps.ts";

const MOST = 32;
/** More on one page than this are what the page is about. */
const MOST_ON_PAGE = 16;

type Word = { text: string; step: StepDocument };
type Surveyed = Pick<SitePage, "survey">;

const BOX = /^(?:checkbox|radio|switch)$/;
/** A right or an event is called so as well: `posts.edit`. */
const DOTTED = /^\w+(?:\.\w+)+$/;

/** Names of fields; not of boxes beside each other most of which have a dotted one, as that is what they are about. */
const namesIn = ({ fields }: SurveyForm): string[] => {
  const boxes = fields.filter(({ type, group }) => BOX.test(type) && group !== undefined);
  const groups = Map.groupBy(boxes, ({ group }) => group);
  return fields
    .filter((field) => {
      const beside = boxes.includes(field) ? (groups.get(field.group) ?? []) : [];
      const dotted = beside.filter(({ name }) => DOTTED.test(name));
      return dotted.length < 2 || dotted.length * 2 <= beside.length;
    })
    .map(({ name }) => name);
};

const hidden = (target: Target): StepDocument => ({ expect: { hidden: target } });

/** What a page is headed by, and what its parts are called: the app's own words, not its users'. */
const namesOf = ({ survey }: Surveyed): Word[] => {
  const named = (role: string, text: string): Word => {
    return { text, step: hidden({ role, name: literal(text), exact: true }) };
  };
  return [
    ...survey.headings.map(({ text }) => named("heading", text)),
    ...survey.buttons.map(({ name, role }) => named(role, name)),
    ...survey.links.filter(({ chrome }) => chrome).map(({ text }) => named("link", text)),
    ...survey.collections.flatMap(({ columns }) => columns.map(({ name }) => named("columnheader", name))),
    ...survey.forms
      .flatMap(namesIn)
      .map((name) => ({ text: name, step: hidden({ label: literal(name), exact: true }) })),
  ].filter(({ text }) => isKey(text));
};

/** What a field or a button says of itself: in it while it is empty, or while one points at it. */
const hintsOf = ({ survey: { hints, text } }: Surveyed): Word[] =>
  hints
    .filter(({ text: hint }) => isKey(hint) || (!isManual(text) && remainsIn(hint).length > 0))
    .map(({ attribute, text: hint }) => ({
      text: hint,
      step: hidden({ css: `[${attribute}="${literal(hint).replaceAll(/["\\]/g, String.raw`\$&`)}"]` }),
    }));

/** Choices that are keys, where others of the same field are words. */
const choicesOf = ({ survey }: Surveyed): Word[] =>
  survey.forms.flatMap(({ fields }) =>
    fields.flatMap(({ type, target, options }): Word[] => {
      const keys = options.filter(isKey);
      if (type !== "select" || target === null || keys.length * 2 > options.length) return [];
      const whose = literalTarget(target);
      return keys.map((text) => ({
        text,
        step: { expect: { text: { target: whose, contains: literal(text), not: true } } },
      }));
    }),
  );

/** Items of lists, and what stands in fields, are what users wrote. */
export const writtenOn = (site: SiteModel): string =>
  site.pages
    .flatMap(({ survey }) => [
      ...survey.collections.flatMap(({ items }) => items.map(({ text }) => text)),
      ...survey.forms.flatMap(({ fields }) => fields.flatMap(({ value, options }) => [value, ...options])),
    ])
    .join("\n");

const says = (page: Surveyed, text: string): Word => ({
  text,
  step: {
    expect: {
      text: { target: literalTarget(mainOf(page.survey)), contains: literal(text), not: true },
    },
  },
});

const proseOf = (page: Surveyed): Word[] => remainsIn(page.survey.text).map((text) => says(page, text));

/** Columns that show keys where the states of the rows are to be. */
const statesOf = ({ survey }: Surveyed): Word[] =>
  survey.collections.flatMap(({ items }) =>
    (items[0]?.cells ?? []).flatMap((_, at): Word[] => {
      const text = keysOfStates(items.map(({ cells }) => cells[at] ?? ""));
      const target = literalTarget(mainOf(survey));
      return text === null
        ? []
        : [{ text, step: { expect: { text: { target, contains: text, not: true } } } }];
    }),
  );

/** What on a page is no word, each with the step that says so; `written` is what users wrote. */
export const leftOn = (page: Surveyed, written: string): Word[] => {
  // What a heading shares with a row of a list is the name of an item.
  const others = [...namesOf(page), ...hintsOf(page), ...proseOf(page)].filter(
    ({ text }) => !written.includes(text),
  );
  const encoded = encodedOn(page, written).map((text) => says(page, text));
  return [...others, ...encoded, ...choicesOf(page), ...statesOf(page)];
};

export const wording = defineOracle({
  id: "wording",
  summary: "Texts are words, not the keys of their translations, and nothing in them waits to be filled in.",
  looks: true,
  applies(site) {
    const seen = new Set<string>();
    const written = writtenOn(site);
    const steps = [...site.pages, ...site.samples].flatMap((page): StepDocument[] => {
      const found = leftOn(page, written).filter(({ text }) => !seen.has(text) && seen.add(text));
      if (found.length === 0 || found.length > MOST_ON_PAGE) return [];
      return [...openPage(page), ...found.map(({ step }) => step)];
    });
    if (steps.length === 0 || seen.size > MOST) return [];
    return [
      {
        id: "wording",
        title: "Texts are words, not the keys of translations, and none waits to be filled in",
        steps,
        rank: 6,
      },
    ];
  },
});
