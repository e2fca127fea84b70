import { z } from "zod";
import type { StepModel } from "#core/llm/meter.ts";
import { asData, dataRule, newMark } from "#core/llm/untrusted.ts";
import type { Intent } from "./intent.ts";
import { holds } from "./likeness.ts";
import { intentOf, modelStepSchema } from "./model-steps.ts";
import type { Interpret } from "./walk-case.ts";

const timeoutMs = 60_000;
const mostSteps = 6;
const longestPage = 12_000;

const answerSchema = z.object({
  steps: z
    .array(modelStepSchema)
    .max(mostSteps)
    .describe("Empty when the sentence cannot be carried out on this page"),
  why: z.string().max(300).describe("Why it cannot, where it cannot"),
});
const instructions = (mark: string): string =>
  `You turn one sentence of a written test of a web app into steps, for the page that is open now. Use only elements that the page shows, by the names that it shows, and only values that the test gives: invent nothing.
A sentence that tells what must be seen becomes see_ steps that would fail if the app did otherwise; never weaken or drop what it expects. A sentence that is neither, or that this page cannot do, becomes no steps and a reason.
${dataRule(mark)}`;

/**
 * Puts a sentence that the rules cannot turn into a step before a model, with the page as it is. What it answers is looked
 * for in the app like anything that the rules read, and may hold nothing that neither the test nor the page says.
 */
export const createInterpreter =
  (model: StepModel, signal: AbortSignal): Interpret =>
  async ({ sentence, written, tour, reason }) => {
    const seen = await tour.look();
    if (!seen) return "";
    const page = seen.lines
      .map(({ depth, text }) => " ".repeat(depth) + text.replaceAll(/\[e\d+\] /g, ""))
      .join("\n");
    const mark = newMark();
    const answer = await model.object({
      instructions: instructions(mark),
      messages: [
        {
          role: "user",
          text: [
            asData("test", written.join("\n"), mark),
            asData("page", `${seen.title}\n${seen.url}\n${page.slice(0, longestPage)}`, mark),
            asData("sentence", sentence, mark),
            `The rules could not do it: ${reason}`,
          ].join("\n"),
        },
      ],
      schema: answerSchema,
      maxOutputTokens: 2000,
      timeoutMs,
      signal,
    });
    if (!answer.ok) return `the model could not be asked: ${answer.message}`;
    const { steps, why } = answer.value;
    if (steps.length === 0) return why === "" ? "" : `the model: ${why}`;
    const all = written.join("\n");
    const intents: Intent[] = [];
    const sources = {
      isGiven: (value: string) => all.includes(value) || holds(all, value),
      isQuoted: (text: string) => {
        const isWritten = all.includes(text);
        return isWritten || holds(page, text) ? isWritten : null;
      },
    };
    for (const step of steps) {
      const intent = intentOf(step, sources);
      if (typeof intent === "string") return intent;
      intents.push(intent);
    }
    return intents;
  };
