import type { SuiteDocument } from "#core/suite/grammar.ts";
import { withoutCases } from "./without-cases.ts";
import { withBlocks } from "./steps.ts";

/** Stands for what only whoever wrote the suite may mean: a page's words that look so must not reach a form with its value. */
const REFERENCE = /\$\{\s*(?:secret|env)\b/;

/**
 * The suite without cases that name a secret or a variable of the environment other than `own`, the reference to the password
 * of the log-in. Texts of the app are escaped where they are written; this is the last door.
 */
export const withoutForeign = (document: SuiteDocument, own: string | null): SuiteDocument => {
  const isForeign = (part: unknown): boolean => {
    const text = JSON.stringify(part) ?? "";
    return REFERENCE.test(own === null ? text : text.replaceAll(JSON.stringify(own).slice(1, -1), ""));
  };
  const bad = new Set<string>();
  for (const item of document.cases) {
    const needsBad = item.needs?.some((id) => bad.has(id)) ?? false;
    if (needsBad || isForeign(item) || isForeign(withBlocks(document, item))) bad.add(item.id);
  }
  return withoutCases(document, bad);
};
