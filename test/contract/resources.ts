import { newId } from "#model/ids.ts";
import type { TestApi } from "#test/support/api.ts";
import { userRow } from "#test/support/rows.ts";
import { anOutcome } from "./run-outcome.ts";

/** An organisation's things, by the beginning of the paths that name them; values are what stands in the path after it. */
export type Resources = {
  "/suites/": string;
  "/runs/": string;
  "/artifacts/": string;
  "/plans/": string;
  "/issues/": string;
  "/checks/screenshot/": string;
  "/auth/users/": string;
  "/auth/tokens/": string;
};

export const suiteYaml = (title: string): string => `suite: ${title}
base_url: http://127.0.0.1:9
cases:
  - id: a
    title: The page is there
    steps:
      - goto: /
`;

/** Gives an organisation one thing of every kind. Its run has ended, with an event, a report and a file. */
export const populate = async (
  server: TestApi,
  { id: orgId, token }: { id: string; token: string },
): Promise<Resources> => {
  const { store } = server;
  const at = new Date().toISOString();
  const made = async (path: string, body: unknown, field: string): Promise<string> => {
    const answer = await server.send("POST", path, { token, body });
    if (answer.status !== 200) throw new Error(`POST ${path}: ${answer.status} ${answer.text}`);
    return String(answer.body[field]);
  };

  const suite = await made("/suites", { yaml: suiteYaml("Theirs") }, "file");
  await store.generated.save(orgId, suite, {
    yaml: suiteYaml("Theirs"),
    generatedAt: at,
    proposed: { yaml: suiteYaml("Theirs").replace("goto: /", "goto: /new"), at },
  });
  const run = await made("/runs", { suite }, "run_id");
  let held = await server.database.leases.claim();
  while (held && held.id !== run) held = await server.database.leases.claim();
  const fence = { runId: run, attempt: held?.attempt ?? 0 };
  await store.runs.appendEvents(fence, [
    { kind: "shot", case_id: "a", step: 0, label: "goto", note: "", path: "a/001.png" },
  ]);
  await store.runs.finish(fence, anOutcome(suite));
  const artifact = `${run}/a/001.png`;
  await server.artifacts.write(artifact, "a picture");

  const plan = newId();
  await store.plans.insert({
    id: plan,
    orgId,
    name: "Theirs",
    description: "",
    items: [{ suite }],
    schedule: null,
    nextRunAt: null,
    auth: null,
    createdAt: at,
    updatedAt: at,
  });
  const issue = newId();
  await store.issues.insert({
    id: issue,
    orgId,
    status: "open",
    severity: "high",
    title: "Theirs",
    bodyMd: "It fails.",
    suite,
    caseId: "a",
    runId: run,
    fingerprint: newId(),
    occurrences: 1,
    lastSeenAt: at,
    externalUrl: null,
    fixedRunId: null,
    createdAt: at,
    updatedAt: at,
  });
  const user = userRow(orgId);
  await store.users.insert(user);
  const baseline = newId();
  const digest = "0".repeat(64);
  await store.baselines.insert({ orgId, name: baseline, width: 1, height: 1, digest, createdAt: at });

  return {
    "/suites/": suite,
    "/runs/": run,
    "/artifacts/": artifact,
    "/plans/": plan,
    "/issues/": issue,
    "/checks/screenshot/": baseline,
    "/auth/users/": user.id,
    "/auth/tokens/": await made("/auth/tokens", { name: "CI" }, "id"),
  };
};

/** The path of an operation with the organisation's own thing in place of its parameter. */
export const pathTo = (path: string, resources: Resources): string => {
  if (!path.includes("{")) return path;
  const found = Object.entries(resources).find(([prefix]) => path.startsWith(prefix));
  if (!found) throw new Error(`${path} names a kind of thing that populate() does not make`);
  const [prefix, name] = found;
  return prefix + name + path.slice(prefix.length).replace(/^\{\w+\}/, "");
};
