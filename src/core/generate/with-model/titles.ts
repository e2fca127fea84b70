import { z } from "zod";
import { asData, dataRule, newMark } from "#core/llm/untrusted.ts";
import type { StepModel } from "#core/llm/meter.ts";
import type { CaseDocument } from "#core/suite/grammar.ts";
import { titleIn } from "./title.ts";

const timeoutMs = 90_000;
const longestCase = 500;
const longestAll = 30_000;

const answerSchema = z.object({
  titles: z.array(z.object({ id: z.string(), title: z.string() })),
});

const instructions = (mark: string): string =>
  `The cases of a test suite below were written by rule. Give each case whose title could tell better what is tested a new one: what somebody does and what must come of it, in plain words of the app, at most 100 characters, no two alike. Say nothing that the steps do not do or expect; words in quotes must stand in the case. Leave out cases whose title is good already.
${dataRule(mark)}`;

const quoted = /["“”«»]([^"“”«»]+)["“”«»]/g;

/**
 * Better titles for cases, by id, as a model gives them. A title is taken only when it is of a case that there is, no other
 * has it, and what it quotes stands in the case. A text says why there are none.
 */
export const betterTitles = async (
  model: StepModel,
  cases: readonly CaseDocument[],
  signal: AbortSignal,
): Promise<ReadonlyMap<string, string> | string> => {
  const mark = newMark();
  const told = cases.map((item) => JSON.stringify(item).slice(0, longestCase)).join("\n");
  const answer = await model.object({
    instructions: instructions(mark),
    messages: [{ role: "user", text: asData("cases", told.slice(0, longestAll), mark) }],
    schema: answerSchema,
    maxOutputTokens: 6000,
    timeoutMs,
    signal,
  });
  if (!answer.ok) return answer.message;
  const byId = new Map(cases.map((item) => [item.id, item]));
  const taken = new Set(cases.map(({ title }) => title ?? ""));
  const titles = new Map<string, string>();
  for (const { id, title: given } of answer.value.titles) {
    const [item, title] = [byId.get(id), titleIn(given)];
    if (!item || title === null || titles.has(id) || taken.has(title)) continue;
    const words = JSON.stringify([item.title, item.steps]);
    const isTrue = [...title.matchAll(quoted)].every(([, text = ""]) =>
      words.includes(JSON.stringify(text).slice(1, -1)),
    );
    if (!isTrue) continue;
    taken.add(title);
    titles.set(id, title);
  }
  return titles;
};
