import type { StepDocument } from "#core/suite/grammar.ts";
import type { SitePage } from "#model/site-pages.ts";
import type { SurveyField, SurveyForm } from "#model/survey.ts";
import { dataFor, isWordy } from "#core/explore/forms/form-data.ts";
import { MARK } from "#core/explore/forms/samples.ts";
import { searchFields } from "#core/explore/probes/probe-search.ts";
import { isSteadyTarget } from "#core/explore/pages/steady.ts";
import { slug } from "#core/explore/pages/states.ts";
import { isDangerous, isNext, SEARCH } from "#core/explore/words.ts";
import { defineOracle } from "#core/generate/define-oracle.ts";
import type { Draft } from "#core/generate/define-oracle.ts";
import {
  click,
  fillOne,
  literalTarget,
  openPage,
  REFUSALS,
  short,
  withoutFaults,
} from "#core/generate/steps.ts";
import { isByAddress } from "#core/explore/pages/by-address.ts";

const MOST = 6;
const MOST_BOXES = 2;

/** Shows something, and keeps nothing. */
const SHOWS =
  /\b(?:show|compare|differences?|diff|display|preview|anzeigen|vergleichen?|unterschiede|afficher|comparer|diff[ée]rences|mostrar|comparar|diferencias|mostra|confronta|tonen|vergelijken?)\b/i;

/** "Show report" reports nothing. */
const BEGINS = /^(?:show|view|display|compare|preview)\b/i;

const isLookup = ({ purpose, submit, fields }: SurveyForm): boolean => {
  const name = submit?.name ?? "";
  return (
    purpose === "other" &&
    submit !== null &&
    (SEARCH.test(name) || SHOWS.test(name)) &&
    (!isDangerous(name) || BEGINS.test(name)) &&
    !isNext(name) &&
    fields.every(({ type }) => type !== "password" && type !== "file")
  );
};

const isUsable = ({ target, disabled, read_only: fixed }: SurveyField): boolean =>
  target !== null && isSteadyTarget(target) && !disabled && !fixed;

/** A word in the first field that is empty, or two of what is to be compared; what is chosen already stays. */
const stepsOf = (form: SurveyForm): StepDocument[] => {
  const usable = form.fields.filter(isUsable);
  const text = usable.find((field) => isWordy(field) && field.value === "");
  if (text) return [fillOne(text, MARK)];
  // Boxes of rows that are searched are for other buttons.
  if (!SHOWS.test(form.submit?.name ?? "")) return [];
  return usable
    .filter(({ type, value }) => type === "checkbox" && value !== "true")
    .slice(0, MOST_BOXES)
    .map(({ target }): StepDocument => ({ check: literalTarget(target ?? "") }));
};

const draft = (page: SitePage, form: SurveyForm): Draft[] => {
  const target = form.submit?.target ?? null;
  const name = form.submit?.name ?? "";
  const filled = stepsOf(form);
  // A button that waits for two boxes.
  const isWaiting = form.submit?.disabled === true && filled.length < MOST_BOXES;
  if (target === null || !isSteadyTarget(target) || dataFor(form) === null || isWaiting) return [];
  return [
    {
      id: `lookup-${page.id}-${slug(form.name) || slug(name) || "form"}`,
      title: `"${short(name, 40)}"${form.name === "" ? "" : ` of "${short(form.name, 30)}"`} is answered without errors`,
      steps: [
        ...openPage(page),
        ...filled,
        click(target),
        { wait_for: "idle" },
        // That nothing is found, or that more has to be chosen, is an answer as well.
        withoutFaults(page.problems, page.behindLogin, [" 404", ...REFUSALS]),
      ],
      rank: 56,
    },
  ];
};

export const lookups = defineOracle({
  id: "lookups",
  joins: true,
  summary: "A form of several fields that searches, shows or compares is answered.",
  looks: true,
  applies(site) {
    const key = ({ submit, fields }: SurveyForm): string =>
      `${submit?.name ?? ""} ${[...new Set(fields.map(({ name }) => name))].join("|")}`;
    const seen = new Set<string>();
    return site.pages
      .filter(isByAddress)
      .flatMap((page) => {
        const searches = new Set(searchFields(page.survey).map(({ form }) => form));
        return page.survey.forms
          .filter((form) => isLookup(form) && !searches.has(form))
          .filter((form) => !seen.has(key(form)) && Boolean(seen.add(key(form))))
          .flatMap((form) => draft(page, form));
      })
      .slice(0, MOST);
  },
});
