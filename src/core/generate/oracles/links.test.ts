import { expect, it } from "vitest";
import { site } from "#test/support/site-model.ts";
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
