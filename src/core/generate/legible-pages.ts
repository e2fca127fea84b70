import { oneOfEachKind } from "#core/generate/one-of-each-kind.ts";
import { idle, legible, openPage } from "#core/generate/steps.ts";
import type { StepDocument } from "#core/suite/grammar.ts";
import type { SiteModel } from "#model/site.ts";

const MOST_PAGES = 6;

/** All text of some pages, each of another kind, can be told from what is behind it; not of the one at `path`. */
export const legibleElsewhere = (site: SiteModel, path: string): StepDocument[] =>
  oneOfEachKind(site)
    .filter((page) => page.path !== path && page.setup.length === 0)
    .slice(0, MOST_PAGES)
    .flatMap((page) => [...openPage(page), idle, legible]);
