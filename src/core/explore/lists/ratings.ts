import type { PostPart, PostRating } from "#model/site-posts.ts";
import type { SurveyForm } from "#model/survey.ts";
import { dataFor, offeredBy, scaleOf } from "#core/explore/forms/form-data.ts";
import type { Walk } from "#core/explore/pages/walk.ts";
import { ACT_TIMEOUT } from "#core/explore/pages/walk.ts";

const HOLDS =
  ":is(article, li, tr, [role=article], [role=listitem], [class*=comment], [class*=note], [class*=review])";
/** What holds one text that was added, and nothing of the kind. */
export const ENTRY = `${HOLDS}:not(:has(${HOLDS}))`;

const STARS = /[★⭐]+[☆✩]*/u;
/** Only where it is said what is counted: a day may look the same. */
const OF =
  /(?<![\d/.])(\d{1,2})(\s*(?:\/|of|out of|von|sur|de|di)\s*)(\d{1,2})\s*(?:stars?|points?|sterne|punkte|[ée]toiles|estrellas|stelle)\b/iu;

/** As the whole of what is said beside the text. */
const ONLY_OF = /(?<![\p{L}\d/.,] ?)(\d{1,2})(\s*(?:of|out of|von|sur)\s*)(\d{1,2})(?! ?[\p{Ll}\d/.])/u;

/** How an entry writes that so many of so many are given; null where it does not. */
const writtenAs = (text: string, chosen: number, all: number): PostRating | null => {
  const stars = STARS.exec(text)?.[0];
  if (stars !== undefined && Array.from(stars).length === all) {
    const [full, empty] = [stars.startsWith("⭐") ? "⭐" : "★", stars.includes("✩") ? "✩" : "☆"];
    return { shown: stars, meant: full.repeat(chosen) + empty.repeat(all - chosen) };
  }
  const [, shown, between = "", most] = OF.exec(text) ?? ONLY_OF.exec(text) ?? [];
  if (shown === undefined || Number(most) !== all) return null;
  return { shown: `${shown}${between}${all}`, meant: `${chosen}${between}${all}` };
};

/** The one number of stars or the like that is chosen with what is made up for a form. */
const chosenWith = (form: SurveyForm): { option: string; options: string[]; given: number } | null => {
  const chosen = (dataFor(form) ?? []).flatMap((entry) => {
    if (entry.kind === "fill" || entry.kind === "upload" || entry.option === undefined) return [];
    const options = offeredBy(entry.field.options);
    const numbers = /^(?:radio|select)$/.test(entry.field.type) ? scaleOf(options) : null;
    const given = numbers?.[options.indexOf(entry.option)];
    return numbers && given !== undefined ? [{ option: entry.option, options, given }] : [];
  });
  const [only] = chosen;
  return only && chosen.length === 1 ? only : null;
};

/** How many of how many are given where a form is filled in as it was made up; null where it does not ask for just one such number. */
export const ratingGiven = (form: SurveyForm): { given: number; most: number } | null => {
  const only = chosenWith(form);
  return only && { given: only.given, most: only.options.length };
};

/** What shows in the form for changing an entry which of several numbers was chosen for it; null where that cannot be told. */
export const choiceIn = async (
  walk: Walk,
  changing: SurveyForm,
  form: SurveyForm,
): Promise<NonNullable<PostPart["edit"]>["chosen"]> => {
  const given = chosenWith(form);
  const fields = changing.fields.filter(
    ({ type, options }) =>
      /^(?:radio|select)$/.test(type) && offeredBy(options).join("\n") === given?.options.join("\n"),
  );
  const [field] = fields;
  if (!given || !field?.target || fields.length > 1) return null;
  const isSelect = field.type === "select";
  const target = isSelect ? field.target : { label: given.option, exact: true };
  const count = await walk.session.page.read(target, "count", { timeoutMs: ACT_TIMEOUT });
  return count.ok && count.value === "1" ? { target, option: given.option, isSelect } : null;
};

/**
 * How the entry that bears a text shows how many stars, or of what is given in numbers, were chosen for it: as it is, and
 * as it has to be.
 */
export const ratingShown = async (walk: Walk, form: SurveyForm, key: string): Promise<PostRating | null> => {
  const only = chosenWith(form);
  if (!only) return null;
  const entry = { css: ENTRY, text: key };
  const read = await walk.session.page.read(entry, "text", { timeoutMs: ACT_TIMEOUT });
  return read.ok ? writtenAs(read.value.replace(key, ""), only.given, only.options.length) : null;
};
