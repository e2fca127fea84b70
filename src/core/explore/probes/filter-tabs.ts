import type { SitePage } from "#model/site-pages.ts";
import type { Target } from "#model/target.ts";
import { fold } from "#core/explore/lists/lists.ts";
import { CREATE, isDangerous } from "#core/explore/words.ts";

/** More are no tabs of a list. */
export const MOST_TABS = 6;

type Choice = { name: string; target: Target };

const ALL = /^(?:show )?(?:all|alle|alles|tous|toutes|todos|todas|tutti|tutte|wszystkie)\b/i;
const MOST_WORDS = 3;

/** Buttons, or links to the same page, side by side, of which one shows all: what they are made of they rarely say. */
export const choicesBesideAll = ({ survey, path }: SitePage): Choice[] => {
  const inRows = new Set(survey.collections.flatMap(({ items }) => items.flatMap(({ buttons }) => buttons)));
  const own = (href: string): boolean => {
    const to = URL.canParse(href, survey.url) ? new URL(href, survey.url) : null;
    return to?.pathname === new URL(path, survey.url).pathname;
  };
  const controls = [
    survey.buttons.map(({ name, target, disabled, submit }) => ({
      name,
      target: disabled || submit || inRows.has(name) ? null : target,
    })),
    survey.links.map(({ text, target, href, chrome }) => ({
      name: text,
      target: chrome || !own(href) ? null : target,
    })),
  ];
  const isChoice = ({ name, target }: { name: string; target: Target | null }): boolean =>
    target !== null &&
    name.split(/\s+/).length <= MOST_WORDS &&
    name !== "" &&
    !isDangerous(name) &&
    !CREATE.test(name);
  for (const kind of controls) {
    const first = kind.findIndex((control) => ALL.test(control.name) && isChoice(control));
    if (first < 0) continue;
    const end = kind.findIndex((control, at) => at > first && !isChoice(control));
    const group = kind.slice(first, end < 0 ? undefined : end).slice(0, MOST_TABS);
    const choices = group.flatMap(({ name, target }) => (target ? [{ name, target }] : []));
    if (choices.length >= 2) return choices;
  }
  return [];
};

/** Whether a choice is to show everything, and so need not be what all that is shown is called. */
export const showsAll = (label: string): boolean => ALL.test(label);

/** What a tab is called, and the number that it shows behind that: "Open (3)". Null where it shows none. */
export const numberOfTab = (label: string): { name: string; number: number } | null => {
  const [, name, number] = /^(\D*\p{L})\s*\(?(\d{1,3})\)?$/u.exec(fold(label)) ?? [];
  return name === undefined ? null : { name, number: Number(number) };
};

/** What the page marks as tabs and lets one use. */
export const tabsOf = ({ survey }: SitePage): { name: string; target: Target }[] =>
  survey.buttons.flatMap(({ role, name, target, disabled }) =>
    role === "tab" && target !== null && !disabled ? [{ name, target }] : [],
  );
