import { readLimits, readPrices } from "#core/llm/limits.ts";
import { createMeter, toModelUse } from "#core/llm/meter.ts";
import type { StepModel } from "#core/llm/meter.ts";
import { createMask } from "#core/run/mask.ts";
import type { Settings } from "#model/settings.ts";
import type { ModelAccess } from "#ports/model.ts";

type Dependencies = {
  settings: {
    inClear(orgId: string): Promise<Settings>;
    secrets(orgId: string): Promise<Map<string, string>>;
  };
  createModel(settings: Settings, requestKey: string | null): ModelAccess;
  sleep(ms: number, signal?: AbortSignal): Promise<unknown>;
};

/** The model for one generation, by organisation, key of the request and what must never be sent; null when there is none. */
export type GenerationModel = (
  orgId: string,
  requestKey: string | null,
  secrets: readonly string[],
) => Promise<StepModel | null>;

/** The model that helps with one generation, within what a run may spend and with every secret covered; null when there is none. */
export const createGenerationModel =
  ({ settings, createModel, sleep }: Dependencies): GenerationModel =>
  async (orgId, requestKey, secrets) => {
    const values = await settings.inClear(orgId);
    const access = createModel(values, requestKey);
    if (access.model === null) return null;
    const kept = [...(await settings.secrets(orgId)).values(), requestKey ?? "", values.LLM_API_KEY ?? ""];
    const limits = readLimits(values);
    const meter = createMeter({
      access,
      // One account serves the whole generation.
      limits: { run: limits.run, step: limits.run },
      prices: readPrices(values),
      mask: createMask([...secrets, ...kept.filter((secret) => secret.length >= 6)]).text,
      sleep: (ms, signal) => sleep(ms, signal).catch(() => undefined),
    });
    return meter.step().model;
  };

/** What a generation has asked of its model, for the notes; nothing where it asked none. */
export const noteOnUse = (model: StepModel | null): string[] => {
  if (!model || model.spent.calls === 0) return [];
  const {
    calls,
    input_tokens: input,
    output_tokens: output,
    cost_usd: cost,
  } = toModelUse(model, model.spent);
  const paid = cost === null ? "" : `, ${cost} US dollars`;
  return [`${model.name} was asked ${calls} times: ${input} tokens in, ${output} out${paid}`];
};
