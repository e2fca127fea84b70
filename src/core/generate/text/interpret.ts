import { z } from "zod";
import type { StepModel } from "#core/llm/meter.ts";
import { asData, dataRule, newMark } from "#core/llm/untrusted.ts";
import type { Intent, Named } from "./intent.ts";
import { holds } from "./likeness.ts";
import type { Interpret } from "./walk-case.ts";

const timeoutMs = 60_000;
const mostSteps = 6;
const longestPage = 12_000;

const stepSchema = z.object({
  kind: z.enum([
    "open",
    "click",
    "fill",
    "select",
    "check",
    "uncheck",
    "press",
    "see_text",
    "see_no_text",
    "see_element",
    "see_count",
  ]),
  name: z
    .string()
    .nullable()
    .describe("What the page calls the element or list; null where the step needs none"),
  within: z
    .string()
    .nullable()
    .describe("Words of the row or section that it stands in, where the name alone fits several"),
  value: z
    .string()
    .nullable()
    .describe(
      "What is typed, chosen, pressed, opened, or read: words of the test itself, except for see_text, which may be words of the page",
    ),
  count: z.int().min(0).nullable(),
});
const answerSchema = z.object({
  steps: z
    .array(stepSchema)
    .max(mostSteps)
    .describe("Empty when the sentence cannot be carried out on this page"),
  why: z.string().max(300).describe("Why it cannot, where it cannot"),
});
type Step = z.output<typeof stepSchema>;

const instructions = (mark: string): string =>
  `You turn one sentence of a written test of a web app into steps, for the page that is open now. Use only elements that the page shows, by the names that it shows, and only values that the test gives: invent nothing.
A sentence that tells what must be seen becomes see_ steps that would fail if the app did otherwise; never weaken or drop what it expects. A sentence that is neither, or that this page cannot do, becomes no steps and a reason.
${dataRule(mark)}`;

const keys = /^(?:Enter|Escape|Tab|Space|Backspace|Delete|Arrow(?:Up|Down|Left|Right))$/;

/** A step of the model's as an intent, or why it is none: what it types must stand in the test, what it reads there or on the page. */
const intentOf = (step: Step, written: string, page: string): Intent | string => {
  const { kind, count } = step;
  const name = step.name?.trim() ?? "";
  const value = step.value ?? "";
  const target: Named = { name, quoted: false, role: null, within: step.within, nth: null };
  const isGiven = value === "" || written.includes(value) || holds(written, value);
  if (kind === "see_text" || kind === "see_no_text") {
    const text = value === "" ? name : value;
    if (text === "") return "the model names no text to see";
    const isWritten = written.includes(text);
    if (!isWritten && !holds(page, text))
      return `the model expects "${text}", which neither the test nor the page says`;
    return { kind: "see_text", text, quoted: isWritten, shown: kind === "see_text", within: step.within };
  }
  if (!isGiven) return `the model gives "${value.slice(0, 80)}", which the test does not`;
  if (kind === "open") return value === "" ? "the model names no address" : { kind: "open", path: value };
  if (kind === "press")
    return keys.test(value)
      ? { kind: "press", key: value, target: null }
      : "the model presses no key that there is";
  if (kind === "see_count")
    return count === null
      ? "the model gives no count"
      : { kind: "see_count", what: name, range: { is: count }, within: step.within };
  if (name === "") return "the model names no element";
  if (kind === "click") return { kind: "click", target };
  if (kind === "fill") return { kind: "fill", target, value };
  if (kind === "select") return { kind: "select", target, option: value };
  if (kind === "see_element") return { kind: "see_element", target, shown: true };
  return { kind: "check", target, on: kind === "check" };
};

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
    for (const step of steps) {
      const intent = intentOf(step, all, page);
      if (typeof intent === "string") return intent;
      intents.push(intent);
    }
    return intents;
  };
