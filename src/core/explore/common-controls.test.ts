import { expect, it } from "vitest";
import type { SiteReveal } from "#model/site.ts";
import { createCommonControls } from "./common-controls.ts";

const shows = (...appeared: string[]): SiteReveal => ({
  control: {
    name: "Configure",
    role: "button",
    disabled: false,
    expanded: false,
    submit: false,
    chrome: false,
    target: "Configure",
  },
  effect: "content",
  path: null,
  appeared,
  forms: [],
  problems: [],
  close: null,
});

const isCommon = (...reveals: SiteReveal[]): boolean => {
  const common = createCommonControls();
  for (const reveal of reveals) common.note(reveal);
  return common.isCommon(shows().control);
};

it("knows what a control shows on every page once it has shown that on two", () => {
  expect(isCommon()).toBe(false);
  expect(isCommon(shows("Users"))).toBe(false);
  expect(isCommon(shows("Users"), shows("Users"))).toBe(true);
});

it("uses what shows something of its own on each page, nothing that lasts, or went wrong, on the next page as well", () => {
  const wrong = { ...shows("Users"), problems: [{ kind: "page_error" as const, message: "page error: no" }] };
  expect(isCommon(shows("Users"), shows("Orders"))).toBe(false);
  expect(isCommon(shows(), shows())).toBe(false);
  expect(isCommon(shows("Users"), wrong)).toBe(false);
});
