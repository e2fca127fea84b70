import { withoutQuery } from "./address.ts";
import type { CaseEvidence } from "#model/evidence.ts";
import type { Patterns } from "./address.ts";

/** What the app's scripts asked its own server for since a step began, each as `GET /api/items/:id`. */
export const routesIn = (evidence: CaseEvidence, step: number, patterns: Patterns): string[] =>
  evidence.requests
    .filter(
      (request) =>
        request.step >= step && request.same_origin && /^(?:xhr|fetch)$/.test(request.resource_type),
    )
    .map(({ method, url }) => `${method} ${withoutQuery(patterns.of(new URL(url)))}`);
