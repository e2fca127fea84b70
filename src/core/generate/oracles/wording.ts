import type { StepDocument } from "#core/suite/grammar.ts";
import type { SitePage } from "#model/site.ts";
import type { Target } from "#model/target.ts";
import { defineOracle } from "#core/generate/define-oracle.ts";
import { literal, openPage } from "#core/generate/steps.ts";

const MOST = 8;
/** `checkout.actions.submit`, and not a file, an address or a version. */
const KEY = /^[a-z][a-zA-Z0-9]*(?:[._-][a-zA-Z0-9]+)*\.[a-zA-Z][a-zA-Z0-9_]*$/;
const NO_KEY =
  /\.(?:[a-z]{2,4}|html|json|yaml|yml|conf|local|config|java|class|tsx|jsx)$|^www\.|@|\/|\d\.\d/i;
const LONG_KEY = /^[a-z][a-zA-Z0-9_]*(?:\.[a-z][a-zA-Z0-9_]*){2,}$/;
/** Addresses of hosts, and packages of programs. */
const PACKAGE = /^(?:www|com|org|net|io|dev|java|javax|jakarta|de|kotlin|android|github)\./;
const UNFILLED = /^\{\{ ?[\w.]+ ?\}\}$|^\$\{\w+\}$|^%\{?\w+\}?%?$/;

/** A text that stands for another one which was to take its place. */
const isKey = (text: string): boolean => {
  const words = text.trim();
  if (UNFILLED.test(words)) return true;
  return KEY.test(words) && (LONG_KEY.test(words) ? !PACKAGE.test(words) : !NO_KEY.test(words));
};

/** What a page is headed by, and what its fields and buttons are called: the app's own words, not its users'. */
const wordsOf = ({ survey }: SitePage): { text: string; target: Target }[] => [
  ...survey.headings.map(({ text }) => ({
    text,
    target: { role: "heading", name: literal(text), exact: true },
  })),
  ...survey.buttons.map(({ name, role }) => ({
    text: name,
    target: { role, name: literal(name), exact: true },
  })),
  ...survey.forms.flatMap(({ fields }) =>
    fields.map(({ name }) => ({ text: name, target: { label: literal(name), exact: true } })),
  ),
];

export const wording = defineOracle({
  id: "wording",
  summary: "Headings, buttons and fields are called by words, not by the keys of their translations.",
  looks: true,
  applies(site) {
    const seen = new Set<string>();
    const steps = site.pages.flatMap((page): StepDocument[] => {
      const rows = new Set(
        page.survey.collections.flatMap(({ items }) => items.map(({ text }) => text.trim())),
      );
      const keys = wordsOf(page).filter(
        // What a heading shares with a row of a list is the name of an item.
        ({ text }) => isKey(text) && !seen.has(text) && ![...rows].some((row) => row.includes(text)),
      );
      for (const { text } of keys) seen.add(text);
      if (keys.length === 0) return [];
      return [...openPage(page), ...keys.map(({ target }) => ({ expect: { hidden: target } }))];
    });
    if (steps.length === 0 || seen.size > MOST * 4) return [];
    return [
      {
        id: "wording",
        title: "Headings, buttons and fields have words, not the keys of translations",
        steps,
        rank: 24,
      },
    ];
  },
});
