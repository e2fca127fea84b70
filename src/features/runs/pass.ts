import { z } from "zod";
import { newId } from "#model/ids.ts";
import type { FileIssues } from "#model/run.ts";
import { secretReference } from "#model/secret-reference.ts";
import type { Suite, SuiteAuth } from "#model/suite.ts";
import type { Queue } from "#ports/queue.ts";
import type { Seal } from "#ports/seal.ts";
import type { NewRun, RunRow, Tx } from "#ports/store.ts";

export type Pass = {
  orgId: string;
  planId: string;
  items: { suite: string; cases?: string[] }[];
  auth: { username: string; sealedPassword: string; loginPath: string | null } | null;
  fileIssues: FileIssues;
  baseUrl: string | null;
  tx?: Tx;
};

/** A log-in that takes the place of the suite's own; the password in clear. */
export type GivenLogin = { username: string; password: string; loginPath: string | null };

/** Name of the secret that carries the password of a given log-in; no setting can have it. */
const passwordName = "given_login_password";

const requestSchema = z.object({
  login: z.object({ username: z.string(), login_path: z.string().nullable() }),
});

/** Queues runs as one ordered pass, all or none; gives their ids in order. */
export const createPassStarter =
  (queue: Queue) =>
  async ({ orgId, planId, items, auth, fileIssues, baseUrl, tx }: Pass): Promise<string[]> => {
    const passId = newId();
    const runs = items.map(({ suite, cases }, position): NewRun => ({
      id: newId(),
      orgId,
      kind: "suite",
      suite,
      cases: cases ?? null,
      fileIssues,
      sharded: false,
      baseUrl,
      planId,
      request: auth && { login: { username: auth.username, login_path: auth.loginPath } },
      sealed: auth?.sealedPassword ?? null,
      pass: { id: passId, position },
    }));
    await queue.enqueue(runs, tx);
    return runs.map(({ id }) => id);
  };

/** The log-in that a run was queued with; null when it has none. */
export const givenLogin = (run: Pick<RunRow, "request" | "sealed">, seal: Seal): GivenLogin | null => {
  const parsed = requestSchema.safeParse(run.request);
  if (!parsed.success || run.sealed === null) return null;
  const { username, login_path } = parsed.data.login;
  return { username, password: seal.open(run.sealed), loginPath: login_path };
};

type Secret = (name: string) => string | undefined;

/** The suite with the given log-in in place of its own, and where its password is found as a secret like any other. */
export const withLogin = (
  suite: Suite,
  secret: Secret,
  login: GivenLogin | null,
): { suite: Suite; secret: Secret } => {
  if (!login) return { suite, secret };
  const auth: SuiteAuth = {
    username: login.username.replaceAll("${", "$${"),
    password: secretReference(passwordName),
    loginPath: login.loginPath?.replaceAll("${", "$${") ?? suite.auth?.loginPath ?? null,
    steps: null,
  };
  return {
    suite: { ...suite, auth },
    secret: (name) => (name === passwordName ? login.password : secret(name)),
  };
};
