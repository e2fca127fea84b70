import { onceEach, sameForm } from "#core/explore/forms/sendable-forms.ts";
import { afterSending } from "#core/generate/settings/after-sending.ts";
import { isWordy } from "#core/explore/forms/form-data.ts";
import type { Entry } from "#core/explore/forms/form-data.ts";
import { defineOracle } from "#core/generate/define-oracle.ts";
import type { Draft } from "#core/generate/define-oracle.ts";
import type { SiteModel } from "#model/site.ts";
import { fieldItself, filledIn, fillIn, fixturesOf, isOfRecords, usableForms } from "#core/generate/forms.ts";
import type { UsableForm } from "#core/generate/forms.ts";
import { lineSumsAfter } from "#core/generate/sums/line-sums.ts";
import { listedAs } from "#core/generate/records/listings.ts";
import { sumsKept } from "#core/generate/sums/sums-kept.ts";
import { bareName, isOptional, mayBeNeeded } from "#core/generate/records/must-be-filled.ts";
import { isOfWizard } from "#core/generate/wizards/wizards.ts";
import { mainOf } from "#core/generate/counts/counts.ts";
import { UNFILLED } from "#core/generate/nonsense.ts";
import type { StepDocument } from "#core/suite/grammar.ts";
import {
  click,
  literalTarget,
  noErrors,
  problemsOf,
  REFUSALS,
  short,
  withoutFaults,
} from "#core/generate/steps.ts";

/** What the server broke at, and what the app is there for, come before other forms. */
const RANK = { broke: 1, buys: 7, other: 9 };
const BUYS =
  /(?<!\p{L})(?:check[- ]?out|place (?:\p{L}+ )?order|order now|buy now|zur kasse|(?:jetzt )?bestellen|commander|tramitar pedido)(?!\p{L})/iu;

const rankOf = ({ form, name }: UsableForm): number => {
  if (form.broke) return RANK.broke;
  return BUYS.test(`${name} ${form.name} ${form.submit?.name ?? ""}`) ? RANK.buys : RANK.other;
};

/** What adds to its page is the matter of another oracle. */
const isPost = (site: SiteModel, form: UsableForm["form"]): boolean =>
  site.posts.some((post) => sameForm(post.form, form));

/** Fields of words that the form says it can do without, or that are not among those that it says it needs. */
const optionalIn = ({ entries, form }: UsableForm): Entry[] => {
  const needs = form.fields.some(({ required }) => required);
  const says = form.fields.some((field) => isOptional(field));
  return entries.filter(
    ({ kind, field }) =>
      kind === "fill" &&
      isWordy(field) &&
      !mayBeNeeded(field, form) &&
      (isOptional(field) || (needs && !says)),
  );
};

const without = (site: SiteModel, usable: UsableForm): Draft[] => {
  const left = optionalIn(usable);
  const rest = usable.entries.filter((entry) => !left.includes(entry));
  if (usable.form.tried !== "taken" || left.length === 0 || rest.length === 0) return [];
  const problems = [...usable.page.problems, ...problemsOf(site)];
  const { behindLogin } = usable.page;
  const names = left.map(({ field }) => bareName(field)).slice(0, 3);
  return [
    {
      id: `${usable.id}-without-optional`,
      title: `"${short(usable.name)}" does without ${names.join(", ")}`,
      steps: [
        ...usable.open,
        ...fillIn(rest),
        click(usable.submit),
        { wait_for: "idle" },
        left.every(({ field }) => isOptional(field))
          ? noErrors(problems, behindLogin)
          : withoutFaults(problems, behindLogin, REFUSALS),
      ],
      fixtures: fixturesOf(rest),
      rank: 24,
    },
  ];
};

/** What came of it shows no value that is none, where it was seen to do so. */
const sensibly = ({ page, form: { answered } }: UsableForm): StepDocument[] => {
  const unfilled = new RegExp(UNFILLED, "u");
  return answered && unfilled.test(answered.text) && !unfilled.test(page.survey.text)
    ? [{ expect: { text: { target: literalTarget(mainOf(page.survey)), matches: UNFILLED, not: true } } }]
    : [];
};

/** A form that a control brings up is put aside once it was sent. */
const putAside = ({ form: { answered }, entries, opener }: UsableForm): StepDocument[] => {
  const typed = entries.find(({ kind }) => kind === "fill")?.field;
  return opener !== null && answered?.left && typed ? [{ expect: { hidden: fieldItself(typed) } }] : [];
};

/** What was typed is shown by the page that the form leads to, and still is when that is opened again. */
const shownThere = ({ entries, form: { answered } }: UsableForm): StepDocument[] => {
  const shows = answered?.shows ?? null;
  if (shows === null || !shows.twice) return [];
  const { fields, stays } = shows;
  const shown = entries.flatMap((entry): StepDocument[] =>
    entry.kind === "fill" && fields.includes(entry.field.name)
      ? [{ expect: { text: { contains: entry.value } } }]
      : [],
  );
  return shown.length > 0 && stays ? [...shown, "reload", { wait_for: "idle" }, ...shown] : shown;
};

export const formSubmit = defineOracle({
  id: "form-submit",
  summary: "A form that is filled in properly is accepted, and the answer has no errors.",
  applies: (site) =>
    onceEach(usableForms(site))
      // Forms of items that a list shows are the matter of another oracle, which expects more.
      .filter(
        ({ isEdit, opener, page, form }) =>
          !isEdit &&
          form.tried !== "refused" &&
          form.tried !== "once" &&
          !isPost(site, form) &&
          !isOfWizard(site, form) &&
          !isOfRecords(site, { page, form, opener }),
      )
      .flatMap((usable): Draft[] => {
        const { blocks, use } = filledIn(usable);
        const problems = [...usable.page.problems, ...problemsOf(site)];
        const { behindLogin } = usable.page;
        // Whether what is made up is proper, only the app can say.
        const isTaken = usable.form.tried === "taken";
        const sums = isTaken ? sumsKept(usable) : { before: [], after: [] };
        const whole: Draft = {
          id: `${usable.id}-submit`,
          title: isTaken
            ? `"${short(usable.name)}" accepts proper data`
            : `Sending "${short(usable.name)}" causes no error`,
          blocks,
          steps: [
            use,
            ...sums.before,
            click(usable.submit),
            { wait_for: "idle" },
            isTaken ? noErrors(problems, behindLogin) : withoutFaults(problems, behindLogin, REFUSALS),
            ...(isTaken && usable.form.answered ? lineSumsAfter(usable.form, usable.form.answered) : []),
            ...sums.after,
            ...(isTaken ? putAside(usable) : []),
            ...(isTaken ? shownThere(usable) : []),
            ...(isTaken ? sensibly(usable) : []),
            ...(isTaken ? listedAs(site, usable) : []),
            ...afterSending(site, usable),
          ],
          fixtures: fixturesOf(usable.entries),
          rank: rankOf(usable),
        };
        return [whole, ...without(site, usable)];
      }),
});
