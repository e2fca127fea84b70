import type { SurveyCollection, SurveyField } from "#model/survey.ts";
import type { SiteModel } from "#model/site.ts";
import type { SitePage } from "#model/site-pages.ts";
import type { StepDocument } from "#core/suite/grammar.ts";
import { mainList, rowsOf } from "#core/explore/lists/lists.ts";
import { isByAddress } from "#core/explore/pages/by-address.ts";
import { eitherNumber } from "#core/generate/counts/counts.ts";
import { defineOracle } from "#core/generate/define-oracle.ts";
import type { Draft } from "#core/generate/define-oracle.ts";
import { usableForms } from "#core/generate/forms.ts";
import type { UsableForm } from "#core/generate/forms.ts";
import { choiceForms } from "#core/generate/settings/setting-forms.ts";
import { anew, click, idle, literal, literalTarget, selectOne, short } from "#core/generate/steps.ts";
import { slug } from "#core/explore/pages/states.ts";
import { isOfSettings } from "./settings.ts";

const PER_PAGE =
  /^(?:(?:number of|show) )?(?:(?<what>\p{L}+) )?(?:(?:shown|listed) )?(?:per|on (?:a|each|one)|pro|par|por|a) (?:page|screen|seite|p[áa]gina|pagina)$/iu;
const ANYTHING =
  /^(?:items?|rows?|results?|entries|records?|eintr[äa]ge|zeilen|r[ée]sultats|resultados|elementi)$/iu;

type Listed = { page: SitePage; list: SurveyCollection };

/** Lists in pages of as many rows as the setting says now, of what it says. */
const listsOf = ({ pages }: SiteModel, { name, value, options }: SurveyField): Listed[] => {
  const what = PER_PAGE.exec(name.trim())?.groups?.["what"] ?? "";
  const isAny = what === "" || ANYTHING.test(what);
  const counted = new RegExp(
    String.raw`\d\s+(?:\p{L}+\s+)?${eitherNumber(what.toLowerCase())}(?!\p{L})`,
    "iu",
  );
  const least = Math.min(...options.filter((text) => /^\d+$/.test(text.trim())).map(Number));
  // Of anything, a short list that has no pages may be what it counts.
  const isShort = ({ pattern, survey }: SitePage): boolean => {
    const list = mainList(survey);
    return (
      list !== null &&
      !list.paging &&
      list.rows >= least &&
      !pattern.includes(":") &&
      !survey.forms.some(({ fields }) => fields.some((each) => each.name === name))
    );
  };
  if (isAny && pages.some(isShort)) return [];
  return pages.flatMap((page) => {
    const list = mainList(page.survey);
    const isMeant = list?.paging?.next && list.rows === Number(value) && isByAddress(page);
    return isMeant && !page.path.includes("?") && (isAny || counted.test(page.survey.text))
      ? [{ page, list }]
      : [];
  });
};

const draft = (site: SiteModel, { submit, id, open }: UsableForm, field: SurveyField): Draft[] => {
  const { target, value, options, name } = field;
  const [first, ...others] = PER_PAGE.test(name.trim()) && /^\d+$/.test(value) ? listsOf(site, field) : [];
  const rows = first ? rowsOf(first.list) : null;
  if (target === null || field.disabled || !first || !rows || others.length > 0) return [];
  const sizes = options.flatMap((text) => (/^\d+$/.test(text.trim()) ? [Number(text)] : []));
  const smaller = sizes.filter((size) => size < Number(value)).toSorted((a, b) => b - a)[0];
  const larger = sizes.filter((size) => size > Number(value)).toSorted((a, b) => a - b)[0];
  const other = smaller ?? larger;
  if (other === undefined) return [];
  const bounds = other < Number(value) ? { is: other } : { min: Number(value) + 1, max: other };
  const set = (size: string): StepDocument[] => [...open, selectOne(target, size), click(submit), idle];
  const listed: StepDocument[] = [{ goto: literal(first.page.path) }, ...anew(first.page), idle];
  const shown = (is: object): StepDocument => ({ expect: { count: { target: literalTarget(rows), ...is } } });
  return [
    {
      id: `sized-${id}-${slug(name)}`,
      title: `A list has as many rows as "${short(name, 30)}" says`,
      steps: [
        ...set(String(other)),
        ...listed,
        shown(bounds),
        ...set(value),
        ...listed,
        shown({ is: Number(value) }),
      ],
      rank: 21,
    },
  ];
};

export const setPageSizes = defineOracle({
  id: "set-page-sizes",
  summary: "A list in pages has as many rows on one as the settings say, once they are changed.",
  applies: (site) =>
    [...usableForms(site).filter(isOfSettings), ...choiceForms(site)].flatMap((usable) =>
      usable.form.fields
        .filter(({ type }) => type === "select")
        .flatMap((field) => draft(site, usable, field)),
    ),
});
