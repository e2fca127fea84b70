import type { FaultKind } from "#model/qualification.ts";
import type { EdgeAnswer, ShownChange } from "#ports/edge.ts";
import type { JsonEdit } from "./json-edit.ts";

/** Where in the control something was seen: after the step of that index, the last one that acted. */
export type Place = { caseId: string; step: number };

/** What is changed of the exchanges with one route. */
export type HttpChange = { method: string; route: string } & (
  | { does: "server_error" | "network_error" | "stale" }
  | { does: "slow"; delayMs: number }
  | { does: "edit"; edit: JsonEdit }
  /** Acknowledged with what the app has answered in the control, and not sent. */
  | { does: "lose"; answer: EdgeAnswer; sent: string | null }
  | { does: "redirect"; to: string }
  | { does: "forget"; cookie: string }
);

/** Actions on a control that come to nothing: on the pages of a path, on the targets that the suite names it by. */
export type DeadControl = { path: string; targets: string[] };

/** One seeded fault. */
export type Fault = {
  id: string;
  kind: FaultKind;
  /** In words. */
  what: string;
  /** What tells it from faults of the same kind elsewhere; a fair sample takes from each place in turn. */
  where: string;
  /** The first place in each case at which it is met. */
  seen: Place[];
  change: { http: HttpChange } | { shown: ShownChange } | { dead: DeadControl };
  /** It is in what a step asks for itself. */
  byStep?: boolean;
  /** What an expectation should say, in words. */
  should: string;
  /** The expect of the grammar that would; null when none can be told. */
  expect: Record<string, unknown> | null;
  /** Beside that expect. */
  timeout?: string;
};
