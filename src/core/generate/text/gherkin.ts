import { AstBuilder, GherkinClassicTokenMatcher, Parser, compile } from "@cucumber/gherkin";
import { IdGenerator, PickleStepType } from "@cucumber/messages";
import type { Sentence, Written } from "./intent.ts";

const begins =
  /^\s*(?:#\s*language:.*\n\s*)?(?:(?:@\S+|#.*)\s*\n\s*)*(?:Feature|Scenario(?: Outline| Template)?|Rule|Background|Example)\s*:/mu;

/** Whether words are written in Gherkin, with or without a Feature around them. */
export const looksLikeGherkin = (text: string): boolean =>
  (begins.test(text) &&
    /^\s*(?:Given|When|Then|And|But|\*)\s/mu.test(text) &&
    !/^#{1,6}\s+\S/mu.test(text)) ||
  /^\s*#\s*language:\s*\S+/u.test(text);

const partOf: Partial<Record<PickleStepType, Sentence["part"]>> = {
  [PickleStepType.CONTEXT]: "given",
  [PickleStepType.ACTION]: "when",
  [PickleStepType.OUTCOME]: "then",
};

/** The scenarios of a feature: background put in front of each, one case for each row of examples. */
export const casesOfGherkin = (text: string): Written => {
  const whole = /^\s*(?:@\S+\s+)*Feature\s*:|^\s*#\s*language:/mu.test(text)
    ? text
    : `Feature: Written cases\n${text}`;
  const newId = IdGenerator.incrementing();
  const parser = new Parser(new AstBuilder(newId), new GherkinClassicTokenMatcher());
  const document = parser.parse(whole);
  const pickles = compile(document, "text", newId);
  const named = Map.groupBy(pickles, ({ name }) => name);
  return {
    name: document.feature?.name === "Written cases" ? null : (document.feature?.name ?? null),
    cases: pickles.map((pickle) => {
      const same = named.get(pickle.name) ?? [];
      const number = same.length > 1 ? ` (${same.indexOf(pickle) + 1})` : "";
      return {
        title: `${pickle.name || "Scenario"}${number}`.slice(0, 200),
        sentences: pickle.steps.map((step): Sentence => {
          const rows = step.argument?.dataTable?.rows.map(({ cells }) => cells.map(({ value }) => value));
          return {
            text: step.text,
            part: partOf[step.type ?? PickleStepType.UNKNOWN] ?? null,
            isStep: true,
            ...(rows && { rows }),
          };
        }),
      };
    }),
  };
};
