import { expect, it } from "vitest";
import type { SiteReveal } from "#model/site-pages.ts";
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

const leads = (path: string): SiteReveal => ({ ...shows(), effect: "navigation", path });

const folds = (): SiteReveal => ({ ...shows(), control: { ...shows().control, expanded: true } });

const isCommon = (...reveals: SiteReveal[]): boolean => {
  const common = createCommonControls();
  for (const reveal of reveals) common.note(reveal, "/orders");
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

it("knows what unfolds on every page where it was folded on one of them", () => {
  expect(isCommon(folds(), folds())).toBe(false);
  expect(isCommon(folds(), shows("Users"))).toBe(true);
  expect(isCommon(shows("Users"), folds(), shows("Orders"))).toBe(false);
});

it("knows another page by its path, and what is on the same page by all of its address", () => {
  expect(isCommon(leads("/users?sort=name"), leads("/users"))).toBe(true);
  expect(isCommon(leads("/users"), leads("/items"))).toBe(false);
  expect(isCommon(leads("/orders?open=1"), leads("/orders?open=2"))).toBe(false);
});

it("knows a toggle that was set back on two pages, or once in the frame", () => {
  const control = shows().control;
  const common = createCommonControls();
  common.noteToggle(control, "/orders?page=1");
  common.noteToggle(control, "/orders?page=2");
  expect(common.isCommon(control)).toBe(false);
  common.noteToggle(control, "/users");
  expect(common.isCommon(control)).toBe(true);
  expect(common.isCommon({ ...control, chrome: true })).toBe(false);
  common.noteToggle({ ...control, chrome: true }, "/orders");
  expect(common.isCommon({ ...control, chrome: true })).toBe(true);
});
