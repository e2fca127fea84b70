import type { SurveyCollection } from "#model/survey.ts";
import type { TargetObject } from "#model/target.ts";
import { fold, namesOf, rowsOf } from "./lists.ts";
import type { Walk } from "#core/explore/pages/walk.ts";

const MOST = 2;
const WAIT = { timeoutMs: 500 };

const textOf = async ({ session }: Walk, target: TargetObject): Promise<string | null> => {
  const read = await session.page.read(target, "text", WAIT);
  return read.ok ? fold(read.value) : null;
};

/**
 * What is left of a list whose rows have one link each, where it is too little to be seen as a list: names and texts of
 * its rows. Null where there is nothing, or nothing that could be told.
 */
export const fewRows = async (
  walk: Walk,
  list: SurveyCollection,
): Promise<{ names: string[]; texts: string[] } | null> => {
  const [rows, names] = [rowsOf(list), namesOf(list)];
  if (list.kind === "table" || !rows || names?.role !== "link") return null;
  const counts = await Promise.all(
    [rows, names].map(async (target) => walk.session.page.read(target, "count", WAIT)),
  );
  const [count, links] = counts.map((read) => (read.ok ? Number(read.value) : 0));
  if (count === undefined || count === 0 || count > MOST || links !== count) return null;
  const found: { names: string[]; texts: string[] } = { names: [], texts: [] };
  for (let nth = 0; nth < count; nth += 1) {
    const name = await textOf(walk, { ...names, nth });
    const text = await textOf(walk, { ...rows, nth });
    if (name === null || text === null) return null;
    found.names.push(name);
    found.texts.push(text);
  }
  return found;
};
