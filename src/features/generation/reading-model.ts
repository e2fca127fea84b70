import { readLimits, readPrices } from "#core/llm/limits.ts";
import { createMeter } from "#core/llm/meter.ts";
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

/** The model that reads written cases, within what a run may spend and with every secret covered; null when there is none. */
export const createReadingModel =
  ({ settings, createModel, sleep }: Dependencies) =>
  async (orgId: string, requestKey: string | null, secrets: readonly string[]): Promise<StepModel | null> => {
    const values = await settings.inClear(orgId);
    const access = createModel(values, requestKey);
    if (access.model === null) return null;
    const kept = [...(await settings.secrets(orgId)).values(), requestKey ?? "", values.LLM_API_KEY ?? ""];
    const limits = readLimits(values);
    const meter = createMeter({
      access,
      // One account serves the whole text.
      limits: { run: limits.run, step: limits.run },
      prices: readPrices(values),
      mask: createMask([...secrets, ...kept.filter((secret) => secret.length >= 6)]).text,
      sleep: (ms, signal) => sleep(ms, signal).catch(() => undefined),
    });
    return meter.step().model;
  };
