import type { StepDocument } from "#core/suite/grammar.ts";
import { escapeRegex } from "#model/escape-regex.ts";
import { fold } from "#core/explore/lists/lists.ts";
import { isSaidOnce, mainOf, stem } from "#core/generate/counts/counts.ts";
import type { Draft } from "#core/generate/define-oracle.ts";
import { fixturesOf } from "#core/generate/forms.ts";
import { find, itemFor, listOf, rowOf } from "./record-plan.ts";
import type { Plan } from "./record-plan.ts";
import { restated } from "./record-restated.ts";
import { captureName, idle, literalTarget, noErrors } from "#core/generate/steps.ts";

const NOT_DONE =
  "left|open|remaining|to do|to go|pending|unread|outstanding|incomplete|unfinished|offen|[üu]brig|restantes?|pendientes?";
const LEFT = new RegExp(String.raw`^\(?(\d{1,4}) (?:(\p{L}+) )?(${NOT_DONE})\)?$`, "iu");

/** Finds "3 items left" above a list with boxes: the number of its rows that are not ticked, or of all where it is wrong. */
const leftOver = (plan: Plan): string | null => {
  const { page } = plan;
  const list = listOf(plan);
  if (!page || !list || list.paging || list.items.length !== list.rows) return null;
  const boxes = list.items.flatMap(({ fields }) =>
    fields.filter(({ type }) => type === "checkbox").slice(0, 1),
  );
  const ticked = boxes.filter(({ value }) => value === "true").length;
  const isTold = boxes.every(({ value }) => /^(?:true|false)$/.test(value));
  const fits = (number: number): boolean =>
    isTold ? [boxes.length - ticked, boxes.length].includes(number) : number > 0 && number <= list.rows;
  const found = page.survey.counters.flatMap(({ text }) => {
    const [, number = "", noun, words = ""] = LEFT.exec(fold(text)) ?? [];
    if (boxes.length !== list.rows || number === "" || !fits(Number(number))) return [];
    const named = noun === undefined ? "" : `${escapeRegex(stem(noun))}\\w* `;
    return [String.raw`\d+ ${named}${escapeRegex(words)}`];
  });
  const [pattern] = found;
  return pattern !== undefined && found.length === 1 && isSaidOnce(page.survey, pattern) ? pattern : null;
};

/** What is ticked stays so, and a number of what is left goes down by it, and up again. */
export const tick = (plan: Plan): Draft[] => {
  const { record, page, id, name, problems, loggedIn } = plan;
  if (!record.ticked) return [];
  const { steps: made, ...item } = itemFor(plan);
  const box = { role: "checkbox", within: rowOf(plan, name) };
  const pattern = leftOver(plan);
  const left = captureName("left_before", id);
  const target = literalTarget(page ? mainOf(page.survey) : { css: "body" });
  const number = restated(plan, "counted_ticked");
  const is = (not: boolean): StepDocument[] =>
    pattern === null ? [] : [{ expect: { text: { target, contains: `\${${left}}`, ...(not && { not }) } } }];
  return [
    {
      id: `tick-${id}`,
      title: "An item that is ticked stays ticked",
      ...item,
      steps: [
        ...made,
        ...find(plan, name),
        ...(pattern === null ? [] : [idle, { capture: { [left]: { text: target, match: pattern } } }]),
        // What the app decides shows when the page is opened again, whatever the box does meanwhile.
        record.rowRole === "row" ? { click: box } : { check: box },
        ...is(true),
        idle,
        ...number.now,
        ...find(plan, name),
        { expect: { checked: box } },
        ...number.again,
        ...(pattern === null ? [] : [{ uncheck: box }, ...is(false)]),
        noErrors(problems, loggedIn),
      ],
      fixtures: fixturesOf(plan.entries),
      rank: 13,
    },
  ];
};

/** What the switch of an item's row is put to stays so, and can be put back. */
export const switched = (plan: Plan): Draft[] => {
  const { record, id, name, problems, loggedIn } = plan;
  if (!record.switched) return [];
  const { steps: made, ...item } = itemFor(plan);
  const target = { role: "switch", within: rowOf(plan, name) };
  const is = (on: boolean): StepDocument => ({ expect: { checked: { target, is: on } } });
  const { on } = record.switched;
  // What the app decides shows when the page is opened again, whatever the switch does meanwhile.
  const used = (later: boolean): StepDocument[] => [{ click: target }, idle, ...find(plan, name), is(later)];
  return [
    {
      id: `switch-${id}`,
      title: "An item that is switched stays so, and can be switched back",
      ...item,
      steps: [...made, ...find(plan, name), is(on), ...used(!on), ...used(on), noErrors(problems, loggedIn)],
      fixtures: fixturesOf(plan.entries),
      rank: 13,
    },
  ];
};
