import type { SiteEditForm } from "#model/site-records.ts";
import type { PageSurvey, SurveyField } from "#model/survey.ts";
import { click, put } from "#core/explore/forms/act.ts";
import { fold } from "#core/explore/lists/lists.ts";
import { look } from "#core/explore/pages/open-page.ts";
import { isOptional } from "#core/explore/probes/probe-emptied.ts";
import { evidenceSince } from "#core/explore/pages/problems.ts";
import { AGAINST, FOR, isForm, refusalOf } from "#core/explore/forms/refusal.ts";
import type { Refusal } from "#core/explore/forms/refusal.ts";
import { OTHER_PHONE } from "#core/explore/forms/samples.ts";
import type { Walk } from "#core/explore/pages/walk.ts";
import { beginStep, here } from "#core/explore/pages/walk.ts";

const MOST = 3;
const LIKELY =
  /phone|mobile|\btel\b|fax|note|descri|comment|remark|location|place|address|web|site|telefon|notiz|beschreib|bemerk|anmerk|ort\b|adress|t[ée]l[ée]phone|commentaire|tel[ée]fono|nota|descripci|descrizione/i;
/** Made up by the app where nothing is typed. */
const MADE_UP = /slug|permalink|\bsku\b|code|\bid\b|\bref(?:erence)?\b|isbn|serial/i;
/** What stands where a value should be, but no person would type. */
const NO_VALUE = /^(?:null|undefined|nan)$/i;

type Saved = {
  refusal: Refusal | null;
  broke: boolean;
  at: string | null;
  after: PageSurvey;
  /** The form once it is opened again. */
  fields: SurveyField[];
};

/** The texts of the form that were typed and need not be there, those first that hardly anything depends on. */
const candidates = (
  { form, nameField, kept }: SiteEditForm,
  values: ReadonlyMap<string, string>,
): SurveyField[] =>
  form.fields
    .filter(
      (field) =>
        isOptional(field) &&
        !field.unsent &&
        field.name !== nameField?.name &&
        !MADE_UP.test(field.name) &&
        kept.includes(field.name) &&
        (values.get(field.name) ?? "") !== "",
    )
    .toSorted((a, b) => Number(LIKELY.test(b.name)) - Number(LIKELY.test(a.name)))
    .slice(0, MOST);

const valueIn = (fields: readonly SurveyField[], { name, type }: SurveyField): string | null => {
  const found = fields.find((each) => each.name === name && each.type === type);
  return found ? fold(found.value) : null;
};

/** Opens the form, saves it with other texts in some fields, and opens it again; null where that cannot be done. */
const save = async (
  walk: Walk,
  { form }: SiteEditForm,
  texts: [SurveyField, string][],
  again: () => Promise<PageSurvey | null>,
): Promise<Saved | null> => {
  const fieldsIn = (survey: PageSurvey | null): SurveyField[] | null =>
    survey?.forms.find((each) => isForm(each, form))?.fields ?? null;
  if (!form.submit?.target || !fieldsIn(await again())) return null;
  for (const [field, value] of texts)
    if (!(await put(walk, { kind: "fill", field, value, fixtures: {} }, value))) return null;
  const ready = await look(walk);
  // Some put back at once what may not be empty.
  if (!texts.every(([field, value]) => valueIn(fieldsIn(ready) ?? [], field) === fold(value))) return null;
  const step = beginStep(walk);
  const after = await click(walk, form.submit.target);
  if (!after) return null;
  const { requests } = evidenceSince(walk.session.evidence, step);
  const at = here(walk);
  const refusal = refusalOf(walk, step, form, ready, after);
  const fields = fieldsIn(await again());
  return fields && { refusal, broke: requests.some(({ status }) => (status ?? 0) >= 500), at, after, fields };
};

/** Another text that such a field takes; null where none is known. */
const otherText = ({ type, pattern, max_length: most, value }: SurveyField): string | null => {
  if (type === "url") return "https://example.com/changed";
  if (type === "tel" || /^\+?[\d ]{8,}$/.test(value)) return OTHER_PHONE;
  const text = "Changed";
  return pattern || (most !== null && most > 0 && most < text.length) ? null : text;
};

/** Both times the app has led to the same place, and said the same of what it has done. */
const saysTheSame = (one: Saved, other: Saved, values: readonly string[]): boolean => {
  const plain = (text: string): string =>
    values
      .reduce((rest, value) => rest.replaceAll(value, ""), fold(text))
      .replaceAll(/\d+/g, "0")
      .replaceAll(/\s+/g, " ");
  const alerts = ({ after }: Saved): string => JSON.stringify(after.alerts.map(plain).toSorted());
  const sentences = ({ after }: Saved): string[] => plain(after.text).split(/(?<=[.!?])\s+/);
  const [here, there] = [sentences(one), sentences(other)];
  const differing = [
    ...here.filter((each) => !there.includes(each)),
    ...there.filter((each) => !here.includes(each)),
  ];
  return (
    one.at === other.at &&
    one.after.dialogs.length === other.after.dialogs.length &&
    alerts(one) === alerts(other) &&
    differing.every((each) => !AGAINST.test(each) && !FOR.test(each))
  );
};

/** As `tryEmptying` says, of these texts. */
const emptiedOf = async (
  walk: Walk,
  edit: SiteEditForm,
  values: ReadonlyMap<string, string>,
  texts: SurveyField[],
  again: () => Promise<PageSurvey | null>,
): Promise<string | null> => {
  let tried = texts;
  const empty = (some: SurveyField[]): Promise<Saved | null> =>
    save(
      walk,
      edit,
      some.map((field) => [field, ""]),
      again,
    );
  let saved = await empty(tried);
  if (saved && (saved.refusal || saved.broke) && tried.length > 1) {
    const needed = saved.refusal?.fields;
    tried = needed?.size ? tried.filter(({ name }) => !needed.has(name)) : texts.slice(0, 1);
    saved = tried.length > 0 ? await empty(tried) : null;
  }
  if (!saved || saved.refusal) return null;
  const { fields } = saved;
  const old = (field: SurveyField): string => fold(values.get(field.name) ?? "");
  const back = tried.find((field) => valueIn(fields, field) === old(field));
  if (!back) {
    const isEmptied = (text: string): boolean => text === "" || NO_VALUE.test(text);
    return tried.find((field) => isEmptied(valueIn(fields, field) ?? "?"))?.name ?? null;
  }
  const text = otherText(back);
  const other = text === null ? null : await save(walk, edit, [[back, text]], again);
  if (text === null || !other || other.refusal || other.broke) return null;
  if (valueIn(other.fields, back) !== fold(text)) return null;
  return saved.broke || saysTheSame(saved, other, [old(back), fold(text)]) ? back.name : null;
};

/**
 * Empties texts of the item that it does not need, and gives the name of one that is empty then, or that has its old value
 * although the app breaks at nothing else, or says of it what it says of any change. Null where the app refuses that, or
 * puts something else in its place. The old values are put back, as what follows is about the item as it was made. `again`
 * opens the form.
 */
export const tryEmptying = async (
  walk: Walk,
  edit: SiteEditForm,
  values: ReadonlyMap<string, string>,
  again: () => Promise<PageSurvey | null>,
): Promise<string | null> => {
  const texts = candidates(edit, values);
  if (texts.length === 0 || walk.over()) return null;
  const emptied = await emptiedOf(walk, edit, values, texts, again);
  await save(
    walk,
    edit,
    texts.map((field) => [field, values.get(field.name) ?? ""]),
    again,
  );
  return emptied;
};
