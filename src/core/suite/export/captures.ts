import type { Step, Suite } from "#model/suite.ts";
import { stepDefinitions } from "#core/suite/steps/index.ts";
import type { VariableKind } from "./scope.ts";

/** What a `capture` of a page makes of a source. */
const kindOf = (verb: string, args: unknown, name: string): VariableKind => {
  if (verb !== "capture") return "json";
  const source: unknown = typeof args === "object" && args !== null ? Reflect.get(args, name) : null;
  const isCount = typeof source === "object" && source !== null && "count" in source && !("match" in source);
  return isCount ? "number" : "text";
};

/** The variables that steps set, with their types; `json` where two steps differ. */
export const capturesIn = (steps: readonly Step[]): Map<string, VariableKind> => {
  const kinds = new Map<string, VariableKind>();
  for (const { verb, args } of steps) {
    for (const name of stepDefinitions.get(verb)?.captures(args) ?? []) {
      const kind = kindOf(verb, args, name);
      kinds.set(name, (kinds.get(name) ?? kind) === kind ? kind : "json");
    }
  }
  return kinds;
};

/** Every step of a suite, those of log-in and blocks included. */
export const allSteps = (suite: Suite): Step[] => [
  ...(suite.auth?.steps ?? []),
  ...Object.values(suite.blocks).flat(),
  ...suite.cases.flatMap(({ steps }) => steps),
];

export const typeOf = (kind: VariableKind): string =>
  ({ text: "string", number: "number", boolean: "boolean", json: "unknown" })[kind];
