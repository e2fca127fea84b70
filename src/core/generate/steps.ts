import { relativeTo } from "#core/explore/pages/address.ts";
import { isAnswered } from "#core/explore/pages/by-address.ts";
import type { CaseDocument, StepDocument, SuiteDocument } from "#core/suite/grammar.ts";
import { escapeRegex } from "#model/escape-regex.ts";
import type { SiteSearch } from "#model/site-lists.ts";
import type { SiteAction, SitePage, SiteProblem } from "#model/site-pages.ts";
import type { SiteModel } from "#model/site.ts";
import type { SurveyField } from "#model/survey.ts";
import type { Target, TargetObject } from "#model/target.ts";
import { askedItself } from "./asked-itself.ts";

/** The steps that bring up a page, its set-up included. */
export const openPage = (page: Pick<SitePage, "path" | "setup">): StepDocument[] =>
  page.setup.length > 0 ? page.setup.map(stepOf) : [{ goto: literal(page.path) }];

/** Loads the page anew: to open an address that differs in nothing before its hash loads nothing. */
export const anew = ({ path }: Pick<SitePage, "path">): StepDocument[] =>
  path.includes("#") ? ["reload"] : [];

/** Opens the page, anew where it is open already, and waits for what its scripts ask for. */
export const openAnew = (path: string): StepDocument[] => [{ goto: literal(path) }, ...anew({ path }), idle];

/** The step that does what an exploration has done. */
export const stepOf = (action: SiteAction): StepDocument => {
  switch (action.kind) {
    case "goto":
      return { goto: literal(action.path) };
    case "click":
      return { click: literalTarget(action.target) };
    case "select":
      return selectOne(action.target, action.option);
    case "fill":
      return { fill: { target: literalTarget(action.target), value: literal(action.value) } };
  }
};

/** What a case does, step by step: the steps of a block in place of its use. */
export const withBlocks = (
  { blocks = {} }: Pick<SuiteDocument, "blocks">,
  { steps }: Pick<CaseDocument, "steps">,
): StepDocument[] =>
  steps.flatMap((step) =>
    typeof step === "object" && "use" in step && typeof step.use === "string"
      ? (blocks[step.use] ?? [])
      : [step],
  );

/** `${` in a text that came from the app is no variable. */
export const literal = (text: string): string => text.replaceAll("${", () => "$${");

export const literalTarget = (target: Target): Target => {
  if (typeof target === "string") return literal(target);
  const copy: TargetObject = { ...target };
  for (const key of TEXTS) {
    const text = target[key];
    if (text !== undefined) copy[key] = literal(text);
  }
  if (target.within !== undefined) copy.within = literalTarget(target.within);
  if (target.frame !== undefined) copy.frame = literalTarget(target.frame);
  return copy;
};

const TEXTS = ["called", "role", "name", "label", "placeholder", "text", "testid", "column", "css"] as const;

/** A target as an object that keys can be added to, as some expects take it. */
export const asObject = (target: Target): TargetObject =>
  typeof target === "string" ? { text: target } : target;

/** A button by its role as well: a heading above it may have the same words, and is neither enabled nor disabled. */
export const buttonItself = (target: Target): Target =>
  typeof target === "string" ? { role: "button", name: literal(target) } : literalTarget(target);

/** Until nothing is under way any more. */
export const idle: StepDocument = { wait_for: "idle" };

const contrast = (least: number): StepDocument => ({
  expect: { accessible: { rules: ["color-contrast"], contrast: least } },
});

/** What the page says, of a form for example, has not the colour of what is behind it. */
export const readable = contrast(1.2);

/**
 * No text of the page can hardly be told from what is behind it. Far less than the 4.5 that are asked for: no page of the healthy
 * applications that were tried has text as pale as this.
 */
export const legible = contrast(1.9);

export const click = (target: Target): StepDocument => ({ click: literalTarget(target) });

/** The same where it is to be seen. */
export const clickIfSeen = (target: Target): StepDocument => ({
  click: literalTarget(target),
  when: { visible: literalTarget(target) },
});

/** A text that contains the words, upper and lower case aside. */
export const anyCase = (words: string): string => `(?i:${escapeRegex(words)})`;

/** Of `GET /api/me 401`, what it has in common whatever the app's address is; null when it is an error that the case has to tell. */
const meantPart = (problem: SiteProblem, loggedIn: boolean): string | null => {
  if (problem.told) return problem.told.part;
  const [, method, path, status] = /^(GET|HEAD|OPTIONS|PROPFIND) (\S+) (\d{3})$/.exec(problem.message) ?? [];
  if (problem.kind !== "request" || path === undefined || status === undefined) return null;
  // Asking what a server can do, or whether something is there, is answered by a no as well.
  if (method !== "GET") return /^(?:4\d\d|501)$/.test(status) ? `${path} ${status}` : null;
  const refused = status === "403" || (status === "401" && !loggedIn);
  // To look for one item that need not exist is no fault; to ask for a list that does not exist is.
  const looksUp = status === "404" && /\/(?:\d+|[0-9a-f]{8}-[0-9a-f-]{27})(?:\?.*)?$/i.test(path);
  return refused || looksUp ? `${path} ${status}` : null;
};

const meantParts = (problems: SiteProblem[], loggedIn: boolean): string[] =>
  problems.flatMap((problem) => meantPart(problem, loggedIn) ?? []).map(literal);

/** Nothing may go wrong, but for requests whose refusal is meant: who is not logged in is refused some. */
export const noErrors = (problems: SiteProblem[], loggedIn: boolean): StepDocument => {
  const except = [...new Set(meantParts(problems, loggedIn))];
  return except.length > 0
    ? { expect: { no_errors: { except: except.slice(0, 10) } } }
    : { expect: "no_errors" };
};

/** How an app answers what it does not take: that it says no is no error. */
export const REFUSALS = [" 400", " 409", " 422", "console error:"];

/** As `noErrors`, with further texts of errors that are an answer where something odd was asked for. */
export const withoutFaults = (problems: SiteProblem[], loggedIn: boolean, also: string[]): StepDocument => {
  const meant = meantParts(problems, loggedIn);
  return { expect: { no_errors: { except: [...new Set([...also, ...meant])].slice(0, 10 + also.length) } } };
};

/** True when the page was seen to go wrong in a way that is not meant. */
export const hasErrors = (problems: SiteProblem[], loggedIn: boolean): boolean =>
  problems.some((problem) => meantPart(problem, loggedIn) === null);

/** Everything that was seen to go wrong on any page, and what an app asks itself: what a case through several pages may meet. */
export const problemsOf = (site: SiteModel): SiteProblem[] => [
  ...askedItself(site.bounds.routes),
  ...[...site.pages, ...site.samples].filter(isAnswered).flatMap(({ problems }) => problems),
];

/** Types into a search field and starts the search in the way that works there. */
export const searchFor = (search: SiteSearch, value: string): StepDocument[] => {
  const target = search.field.target;
  if (target === null) return [];
  const fill: StepDocument = fillOne(search.field, value);
  if (search.trigger === "typing") return [fill];
  if (search.trigger === "enter") return [fill, { press: { key: "Enter", target: literalTarget(target) } }];
  return [fill, click(search.trigger.submit)];
};

/** The short form `{Email: …}` where the field's target is what a person would call it. */
export const fillOne = (field: Pick<SurveyField, "target">, value: string): StepDocument => {
  const target = literalTarget(field.target ?? "");
  return typeof target === "string" ? { fill: { [target]: value } } : { fill: { target, value } };
};

export const selectOne = (target: Target, option: string): StepDocument => choose(target, literal(option));

/** The same for an option that may hold variables. */
export const choose = (target: Target, value: string): StepDocument => {
  const plain = literalTarget(target);
  return typeof plain === "string" ? { select: { [plain]: value } } : { select: { target: plain, value } };
};

/** As many whole words of a text as there is room for, for titles of cases; what is one long word is cut. */
export const short = (text: string, length = 40): string => {
  const line = text.replace(/\s+/g, " ").trim();
  if (line.length <= length) return line;
  const whole = line.slice(0, length).replace(/\s\S*$/, "");
  const kept = whole.length * 2 > length ? whole : line.slice(0, length - 1);
  return `${kept.replace(/[\s,;:]+$/, "")}…${kept.split('"').length % 2 === 0 ? '"' : ""}`;
};

/** As many of some names as there is room for, whole, and how many more there are. */
export const listed = (names: readonly string[], length: number): string => {
  const all = names.join(", ");
  if (all.length <= length) return all;
  const many = names.findIndex((_, at) => names.slice(0, at + 1).join(", ").length > length);
  const shown = names.slice(0, Math.max(1, many));
  return shown.length === names.length ? all : `${shown.join(", ")} and ${names.length - shown.length} more`;
};

/** False for a page that the app shows under another address than it was asked for. */
export const keepsAddress = (page: SitePage, origin: string): boolean =>
  relativeTo(origin, page.survey.url) === page.path;

/** The name of a capture: what it is, and of which page or list, by its id. */
export const captureName = (what: string, id: string): string => `${what}_${id.replaceAll("-", "_")}`;
