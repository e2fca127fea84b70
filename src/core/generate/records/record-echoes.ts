import type { StepDocument } from "#core/suite/grammar.ts";
import type { Draft } from "#core/generate/define-oracle.ts";
import { fixturesOf } from "#core/generate/forms.ts";
import { another, making, openList } from "./record-plan.ts";
import type { Plan } from "./record-plan.ts";
import { removal } from "./record-removal.ts";
import { captureName, click, idle, literal, literalTarget, short } from "#core/generate/steps.ts";

const MOST = 2;

/** What a page that was seen before says of a new item, is what it says when it is loaded. */
export const echoed = (known: Plan): Draft[] => {
  const { record, id, called } = known;
  const echoes = (record.echoes ?? []).toSorted((a, b) => Number(b.late) - Number(a.late)).slice(0, MOST);
  const [first] = echoes;
  if (!first) return [];
  const plan = another(known, "echo");
  const names = echoes.map(({ pageId }) => captureName("said_on", pageId));
  const look = ({ path, part }: (typeof echoes)[number], at: number): StepDocument[] => [
    { goto: literal(path) },
    idle,
    { expect: { text: { target: literalTarget(part), is: `\${${names[at]}}` } } },
  ];
  return [
    {
      id: `create-${id}-told`,
      title: `What ${echoes.length > 1 ? "other pages say" : "another page says"} of what "${short(called)}" makes is there at once`,
      steps: [
        openList(plan),
        ...echoes.flatMap(({ link }) => [click(link), idle]),
        click(first.back),
        idle,
        ...making(plan),
        ...echoes.flatMap(({ link, part }, at): StepDocument[] => [
          click(link),
          idle,
          { capture: { [names[at] ?? ""]: { text: literalTarget(part) } } },
        ]),
        "reload",
        ...echoes.flatMap((echo, at) => look(echo, at)),
        ...(removal(plan) ?? []),
      ],
      fixtures: fixturesOf(plan.entries),
      rank: first.late ? 12 : 24,
    },
  ];
};
