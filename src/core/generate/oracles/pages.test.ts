import { expect, it } from "vitest";
import { page, site, survey } from "#test/support/site-model.ts";
import { pages } from "./pages.ts";

it("a title that other pages have as well, which a script may still replace, is not expected of a page", () => {
  const bare = (id: string, title: string) =>
    page(id, { path: `/${id}`, pattern: `/${id}`, title, survey: survey({ headings: [] }) });
  const all = site({ pages: [bare("news", "Acme"), bare("team", "Acme"), bare("help", "Help at Acme")] });
  const steps = pages.applies(all, null).flatMap((draft) => draft.steps);
  expect(steps).toContainEqual({ goto: "/team" });
  expect(steps.filter((step) => JSON.stringify(step).includes('"title"'))).toEqual([
    { expect: { title: "Help at Acme" } },
  ]);
});
