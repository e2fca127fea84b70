import type { PageSize } from "#model/site-page-sizes.ts";
import type { Target } from "#model/target.ts";
import type { PageSurvey, SurveyField, SurveyForm } from "#model/survey.ts";
import { fold } from "#core/explore/lists/lists.ts";
import { isSteadyTarget } from "#core/explore/pages/steady.ts";
import { CREATE, SAVES, isDangerous } from "#core/explore/words.ts";

const SIZE =
  /^(?:(?:show|display|zeige|afficher|mostrar) )?(\d{1,4})(?: ?(?:\/|per|pro|par|por) ?(?:page|seite|p[áa]gina)| (?:rows|entries|items|results|records|eintr[äa]ge|zeilen|r[ée]sultats)(?: per page)?)?$/i;
const ALL = /^(?:show )?(?:all|alle|alles|tous|toutes|todos|todas)$/i;
const OF_PAGES =
  /\b(?:per|rows|entries|items|results|records)\b.*\bpage\b|\brows per\b|page ?size|\/ ?page\b|pro seite|seitengr[öo](?:ß|ss)e|par page|por p[áa]gina|^(?:show )?(?:entries|rows|show)\b/i;

/** How many rows an option stands for; null where it says nothing of the kind. */
export const sizeOf = (option: string): PageSize | null => {
  const label = fold(option);
  const number = SIZE.exec(label)?.[1];
  if (number !== undefined) return { label, rows: Number(number) };
  return ALL.test(label) ? { label, rows: null } : null;
};

/** Of all options, each of which has to be a size. */
export const sizesOf = (options: string[]): PageSize[] => {
  const sizes = options.flatMap((option) => sizeOf(option) ?? []);
  return sizes.length === options.length && sizes.length > 1 ? sizes : [];
};

const isOfPages = ({ name, value, options }: SurveyField): boolean =>
  OF_PAGES.test(name) || [value, ...options].some((text) => OF_PAGES.test(text));

/** The field by its name, without what it holds: a select that a script draws may be called "Rows per page: 10". */
export const targetOf = ({ target, value }: SurveyField): Target | null => {
  const name = typeof target === "string" ? target : target?.name;
  const held = fold(value);
  if (name === undefined || held === "" || !name.endsWith(held)) return target;
  const own = name.slice(0, -held.length).replace(/[\s:]+$/, "");
  return own === "" ? null : { role: "combobox", name: own };
};

/** Beside a list: selects, also those that a script draws, that hold so many rows as are shown. */
export const sizeFields = ({ forms }: PageSurvey, rows: number): { form: SurveyForm; field: SurveyField }[] =>
  forms
    .filter(({ method, fields, submit }) => {
      const keeps =
        submit !== null &&
        (isDangerous(submit.name) || [SAVES, CREATE].some((words) => words.test(submit.name)));
      return method.toLowerCase() !== "post" && !keeps && fields.every(({ required }) => !required);
    })
    .flatMap((form) =>
      form.fields
        .filter((field) => {
          const { type, disabled, value, options } = field;
          const target = targetOf(field);
          const chooses = type === "select" ? sizesOf(options).length > 0 : type === "combobox";
          const isThere = target !== null && isSteadyTarget(target) && !disabled;
          return chooses && isThere && sizeOf(value)?.rows === rows;
        })
        .filter(isOfPages)
        .map((field) => ({ form, field })),
    );
