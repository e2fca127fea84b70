import type { BugEntry } from "#examples/shop/bugs.ts";

export const ACCESSIBILITY_BUGS = [
  {
    id: "image-without-alt",
    oracle: "accessible",
    category: "accessibility",
    summary: "Pictures have no text alternative",
  },
  {
    id: "search-without-label",
    oracle: "accessible",
    category: "accessibility",
    summary: "The search field of the catalogue has no label",
  },
  {
    id: "contact-label-missing",
    oracle: "accessible",
    category: "accessibility",
    summary: "The name field of the contact form has no label",
  },
  {
    id: "button-without-name",
    oracle: "accessible",
    category: "accessibility",
    summary: "The buttons that remove a line from the cart have no name",
  },
  {
    id: "language-missing",
    oracle: "accessible",
    category: "accessibility",
    summary: "The pages do not say their language",
  },
  {
    id: "low-contrast",
    oracle: "accessible",
    category: "accessibility",
    summary: "Texts are too pale to read",
  },
] as const satisfies readonly BugEntry[];
