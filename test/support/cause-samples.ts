import { createExplainer } from "#core/cause/explain.ts";
import type { Candidate } from "#model/failure.ts";
import type { CauseCategory, RootCause } from "#model/root-cause.ts";
import { sampleFailure, type SampleFailure, sampleRequest, sampleTime } from "./case-failure.ts";

/** A category, what makes the sample special, the failure, and what its suspected cause says. */
export type CauseSample = [CauseCategory, string, SampleFailure, RegExp?];

const explain = createExplainer({
  logs: null,
  clock: { now: () => new Date(sampleTime(9500)), sleep: async () => undefined },
});

/** The cause of a sample, without any log backend. */
export const causeOfSample = (sample: SampleFailure): Promise<RootCause> => explain(sampleFailure(sample));

export const button = (name: string): Candidate => ({
  role: "button",
  name,
  text: name,
  target: { role: "button", name },
});
export const row = (name: string): Candidate => ({
  role: "row",
  name,
  text: name,
  target: { role: "row", name },
});
export const request = sampleRequest;
export const requests = (...list: ReturnType<typeof request>[]): SampleFailure => ({
  evidence: { requests: list },
});
export const click = (target: string, more: SampleFailure = {}): SampleFailure => ({
  kind: "not_found",
  status: "broken",
  message: `nothing fits "${target}"`,
  expected: null,
  step: { verb: "click", expect: null, text: `click "${target}"`, target },
  ...more,
});
export const noErrors = (observed: string, evidence: SampleFailure["evidence"]): SampleFailure => ({
  step: { expect: "no_errors", text: "expect no_errors" },
  expected: "no errors",
  observed,
  evidence,
});
export const stackBody = JSON.stringify({
  error: "x",
  stack: "TypeError: no price\n    at priceOf (/srv/orders.js:41:7)",
});
