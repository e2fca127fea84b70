import { counted } from "#model/counted.ts";
import { z } from "zod";
import { brokenByModel, checkByModel, checkUntil, noModel } from "#core/suite/agent/check-goal.ts";
import type { Checked } from "#core/suite/agent/check-goal.ts";
import { lookAt } from "#core/suite/agent/perform.ts";
import { pursue } from "#core/suite/agent/pursue.ts";
import { replay } from "#core/suite/agent/replay.ts";
import { stateOf } from "#core/suite/agent/page-state.ts";
import { defineStep } from "#core/suite/define-step.ts";
import type { StepContext } from "#core/suite/define-step.ts";
import { expectSchema } from "#core/suite/expects/index.ts";
import type { StepOutcome } from "#core/suite/outcome.ts";
import { textSchema, brief } from "#core/suite/scalars.ts";
import { variableNameSchema } from "#core/suite/values.ts";
import type { PageOutline } from "#model/outline.ts";

const goalSchema = z.string().min(3).max(2000);
const schema = z.union([
  goalSchema.describe("What is to be reached on the page"),
  z.strictObject({
    goal: goalSchema.describe("What is to be reached on the page"),
    until: expectSchema
      .describe("Holds when it is reached; else a model must find so, quoting the page")
      .optional(),
    values: z
      .record(variableNameSchema, textSchema)
      .describe("What may be typed beside words of the goal, by name")
      .optional(),
    max_actions: z.int().min(1).max(100).describe("20 when absent").optional(),
  }),
]);
type Args = z.output<typeof schema>;

const usualActions = 20;

const read = (args: Args) => {
  const {
    goal,
    until,
    values = {},
    max_actions: mostActions = usualActions,
  } = typeof args === "string" ? { goal: args } : args;
  const texts = Object.entries(values).map(([name, value]): [string, string] => [name, String(value)]);
  return { goal, until, values: Object.fromEntries(texts), mostActions };
};

/** What the arguments of a `do` step say that holds when its goal is reached; undefined when they say nothing. */
export const untilOf = (args: unknown): unknown =>
  typeof args === "object" && args !== null ? Reflect.get(args, "until") : undefined;

const originOf = (url: string): string | null =>
  URL.canParse(url) && /^https?:/.test(url) ? new URL(url).origin : null;

const run = async (args: Args, context: StepContext): Promise<StepOutcome> => {
  const { goal, until, values, mostActions } = read(args);
  const { recall } = context;
  const origin = originOf(context.page.url());
  if (origin === null)
    return brokenByModel("open a page of the app first: `do` stays on the origin that it starts on");
  const first = await lookAt(context);
  if ("failure" in first) return first.failure;
  let start: PageOutline = first.outline;
  const byExpects = until === undefined ? null : (): Promise<Checked> => checkUntil(context, until);

  const known = recall.mode === "off" ? null : await recall.load();
  if (known) {
    const replayed = await replay(context, known, start, origin, byExpects);
    if (replayed.kind === "failed") return replayed.failure;
    if (replayed.kind === "reached")
      return { ok: true, note: `${counted(replayed.actions, "action")} of an earlier run, without a model` };
    recall.said(`what reached "${brief(goal, 80)}" before no longer fits: ${replayed.why}`);
    if (recall.mode === "frozen")
      return brokenByModel(`the kept actions no longer fit, and only kept ones are allowed: ${replayed.why}`);
    if (recall.mode === "on") await recall.drop();
    start = replayed.outline;
  } else if (recall.mode === "frozen") {
    return brokenByModel(
      "there are no kept actions for this goal, and only kept ones are allowed (AGENT_ACTIONS is frozen)",
    );
  }

  const access = context.model();
  if (access.model === null) return noModel(access.why);
  let quotes: string[] = [];
  const check =
    byExpects ??
    ((outline: PageOutline) =>
      checkByModel(context, access, goal, outline, (quoted) => {
        quotes = quoted;
      }));
  const pursued = await pursue(context, access.model, { goal, values, origin, mostActions, check }, start);
  if (!pursued.ok) return pursued;
  // Actions that begin where others had stopped fitting would not be found again.
  if (recall.mode === "on" && start === first.outline)
    await recall.save({ actions: pursued.actions, end: stateOf(pursued.end), quotes });
  return { ok: true, note: `${counted(pursued.actions.length, "action")} by ${access.model.name}` };
};

export const doGoal = defineStep({
  verb: "do",
  summary: "Let a language model reach a goal on the page, and repeat its actions without it.",
  description:
    "The model of the settings acts with the verbs of this grammar, on the origin that the step starts on. It types only words of the goal " +
    "and `values` (or `${…}` of the goal; a secret it never sees). The goal counts as reached when `until` holds or, without it, when a " +
    "judgement that quotes the page says so; the model's own word does not count. The actions are kept with the state of the page " +
    "that each was done on, and the next run repeats them with no model while the page is of that structure and, without `until`, says " +
    "at the end what the judgement quoted. Without a model, or " +
    "when its budget is spent, the case is broken.",
  schema,
  example: 'do: {goal: Choose the cheapest delivery, until: {visible: "Delivery: standard"}}',
  pace: "action",
  keepsVariables: true,
  describe: (args) => `do: ${read(args).goal}`,
  run,
});
