import { AppError } from "#model/errors.ts";
import { credentialName } from "#model/credential-name.ts";
import type { Generated, GenerateFromApp } from "./generate-from-app.ts";

export type GenerateRequest = {
  kind: "url" | "docs" | "text" | "openapi";
  url?: string | null;
  base_url?: string | null;
  text?: string | null;
  auth?: { username: string; password: string; login_path?: string | null } | null;
  exhaustive?: boolean;
  save_as?: string | null;
};

type Dependencies = {
  generateFromApp: GenerateFromApp;
  keepSecret(orgId: string, name: string, value: string): Promise<void>;
  /** Saves the suite under a new name made from `title` and gives that. */
  saveSuite(orgId: string, yaml: string, title?: string): Promise<string>;
  /** Throws AppError("invalid_request") for an address that the operator's rules forbid. */
  checkUrl(url: string): Promise<void>;
};

export type GenerationFeature = ReturnType<typeof createGeneration>;

/** Writes suites without running them. */
export const createGeneration = ({ generateFromApp, keepSecret, saveSuite, checkUrl }: Dependencies) => {
  const generate = async (orgId: string, request: GenerateRequest, signal: AbortSignal): Promise<Generated> => {
    if (request.kind !== "url") {
      throw new AppError("generation_error", `Generation from kind ${request.kind} is not part of this version; use kind url.`);
    }
    if (!request.url) {
      throw new AppError("invalid_request", "kind url needs url.", { errors: [{ path: "url", message: "is required" }] });
    }
    await checkUrl(request.url);
    const { auth } = request;
    const secretName = auth ? credentialName(request.url, auth.username) : "";
    if (auth) await keepSecret(orgId, secretName, auth.password);
    return generateFromApp({
      url: request.url,
      auth: auth
        ? { username: auth.username, password: auth.password, secretName, loginPath: auth.login_path ?? null }
        : null,
      exhaustive: request.exhaustive ?? true,
      signal,
      progress: () => undefined,
    });
  };

  return {
    /** Throws AppError("generation_error") when no suite could be written. */
    generate: async (
      orgId: string,
      request: GenerateRequest,
      signal: AbortSignal,
    ): Promise<{ yaml: string; notes: string[]; saved_as?: string }> => {
      const { yaml, notes } = await generate(orgId, request, signal);
      if (request.save_as === undefined || request.save_as === null) return { yaml, notes };
      return { yaml, notes, saved_as: await saveSuite(orgId, yaml, request.save_as) };
    },
  };
};
