import type { StepDocument } from "#core/suite/grammar.ts";
import { rowControl, rowTarget } from "#core/explore/items/own-item.ts";
import { ownName } from "#core/explore/wizards/wizard-end.ts";
import type { WizardEnd, WizardEntry } from "#model/wizard.ts";
import { click, idle, literal, literalTarget } from "#core/generate/steps.ts";
import type { Said } from "./wizard-shown.ts";

/**
 * The list shows the item, with what was put in as far as it shows such things; then it is removed, where that works.
 * `said`: what the text of its row has to say of an entry.
 */
export const listed = (
  list: NonNullable<WizardEnd["list"]>,
  entries: readonly WizardEntry[],
  said: (text: string, entry: WizardEntry) => Said | null,
): StepDocument[] => {
  const own = ownName(entries);
  if (!own) return [];
  const target = literalTarget(list.target);
  const row = rowTarget({ rowRole: list.rowRole, list: target }, own.value);
  const there: StepDocument = { expect: { text: { target, contains: own.value } } };
  // Columns say what the cells are, as labels do on a page.
  const text = list.cells.map((cell, at) => `${list.columns[at] ?? ""} ${cell}`).join(" ") || list.text;
  const shown =
    text === "" ? [] : entries.filter((entry) => entry !== own).flatMap((entry) => said(text, entry) ?? []);
  const { remove } = list;
  return [
    { goto: literal(list.path) },
    there,
    ...shown
      .filter((each) => "contains" in each)
      .map((each): StepDocument => ({ expect: { text: { target: row, ...each } } })),
    ...(remove
      ? [
          { click: rowControl(remove, own.value, row) },
          ...(remove.confirm ? [click(remove.confirm)] : []),
          idle,
          { goto: literal(list.path) },
          { expect: { text: { target, contains: own.value, not: true } } },
        ]
      : []),
  ];
};
