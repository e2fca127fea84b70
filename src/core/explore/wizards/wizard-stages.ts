import type { SiteWizard } from "#model/wizard.ts";
import { fold } from "#core/explore/lists/lists.ts";
import type { Walk } from "#core/explore/pages/walk.ts";

const WAIT = { timeoutMs: 300 };
const MOST_STAGES = 8;

const MARKS: { css: string; all: string }[] = [
  { css: "[aria-current=step]", all: ":is(ol, ul):has([aria-current=step]) > li" },
  { css: "[aria-current=step]", all: ":has(> [aria-current=step]) > *" },
  ...["active", "current", "is-active"].flatMap((mark) => [
    { css: `ol > li.${mark}`, all: `ol:has(> li.${mark}) > li` },
    { css: `[class*=step].${mark}`, all: `:has(> [class*=step].${mark}) > [class*=step]` },
  ]),
];

const textOf = async ({ session }: Walk, css: string, nth?: number): Promise<string | null> => {
  const read = await session.page.read(nth === undefined ? { css } : { css, nth }, "text", WAIT);
  return read.ok ? fold(read.value) : null;
};

const countOf = async ({ session }: Walk, css: string): Promise<number> => {
  const read = await session.page.read({ css }, "count", WAIT);
  return read.ok ? Number(read.value) : 0;
};

/** What the words of a stage are, without its number or a tick. */
const wordsOf = (text: string): string => /\p{L}[\p{L} '’-]*/u.exec(text)?.[0].trim() ?? "";

/** The line of steps above a form, of which one is marked: by ARIA, else by the usual class. */
export const findStages = async (walk: Walk): Promise<SiteWizard["stages"]> => {
  for (const { css, all } of MARKS) {
    const count = (await countOf(walk, css)) === 1 ? await countOf(walk, all) : 0;
    if (count < 2 || count > MOST_STAGES) continue;
    const names: string[] = [];
    for (let at = 0; at < count; at += 1) names.push(wordsOf((await textOf(walk, all, at)) ?? ""));
    const now = await textOf(walk, css);
    const first = names[0] ?? "";
    const isClear = names.every((name) => name !== "") && new Set(names).size === names.length;
    if (isClear && now?.includes(first)) return { css, names };
  }
  return null;
};

/** What is marked now. */
export const stageNow = async (walk: Walk, stages: SiteWizard["stages"]): Promise<string | null> =>
  stages ? ((await textOf(walk, stages.css)) ?? "") : null;
