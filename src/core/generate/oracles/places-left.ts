import type { ExpectDocument } from "#core/suite/expects/index.ts";
import type { StepDocument } from "#core/suite/grammar.ts";
import { isByAddress } from "#core/explore/pages/by-address.ts";
import { aboutThat } from "#core/explore/lists/places-left.ts";
import { sameForm } from "#core/explore/forms/sendable-forms.ts";
import { mainOf } from "#core/generate/counts/counts.ts";
import { defineOracle } from "#core/generate/define-oracle.ts";
import type { Draft } from "#core/generate/define-oracle.ts";
import { distinctForms, fieldItself, fillIn, fixturesOf } from "#core/generate/forms.ts";
import type { UsableForm } from "#core/generate/forms.ts";
import { fewerThanNone, someLeft, tooMany } from "#core/generate/counts/more-than-left.ts";
import type { TooMany } from "#core/generate/counts/more-than-left.ts";
import { clickIfSeen, idle, literal, literalTarget, short } from "#core/generate/steps.ts";
import type { SiteModel } from "#model/site.ts";
import type { SitePage } from "#model/site-pages.ts";
import type { SurveyField } from "#model/survey.ts";

/** What is had of the last places of one is gone then, and another one tells the same. */
const MOST_ITEMS = 3;
/** Other cases take some of the item that they know. */
const TAKEN_BY_OTHERS = 10;

/** What is asked for is not had at once. */
const ASKS =
  /enquir|inquir|request|question|contact|quote|notify|wish|remind|anfrage|kontakt|merken|demande|devis|solicit|consulta|richiest|preventivo/i;

/** A page with the form, the page that says what is left of its item, and what is more than that. */
type Item = { page: SitePage; about: SitePage; many: TooMany };

/** What is left depends on what else is chosen. */
const isOfTimes = ({ form }: UsableForm): boolean =>
  form.fields.some(
    ({ type, options, name }) =>
      (/^(?:date|datetime-local|time)$/.test(type) &&
        !/birth|geburt|naissance|nacimiento|nascita/i.test(name)) ||
      options.some((text) => /\d{1,2}[:.h]\d{2}|\b\d{4}\b/.test(text)),
  );

/** The number may be that of a row. */
const isInList = ({ survey }: SitePage, { left: { before, number, behind } }: TooMany): boolean =>
  survey.collections.some(({ items }) =>
    items.some(({ text }) => text.includes(`${before}${number}${behind}`)),
  );

const itemsOf = (site: SiteModel, usable: UsableForm): Item[] => {
  const all = [...site.pages, ...site.samples].filter(isByAddress);
  const { form, page: own, opener } = usable;
  const alike = all.filter(
    ({ pattern, survey }) =>
      pattern === own.pattern && (opener !== null || survey.forms.some((each) => sameForm(each, form))),
  );
  const items = alike
    // What can be sent once has been sent here.
    .filter((page) => page.path !== own.path || form.tried !== "once")
    .flatMap((page): Item[] => {
      for (const about of [page, ...aboutThat(page, all)]) {
        const many = tooMany(about.survey.text, form);
        if (many) return isInList(about, many) ? [] : [{ page, about, many }];
      }
      return [];
    });
  const cost = ({ page, many }: Item): number =>
    many.left.number + (page.path === own.path ? TAKEN_BY_OTHERS : 0);
  return items.toSorted((a, b) => cost(a) - cost(b)).slice(0, MOST_ITEMS);
};

/** That it is not thanked for: what the app says of what it takes is known. */
const notTaken = ({ form: { answered } }: UsableForm): StepDocument[] =>
  answered?.said ? [{ expect: { text: { contains: literal(answered.said), not: true } } }] : [];

/** Sends more than are left, where some are still, and looks at what comes of it; `first`: what the block fills in first. */
const trying = (
  usable: UsableForm,
  item: Item,
  { block, first, isBlock }: { block: string; first: SurveyField; isBlock: boolean },
): StepDocument[] => {
  const { page, about, many } = item;
  const { opener, submit } = usable;
  const { field, value } = many;
  const target = literalTarget(mainOf(about.survey));
  const isLeft: ExpectDocument = { text: { target, matches: someLeft(many) } };
  const back: StepDocument[] = [{ goto: literal(about.path) }, idle];
  const isFilled: ExpectDocument = { value: { target: fieldItself(first), matches: "." } };
  return [
    ...back,
    ...(page === about ? [] : [{ goto: literal(page.path), when: isLeft }, idle]),
    ...(opener ? [clickIfSeen(opener.target)] : []),
    ...(isBlock ? [{ use: block, ...(page === about && { when: isLeft }) }] : []),
    {
      ...(field.target !== null && field.type === "select"
        ? { select: { target: literalTarget(field.target), value: literal(value) } }
        : { fill: { target: literalTarget(field.target ?? ""), value } }),
      when: isFilled,
    },
    // An app may put the number right as it is typed.
    { click: literalTarget(submit), when: { value: { target: fieldItself(field), is: value } } },
    idle,
    ...notTaken(usable),
    ...back,
    { expect: { text: { target, matches: fewerThanNone(many), not: true } } },
  ];
};

const draft = (site: SiteModel, usable: UsableForm): Draft[] => {
  const { form, name, id, page, entries } = usable;
  const words = [name, form.name, form.submit?.name ?? "", page.title].join(" ");
  if ((form.tried !== "taken" && form.tried !== "once") || ASKS.test(words) || isOfTimes(usable)) return [];
  const items = itemsOf(site, usable);
  const others = entries.filter(({ field }) => field.name !== items[0]?.many.field.name);
  // Who is logged in may be named by the form already.
  const first = others.find(({ kind }) => kind === "fill")?.field ?? items[0]?.many.field;
  if (items.length === 0 || !first) return [];
  const isBlock = others.length > 0;
  const block = `fill in ${short(name, 30)} for too many`;
  // What is sold out may have no form.
  const isThere: ExpectDocument = { visible: fieldItself(first) };
  return [
    {
      id: `${id}-places-left`,
      title: `"${short(name)}" takes no more than are left`,
      blocks: !isBlock
        ? {}
        : {
            [block]: fillIn(others).map((step) =>
              typeof step === "object" ? { ...step, when: isThere } : step,
            ),
          },
      steps: items.flatMap((item) => trying(usable, item, { block, first, isBlock })),
      fixtures: fixturesOf(others),
      rank: 21,
    },
  ];
};

export const placesLeft = defineOracle({
  id: "places-left",
  summary: "Of what a page says is left nobody gets more than that, and there are never fewer than none.",
  applies: (site) => distinctForms(site).flatMap((usable) => draft(site, usable)),
});
