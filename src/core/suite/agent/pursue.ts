import type { StepModel } from "#core/llm/meter.ts";
import { asData, dataRule, newMark } from "#core/llm/untrusted.ts";
import type { StepContext } from "#core/suite/define-step.ts";
import type { StepFailure } from "#core/suite/outcome.ts";
import { sayFailure } from "#core/suite/say-failure.ts";
import type { FoundAction } from "#model/agent.ts";
import type { PageOutline } from "#model/outline.ts";
import type { ModelMessage, ToolCall, ToolResult } from "#ports/model.ts";
import { changedPage, wholePage } from "./changes.ts";
import type { Checked } from "./check-goal.ts";
import { brokenByModel, leftFor } from "./check-goal.ts";
import { stateOf } from "./page-state.ts";
import { lookAt, performAction } from "./perform.ts";
import { agentTools, finished, giveUp, readCall } from "./tools.ts";
import { namesFor, typedText } from "./typed.ts";
import type { Typable } from "./typed.ts";

export type Pursuit = Typable & {
  /** The only origin that the page may be of. */
  origin: string;
  mostActions: number;
  check(outline: PageOutline): Promise<Checked>;
};
export type Pursued = { ok: true; actions: FoundAction[]; end: PageOutline } | StepFailure;

const mostOutputTokens = 4000;
/** How often the model may claim a goal that the check denies, or answer without a call. */
const mostClaims = 3;
const mostTurns = 60;

const instructions = (mark: string): string =>
  `You use a web page to reach a goal, as a careful person would, by calling tools. You are given the page as lines: role, "name", = "value", [states]; [e7] is the reference that tools take.
Do one thing at a time and look at what became of it. Do only what the goal asks for. Type only words of the goal or the values listed, written as \${name}: you are never shown what is behind a secret one.
Stay in the app: what leads elsewhere ends the task. When the page shows that the goal is reached, call ${finished}; when it cannot be reached, call ${giveUp} and say why.
${dataRule(mark)}`;

/** Whether a variable would be put in there. Only `fill` puts in what the step gives: never an address, a page's words or an option. */
const hasVariable = (args: unknown): boolean => (JSON.stringify(args) ?? "").includes("${");

/**
 * Lets the model act on the page until a check says that the goal is reached. It has the verbs of the grammar, types only
 * what the step gives, and stays on one origin; what it is told of the page is data. Its own word counts for nothing.
 */
export const pursue = async (
  context: StepContext,
  model: StepModel,
  pursuit: Pursuit,
  start: PageOutline,
): Promise<Pursued> => {
  const mark = newMark();
  const actions: FoundAction[] = [];
  let outline = start;
  let claims = 0;
  const values = namesFor(pursuit).map((name) => `\${${name}}`);
  const messages: ModelMessage[] = [
    {
      role: "user",
      text: `Goal: ${pursuit.goal}\n${values.length > 0 ? `Values that may be typed: ${values.join(", ")}\n` : ""}${asData("page", wholePage(start), mark)}`,
      cacheable: true,
    },
  ];

  /** Carries out one call; a text is what the model is told, a failure ends the step. */
  const carryOut = async (call: ToolCall): Promise<{ text: string; error?: boolean } | StepFailure> => {
    if (call.problem !== null) return { text: call.problem, error: true };
    const asked = readCall(call.name, call.input);
    if (!asked) return { text: `there is no tool ${call.name}`, error: true };
    if (asked.opens !== undefined && !opensWithin(asked.opens, pursuit.origin))
      return { text: "only addresses of the app may be opened", error: true };
    let typed: string | null = null;
    if (asked.types !== undefined) {
      typed = typedText(asked.types, pursuit);
      if (typed === null)
        return { text: "type only words of the goal, or one of the values listed as ${name}", error: true };
    }
    if (actions.length >= pursuit.mostActions)
      return brokenByModel(`more than ${pursuit.mostActions} actions`);
    const spent = model.action();
    if (spent) return brokenByModel(spent.message);
    const { timeoutMs } = context;
    const found =
      asked.ref === null ? null : await context.page.targetOf(asked.ref, asked.purpose, { timeoutMs });
    if (found && !found.ok) return { text: found.message, error: true };
    const target = found?.target ?? null;
    const plain = asked.args(target);
    if (hasVariable(typed === null ? plain : target))
      return { text: "only fill takes values written as ${name}", error: true };
    const args = typed === null ? plain : { target, value: typed };
    const action = { state: stateOf(outline), verb: call.name, args };
    const outcome = await performAction(context, action, "llm", pursuit.origin);
    if (!outcome.ok && ["crashed", "closed"].includes(outcome.kind)) return outcome;
    if (!outcome.ok && outcome.kind === "value") return outcome;
    const seen = await lookAt(context);
    if ("failure" in seen) return seen.failure;
    const strayed = leftFor(seen.outline.url, pursuit.origin);
    if (strayed) return strayed;
    const change = changedPage(outline, seen.outline);
    outline = seen.outline;
    if (!outcome.ok) return { text: `${sayFailure(outcome)}\n${asData("page", change, mark)}`, error: true };
    actions.push(action);
    return { text: `done\n${asData("page", change, mark)}` };
  };

  /** What the model is told of its claim, or how the step ends. */
  const judgeClaim = async (): Promise<string | Pursued> => {
    const seen = await lookAt(context);
    if ("failure" in seen) return seen.failure;
    ({ outline } = seen);
    const strayed = leftFor(outline.url, pursuit.origin);
    if (strayed) return strayed;
    const checked = await pursuit.check(outline);
    if (checked === null) return { ok: true, actions, end: outline };
    if ("failure" in checked) return checked.failure;
    claims += 1;
    return claims < mostClaims
      ? `The goal is not reached: ${asData("check", checked.unmet, mark)}`
      : brokenByModel(`the goal is not reached, though the model says so: ${checked.unmet}`);
  };

  for (let turn = 0; turn < mostTurns; turn += 1) {
    const timeoutMs = Math.max(1, context.leftMs());
    const answer = await model.turn({
      instructions: instructions(mark),
      messages,
      tools: agentTools,
      toolChoice: "required",
      maxOutputTokens: mostOutputTokens,
      timeoutMs,
      signal: context.signal,
    });
    if (!answer.ok) return brokenByModel(`the model failed (${answer.kind}): ${answer.message}`);
    const { calls, message } = answer.value;
    messages.push(message);
    if (calls.length === 0) {
      claims += 1;
      if (claims >= mostClaims) return brokenByModel("the model answers without using a tool");
      messages.push({ role: "user", text: `Call a tool: go on, or call ${finished} or ${giveUp}.` });
      continue;
    }
    const results: ToolResult[] = [];
    let stale = false;
    for (const { id, name, ...call } of calls) {
      if (name === giveUp && call.problem === null)
        return brokenByModel(`the model gave up: ${reasonOf(call.input)}`);
      if (stale) {
        results.push({ id, name, text: "not done: look at the page first", error: true });
      } else if (name === finished) {
        const judged = await judgeClaim();
        if (typeof judged !== "string") return judged;
        results.push({ id, name, text: judged, error: true });
        stale = true;
      } else {
        const before = outline.url;
        const done = await carryOut({ id, name, ...call });
        if ("ok" in done) return done;
        results.push({ id, name, ...done });
        // What was asked for together was meant for the page as it was.
        stale = done.error === true || outline.url !== before;
      }
    }
    messages.push({ role: "tool", results });
  }
  return brokenByModel(`the goal was not reached in ${mostTurns} turns`);
};

const opensWithin = (path: string, origin: string): boolean =>
  URL.canParse(path, origin) &&
  /^https?:/.test(new URL(path, origin).href) &&
  new URL(path, origin).origin === origin;

const reasonOf = (input: unknown): string => {
  const reason: unknown = typeof input === "object" && input !== null ? Reflect.get(input, "reason") : null;
  return typeof reason === "string" ? reason.slice(0, 500) : "without a reason";
};
