import { credentialName } from "#model/credential-name.ts";
import { splitSuite } from "#core/generate/split.ts";
import { annotate } from "#core/generate/verify/annotate.ts";
import { createGate } from "./gate.ts";
import type { Tx } from "#ports/store.ts";
import { missing } from "./source.ts";
import type { Generated, GenerateFromApp } from "./generate-from-app.ts";
import type { Regeneration, RegenerationFeature } from "./regeneration.ts";
import type { GenerateFromSource, SourceRequest } from "./generate-from-source.ts";

export type GenerateRequest = {
  kind: "url" | "docs" | "text" | "openapi";
  url?: string | null;
  base_url?: string | null;
  text?: string | null;
  auth?: { username: string; password: string; login_path?: string | null } | null;
  exhaustive?: boolean;
};

type Dependencies = {
  generateFromApp: GenerateFromApp;
  generateFromSource: GenerateFromSource;
  keepSecret(orgId: string, name: string, value: string): Promise<void>;
  /** Saves the suite under a new name made from `title` and gives that. */
  saveSuite(orgId: string, yaml: string, title?: string, tx?: Tx): Promise<string>;
  regeneration: Pick<RegenerationFeature, "lastGenerated" | "propose">;
  savePlan(
    orgId: string,
    plan: { name: string; description: string; items: { suite: string }[] },
    tx?: Tx,
  ): Promise<{ id: string }>;
  transaction<T>(work: (tx: Tx) => Promise<T>): Promise<T>;
  /** How many apps are explored at a time; further calls wait. */
  concurrency: number;
  /** Throws AppError("invalid_request") for an address that the operator's rules forbid. */
  checkUrl(url: string): Promise<void>;
};

export type GenerationFeature = ReturnType<typeof createGeneration>;

/** Writes suites without running them. */
export const createGeneration = ({
  generateFromApp,
  generateFromSource,
  keepSecret,
  saveSuite,
  regeneration,
  savePlan,
  transaction,
  concurrency,
  checkUrl,
}: Dependencies) => {
  const inTurn = createGate(concurrency);

  const fromSource = async (
    orgId: string,
    { base_url: baseUrl, url, text, auth, exhaustive }: GenerateRequest,
    kind: Exclude<GenerateRequest["kind"], "url">,
    signal: AbortSignal,
  ): Promise<Generated> => {
    if (!baseUrl) throw missing("base_url", `is required for kind ${kind}: it says what the suite targets`);
    // Told at once, and not after those that generate before.
    if (!text && !url) throw missing("text", "give text, or a url to fetch");
    await checkUrl(baseUrl);
    const request: SourceRequest = {
      orgId,
      kind,
      baseUrl,
      url: url ?? null,
      // An empty field of a form is none.
      text: text || null,
      auth: auth
        ? {
            username: auth.username,
            password: auth.password,
            secretName: credentialName(baseUrl, auth.username),
            loginPath: auth.login_path ?? null,
          }
        : null,
      exhaustive: exhaustive ?? true,
      signal,
      progress: () => undefined,
    };
    const { secrets, ...generated } = await inTurn(() => generateFromSource(request), signal);
    for (const [name, value] of Object.entries(secrets)) await keepSecret(orgId, name, value);
    return generated;
  };

  const generate = async (
    orgId: string,
    request: GenerateRequest,
    signal: AbortSignal,
    { earlier = null, split = false }: { earlier?: string | null; split?: boolean } = {},
  ): Promise<Generated> => {
    if (request.kind !== "url") return fromSource(orgId, request, request.kind, signal);
    if (!request.url) throw missing("url", "is required for kind url");
    await checkUrl(request.url);
    const { auth } = request;
    const secretName = auth ? credentialName(request.url, auth.username) : "";
    const { url } = request;
    const explore = () =>
      generateFromApp({
        orgId,
        url,
        auth: auth
          ? {
              username: auth.username,
              password: auth.password,
              secretName,
              loginPath: auth.login_path ?? null,
            }
          : null,
        exhaustive: request.exhaustive ?? true,
        split,
        earlier,
        signal,
        progress: () => undefined,
      });
    const generated = await inTurn(explore, signal);
    // Only a password that has opened the app takes the place of the one that other suites use.
    if (auth) await keepSecret(orgId, secretName, auth.password);
    return generated;
  };

  return {
    /**
     * Throws AppError("generation_error") when no suite could be written. With `regenerate`, what was generated is kept as a
     * proposal for that suite, and `yaml` is what the suite would be with it; AppError("not_found") when there is none.
     */
    generate: async (
      orgId: string,
      request: GenerateRequest & { save_as?: string | null; regenerate?: string | null },
      signal: AbortSignal,
    ): Promise<{ yaml: string; saved_as?: string; regeneration?: Regeneration } & Told> => {
      const file = request.regenerate ?? null;
      if (file !== null && (request.save_as ?? null) !== null)
        throw missing("regenerate", "goes without save_as: the suite has its name");
      const earlier = file === null ? null : await regeneration.lastGenerated(orgId, file);
      const { yaml, ...generated } = await generate(orgId, request, signal, { earlier });
      const answer = { yaml, ...toldOf(generated) };
      if (file !== null)
        return { ...answer, ...(await regeneration.propose(orgId, file, { yaml, ...generated })) };
      if (request.save_as === undefined || request.save_as === null) return answer;
      return { ...answer, saved_as: await saveSuite(orgId, answer.yaml, request.save_as) };
    },

    /** One exploration, several suites, and a plan that runs them in order. Throws AppError("generation_error"). */
    generatePlan: async (
      orgId: string,
      request: GenerateRequest & { name?: string | null },
      signal: AbortSignal,
    ): Promise<{ plan_id: string; plan_name: string; suites: string[] } & Told> => {
      const generated = await generate(orgId, request, signal, { split: true });
      const { document } = generated;
      const told = toldOf(generated);
      const parts = splitSuite(document).map(({ yaml }) => annotate(yaml, told.findings));
      const name = request.name ?? document.suite;
      const description = told.notes.join("\n").slice(0, 10_000);
      // All or nothing: suites without their plan would be left to nobody.
      return transaction(async (tx) => {
        const suites: string[] = [];
        for (const yaml of parts) suites.push(await saveSuite(orgId, yaml, undefined, tx));
        const items = suites.map((suite) => ({ suite }));
        const plan = await savePlan(orgId, { name, description, items }, tx);
        return { plan_id: plan.id, plan_name: name, suites, ...told };
      });
    },
  };
};

type Told = Pick<Generated, "notes" | "coverage" | "findings" | "dropped" | "unresolved">;

const toldOf = ({ notes, coverage, findings, dropped, unresolved }: Told): Told => ({
  notes,
  coverage,
  findings,
  dropped,
  unresolved,
});
