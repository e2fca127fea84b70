import { operatedRoles } from "#model/operated-roles.ts";
import { indexDocument } from "./document-index.ts";

/** Those, further fields, and the parts by which people find their way. */
const told = new Set<string>([
  ...operatedRoles,
  "searchbox",
  "slider",
  "spinbutton",
  "heading",
  "dialog",
  "alert",
  "navigation",
  "form",
  "region",
]);
const MOST_ELEMENTS = 120;
const LONGEST_NAME = 300;

/** What the document is operated with and what its parts are called, as far as they can be seen: `button "Pay"`. */
export const operated = (): string[] => {
  const index = indexDocument();
  const lines: string[] = [];
  for (const element of index.elements) {
    const role = index.role(element);
    if (role === null || !told.has(role) || !index.visible(element) || !index.offered(element)) continue;
    const name = index.name(element);
    if (name !== "") lines.push(`${role} "${name.slice(0, LONGEST_NAME)}"`);
    if (lines.length === MOST_ELEMENTS) break;
  }
  return lines;
};
