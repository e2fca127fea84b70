import { expect, it } from "vitest";
import { page, site, survey } from "#test/support/site-model.ts";
import { links } from "./links.ts";

const dead = (pageId: string, path: string) => ({
  pageId,
  text: "Basil",
  target: "Basil",
  path,
  status: 500,
});

it("an address that its server cannot give is told once, whichever pages lead there", () => {
  const deadLinks = [dead("list", "/animals/43"), dead("owner", "/animals/43"), dead("list", "/animals/7")];
  const steps = links.applies(site({ deadLinks }), null).map((draft) => draft.steps);
  expect(steps).toEqual(["/animals/43", "/animals/7"].map((url) => [{ goto: { url, status: 200 } }]));
});

it.each([
  [
    "says that nothing is there",
    { says: "Page not found" },
    [{ goto: { url: "/visits/new?animal=7", status: 200 } }],
  ],
  ["may be drawn by a script", {}, expect.arrayContaining([{ click: "Book a visit" }])],
])("what an item's page offers at the time, whose page %s", (_, shown, steps) => {
  const href = "https://app.example/visits/new?animal=7";
  const link = { text: "Book a visit", target: "Book a visit", href, same_origin: true, chrome: false };
  const animal = page("animal", {
    path: "/animals/7",
    survey: survey({ links: [{ ...link, new_tab: false, download: false }] }),
  });
  const deadLinks = ["7", "8", "9"].map((id) => ({
    ...dead("animal", `/visits/new?animal=${id}`),
    text: link.text,
    target: link.target,
    status: 404,
    ...shown,
  }));
  const drafts = links.applies(site({ pages: [page("home"), animal], deadLinks }), null);
  expect(drafts).toHaveLength(2);
  expect(drafts[0]?.steps).toEqual(steps);
});
