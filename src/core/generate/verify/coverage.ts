import { counted } from "#model/counted.ts";
import { withoutQuery } from "#core/explore/pages/address.ts";
import { escapeRegex } from "#model/escape-regex.ts";
import { short } from "#core/generate/steps.ts";
import type { SeenForm } from "#core/generate/used-forms.ts";
import { formsOf, isUsedBy, leftAloneFor, pathsOf, readCase } from "#core/generate/used-forms.ts";
import type { SuiteDocument } from "#core/suite/grammar.ts";
import type { Coverage } from "#model/coverage.ts";
import type { SiteModel } from "#model/site.ts";
import type { SitePage } from "#model/site-pages.ts";

/** What cases were seen to reach while they ran. */
export type Reached = {
  /** Addresses relative to the app's origin. */
  paths: ReadonlySet<string>;
  routes: ReadonlySet<string>;
};

/** Fits the addresses of a kind of page, whatever their query. */
const kindOf = ({ pattern }: SitePage): RegExp => {
  const path = escapeRegex(withoutQuery(pattern));
  return new RegExp(`^${path.replaceAll(":id", "[^/?#]+")}(?:[?].*)?$`);
};

/** One of these addresses is one of that kind of page. */
export const isReached = (page: SitePage, paths: ReadonlySet<string>): boolean => {
  if (pathsOf(page).some((path) => paths.has(path))) return true;
  const kind = kindOf(page);
  return page.setup.length === 0 && [...paths].some((path) => kind.test(path));
};

const MOST_TOLD = 12;

/** What people call a form: its button, where it stands, and its fields. */
const nameOf = ({ form, pages: [page] }: SeenForm): string => {
  const fields = form.fields.map(({ name }) => name).filter((name) => name !== "");
  const of = fields.length > 0 ? ` (${short(fields.slice(0, 3).join(", "), 60)})` : "";
  return `${short(form.submit?.name || form.name || "form", 30)}${of} at ${page?.path ?? ""}`;
};

const told = (why: string, forms: SeenForm[]): string[] =>
  forms.length === 0
    ? []
    : [`${counted(forms.length, "form")} ${why}: ${forms.slice(0, MOST_TOLD).map(nameOf).join("; ")}`];

/** Says what of an app a suite covers; `leftOut` is what is to be told besides. */
export const coverageOf = (options: {
  site: SiteModel;
  document: SuiteDocument;
  mode: Coverage["mode"];
  reached: Reached;
  /** Of all that was done for the suite. */
  durationMs: number;
  triedMs: number;
  leftOut: string[];
}): Coverage => {
  const { site, document, mode, reached, triedMs } = options;
  const { bounds } = site;
  const cases = document.cases.map((item) => readCase(document, item));
  const paths = new Set([...reached.paths, ...cases.flatMap(({ gotos }) => gotos)]);
  const forms = [...formsOf(site).values()];
  const loggedIn = site.login?.used ?? false;
  const routes = new Set([...bounds.routes, ...reached.routes]);
  const used = forms.filter(({ form, pages }) => {
    const isLogin = loggedIn && form.purpose === "login";
    return isLogin || isUsedBy(site, { form, pages }, cases);
  });
  const unused = forms.filter((each) => !used.includes(each));
  const leftAlone = Map.groupBy(unused, leftAloneFor);
  const missed = leftAlone.get(null) ?? [];
  leftAlone.delete(null);
  return {
    mode,
    duration_ms: options.durationMs,
    explored_ms: bounds.durationMs,
    tried_ms: triedMs,
    pages: {
      seen: site.pages.length,
      covered: site.pages.filter((page) => isReached(page, paths)).length,
    },
    addresses: { seen: bounds.addressesSeen, opened: bounds.pagesVisited },
    forms: { seen: used.length + missed.length, covered: used.length },
    controls: { seen: bounds.controlsSeen, used: bounds.controlsUsed },
    api_routes: { seen: routes.size, covered: reached.routes.size },
    left_out: [
      ...options.leftOut,
      ...[...leftAlone].flatMap(([why, some]) => told(`left alone, as ${why ?? ""}`, some)),
      ...told("that no case uses", missed),
    ],
  };
};
