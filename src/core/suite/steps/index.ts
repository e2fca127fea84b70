import type { z } from "zod";
import type { StepDefinition } from "#core/suite/define-step.ts";
import type { ExpectDocument } from "#core/suite/expects/index.ts";
import { back } from "./back.ts";
import { capture } from "./capture.ts";
import { check } from "./check.ts";
import { click } from "./click.ts";
import { doubleClick } from "./double-click.ts";
import { dialog } from "./dialog.ts";
import { doGoal } from "./do.ts";
import { download } from "./download.ts";
import { drag } from "./drag.ts";
import { expect } from "./expect.ts";
import { fill } from "./fill.ts";
import { goto } from "./goto.ts";
import { hover } from "./hover.ts";
import { press } from "./press.ts";
import { reload } from "./reload.ts";
import { request } from "./request.ts";
import { scrollTo } from "./scroll-to.ts";
import { select } from "./select.ts";
import { tab } from "./tab.ts";
import { uncheck } from "./uncheck.ts";
import { upload } from "./upload.ts";
import { use } from "./use.ts";
import { viewport } from "./viewport.ts";
import { waitFor } from "./wait-for.ts";

/** Every verb, in the order of the reference. */
export const steps = {
  goto,
  reload,
  back,
  click,
  double_click: doubleClick,
  hover,
  fill,
  select,
  check,
  uncheck,
  press,
  upload,
  drag,
  scroll_to: scrollTo,
  viewport,
  dialog,
  tab,
  download,
  capture,
  request,
  do: doGoal,
  use,
  wait_for: waitFor,
  expect,
} as const;

export type Verb = keyof typeof steps;

type Arguments = { [V in Verb]: z.input<(typeof steps)[V]["schema"]> } & {
  expect: ExpectDocument;
  wait_for: "idle" | ExpectDocument;
};
/** One verb with its arguments, as written; `reload` and `back` may stand alone. */
export type VerbDocument = "reload" | "back" | { [V in Verb]: { [P in V]: Arguments[P] } }[Verb];

export const stepDefinitions: ReadonlyMap<string, StepDefinition> = new Map(
  Object.entries(steps).map(([verb, definition]) => [verb, definition]),
);
