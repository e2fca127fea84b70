import { counted } from "#model/counted.ts";
import { withoutQuery } from "#core/explore/address.ts";
import { escapeRegex } from "#model/escape-regex.ts";
import { dataFor, isWordy } from "#core/explore/form-data.ts";
import { changesItem } from "#core/explore/sendable-forms.ts";
import { MOST_FIELDS } from "#core/generate/oracles/settings.ts";
import { short, withBlocks } from "#core/generate/steps.ts";
import { isDangerous } from "#core/explore/words.ts";
import type { CaseDocument, SuiteDocument } from "#core/suite/grammar.ts";
import type { Coverage } from "#model/coverage.ts";
import type { SiteModel } from "#model/site.ts";
import type { SitePage } from "#model/site-pages.ts";
import type { SurveyForm } from "#model/survey.ts";
import type { Target } from "#model/target.ts";

/** What cases were seen to reach while they ran. */
export type Reached = {
  /** Addresses relative to the app's origin. */
  paths: ReadonlySet<string>;
  routes: ReadonlySet<string>;
};

type Known = { gotos: string[]; text: string };

const ACTS = ["fill", "select", "check", "uncheck", "click", "press", "upload"];

/** What a case opens, and what it does; blocks that it uses are part of it. */
const readCase = (document: SuiteDocument, item: CaseDocument): Known => {
  const all = withBlocks(document, item);
  const acts = all.filter((step) => typeof step === "object" && ACTS.some((act) => act in step));
  const gotos = all.flatMap((step) => {
    if (typeof step !== "object" || !("goto" in step)) return [];
    const { goto } = step as { goto: string | { url: string } };
    return [typeof goto === "string" ? goto : goto.url];
  });
  return { gotos, text: JSON.stringify(acts) };
};

const pathsOf = (page: SitePage): string[] => [page.path, ...page.examples];

/** Fits the addresses of a kind of page, whatever their query. */
const kindOf = ({ pattern }: SitePage): RegExp => {
  const path = escapeRegex(withoutQuery(pattern));
  return new RegExp(`^${path.replaceAll(":id", "[^/?#]+")}(?:[?].*)?$`);
};

const isReached = (page: SitePage, paths: ReadonlySet<string>): boolean => {
  if (pathsOf(page).some((path) => paths.has(path))) return true;
  const kind = kindOf(page);
  return page.setup.length === 0 && [...paths].some((path) => kind.test(path));
};

/** The same page, once with a query: a check-out of what is in the cart, and of the one item that the query names. */
const differsInQuery = (one: string, other: string): boolean =>
  withoutQuery(one) === withoutQuery(other) && one.includes("?") !== other.includes("?");

const isUsed = (form: SurveyForm, page: SitePage, cases: Known[]): boolean => {
  const inText = (targets: (Target | null)[]): string[] =>
    targets.filter((target) => target !== null).map((target) => JSON.stringify(target));
  const fields = inText(form.fields.map(({ target }) => target));
  const submit = inText([form.submit?.target ?? null]);
  const paths = pathsOf(page);
  const isSent = ({ gotos, text }: Known): boolean =>
    gotos.some((path) => paths.some((own) => differsInQuery(path, own))) &&
    fields.some((field) => text.includes(field)) &&
    submit.some((target) => text.includes(`"click":${target}`));
  return cases.some(
    (each) =>
      isSent(each) ||
      (each.gotos.some((path) => paths.includes(path)) &&
        [...fields, ...submit].some((target) => each.text.includes(target))),
  );
};

/** A case makes or changes an item with it, from the item's list, wherever the form itself stands. */
const isOfItems = (form: SurveyForm, { records }: SiteModel, cases: Known[]): boolean =>
  records.some(({ path, form: making, edit }) =>
    [making, edit?.form?.form ?? null].some((one) => {
      if (one === null || keyOf(one) !== keyOf(form)) return false;
      const submit = `"click":${JSON.stringify(one.submit?.target ?? null)}`;
      const fields = one.fields.flatMap(({ target }) => (target === null ? [] : [JSON.stringify(target)]));
      return cases.some(
        ({ gotos, text }) =>
          gotos.includes(path) && text.includes(submit) && fields.some((field) => text.includes(field)),
      );
    }),
  );

/** Boxes, choices and sliders that nothing sends are controls: filters, marks of rows, looks. */
const isForm = ({ purpose, submit, fields }: SurveyForm): boolean =>
  purpose !== "other" || submit !== null || fields.some((field) => isWordy(field) || field.type === "email");

/** The same form, whatever the heading above it says: that is often the name of what it is about. */
const keyOf = (form: SurveyForm): string => {
  const named = form.fields.some(({ name }) => name !== "");
  // However many lines are alike.
  const fields = [...new Set(form.fields.map(({ name, type }) => `${type} ${name}`))].join("|");
  return `${named ? "" : form.name}|${form.submit?.name ?? ""}|${fields}`;
};

const formsOf = (site: SiteModel): Map<string, SeenForm> => {
  const forms = new Map<string, SeenForm>();
  for (const page of site.pages) {
    const all = [...page.survey.forms, ...page.reveals.flatMap((reveal) => reveal.forms)];
    for (const form of all.filter(isForm)) {
      const known = forms.get(keyOf(form)) ?? { form, pages: [] };
      known.pages.push(page);
      forms.set(keyOf(form), known);
    }
  }
  return forms;
};

/** Why a form must not be sent, or cannot be: it deletes, resets or pays, or it asks for a file, a password or a card, or it is about what others made; null for others. */
const leftAloneFor = ({ form, pages }: SeenForm): string | null => {
  if (form.purpose === "search") return null;
  // With a password and no name nobody logs in.
  const asksName = form.fields.some((field) => isWordy(field) || field.type === "email");
  if (form.purpose === "login" && asksName) return null;
  if (isDangerous(form.submit?.name ?? "")) return "it could do harm";
  if (showsStored(form) && form.fields.length > MOST_FIELDS) return "it configures the whole app";
  if (
    pages.every(changesItem) ||
    (pages.every(({ pattern }) => pattern.includes(":id")) && showsStored(form))
  )
    return "it changes what others made";
  if (form.fields.some(({ name }) => RIGHTS.test(name))) return "it says who may do what";
  if (dataFor(form) !== null) return null;
  const asked = ["password", "file"].find((type) => form.fields.some((field) => field.type === type));
  return `it asks for what cannot be made up${asked === undefined ? "" : ` (a ${asked})`}`;
};

const RIGHTS = /\b(?:acl|permissions?|access rights|rechte|berechtigung(?:en)?|droits|permisos|permessi)\b/i;

/** Filled in already, as the form of an item that is there is. */
const showsStored = ({ purpose, submit, method, action, fields }: SurveyForm): boolean => {
  if (purpose !== "other" || submit === null || (method.toLowerCase() === "get" && action !== null))
    return false;
  const typed = fields.filter((field) => isWordy(field) || field.type === "email");
  const filled = (typed.length > 0 ? typed : fields).filter(({ value }) => value !== "").length;
  return filled * 2 > (typed.length > 0 ? typed : fields).length;
};

type SeenForm = { form: SurveyForm; pages: SitePage[] };

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
    return isLogin || isOfItems(form, site, cases) || pages.some((page) => isUsed(form, page, cases));
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
