import { dataFor } from "#core/explore/form-data.ts";
import { formKey } from "#core/explore/state-of.ts";
import { isDangerous } from "#core/explore/words.ts";
import type { CaseDocument, SuiteDocument } from "#core/suite/grammar.ts";
import type { Coverage } from "#model/coverage.ts";
import type { SiteModel, SitePage } from "#model/site.ts";
import type { SurveyForm } from "#model/survey.ts";

/** What cases were seen to reach while they ran. */
export type Reached = {
  /** Addresses relative to the app's origin. */
  paths: ReadonlySet<string>;
  routes: ReadonlySet<string>;
};

type Known = { gotos: string[]; text: string };

const readCase = ({ steps }: CaseDocument): Known => ({
  gotos: steps.flatMap((step) => {
    if (typeof step !== "object" || !("goto" in step)) return [];
    const { goto } = step as { goto: string | { url: string } };
    return [typeof goto === "string" ? goto : goto.url];
  }),
  text: JSON.stringify(steps),
});

const pathsOf = (page: SitePage): string[] => [page.path, ...page.examples];

/** Fits the addresses of a kind of page, whatever their query. */
const kindOf = ({ pattern }: SitePage): RegExp => {
  const path = (pattern.split("?")[0] ?? "").replaceAll(/[.*+?^${}()|[\]\\]/g, "\\$&");
  return new RegExp(`^${path.replaceAll(":id", "[^/?#]+")}(?:[?].*)?$`);
};

const isReached = (page: SitePage, paths: ReadonlySet<string>): boolean => {
  if (pathsOf(page).some((path) => paths.has(path))) return true;
  const kind = kindOf(page);
  return page.setup.length === 0 && [...paths].some((path) => kind.test(path));
};

const isUsed = (form: SurveyForm, page: SitePage, cases: Known[]): boolean => {
  const targets = [...form.fields.map(({ target }) => target), form.submit?.target ?? null]
    .filter((target) => target !== null)
    .map((target) => JSON.stringify(target));
  const paths = new Set(pathsOf(page));
  return cases.some(
    ({ gotos, text }) =>
      gotos.some((path) => paths.has(path)) && targets.some((target) => text.includes(target)),
  );
};

const formsOf = (site: SiteModel): Map<string, { form: SurveyForm; pages: SitePage[] }> => {
  const forms = new Map<string, { form: SurveyForm; pages: SitePage[] }>();
  for (const page of site.pages) {
    for (const form of [...page.survey.forms, ...page.reveals.flatMap((reveal) => reveal.forms)]) {
      const known = forms.get(formKey(form)) ?? { form, pages: [] };
      known.pages.push(page);
      forms.set(formKey(form), known);
    }
  }
  return forms;
};

/** What must not be sent, or cannot be: it deletes, resets or pays, or it asks for a file, a password or a card. */
const isLeftAlone = (form: SurveyForm): boolean =>
  form.purpose === "other" && (isDangerous(form.submit?.name ?? "") || dataFor(form) === null);

/** Says what of an app a suite covers; `leftOut` is what is to be told besides. */
export const coverageOf = (options: {
  site: SiteModel;
  document: SuiteDocument;
  mode: Coverage["mode"];
  reached: Reached;
  triedMs: number;
  leftOut: string[];
}): Coverage => {
  const { site, document, mode, reached, triedMs } = options;
  const { bounds } = site;
  const cases = document.cases.map(readCase);
  const paths = new Set([...reached.paths, ...cases.flatMap(({ gotos }) => gotos)]);
  const forms = [...formsOf(site).values()];
  const loggedIn = site.login?.used ?? false;
  const routes = new Set([...bounds.routes, ...reached.routes]);
  const used = forms.filter(({ form, pages }) => {
    return (loggedIn && form.purpose === "login") || pages.some((page) => isUsed(form, page, cases));
  });
  const leftAlone = forms.filter((each) => !used.includes(each) && isLeftAlone(each.form)).length;
  return {
    mode,
    duration_ms: bounds.durationMs + triedMs,
    explored_ms: bounds.durationMs,
    tried_ms: triedMs,
    pages: {
      seen: site.pages.length,
      covered: site.pages.filter((page) => isReached(page, paths)).length,
    },
    addresses: { seen: bounds.addressesSeen, opened: bounds.pagesVisited },
    forms: { seen: forms.length - leftAlone, covered: used.length },
    controls: { seen: bounds.controlsSeen, used: bounds.controlsUsed },
    api_routes: { seen: routes.size, covered: reached.routes.size },
    left_out: [
      ...options.leftOut,
      ...(leftAlone > 0
        ? [`${leftAlone} forms that could do harm, or ask for what cannot be made up, were left alone`]
        : []),
    ],
  };
};
