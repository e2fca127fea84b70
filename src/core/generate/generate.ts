import { asOpened } from "./as-opened.ts";
import { counted } from "#model/counted.ts";
import type { FixtureDocument } from "#core/suite/fixtures.ts";
import type { CaseDocument, StepDocument, SuiteDocument } from "#core/suite/grammar.ts";
import { printSuite } from "#core/suite/print.ts";
import { AppError } from "#model/errors.ts";
import type { SiteModel } from "#model/site.ts";
import type { Target } from "#model/target.ts";
import { allowingTooOften } from "./asked-too-often.ts";
import type { Draft, SuiteCredentials } from "./define-oracle.ts";
import type { Proposal, UsedBy } from "./choose-cases.ts";
import { chooseCases } from "./choose-cases.ts";
import { furtherPages } from "./further-pages.ts";
import { withRoom } from "#core/generate/records/may-outgrow.ts";
import { oracles } from "./oracles/index.ts";
import { withOwnBlocks } from "./own-blocks.ts";
import { withoutCases } from "./without-cases.ts";
import { tellOnce } from "./tell-once.ts";
import { withTypeset } from "./typeset.ts";
import { formsOf, isUsedBy, leftAloneFor, readCase } from "./used-forms.ts";
import { click, literal, literalTarget, short, stepOf, withBlocks } from "./steps.ts";

export type GenerateOptions = {
  site: SiteModel;
  /** quick: what matters most. exhaustive: all that was found. */
  mode: "quick" | "exhaustive";
  /** It is handed out in parts, and so may be as long as it gets. */
  split?: boolean;
  /** Title of the suite; from the app's when absent. */
  title?: string;
  baseUrl: string;
  auth?: {
    username: string;
    /** The password as the suite may hold it: `${secret.X}`. */
    passwordRef: string;
    loginPath: string;
  };
  /** Seed of the fixtures, kept in the suite; a new one each run when absent. */
  seed?: number;
};

export type GeneratedSuite = {
  document: SuiteDocument;
  yaml: string;
  /** Ids of the cases that change nothing that others look at, of `whole`. */
  looking: string[];
  /** Those of them that do nothing either of what brings up a page, such as to put something into a cart. */
  onlyLooking: string[];
  /** The same with the cases for which there is no room: `spare` are their ids. */
  whole: SuiteDocument;
  spare: string[];
  /** What a reader should know: what was left out and why. */
  notes: string[];
  /** Why cases may be missing for what the app still has; null where all of it was looked at. */
  cutShort: string | null;
};

/**
 * Writes a suite for what the exploration saw. Pure: the same model gives the same suite. Throws
 * AppError("generation_error") when the model gives nothing to check.
 */
export const generateSuite = ({
  site,
  mode,
  split,
  title,
  baseUrl,
  auth,
  seed,
}: GenerateOptions): GeneratedSuite => {
  const proposed = proposalsFor(site, auth ?? null);
  if (proposed.length === 0) {
    throw new AppError(
      "generation_error",
      `nothing to test was found at ${site.startUrl}: no page, form or list could be read`,
    );
  }
  const chosen = chooseFor(site, proposed, { mode, split, auth });
  const patient = (draft: Draft): Draft => (site.bounds.tooOften ? allowingTooOften(draft) : draft);
  const kept = chosen.cases.map(({ draft }) => patient(site.typeset ? withTypeset(draft) : draft));
  const cases = casesOf(kept, site);
  const notes = notesOn(site, chosen.leftOut, { mode, split });
  const whole: SuiteDocument = {
    suite: title ?? titleOf(site),
    base_url: baseUrl,
    ...(seed !== undefined && { seed }),
    ...(auth && {
      auth: {
        username: auth.username,
        password: auth.passwordRef,
        ...loginPathOf(site, auth.loginPath),
        ...loginStepsOf(site, auth),
      },
    }),
    ...fixturesOf(kept),
    ...blocksOf(kept, site),
    cases,
  };
  const idOf = new Map(chosen.cases.map((each, at) => [each, cases[at]?.id]));
  const idsOf = (some: Iterable<Proposal>): string[] => [...some].flatMap((each) => idOf.get(each) ?? []);
  const looking = idsOf(chosen.cases.filter(({ oracle }) => oracle.looks === true));
  const bringsUp = new Set(
    [...site.pages, ...site.samples].flatMap(({ setup }) =>
      setup.flatMap((action) => (action.kind === "goto" ? [] : [JSON.stringify(stepOf(action))])),
    ),
  );
  const opensAlone = new Set(
    cases
      .filter((item) => withBlocks(whole, item).every((step) => !bringsUp.has(JSON.stringify(step))))
      .map(({ id }) => id),
  );
  const onlyLooking = looking.filter((id) => opensAlone.has(id));
  const spare = idsOf(chosen.spare);
  const document = withoutCases(whole, new Set(spare));
  const cutShort = endedBy(site) ?? (chosen.leftOut > 0 ? leftOutOf(chosen.leftOut, mode) : null);
  return { document, yaml: printSuite(document), looking, onlyLooking, whole, spare, notes, cutShort };
};

const proposalsFor = (seen: SiteModel, credentials: SuiteCredentials | null): Proposal[] => {
  const site = withRoom(tellOnce(seen));
  const proposed = oracles.flatMap((oracle) =>
    oracle.applies(site, credentials).map((draft) => ({ draft, oracle })),
  );
  const ids = new Set(proposed.map(({ draft }) => draft.id));
  const all = proposed.filter(({ draft }) => (draft.needs ?? []).every((id) => ids.has(id)));
  const drafts = withOwnBlocks(all.map(({ draft }) => draft));
  return all.map(({ draft, oracle }, place) => ({ draft: drafts[place] ?? draft, oracle, place }));
};

/** The cases that a suite has room for; of an exhaustive one so that nearly all kinds of page are opened. */
const chooseFor = (
  site: SiteModel,
  proposed: Proposal[],
  { mode, split, auth }: Pick<GenerateOptions, "mode" | "split" | "auth">,
): ReturnType<typeof chooseCases> => {
  const uses = formsUsed(site);
  const chosen = chooseCases(proposed, mode, split, uses);
  const room = chosen.cases.filter((each) => !chosen.spare.has(each));
  const further =
    mode === "quick" || split ? [] : furtherPages(site, { proposed, chosen: room }, auth ?? null);
  if (further.length === 0) return chosen;
  const isFurther = new Set(further);
  return chooseCases([...further, ...proposed], mode, split, (each) =>
    isFurther.has(each) ? [`case ${each.draft.id}`] : uses(each),
  );
};

/** Tells the forms that a proposed case uses, of those that cases may use. */
const formsUsed = (site: SiteModel): UsedBy => {
  const loggedIn = site.login?.used ?? false;
  const forms = [...formsOf(site)].filter(
    ([, each]) => leftAloneFor(each) === null && !(loggedIn && each.form.purpose === "login"),
  );
  return ({ draft }) => {
    const read = [readCase(draft, draft)];
    return forms.filter(([, form]) => isUsedBy(site, form, read)).map(([key]) => key);
  };
};

/** A form that comes up on a click is found by the runner itself, from the start. */
const loginPathOf = (site: SiteModel, loginPath: string): { login_path?: string } =>
  site.login && site.login.setup.length > 0 ? {} : { login_path: loginPath };

/** The runner finds a form that asks for name and password at once by itself; one after the other has to be said. */
const loginStepsOf = (
  { login }: SiteModel,
  auth: { username: string; passwordRef: string },
): { steps?: StepDocument[] } => {
  if (!login?.nameStep) return {};
  const { nameStep, password, submit, path } = login;
  const send = (target: Target | null): StepDocument =>
    target ? click(target) : { press: { key: "Enter" } };
  return {
    steps: [
      { goto: literal(path) },
      { fill: { target: literalTarget(nameStep.username), value: literal(auth.username) } },
      send(nameStep.submit),
      { fill: { target: literalTarget(password), value: auth.passwordRef } },
      send(submit),
      { expect: { hidden: literalTarget(password) } },
    ],
  };
};

const titleOf = (site: SiteModel): string => short(site.title || new URL(site.origin).host, 100);

const fixturesOf = (drafts: Draft[]): { fixtures?: Record<string, FixtureDocument> } => {
  const fixtures = Object.fromEntries(drafts.flatMap((draft) => Object.entries(draft.fixtures ?? {})));
  return Object.keys(fixtures).length > 0 ? { fixtures } : {};
};

const blocksOf = (drafts: Draft[], site: SiteModel): Pick<SuiteDocument, "blocks"> => {
  const blocks = Object.fromEntries(
    drafts
      .flatMap((draft) => Object.entries(draft.blocks ?? {}))
      .map(([name, steps]) => [name, asOpened(steps, site)]),
  );
  return Object.keys(blocks).length > 0 ? { blocks } : {};
};

/** Where a case begins, as an address; null for one that a block opens. */
const startOf = ({ steps }: Draft): string | null => {
  const first = steps.find((step) => typeof step === "object" && "goto" in step);
  return typeof first === "object" && typeof first["goto"] === "string" ? first["goto"] : null;
};

/** Cases that are called alike are told apart by where they begin. */
const withOwnTitles = (drafts: Draft[]): Draft[] => {
  const alike = Map.groupBy(drafts, ({ title }) => title);
  return drafts.map((draft) => {
    const start = (alike.get(draft.title)?.length ?? 0) > 1 ? startOf(draft) : null;
    return start === null ? draft : { ...draft, title: `${draft.title} (at ${short(start, 60)})` };
  });
};

const casesOf = (drafts: Draft[], site: SiteModel): CaseDocument[] => {
  const taken = new Set<string>();
  return withOwnTitles(drafts).map(({ id, title, steps, needs, auth }) => {
    let unique = id.slice(0, 90);
    for (let number = 2; taken.has(unique); number += 1) unique = `${id.slice(0, 90)}-${number}`;
    taken.add(unique);
    return {
      id: unique,
      title,
      ...(auth !== undefined && { auth }),
      ...(needs && { needs }),
      steps: asOpened(steps, site),
    };
  });
};

const limits = {
  pages: "the number of pages",
  actions: "the number of actions",
  time: "time",
  depth: "depth",
};

const endedBy = ({ bounds: { reached } }: SiteModel): string | null =>
  reached.length === 0
    ? null
    : `the exploration was ended by a limit (${reached.map((each) => limits[each]).join(", ")})`;

const leftOutOf = (count: number, mode: GenerateOptions["mode"]): string =>
  `${count} further cases were left out of a suite that is ${mode}`;

const notesOn = (
  site: SiteModel,
  leftOut: number,
  { mode, split }: Pick<GenerateOptions, "mode" | "split">,
): string[] => {
  const { bounds, login, pages } = site;
  const notes = [
    `${counted(pages.length, "kind of page", "kinds of page")} found on ${counted(bounds.pagesVisited, "visit")}, with ${counted(bounds.actionsTaken, "action")}`,
  ];
  const ended = endedBy(site);
  if (ended !== null) notes.push(ended);
  if (bounds.addressesLeftOut > 0)
    notes.push(`addresses like others that were not opened: ${bounds.addressesLeftOut}`);
  if (bounds.tooOften) {
    const { request, times, waitedMs } = bounds.tooOften;
    notes.push(
      `the app was asked too often for its liking (429, ${times} times, first ${request}): it was left alone for ${Math.ceil(waitedMs / 1000)} s, and asked more slowly from then on`,
    );
  }
  if (leftOut > 0) {
    notes.push(
      `${leftOutOf(leftOut, mode)}; as many as there was time for were tried, and are in it where they find something${split ? "" : " (POST /generate/plan has more of them, in several suites)"}`,
    );
  }
  if (bounds.avoided.length > 0)
    notes.push(`left alone, as using them could do harm: ${bounds.avoided.slice(0, 10).join(", ")}`);
  if (login && !login.used) {
    notes.push(
      login.wall
        ? "everything is behind a log-in: give auth to see more"
        : `there is a log-in at ${login.path}: give auth to see what is behind it`,
    );
  }
  return notes;
};
