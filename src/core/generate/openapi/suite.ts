import { suiteTitle } from "#core/generate/suite-title.ts";
import type { SuiteDocument } from "#core/suite/grammar.ts";
import { AppError } from "#model/errors.ts";
import type { Credentials } from "./access.ts";
import { askAsMeant } from "./asked.ts";
import type { Description, Operation } from "./description.ts";
import { createPlan, nameOf, titleOf } from "./plan.ts";
import type { Plan } from "./plan.ts";
import { createEdges, obtainRecord } from "./records.ts";
import { refuseInvalid, refuseNobody, refuseStrangers, refuseUnknown } from "./refused.ts";

export type ApiSuite = {
  description: Description;
  baseUrl: string;
  title: string | null;
  credentials: Credentials | null;
  /** Adds invalid and boundary inputs, unknown records and requests without a log-in. */
  exhaustive: boolean;
};

/** How many operations the description has, and how many of them some case asks. */
export type ApiCoverage = { operations: number; covered: number };

const mostOperations = 1000;

/**
 * The cases of an API description: records are made, read, changed and deleted, everything else that can be asked is
 * asked, and what the description forbids must be refused. Only what a case has created is changed or deleted; what
 * was left out is named in the notes. Throws AppError("generation_error") when nothing can be asked.
 */
export const apiSuite = ({
  description,
  baseUrl,
  title,
  credentials,
  exhaustive,
}: ApiSuite): { document: SuiteDocument; notes: string[]; coverage: ApiCoverage } => {
  const operations = description.operations.slice(0, mostOperations);
  const plan = createPlan(description, operations, credentials);
  logIn(plan);
  for (const resource of plan.resources) obtainRecord(plan, resource);
  const recorded = new Set(plan.covered);
  for (const operation of operations) {
    const reason = recorded.has(operation) ? null : askAsMeant(plan, operation);
    if (exhaustive) {
      refuseUnknown(plan, operation);
      refuseInvalid(plan, operation);
    }
    if (reason !== null && !plan.covered.has(operation))
      plan.notes.push(`${nameOf(operation)} was left out: ${reason}`);
  }
  if (exhaustive) {
    for (const resource of plan.resources) createEdges(plan, resource);
    for (const resource of plan.resources) refuseStrangers(plan, resource);
    const needsLogIn = plan.access.kind !== "none" || operations.some(({ security }) => security.length > 0);
    const areas = Map.groupBy(operations, ({ area }) => area);
    if (needsLogIn) for (const [area, list] of areas) refuseNobody(plan, area, list);
  }
  const { fixtures } = plan.samples;
  const cases = [...plan.cases, ...plan.lastCases];
  if (cases.length === 0)
    throw new AppError(
      "generation_error",
      ["no operation can be asked", ...plan.notes.slice(0, 5)].join("; "),
    );
  const more = description.operations.length - operations.length;
  if (more > 0) plan.notes.push(`${more} further operations were left out: a suite takes ${mostOperations}`);
  return {
    document: {
      suite: suiteTitle(title ?? description.title),
      base_url: baseUrl,
      ...(plan.access.kind === "session" && credentials && { auth: authOf(credentials) }),
      ...(Object.keys(fixtures).length > 0 && { fixtures: { ...fixtures } }),
      cases,
    },
    notes: plan.notes,
    coverage: { operations: description.operations.length, covered: plan.covered.size },
  };
};

const authOf = ({ username, passwordRef, loginPath }: Credentials): NonNullable<SuiteDocument["auth"]> => ({
  username,
  password: passwordRef,
  ...(loginPath !== null && { login_path: loginPath }),
});

/** A case that gets the token which the others send. */
const logIn = (plan: Plan): void => {
  if (plan.access.kind !== "log-in") return;
  const { operation, body, token, variable } = plan.access;
  const open: Operation = { ...operation, security: [] };
  plan.add(plan.cases, operation, {
    id: "log-in",
    title: titleOf(operation, "Log in"),
    steps: [plan.write(open, { path: new Map(), body, capture: { [variable]: token } })],
  });
};
