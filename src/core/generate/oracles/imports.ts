import { fold } from "#core/explore/lists.ts";
import { clicksOf } from "#core/explore/own-item.ts";
import type { StepDocument } from "#core/suite/grammar.ts";
import { defineOracle } from "#core/generate/define-oracle.ts";
import type { Draft } from "#core/generate/define-oracle.ts";
import { find, planOf, rowOf } from "#core/generate/record-plan.ts";
import type { Plan } from "#core/generate/record-plan.ts";
import {
  click,
  idle,
  literal,
  literalTarget,
  openPage,
  REFUSALS,
  short,
  withoutFaults,
} from "#core/generate/steps.ts";
import type { SiteModel, SitePage } from "#model/site.ts";
import type { Target } from "#model/target.ts";
import { isByAddress } from "#core/explore/by-address.ts";

/** Says what a file has to be like: "with the columns name, price and date". */
const COLUMNS =
  /\b(?:columns|headings|header|fields|spalten|felder|colonnes|columnas|colonne)\b:?\s+((?:[\p{L}_-]{2,20}(?: [\p{L}_-]{2,20})?, ?){0,14}[\p{L}_-]{2,20}(?:(?: and | und |, )[\p{L}_-]{2,20})?)/iu;

const VALUES: [RegExp, string][] = [
  [/date|day|due|datum|\btag\b/i, "2030-06-14"],
  [/time|zeit|uhr/i, "10:30"],
  [/mail/i, "tracewright@mail.example"],
  [/price|amount|cost|total|places|seats|quantity|number|count|stock|hours|preis|betrag|anzahl|menge/i, "12"],
];

type Import = { page: SitePage; field: Target; submit: Target; name: string; columns: string[] };

const importOn = (page: SitePage): Import | null => {
  const { forms, text } = page.survey;
  const columns =
    COLUMNS.exec(text)?.[1]
      ?.split(/, ?| and | und /)
      .map((word) => word.trim()) ?? [];
  const form = forms.find(({ fields }) => fields.length === 1 && fields[0]?.type === "file");
  const field = form?.fields[0]?.target;
  if (!form?.submit?.target || !field || columns.length < 2 || !/\bcsv\b/i.test(text)) return null;
  return { page, field, submit: form.submit.target, name: form.submit.name, columns };
};

/** Makes items of the list: most of its columns are among those of the file, and what the items are named by is. */
const isOf = ({ columns }: Import, { record }: Plan): boolean => {
  const own = columns.map((column) => column.toLowerCase());
  const listed = record.columns
    .map((column) => fold(column).toLowerCase())
    .filter((name) => own.includes(name));
  return listed.length >= 2 && own.includes(fold(record.nameField.name).toLowerCase());
};

const lineOf = ({ columns }: Import, { record, entries }: Plan, name: string): string =>
  columns
    .map((column) => {
      const own = column.toLowerCase();
      if (own === fold(record.nameField.name).toLowerCase()) return name;
      const entry = entries.find(({ field }) => fold(field.name).toLowerCase() === own);
      if (entry?.kind === "select") return literal(entry.option);
      return VALUES.find(([words]) => words.test(column))?.[1] ?? "Tracewright";
    })
    .join(",");

const draft = (of: Import, plan: Plan): Draft[] => {
  const { record, name, problems, loggedIn, id } = plan;
  if (!record.remove || record.detail?.remove === true || record.listed === "never" || record.local)
    return [];
  const { remove } = record;
  const [first, second] = [`${name} one`, `${name} two`];
  const content = [of.columns.join(","), lineOf(of, plan, first), lineOf(of, plan, second), ""].join("\n");
  const away = (each: string): StepDocument[] => {
    const row = rowOf(plan, each);
    const confirm = remove.confirm ? literalTarget(remove.confirm) : null;
    return [
      ...clicksOf(remove, each, row).map((target) => ({ click: target, when: { visible: row } })),
      ...(confirm ? [{ click: confirm, when: { visible: confirm } }] : []),
      idle,
      ...find(plan, name),
    ];
  };
  return [
    {
      id: `import-${id}`,
      title: `"${short(of.name, 30)}" takes the first line of a file as it takes the second`,
      steps: [
        ...openPage(of.page),
        { upload: { target: literalTarget(of.field), file: { name: "import.csv", content } } },
        click(of.submit),
        idle,
        withoutFaults(problems, loggedIn, REFUSALS),
        ...find(plan, name),
        // Whether such a file is taken, and shows at once, is the app's choice.
        { expect: { visible: rowOf(plan, first) }, when: { visible: rowOf(plan, second) } },
        ...away(first),
        ...away(second),
      ],
      fixtures: { tag: { string: 6 } },
      rank: 24,
    },
  ];
};

export const imports = defineOracle({
  id: "imports",
  summary: "Of a file whose columns the page names, the first line is taken where the second is.",
  applies: (site: SiteModel) =>
    site.pages
      .filter(isByAddress)
      .flatMap((page) => importOn(page) ?? [])
      .flatMap((of) =>
        site.records
          .flatMap((record) => planOf(site, record) ?? [])
          .filter((plan) => isOf(of, plan))
          .slice(0, 1)
          .flatMap((plan) => draft(of, plan)),
      )
      .slice(0, 1),
});
