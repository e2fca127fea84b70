import type { LanguageModel } from "ai";
import { z } from "zod";
import type { ModelRequest, ObjectRequest } from "#ports/model.ts";
import { answerFormsOf, schemaAlone } from "./answer-forms.ts";
import type { AnswerForms } from "./answer-forms.ts";
import type { ModelChoice } from "./choose-model.ts";
import type { ModelFetch } from "./create-model.ts";

export type Provider = {
  model: Exclude<LanguageModel, string>;
  options: Record<string, Record<string, boolean>>;
  /** Null: the model's own; many newer ones take none. */
  temperature: number | null;
  /** The request, with the schema in words where the provider may not pass it on. */
  withSchema<T>(request: ObjectRequest<T>): ModelRequest;
  forms: AnswerForms;
};

/** The SDK's fetch by ours: what it sends is a string or bytes, and no key follows a redirect. */
const toSdkFetch =
  (fetch: ModelFetch): typeof globalThis.fetch =>
  async (input, init) => {
    const body = init?.body ?? null;
    if (body !== null && typeof body !== "string" && !(body instanceof Uint8Array))
      throw new TypeError("the body of a request to a model provider is not text");
    return fetch(input instanceof Request ? input.url : String(input), {
      method: init?.method ?? "GET",
      headers: new Headers(init?.headers),
      body,
      signal: init?.signal ?? null,
      redirect: "error",
    });
  };

/** Loads one provider's library. Key and address are always given: the libraries would else look into the environment. */
export const openProvider = async (
  { provider, name, key: apiKey, baseUrl: baseURL }: ModelChoice,
  modelFetch: ModelFetch,
): Promise<Provider> => {
  const fetch = toSdkFetch(modelFetch);
  const plain = {
    options: {},
    temperature: null,
    withSchema: <T>(request: ObjectRequest<T>) => request,
    forms: schemaAlone,
  };
  if (provider === "anthropic") {
    const { createAnthropic } = await import("@ai-sdk/anthropic");
    return { ...plain, model: createAnthropic({ apiKey, baseURL, fetch })(name) };
  }
  if (provider === "openai") {
    const { createOpenAI } = await import("@ai-sdk/openai");
    // store: what a page showed is not to be kept by the provider.
    const options = { openai: { store: false } };
    return { ...plain, options, model: createOpenAI({ apiKey, baseURL, fetch })(name) };
  }
  if (provider === "google") {
    const { createGoogle } = await import("@ai-sdk/google");
    return { ...plain, model: createGoogle({ apiKey, baseURL, fetch })(name) };
  }
  const { createOpenAICompatible } = await import("@ai-sdk/openai-compatible");
  const compatible = createOpenAICompatible({
    name: "openai_compatible",
    baseURL,
    fetch,
    ...(apiKey === "" ? {} : { apiKey }),
    includeUsage: true,
    supportsStructuredOutputs: true,
  });
  return {
    model: compatible(name),
    options: {},
    temperature: 0,
    forms: answerFormsOf(baseURL, name),
    // Servers that know no response_format ignore it, so the shape is told in words as well.
    withSchema: (request) => ({
      ...request,
      instructions: `${request.instructions}\n\nAnswer with one JSON object of this JSON Schema and with nothing else:\n${JSON.stringify(z.toJSONSchema(request.schema))}`,
    }),
  };
};
