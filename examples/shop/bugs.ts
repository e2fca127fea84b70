import { ACCESSIBILITY_BUGS } from "./bugs/accessibility.ts";
import { API_BUGS } from "./bugs/api.ts";
import { AUTH_BUGS } from "./bugs/auth.ts";
import { BACKEND_BUGS } from "./bugs/backend.ts";
import { CONTENT_BUGS } from "./bugs/content.ts";
import { DATA_BUGS } from "./bugs/data.ts";
import { FRONTEND_BUGS } from "./bugs/frontend.ts";
import { LOOKALIKES } from "./bugs/lookalikes.ts";
import { PERFORMANCE_BUGS } from "./bugs/performance.ts";

export type Layer =
  | "backend"
  | "api"
  | "frontend"
  | "content"
  | "auth"
  | "data"
  | "accessibility"
  | "performance";

/** The expectation, true of every healthy app, that a bug breaks. */
type Oracle =
  | "accessible"
  | "api-contract"
  | "back-returns"
  | "bad-credentials"
  | "broken-image"
  | "broken-link"
  | "card-agrees"
  | "card-link"
  | "console-error"
  | "counter"
  | "created-listed"
  | "delete-only-that"
  | "edit-only-that"
  | "email-field"
  | "failed-request"
  | "images-differ"
  | "locator-steady"
  | "login-required"
  | "logout-closes"
  | "markup-inert"
  | "option-matters"
  | "page-error"
  | "pages-disjoint"
  | "required-field"
  | "response-time"
  | "script-loads"
  | "search-clears"
  | "search-matches"
  | "sort-order"
  | "survives-reload"
  | "total"
  | "value-kept";

/** A root cause as a report names it. */
type Category =
  | "accessibility"
  | "api_contract"
  | "auth"
  | "backend_error"
  | "backend_exception"
  | "broken_link"
  | "environment"
  | "frontend_exception"
  | "locator_drift"
  | "timing"
  | "unknown"
  | "wrong_result";

/** A row of the files in bugs/; the oracle `none` is that of what only looks like a bug. */
export type BugEntry = { id: string; oracle: Oracle | "none"; category: Category | null; summary: string };

function inLayer<const Entry extends BugEntry>(
  layer: Layer,
  entries: readonly Entry[],
): (Entry & { layer: Layer })[] {
  return entries.map((entry) => ({ ...entry, layer }));
}

/** Every bug that the shop can have, by layer. */
export const BUGS = [
  ...inLayer("backend", BACKEND_BUGS),
  ...inLayer("api", API_BUGS),
  ...inLayer("frontend", FRONTEND_BUGS),
  ...inLayer("content", CONTENT_BUGS),
  ...inLayer("auth", AUTH_BUGS),
  ...inLayer("data", DATA_BUGS),
  ...inLayer("accessibility", ACCESSIBILITY_BUGS),
  ...inLayer("performance", PERFORMANCE_BUGS),
];

export { LOOKALIKES };

export type BugId = (typeof BUGS)[number]["id"] | (typeof LOOKALIKES)[number]["id"];

/** The bugs that are on in one shop. */
export type Bugs = ReadonlySet<BugId>;

function isBugId(id: string): id is BugId {
  return [...BUGS, ...LOOKALIKES].some((bug) => bug.id === id);
}

/** The set of the bugs and look-alikes with these ids; throws when one is unknown. */
export function bugsNamed(ids: readonly string[]): Bugs {
  const unknown = ids.filter((id) => !isBugId(id));
  if (unknown.length > 0)
    throw new Error(
      `The shop has no bug called ${unknown.join(", ")}; examples/shop/README.md lists them, as does --list-bugs of the shop`,
    );
  return new Set(ids.filter(isBugId));
}
