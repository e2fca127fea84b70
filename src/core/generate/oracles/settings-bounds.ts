import { isBox } from "#core/explore/probes/probe-switches.ts";
import { escapeRegex } from "#model/escape-regex.ts";
import type { StepDocument } from "#core/suite/grammar.ts";
import type { SurveyField, SurveyForm } from "#model/survey.ts";
import { rangeIn, saidOf } from "#core/explore/forms/field-hints.ts";
import { isWordy } from "#core/explore/forms/form-data.ts";
import { isNeverNegative } from "#core/generate/records/below-zero.ts";
import { defineOracle } from "#core/generate/define-oracle.ts";
import type { Draft } from "#core/generate/define-oracle.ts";
import { fieldItself, usableForms } from "#core/generate/forms.ts";
import type { UsableForm } from "#core/generate/forms.ts";
import { anew, click, fillOne, idle, literalTarget, openPage, short } from "#core/generate/steps.ts";
import { LEAVE } from "#core/generate/settings/setting-changes.ts";
import { isOfSettings, isTied } from "./settings.ts";

const MOST = 2;
/** Where nothing is stated, -1 may be meant to stand for no bounds. */
const below = ({ min }: SurveyField): number => (min === null || min === "" ? 5 : 1);

/** A number that is stored, and one that the page says may not be. */
type Beyond = { field: SurveyField; wrong: string; box: SurveyField | null };

const boundsOf = (field: SurveyField, about: string): [number, number] | null => {
  const isSet = (bound: string | null): bound is string => bound !== null && bound !== "";
  if (!isSet(field.min) && !isSet(field.max))
    return rangeIn(saidOf(field)) ?? (isNeverNegative(field, about) ? [0, Infinity] : null);
  return [isSet(field.min) ? Number(field.min) : -Infinity, isSet(field.max) ? Number(field.max) : Infinity];
};

const beyondOf = (form: SurveyForm): Beyond[] =>
  form.fields.flatMap((field): Beyond[] => {
    const { type, value, target, read_only: fixed, disabled, name } = field;
    const isNumber = (type === "number" || isWordy(field)) && /^\d{1,6}$/.test(value);
    const bounds = isNumber ? boundsOf(field, `${form.name} ${form.submit?.name ?? ""}`) : null;
    if (!bounds || target === null || fixed || disabled || LEAVE.test(name)) return [];
    const [low, high] = bounds;
    // What is stored lies within them, or they are no bounds of this number.
    if (Number(value) < low || Number(value) > high) return [];
    const wrong = Number.isSafeInteger(high)
      ? high + 1
      : Number.isSafeInteger(low)
        ? low - below(field)
        : null;
    if (wrong === null) return [];
    return [
      {
        field,
        wrong: String(wrong),
        box: form.fields.find((each) => isBox(each) && isTied(field, [each])) ?? null,
      },
    ];
  });

const draft = ({ form, page, submit, id, name }: UsableForm): Draft[] => {
  const beyond = beyondOf(form).slice(0, MOST);
  if (beyond.length === 0) return [];
  const open = [...openPage(page), ...anew(page)];
  const names = beyond.map(({ field }) => `"${short(field.name, 30)}"`).join(" and ");
  return [
    {
      id: `settings-${id}-bounds`,
      title: `"${short(name)}" keeps no ${names} out of bounds`,
      steps: beyond.flatMap(({ field, wrong, box }): StepDocument[] => {
        const boxTarget = box?.target ? literalTarget(box.target) : null;
        return [
          ...open,
          // What it belongs to has to be on for it to count.
          ...(boxTarget === null ? [] : [{ check: boxTarget }]),
          fillOne(field, wrong),
          click(submit),
          idle,
          ...open,
          { expect: { value: { target: fieldItself(field), matches: `^(?!${escapeRegex(wrong)}$)` } } },
        ];
      }),
      rank: 27,
    },
  ];
};

export const settingsBounds = defineOracle({
  id: "settings-bounds",
  summary: "A form that shows what is stored keeps no number that is out of the bounds which it tells.",
  applies: (site) => usableForms(site).filter(isOfSettings).flatMap(draft),
});
