import { numberOfTab } from "#core/explore/probes/filter-tabs.ts";
import type { StepDocument } from "#core/suite/grammar.ts";
import { click, idle, literal, literalTarget, searchFor, selectOne } from "#core/generate/steps.ts";
import type { FilterChoice, FilterOption, SiteFilter } from "#model/site-lists.ts";
import type { Target } from "#model/target.ts";

/** What a choice is called, without the number that it shows behind that. */
export const nameOfChoice = ({ label }: Pick<FilterOption, "label">): string =>
  numberOfTab(label)?.name ?? label;

const lower = (text: string): string => text.toLowerCase();

/**
 * What the rows of a choice say in the column that the choice is named after: its own name, names of other choices alone,
 * or its own among states that no choice is named after. Null where no column has its name, or they say something else.
 */
export const saidOf = (filter: SiteFilter, option: FilterOption): "own" | "others" | "more" | null => {
  const own = lower(nameOfChoice(option));
  const others = filter.options.map((each) => lower(nameOfChoice(each))).filter((name) => name !== own);
  const everything = [
    ...filter.list.items.map(({ cells }) => cells),
    ...filter.options.flatMap(({ cells }) => cells),
  ];
  const width = Math.max(0, ...everything.map((cells) => cells.length));
  const column = Array.from({ length: width }, (_, at) => at).find((at) =>
    everything.some((cells) => lower(cells[at] ?? "") === own),
  );
  if (column === undefined || option.cells.length === 0) return null;
  const said = option.cells.map((cells) => lower(cells[column] ?? ""));
  const strays = said.filter((value) => value !== own);
  if (strays.length === 0) return "own";
  if (strays.length === said.length) return strays.every((value) => others.includes(value)) ? "others" : null;
  return strays.every((value) => !others.includes(value)) ? "more" : null;
};

/** Each row that does not show its choice shows another one, all of which is part of the former: "Phones" of "Electronics". */
export const includesOthers = ({ options }: SiteFilter, option: FilterOption): boolean => {
  // Two that show the same rows, some of the one and some of the other, are no parts of each other.
  const isMixed = (other: FilterOption): boolean =>
    other.names.length === option.names.length && other.partly && option.partly;
  const parts = options.filter(
    (other) =>
      other !== option &&
      other.names.length > 0 &&
      other.names.every((name) => option.names.includes(name)) &&
      !isMixed(other),
  );
  return option.strays.every((text) => parts.some((part) => lower(text).includes(lower(nameOfChoice(part)))));
};

/** Each row that does not show its choice says that it shows a few of what it has: "+2", "…". */
export const areShortened = ({ strays }: FilterOption): boolean =>
  strays.length > 0 && strays.every((text) => /\+\s?\d+(?: more)?$|(?:…|\.{3})$/u.test(text));

/** The select itself, which a column may share its name with. */
export const selectItself = (field: Target): Target =>
  typeof field === "string" ? { role: "combobox", name: literal(field) } : literalTarget(field);

/** Makes a choice, and waits for what it shows. */
export const choose = (filter: SiteFilter, option: FilterOption): StepDocument[] => [
  ...(filter.field !== null
    ? [selectOne(filter.field, option.label)]
    : option.target === null
      ? []
      : [click(option.target)]),
  ...(filter.apply === null ? [] : [click(filter.apply)]),
  { wait_for: "idle" },
];

/** Makes one of several choices that count at once, or looks for something, and waits for what comes of it. */
export const makeChoice = (choice: FilterChoice): StepDocument[] => {
  if (choice.kind === "search") return [...searchFor(choice.search, literal(choice.search.term)), idle];
  const { field, label, apply } = choice;
  return [selectOne(field, label), ...(apply === null ? [] : [click(apply)]), idle];
};
