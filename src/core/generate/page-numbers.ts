import type { SitePage } from "#model/site.ts";
import type { Target } from "#model/target.ts";

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
