import { expect, it } from "vitest";
import type { SurveyCollection } from "#model/survey.ts";
import { survey } from "#test/support/site-model.ts";
import { mainList } from "#core/explore/lists/lists.ts";

const row = (text: string, buttons: string[], href?: string): SurveyCollection["items"][number] => ({
  text,
  cells: [],
  links: href === undefined ? [] : [{ text, href }],
  buttons,
  images: [],
  fields: [],
});

const listOf = (items: SurveyCollection["items"]): SurveyCollection => ({
  kind: "list",
  name: "",
  target: { role: "list" },
  rows: items.length,
  columns: [],
  items,
  footers: [],
  code: false,
  paging: null,
});

const TOOLS = ["Strong", "Italic", "Underline"];
const MANY = Array.from({ length: 10 }, (_, at) => `Tool ${String.fromCodePoint(65 + at)}`);

it.each([
  [
    "tabs beside a row of buttons are none",
    [row("Edit", [], "/a#"), row("Preview", [], "/a#"), row(TOOLS.join(" "), TOOLS)],
    false,
  ],
  [
    "more buttons than are read are none",
    [row("Edit", [], "/a#"), row(`${MANY.join(" ")} Tool Z`, MANY)],
    false,
  ],
  [
    "rows that say more than their buttons are one",
    [row("Ada Remove", ["Remove"]), row("Ben Remove", ["Remove"])],
    true,
  ],
] as const)("of what may be the list of a page, %s", (_, items, isList) => {
  expect(mainList(survey({ collections: [listOf([...items])] })) !== null).toBe(isList);
});
