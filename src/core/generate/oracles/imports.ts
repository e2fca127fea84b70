import { fold } from "#core/explore/lists/lists.ts";
import { clicksOf } from "#core/explore/items/own-item.ts";
import type { StepDocument } from "#core/suite/grammar.ts";
import { defineOracle } from "#core/generate/define-oracle.ts";
import type { Draft } from "#core/generate/define-oracle.ts";
import { find, planOf, rowOf } from "#core/generate/records/record-plan.ts";
import type { Plan } from "#core/generate/records/record-plan.ts";
import {
  click,
  fillOne,
  idle,
  literal,
  literalTarget,
  openPage,
  REFUSALS,
  short,
  withoutFaults,
} from "#core/generate/steps.ts";
import type { SiteModel } from "#model/site.ts";
import type { SitePage } from "#model/site-pages.ts";
import type { SurveyField } from "#model/survey.ts";
import type { Target } from "#model/target.ts";
import { isByAddress } from "#core/explore/pages/by-address.ts";

/** Says what a file has to be like: "with the columns name, price and date". */
const COLUMNS =
  /\b(?:columns|headings|header|fields|spalten|felder|colonnes|columnas|colonne)\b:?\s+((?:[\p{L}_-]{2,20}(?: [\p{L}_-]{2,20})?, ?){0,14}[\p{L}_-]{2,20}(?:(?: and | und |, )[\p{L}_-]{2,20})?)/iu;

/** The same in the very words of the file. */
const FIRST_LINE =
  /\b(?:first|header) (?:line|row)[^:.]{0,20}:\s+((?:[\p{L}_-]{2,20}[,;] ?){1,14}[\p{L}_-]{2,20})/iu;

const VALUES: [RegExp, string][] = [
  [/date|day|due|datum|\btag\b/i, "2030-06-14"],
  [/time|zeit|uhr/i, "10:30"],
  [/mail/i, "tracewright@mail.example"],
  [/price|amount|cost|total|places|seats|quantity|number|count|stock|hours|preis|betrag|anzahl|menge/i, "12"],
];

/** A file to choose, or a large field to put its lines into. */
type Import = { page: SitePage; field: SurveyField; submit: Target; name: string; columns: string[] };

const columnsIn = (text: string): string[] =>
  [COLUMNS, FIRST_LINE]
    .flatMap((pattern) => pattern.exec(text)?.[1] ?? [])
    .map((found) => found.split(/, ?| and | und /).map((word) => word.trim()))
    .find(({ length }) => length > 1) ?? [];

const importOn = (page: SitePage): Import | null => {
  const { forms, text } = page.survey;
  const found = forms
    .map((form) => ({
      form,
      field:
        form.fields.find(({ type, hint = "" }) => type === "textarea" && columnsIn(hint).length > 1) ??
        (form.fields.length === 1 ? form.fields.find(({ type }) => type === "file") : undefined),
    }))
    .find(({ field }) => field !== undefined);
  const [field, submit] = [found?.field, found?.form.submit];
  if (!field?.target || !submit?.target || !/\bcsv\b/i.test(`${text} ${field.name}`)) return null;
  const columns = columnsIn(field.type === "file" ? text : (field.hint ?? ""));
  return columns.length < 2 ? null : { page, field, submit: submit.target, name: submit.name, columns };
};

/** Hands the lines over, and sees that nothing breaks. */
const taking = ({ page, field, submit }: Import, lines: string[], loggedIn: boolean): StepDocument[] => {
  const content = [...lines, ""].join("\n");
  const target = literalTarget(field.target ?? "");
  return [
    ...openPage(page),
    field.type === "file"
      ? { upload: { target, file: { name: "import.csv", content } } }
      : fillOne(field, content),
    click(submit),
    idle,
    withoutFaults(page.problems, loggedIn, REFUSALS),
  ];
};

/** Makes items of the list: most of its columns are among those of the file, and what the items are named by is. */
const isOf = ({ columns }: Import, { record }: Plan): boolean => {
  const own = columns.map((column) => column.toLowerCase());
  const listed = record.columns
    .map((column) => fold(column).toLowerCase())
    .filter((name) => own.includes(name));
  return listed.length >= 2 && own.includes(fold(record.nameField.name).toLowerCase());
};

const valueOf = (column: string): string =>
  VALUES.find(([words]) => words.test(column))?.[1] ?? "Tracewright";

const lineOf = ({ columns }: Import, { record, entries }: Plan, name: string): string =>
  columns
    .map((column) => {
      const own = column.toLowerCase();
      if (own === fold(record.nameField.name).toLowerCase()) return name;
      const entry = entries.find(({ field }) => fold(field.name).toLowerCase() === own);
      return entry?.kind === "select" ? literal(entry.option) : valueOf(column);
    })
    .join(",");

/** A line that ends before its time is one that the app has to name, or to leave out. */
const cutShort = (site: SiteModel, of: Import): Draft => ({
  id: `import-${of.page.id}-short`,
  title: `"${short(of.name, 30)}" does not break at a line with too few columns`,
  steps: taking(of, [of.columns.join(","), valueOf(of.columns[0] ?? "")], site.login?.used ?? false),
  rank: 32,
});

const draft = (of: Import, plan: Plan): Draft[] => {
  const { record, name, loggedIn, id } = plan;
  if (!record.remove || record.detail?.remove === true || record.listed === "never" || record.local)
    return [];
  const { remove } = record;
  const [first, second] = [`${name} one`, `${name} two`];
  const lines = [of.columns.join(","), lineOf(of, plan, first), lineOf(of, plan, second)];
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
        ...taking(of, lines, loggedIn),
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
  summary:
    "Of a file whose columns the page names, the first line is taken where the second is, and one that is too short breaks nothing.",
  applies(site: SiteModel) {
    const all = site.pages.filter(isByAddress).flatMap((page) => importOn(page) ?? []);
    const drafts = all.flatMap((of) =>
      site.records
        .flatMap((record) => planOf(site, record) ?? [])
        .filter((plan) => isOf(of, plan))
        .slice(0, 1)
        .flatMap((plan) => draft(of, plan)),
    );
    return [...drafts.slice(0, 1), ...all.slice(0, 1).map((of) => cutShort(site, of))];
  },
});
