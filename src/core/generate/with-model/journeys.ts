import { z } from "zod";
import { isDangerous, isDangerousAddress } from "#core/explore/words.ts";
import { intentOf, modelStepSchema } from "#core/generate/text/model-steps.ts";
import type { ModelStep } from "#core/generate/text/model-steps.ts";
import type { CaseRead } from "#core/generate/text/walk-case.ts";
import { asData, dataRule, newMark } from "#core/llm/untrusted.ts";
import type { StepModel } from "#core/llm/meter.ts";
import type { CaseDocument } from "#core/suite/grammar.ts";
import type { SiteModel } from "#model/site.ts";
import { outlineOf } from "./outline.ts";
import { titleIn } from "./title.ts";

const timeoutMs = 90_000;
const mostSteps = 12;
const mostRead = 30;
const longestValue = 200;

const answerSchema = z.object({
  journeys: z.array(
    z.object({
      title: z.string().describe("What somebody does and what must come of it, in one sentence"),
      steps: z.array(modelStepSchema),
    }),
  ),
});

const instructions = (most: number, mark: string): string =>
  `You are an experienced tester. A web app was explored, and the test cases below were written for it by rule. Propose at most ${most} further journeys that matter to who uses the app and that no case covers yet: several steps each, over more than one page where that makes sense, with an end at which something must be so if the app is right (what was typed is shown again, a list has become shorter, a sum fits, a choice is kept).
Each journey begins with "open" and an address of the outline. Use only pages, controls, fields and options of the outline, by the names that it has; what is typed is plain, realistic data of your own. End with see_ steps for what the app must then show; expect only what follows from what was done, or what the outline says.
Never log in or out, delete, pay, order, send messages, invite, reset, or change an account or a password.
${dataRule(mark)}`;

const deeds = new Set(["open", "click", "fill", "select", "check", "uncheck"]);

const sentenceOf = ({ kind, name, within, value, count }: ModelStep): string =>
  [kind.replaceAll("_", " "), name, value, count, within === null ? null : `in ${within}`]
    .filter((part) => part !== null && part !== "")
    .join(" ")
    .slice(0, 300);

const oddSigns = /\p{Cc}/u;

/** A journey as it can be walked through the app, or why it cannot be. */
const readJourney = (
  { title, steps }: z.output<typeof answerSchema>["journeys"][number],
  addresses: ReadonlySet<string>,
): CaseRead | string => {
  const name = titleIn(title);
  if (name === null) return "it has no proper title";
  if (steps.length > mostSteps) return `it has more than ${mostSteps} steps`;
  if (steps[0]?.kind !== "open") return "it does not begin with a page";
  const read: CaseRead["read"] = [];
  for (const step of steps) {
    const text = sentenceOf(step);
    if (!deeds.has(step.kind) && !step.kind.startsWith("see_")) return `"${text}" is no step of a journey`;
    if (step.kind === "open" && !addresses.has(step.value ?? ""))
      return `${(step.value ?? "").slice(0, 100)} is no page that was seen`;
    const intent = intentOf(step, {
      isGiven: (value) => value.length <= longestValue && !oddSigns.test(value),
      isQuoted: (seen) => (seen.length <= longestValue ? false : null),
    });
    if (typeof intent === "string") return intent;
    read.push({ sentence: { text, part: null, isStep: true }, intents: [intent], reason: null });
  }
  if (!steps.some(({ kind }) => kind.startsWith("see_"))) return "it expects nothing";
  return { title: name, sentences: read.map(({ sentence }) => sentence), read };
};

/**
 * Why a journey must not use what bears a name or lies behind an address; null where it may. What the exploration itself
 * left alone is left alone by journeys, too.
 */
export const refusalsOf = ({ bounds }: SiteModel): ((name: string) => string | null) => {
  const avoided = new Set(bounds.avoided.map((name) => name.trim().toLowerCase()));
  return (name) => {
    const bare = name.trim();
    if (bare === "") return "it has no name, so that nobody can tell what it does";
    const isHarmful =
      isDangerous(bare) ||
      avoided.has(bare.toLowerCase()) ||
      (bare.startsWith("/") && isDangerousAddress(bare));
    return isHarmful ? `"${bare.slice(0, 80)}" may do harm and is not used` : null;
  };
};

/**
 * Journeys that a model proposes beside the cases that there are, ready to be walked through the app, and why others are not
 * taken. Nothing of them is in a suite before the app has shown that it can be done.
 */
export const proposeJourneys = async (
  model: StepModel,
  {
    site,
    cases,
    most,
    signal,
  }: { site: SiteModel; cases: readonly CaseDocument[]; most: number; signal: AbortSignal },
): Promise<{ journeys: CaseRead[]; notes: string[] }> => {
  const mark = newMark();
  const answer = await model.object({
    instructions: instructions(most, mark),
    messages: [
      {
        role: "user",
        text: [
          asData("app", outlineOf(site), mark),
          asData(
            "cases",
            cases.map(({ id, title }) => `${id}: ${title ?? ""}`.slice(0, 200)).join("\n"),
            mark,
          ),
        ].join("\n"),
      },
    ],
    schema: answerSchema,
    maxOutputTokens: 6000,
    timeoutMs,
    signal,
  });
  if (!answer.ok)
    return {
      journeys: [],
      notes: [`the model proposes no journeys: it could not be asked: ${answer.message}`],
    };
  const addresses = new Set(site.pages.flatMap(({ path, examples }) => [path, ...examples]));
  const read = answer.value.journeys
    .slice(0, mostRead)
    .map((journey) => ({ journey, item: readJourney(journey, addresses) }));
  return {
    journeys: read.flatMap(({ item }) => (typeof item === "string" ? [] : [item])).slice(0, most),
    notes: read.flatMap(({ journey, item }) =>
      typeof item === "string"
        ? [`a journey that the model proposes is not taken: ${journey.title.slice(0, 100)}: ${item}`]
        : [],
    ),
  };
};
