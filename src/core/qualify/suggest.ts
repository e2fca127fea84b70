import { Document, isCollection, visit } from "yaml";
import { masked } from "#core/run/mask.ts";
import type { Fault } from "./fault.ts";

/** Texts of a page are no variables. */
const asWritten = (value: unknown): unknown => {
  if (typeof value === "string") return value.replaceAll("${", () => "$${");
  if (Array.isArray(value)) return value.map(asWritten);
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([name, item]) => [name, asWritten(item)]));
};

/** The step that would have noticed the fault, as one line of a suite; none where it would have to show a secret. */
export const suggestionOf = ({ expect, timeout }: Pick<Fault, "expect" | "timeout">): string | null => {
  if (expect === null) return null;
  const document = new Document([
    { expect: asWritten(expect), ...(timeout === undefined ? {} : { timeout }) },
  ]);
  visit(document, {
    Collection(_key, node, ancestors) {
      if (ancestors.length > 3 && isCollection(node)) node.flow = true;
    },
  });
  const text = document.toString({ lineWidth: 0, flowCollectionPadding: false }).trimEnd();
  return text.includes(masked) ? null : text;
};
