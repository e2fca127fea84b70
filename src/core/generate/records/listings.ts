import type { StepDocument } from "#core/suite/grammar.ts";
import type { SiteModel } from "#model/site.ts";
import type { SitePage } from "#model/site-pages.ts";
import { POSTCODE } from "#core/explore/forms/samples.ts";
import { relativeTo } from "#core/explore/pages/address.ts";
import { mainList } from "#core/explore/lists/lists.ts";
import type { UsableForm } from "#core/generate/forms.ts";
import { literal, literalTarget } from "#core/generate/steps.ts";
import { lastWord, stem } from "#core/generate/counts/counts.ts";
import { isByAddress } from "#core/explore/pages/by-address.ts";

const PERSON = /customer|client|name|kunde|besteller|nom|nombre|nome|naam|by|from|buyer|guest/i;
const POSTCODE_AND_CITY = /\b\d{4,6} \p{Lu}\p{L}{2,}/u;

/** The page that lists what the form makes: "Place order" and "Orders". */
const pageOf = (site: SiteModel, form: UsableForm): SitePage | null => {
  const noun = stem(lastWord(form.form.submit?.name ?? ""));
  if (noun.length < 4) return null;
  return (
    site.pages.find((page) => {
      const list = mainList(page.survey);
      const heading = page.survey.headings.find(({ level }) => level === 1)?.text ?? "";
      return (
        isByAddress(page) &&
        list?.target !== null &&
        list?.kind === "table" &&
        !list.paging &&
        page.path !== form.page.path &&
        stem(lastWord(heading)) === noun
      );
    }) ?? null
  );
};

const variableOf = (form: UsableForm): { entry: UsableForm["entries"][number]; name: string } | null => {
  for (const entry of form.entries) {
    if (entry.kind === "fill" && entry.value === "${person}") return { entry, name: "person" };
  }
  return null;
};

/** That what the form sent is in the list of such things, by the name that was typed; and on its page, with what else was typed. */
export const listedAs = (site: SiteModel, form: UsableForm): StepDocument[] => {
  const page = pageOf(site, form);
  const typed = variableOf(form);
  const list = page ? mainList(page.survey) : null;
  if (!page || !typed || !list?.target) return [];
  if (!list.columns.some(({ name }) => PERSON.test(name))) return [];
  const target = literalTarget(list.target);
  const steps: StepDocument[] = [
    { goto: literal(page.path) },
    { wait_for: "idle" },
    { expect: { text: { target, contains: "${person}" } } },
  ];
  const paths = new Set(
    list.items.flatMap(({ links }) => links.slice(0, 1).map(({ href }) => relativeTo(site.origin, href))),
  );
  const detail = site.pages.find(({ path, examples }) => [path, ...examples].some((each) => paths.has(each)));
  const postcode = form.entries.find((entry) => entry.kind === "fill" && entry.value === POSTCODE);
  if (detail && postcode && POSTCODE_AND_CITY.test(detail.survey.text)) {
    steps.push(
      { click: { css: "a", within: { css: "tr", text: "${person}", nth: 0, within: target }, nth: 0 } },
      { wait_for: "idle" },
      { expect: { text: POSTCODE } },
    );
  }
  return steps;
};
