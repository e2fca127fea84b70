import { expect, it } from "vitest";
import { control, page } from "#test/support/site-model.ts";
import { findLogout } from "./find-logout.ts";

it("the menu that logs out is a button, also where much on a page bears the name of who is logged in", () => {
  const opener = { ...control, name: "Maya Fletcher", target: "Maya Fletcher", submit: false, chrome: true };
  const reveal = {
    control: opener,
    effect: "content" as const,
    path: null,
    appeared: ["Settings", "Log out"],
    forms: [],
    problems: [],
    close: null,
  };
  expect(findLogout([page("home", { reveals: [reveal] })])).toMatchObject({
    setup: [{ kind: "click", target: { role: "button", name: "Maya Fletcher" } }],
    name: "Log out",
  });
});
