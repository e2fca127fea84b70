import type { SitePage } from "#model/site-pages.ts";
import type { Target } from "#model/target.ts";
import { literal, literalTarget } from "#core/generate/steps.ts";

/**
 * What turns the page, by its whole name: once there are no more pages it is not there, and "Next" would be found in the
 * name of an item.
 */
export const turner = ({ survey }: Pick<SitePage, "survey">, target: Target): Target => {
  if (typeof target !== "string") return literalTarget(target);
  const isIt = (control: { target: Target | null }, name: string): boolean =>
    control.target === target && name === target;
  const isLink = survey.links.some((link) => isIt(link, link.text));
  const button = survey.buttons.find((control) => isIt(control, control.name));
  const role = button?.role ?? (isLink ? "link" : null);
  return role === null ? literal(target) : { role, name: literal(target), exact: true };
};

/** The control of the highest number in sight, where pages of a list have numbers. */
export const highestPage = ({
  survey,
}: Pick<SitePage, "survey">): { target: Target; number: number } | null => {
  const numbered = [
    ...survey.links.map(({ text, target }) => ({ text, target })),
    ...survey.buttons.map(({ name, target }) => ({ text: name, target })),
  ].flatMap(({ text, target }) => {
    const [, number] = /^(?:(?:go to )?(?:page|seite|p[áa]gina|pagina) )?(\d{1,3})$/i.exec(text.trim()) ?? [];
    return number === undefined || target === null ? [] : [{ target, number: Number(number) }];
  });
  return numbered.toSorted((a, b) => b.number - a.number)[0] ?? null;
};
