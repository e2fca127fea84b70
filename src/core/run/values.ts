import type { Suite } from "#model/suite.ts";
import { makeFixtures } from "#core/suite/fixtures.ts";
import { MissingValue, variablesIn, visitTexts } from "#core/suite/values.ts";
import type { Lookup } from "#core/suite/values.ts";

export type ValueSources = {
  /** Value of an operator-allowed environment name. */
  env: (name: string) => string | undefined;
  secret: (name: string) => string | undefined;
};

/** The variables of one run: fixtures and captures by name, env and secrets by prefix. */
export type Values = {
  /** Throws MissingValue. */
  lookup: Lookup;
  set(name: string, value: unknown): void;
  /** Variables of their own on top of these: what is set there is not seen here. */
  fork(): Values;
};

export const createValues = (suite: Suite, sources: ValueSources, seed: number, today: Date): Values => {
  const layer = (known: Map<string, unknown>, below: Lookup): Values => {
    const lookup: Lookup = (name) => (known.has(name) ? known.get(name) : below(name));
    return {
      lookup,
      set: (name, value) => void known.set(name, value),
      fork: () => layer(new Map(), lookup),
    };
  };
  return layer(new Map(makeFixtures(suite.fixtures, seed, today)), (name) => {
    const [space, key = ""] = name.split(".");
    if (name.includes(".") && (space === "env" || space === "secret")) {
      const value = sources[space](key);
      if (value !== undefined) return value;
      const hint =
        space === "secret" ? `set SECRET_${key} in the settings` : "the operator must allow and set it";
      throw new MissingValue(`\${${name}} has no value: ${hint}`);
    }
    throw new MissingValue(`\${${name}} has no value: no step has captured it`);
  });
};

/** The values of every secret that the suite names. */
export const secretsOf = (suite: Suite, secret: ValueSources["secret"]): string[] => {
  const names = new Set<string>();
  visitTexts([suite.auth, suite.blocks, suite.cases], (text) => {
    for (const name of variablesIn(text))
      if (name.startsWith("secret.")) names.add(name.slice("secret.".length));
  });
  return [...names].flatMap((name) => secret(name) ?? []);
};
