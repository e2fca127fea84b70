import type { StepDocument } from "#core/suite/grammar.ts";
import { escapeRegex } from "#model/escape-regex.ts";
import type { SiteModel } from "#model/site.ts";
import { BLANK } from "#core/explore/forms/blank-texts.ts";
import type { Entry } from "#core/explore/forms/form-data.ts";
import { isWordy } from "#core/explore/forms/form-data.ts";
import { bareLabel } from "#core/explore/lists/lists.ts";
import { sameForm } from "#core/explore/forms/sendable-forms.ts";
import { CREATE } from "#core/explore/words.ts";
import { defineOracle } from "#core/generate/define-oracle.ts";
import type { Draft } from "#core/generate/define-oracle.ts";
import {
  distinctForms,
  filledIn,
  fixturesOf,
  isOfRecords,
  refused,
  usableForms,
} from "#core/generate/forms.ts";
import type { UsableForm } from "#core/generate/forms.ts";
import { isOptional, mustBeFilled, saysNeeded } from "#core/generate/records/must-be-filled.ts";
import { notThanked } from "#core/generate/thanked.ts";
import { isOfWizard } from "#core/generate/wizards/wizards.ts";
import { buttonItself, click, fillOne, readable, short } from "#core/generate/steps.ts";

const MOST_FIELDS = 6;

/** What makes something has the name and the address of that, rather than of who sends it. */
const makesItem = (site: SiteModel, usable: UsableForm): boolean =>
  isOfRecords(site, usable) ||
  (usable.page.behindLogin && CREATE.test(`${usable.name} ${usable.form.submit?.name ?? ""}`));

/** Where the form stays in any case, what was sent would show on its page, or be thanked for. */
const notTaken = (site: SiteModel, usable: UsableForm, empty: Entry): StepDocument[] => {
  const thanked = empty.field.required ? notThanked(usable) : [];
  if (thanked.length > 0) return thanked;
  const post = site.posts.find(({ form }) => sameForm(form, usable.form));
  const text = usable.entries.find(({ field }) => field.name === post?.field.name);
  if (!post || text?.kind !== "fill" || text.field.name === empty.field.name) return [];
  return [{ expect: { text: { contains: text.value, not: true } } }];
};

/** What was refused can be sent once it is put right. */
const usableAgain = ({ submit }: UsableForm, entry: Entry): StepDocument[] =>
  entry.kind === "fill"
    ? [fillOne(entry.field, entry.value), { expect: { enabled: buttonItself(submit) } }]
    : [];

const GIVEN = /^(?:radio|file|date|datetime-local|time|number|range|rating)$/;
const RATES = /rating|stars|score|bewertung|note\b|grade/i;

/** A message of which nothing says that something must be in it is none all the same with nothing in it at all. */
const nothing = (site: SiteModel, usable: UsableForm): Draft | null => {
  const { fields } = usable.form;
  const message = fields.find(({ type }) => type === "textarea");
  const typed = fields.filter(({ type }) => /^(?:text|email|tel|url|textarea)$/.test(type));
  const thanked = notThanked(usable);
  if (!message || thanked.length === 0 || makesItem(site, usable)) return null;
  const isOther =
    typed.length < 2 ||
    typed.some(({ required, value }) => required || value !== "") ||
    fields.some(({ name, type }) => GIVEN.test(type) || RATES.test(name)) ||
    isOptional(message);
  if (isOther) return null;
  return {
    id: `${usable.id}-requires`,
    title: `"${short(usable.name)}" is not sent with nothing in it`,
    steps: [...usable.open, click(usable.submit), { wait_for: "idle" }, ...thanked],
    rank: 23,
  };
};

const LEAST_NAME = 3;

const plainName = ({ field }: Entry): string => bareLabel(field.name).replace(/\s*\([^)]*\)$/, "");

/** Fields that hold something are not said to be empty. */
const blamesNone = (usable: UsableForm, empty: Entry, needed: Entry[]): StepDocument[] => {
  const own = plainName(empty).toLowerCase();
  const others = needed
    .filter((entry) => entry !== empty)
    .map(plainName)
    .filter((name) => name.length >= LEAST_NAME && !own.includes(name.toLowerCase()));
  if (others.length === 0) return [];
  const names = others.map(escapeRegex).join("|");
  const said = `(?i:\\b(?:${names}) (?:is|are|field is) (?:required|missing|empty)|\\b(?:${names}) (?:must|can|may) ?not be (?:empty|blank)|\\b(?:enter|fill in|provide) (?:an? |the |your )?(?:${names})\\b)`;
  return new RegExp(said, "u").test(usable.page.survey.text)
    ? []
    : [{ expect: { text: { target: { css: "body" }, matches: said, not: true } } }];
};

/** The field of which it is known what comes of nothing but spaces, where the app refuses that there or in another form. */
const blankIn = (site: SiteModel, { form }: UsableForm, needed: Entry[]): Entry | undefined =>
  form.blank && (form.blank.refused || usableForms(site).some((other) => other.form.blank?.refused))
    ? needed.find(({ field }) => field.name === form.blank?.field)
    : undefined;

/** What a script fills in after another field, such as an address after a name, holds what was typed all the same. */
const typedAgain = (empty: Entry, needed: Entry[]): StepDocument[] =>
  needed
    .slice(needed.indexOf(empty) + 1)
    .flatMap((entry) =>
      entry.kind === "fill" && isWordy(entry.field) ? [fillOne(entry.field, entry.value)] : [],
    );

const draft = (site: SiteModel, usable: UsableForm): Draft | null => {
  const marksAll = makesItem(site, usable);
  const needed = usable.entries
    .filter(
      ({ kind, field }) =>
        kind === "fill" && (marksAll ? saysNeeded(field) : mustBeFilled(field, usable.form)),
    )
    .slice(0, MOST_FIELDS);
  if (needed.length === 0) return nothing(site, usable);
  const { blocks, use } = filledIn(usable);
  const sent = refused(usable);
  const [only] = needed;
  const blank = blankIn(site, usable, needed);
  return {
    id: `${usable.id}-requires`,
    title:
      needed.length === 1 && only
        ? `"${short(usable.name)}" refuses an empty "${short(only.field.name, 30)}"${blank ? ", of spaces as well" : ""}`
        : `"${short(usable.name)}" refuses each of its ${needed.length} required fields when it is empty${blank ? ", one of spaces as well" : ""}`,
    blocks: { ...blocks, ...sent.blocks },
    steps: [
      ...needed.flatMap((entry): StepDocument[] => {
        const blames = blamesNone(usable, entry, needed);
        return [
          use,
          fillOne(entry.field, ""),
          ...(blames.length > 0 ? typedAgain(entry, needed) : []),
          sent.use,
          ...notTaken(site, usable, entry),
          ...blames,
        ];
      }),
      ...(blank ? [use, fillOne(blank.field, BLANK), sent.use] : []),
      readable,
      ...needed.slice(-1).flatMap((entry) => usableAgain(usable, entry)),
    ],
    fixtures: fixturesOf(usable.entries),
    rank: 23,
  };
};

export const formRequired = defineOracle({
  id: "form-required",
  summary:
    "A required field refuses to be empty: the form stays, says so of no field that holds something, and can be sent once that is put right.",
  applies: (site) =>
    distinctForms(site)
      // A step of several is the matter of another oracle.
      .filter(({ form }) => !isOfWizard(site, form))
      .flatMap((usable) => draft(site, usable) ?? []),
});
