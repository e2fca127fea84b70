import { escapeRegex } from "#model/escape-regex.ts";
import type { StepDocument } from "#core/suite/grammar.ts";
import type { FixtureDocument } from "#core/suite/fixtures.ts";
import type { SiteModel } from "#model/site.ts";
import type { Entry } from "#core/explore/forms/form-data.ts";
import { isWordy } from "#core/explore/forms/form-data.ts";
import { MARK } from "#core/explore/forms/samples.ts";
import { sameForm } from "#core/explore/forms/sendable-forms.ts";
import { defineOracle } from "#core/generate/define-oracle.ts";
import type { Draft } from "#core/generate/define-oracle.ts";
import {
  distinctForms,
  filledIn,
  fillIn,
  fixturesOf,
  isOfClaims,
  isOfRecords,
} from "#core/generate/forms.ts";
import type { UsableForm } from "#core/generate/forms.ts";
import { click, problemsOf, short, withoutFaults } from "#core/generate/steps.ts";

/** Where nothing says how many characters there may be. */
const LONG = 600;
const HARD = `${MARK} O'Neil "&" <samp>two</samp> Zoë 木`;

type Typed = Extract<Entry, { kind: "fill" }>;

/** Fields for words that the form lets one type as one likes. */
const isFree = (entry: Entry): entry is Typed =>
  entry.kind === "fill" &&
  isWordy(entry.field) &&
  !entry.field.pattern &&
  (entry.value.includes(MARK) || entry.value === "${person}");

/** Rooms that are neither so small that words fill them nor so large that nobody does. */
const ROOM = { least: 200, most: 4_000 };

/** How long a text the field is given: as it says that it takes at most, where nobody fills that by himself; null for no long one. */
const lengthFor = ({ field: { type, max_length: most } }: Typed): number | null => {
  if (most === null || most <= 0) return LONG;
  return type === "textarea" && most >= ROOM.least && most <= ROOM.most ? most : null;
};

const fits = ({ field }: Typed): boolean =>
  field.max_length === null || field.max_length <= 0 || field.max_length >= HARD.length;

/** To refuse such a text is an answer as well; to break at it is none. */
const REFUSED = [" 400", " 409", " 413", " 422", "console error:"];

/** Words as people have them. */
const PLAIN = `${MARK} \${tag} Zoë & O'Neil`;

/** Where the page that the form leads to shows what was typed, it shows signs as they are; the form is still there where it refuses them. */
const shownAsTyped = (
  { form: { answered } }: UsableForm,
  texts: readonly Typed[],
  send: (texts: Typed[]) => StepDocument[],
): StepDocument[] => {
  const shows = answered?.shows ?? null;
  const shown = texts.filter(({ field }) => shows?.twice && shows.fields.includes(field.name));
  // Where it is refused one is led elsewhere.
  if (shown.length === 0 || shows === null || shows.path === null) return [];
  return [
    ...send(shown.map((entry) => ({ ...entry, value: PLAIN }))),
    {
      expect: { text: { contains: PLAIN } },
      when: { url: { matches: `${escapeRegex(shows.path)}([?#].*)?$` } },
    },
  ];
};

const draft = (site: SiteModel, usable: UsableForm): Draft[] => {
  const { entries, submit, id, name, page } = usable;
  const free = entries.filter(isFree);
  const hard = free.filter(fits);
  if (free.length === 0) return [];
  const { blocks, use } = filledIn(usable);
  const sent = (texts: Typed[]): StepDocument[] => [
    use,
    ...fillIn(texts.map((entry) => ({ ...entry, fixtures: {} }))),
    click(submit),
    { wait_for: "idle" },
  ];
  const safe = withoutFaults([...page.problems, ...problemsOf(site)], page.behindLogin, REFUSED);
  const long = free.flatMap((entry): Typed[] => {
    const length = lengthFor(entry);
    if (length === null) return [];
    const name = `text_of_${length}`;
    const fixtures: Record<string, FixtureDocument> = { [name]: { string: length - MARK.length - 1 } };
    return [{ ...entry, value: `${MARK} \${${name}}`, fixtures }];
  });
  return [
    {
      id: `${id}-hard-text`,
      title: `"${short(name)}" does not break at quotes, signs and markup${long.length > 0 ? ", or at a very long text" : ""}`,
      blocks,
      steps: [
        ...sent(hard.map((entry) => ({ ...entry, value: HARD }))),
        { expect: { count: { target: { css: "samp" }, is: 0 } } },
        ...shownAsTyped(usable, hard, sent),
        ...(long.length > 0 ? sent(long) : []),
        safe,
      ],
      fixtures: { tag: { string: 6 }, ...fixturesOf(entries), ...fixturesOf(long) },
      rank: 44,
    },
  ];
};

export const formHardText = defineOracle({
  id: "form-hard-text",
  summary: "A form takes or refuses quotes, signs, markup and long texts, and does not break at them.",
  applies: (site) =>
    distinctForms(site)
      // What adds to its page, or makes an item of a list, is given such texts by other oracles.
      .filter(
        ({ form, page, opener }) =>
          !site.posts.some((post) => sameForm(post.form, form)) &&
          !isOfClaims(site, form) &&
          !isOfRecords(site, { page, form, opener }),
      )
      .flatMap((usable) => draft(site, usable)),
});
