import type { StepDocument } from "#core/suite/grammar.ts";
import { baseOf } from "#core/suite/used-fixtures.ts";
import type { Entry } from "#core/explore/forms/form-data.ts";
import type { Draft } from "#core/generate/define-oracle.ts";
import { fieldItself, fixturesOf } from "#core/generate/forms.ts";
import { another, making, openList } from "./record-plan.ts";
import type { Plan } from "./record-plan.ts";
import { short } from "#core/generate/steps.ts";

type Fill = Extract<Entry, { kind: "fill" }>;
type Stay = { begin: Fill; end: Fill };

const nameIn = (value: string): string | null => /^\$\{(\w+)\}$/.exec(value)?.[1] ?? null;

/** The days on which an item begins and ends, the latter counted from the former. */
const stayOf = ({ entries }: Plan): Stay | null => {
  const filled = entries.filter((entry) => entry.kind === "fill");
  for (const end of filled) {
    const base = baseOf(end.fixtures[nameIn(end.value) ?? ""] ?? "");
    const begin = filled.find(({ value }) => base !== null && nameIn(value) === base);
    if (begin) return { begin, end };
  }
  return null;
};

/** The same entry on a day that is counted from its own. */
const moved = (entry: Fill, name: string, days: number): Fill => ({
  ...entry,
  value: `\${${name}}`,
  fixtures: { ...entry.fixtures, [name]: { date: { after: nameIn(entry.value) ?? "", days } } },
});

/** Where days are had once, they are so for longer items around them as well, and for those that begin within. */
export const overlaps = (plan: Plan): Draft[] => {
  const { record, id, called } = plan;
  if (!record.exclusive || record.opener === null || record.lingers) return [];
  const first = another(plan, "had");
  const stay = stayOf(first);
  if (!stay) return [];
  const { begin, end } = stay;
  const form = fieldItself(record.nameField);
  const on = (days: Stay): Plan => ({
    ...first,
    entries: first.entries.map((entry) => (entry === begin ? days.begin : entry === end ? days.end : entry)),
  });
  const later = moved(end, "later_end", 1);
  const around = on({ begin: moved(begin, "earlier_begin", -1), end: later });
  const within = on({ begin: moved(begin, "later_begin", 1), end: later });
  const made = (some: Plan): StepDocument[] => [openList(some), ...making(some)];
  return [
    {
      id: `create-${id}-overlaps`,
      title: `"${short(called)}" makes nothing on days of which some are taken`,
      steps: [
        ...made(first),
        { expect: { hidden: form } },
        ...[around, within].flatMap((some): StepDocument[] => [...made(some), { expect: { visible: form } }]),
      ],
      fixtures: {
        ...fixturesOf(first.entries),
        ...fixturesOf(around.entries),
        ...fixturesOf(within.entries),
      },
      rank: 22,
    },
  ];
};
