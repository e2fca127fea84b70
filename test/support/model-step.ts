import type { ModelStep } from "#core/generate/text/model-steps.ts";

/** A step as a model answers it: every field is there. */
export const modelStep = (kind: ModelStep["kind"], more: Partial<ModelStep> = {}): ModelStep => ({
  kind,
  name: null,
  within: null,
  value: null,
  count: null,
  ...more,
});
