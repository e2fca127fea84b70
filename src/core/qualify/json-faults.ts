import type { FaultKind } from "#model/qualification.ts";
import type { Draft } from "./http-faults.ts";
import { partsOf } from "./json-edit.ts";
import type { JsonEdit } from "./json-edit.ts";
import { firstPlaces, isShown } from "./seen.ts";
import type { SeenExchange, Traffic } from "./traffic.ts";

/** A value as pages show it: as it is, amounts in cents also as money. */
const shownForms = (value: string | number | boolean): string[] => {
  if (typeof value === "string") return value.trim() === "" ? [] : [value.trim().slice(0, 80)];
  if (typeof value === "boolean") return [];
  const plain = String(value);
  const money = Number.isInteger(value) && value >= 100 ? [(value / 100).toFixed(2)] : [value.toFixed(2)];
  return [plain.length > 1 ? plain : [], money].flat();
};

const written = (path: readonly string[]): string => {
  const names = path.map((name) => (name === "*" ? "[*]" : `.${name}`));
  return `$${names.join("")}`;
};

/**
 * Faults in the JSON of an answer. Of what a page asks for only values that the case was then shown: nothing else could be
 * noticed. Of what a step asks for itself all of them.
 */
export const jsonFaults = (
  { method, route, name }: { method: string; route: string; name: string },
  seen: readonly SeenExchange[],
  traffic: Traffic,
): Draft[] => {
  const [first] = seen.filter(({ exchange, answer }) => exchange.kind === "data" && answer.body !== null);
  if (!first?.answer.body) return [];
  const { leaves, lists } = partsOf(first.answer.body);
  const byStep = first.exchange.byStep;
  const shownText = (values: readonly (string | number | boolean)[]): string | null =>
    values
      .slice(0, 20)
      .flatMap(shownForms)
      .find((text) => isShown(traffic, first.caseId, first.at, text)) ?? null;

  const draft = (
    kind: FaultKind,
    edit: JsonEdit,
    words: Pick<Draft, "what" | "should" | "expect">,
  ): Draft => ({
    kind,
    where: name,
    seen: firstPlaces(seen),
    byStep,
    change: { http: { method, route, does: "edit", edit } },
    ...words,
  });

  const drafts: Draft[] = [];
  for (const { path, values } of leaves) {
    const text = byStep ? null : shownText(values);
    const [value] = values;
    if (!byStep && text === null) continue;
    const at = written(path);
    const should = byStep
      ? `the answer of ${name} has the right value at ${at}`
      : `the page shows ${JSON.stringify(text)}`;
    const expect = text === null ? null : { text };
    drafts.push(
      draft("field_missing", { path, how: "drop" }, { what: `${at} is missing in ${name}`, should, expect }),
      draft(
        "field_changed",
        { path, how: "change" },
        {
          what: `${at} of ${name} is another ${typeof value}`,
          should,
          expect,
        },
      ),
      draft("field_null", { path, how: "null" }, { what: `${at} of ${name} is null`, should, expect }),
    );
  }
  for (const { path, rows } of lists) {
    const texts = partsOf(JSON.stringify(rows.at(-1))).leaves.flatMap(({ values }) => values);
    const text = byStep ? null : shownText(texts.filter((value) => typeof value === "string"));
    if (!byStep && text === null) continue;
    const at = `${written(path)} of ${name}`;
    const should = byStep
      ? `the list in the answer of ${name} is whole`
      : "as many rows are shown as there are";
    drafts.push(
      draft(
        "rows_missing",
        { path, how: "row_missing" },
        {
          what: `the last entry of ${at} is missing`,
          should,
          expect: text === null ? null : { text },
        },
      ),
      draft(
        "rows_doubled",
        { path, how: "rows_doubled" },
        {
          what: `the first entry of ${at} comes twice`,
          should,
          expect: null,
        },
      ),
    );
    if (byStep)
      drafts.push(
        draft(
          "rows_unsorted",
          { path, how: "rows_unsorted" },
          {
            what: `the entries of ${at} come in the opposite order`,
            should: `the answer of ${name} is in order`,
            expect: null,
          },
        ),
      );
  }
  return drafts;
};
