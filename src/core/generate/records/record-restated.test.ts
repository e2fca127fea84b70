import { expect, it } from "vitest";
import type { Plan } from "./record-plan.ts";
import { toldOnceGone, toldOnceMade } from "./record-restated.ts";

const told = [String.raw`Tasks left: \d+`];
const list = { css: "#tasks" };

/** Tasks in a list of so many rows, as they were seen before one was made. */
const tasks = (rows: number, record: object): Plan =>
  ({
    id: "task",
    page: { survey: { landmarks: [], collections: [{ target: list, rows, items: [] }] } },
    record: { list, told, local: false, search: null, ...record },
  }) as unknown as Plan;

it.each<[string, Plan, number, number]>([
  ["a list of others", tasks(2, {}), 1, 1],
  ["a list that has nothing in it", tasks(0, {}), 1, 0],
  ["a list that the browser keeps", tasks(2, { local: true }), 1, 0],
  ["a list that has to be searched", tasks(2, { search: { field: "Search" } }), 0, 0],
])("numbers of %s", (_, plan, made, gone) => {
  expect(toldOnceMade(plan).now).toHaveLength(made);
  expect(toldOnceGone(plan).now).toHaveLength(gone);
});
