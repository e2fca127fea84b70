import type { SitePage } from "#model/site-pages.ts";
import type { PageSurvey, SurveyField, SurveyForm } from "#model/survey.ts";
import type { Target } from "#model/target.ts";
import { withoutQuery } from "#core/explore/pages/address.ts";
import { isByAddress } from "#core/explore/pages/by-address.ts";
import { isWordy } from "#core/explore/forms/form-data.ts";
import { isHeadField } from "#core/explore/forms/head-fields.ts";
import { fold, mainList } from "#core/explore/lists/lists.ts";
import type { Walk } from "#core/explore/pages/walk.ts";
import { decides, namedOn, WHO } from "#core/explore/words.ts";

const MOST_FIELDS = 6;

/** Sent to people, or more than a text that a page shows. */
const NOT_SHOWN =
  /contact|message|newsletter|subscri|check-?out|order|sign|regist|log ?in|password|account|settings|profile|search|filter|feedback|support|coupon|voucher|cart|basket|mail|invit|pay|donat|book|apply|upload|share|report|delete|remove/i;
const NOT_SHOWN_AT =
  /\b(?:contact(?:-us)?|newsletter|check-?out|sign-?up|register|log-?in|account|settings|profile|search|feedback|support|cart|basket)\b/i;
const ADDS =
  /\badd\b|\bnew\b|what needs|to-?do|task|comment|review|reply|note|hinzuf[üu]gen|ajouter|a[ñn]adir|aggiungi/i;
const SAYS_NONE =
  /\b(?:comments?|reviews?|notes?|replies|answers|ratings?) ?\(0\)|\b0 (?:comments|reviews|notes|replies|answers|ratings)\b|\bno (?:comments?|reviews?|notes?|replies|answers|ratings?)\b|\bbe the first to\b/i;

const stems = (text: string): string[] =>
  (text.toLowerCase().match(/\p{L}{4,}/gu) ?? []).map((word) =>
    word.replace(/ies$/, "y").replace(/(?:es|s)$/, ""),
  );

/** Words that say what the form adds, and that the page heads or counts what it has of. */
const isNamed = (survey: PageSurvey, form: SurveyForm): boolean => {
  const own = new Set([form.name, form.submit?.name ?? ""].flatMap(stems));
  const heads = [
    ...survey.headings.filter(({ level, text }) => level > 1 && text !== form.name).map(({ text }) => text),
    ...survey.collections.map(({ name }) => name),
    ...survey.counters.map(({ text }) => text),
  ].filter((text) => fold(text) !== fold(form.name));
  const adds = new Set(ADDS.test(form.submit?.name ?? "") ? stems(form.submit?.name ?? "") : []);
  const parts = survey.headings.filter(({ level }) => level > 1).map(({ text }) => text);
  return (
    heads.flatMap(stems).some((word) => own.has(word)) || parts.flatMap(stems).some((word) => adds.has(word))
  );
};

/** The field whose text is the matter. */
export const matterOf = ({ fields }: SurveyForm): SurveyField | null =>
  fields.find(({ type }) => type === "textarea") ??
  fields.find((field) => isWordy(field) && field.required) ??
  fields.find(isWordy) ??
  null;

/** `opener` brings the form up. */
export type Candidate = {
  page: SitePage;
  form: SurveyForm;
  field: SurveyField;
  named: boolean;
  opener: Target | null;
};

/** Where it sends to: a note below a question is another one than that below an answer. */
export const kindOf = ({ patterns, origin }: Walk, { action }: SurveyForm): string =>
  action !== null && URL.canParse(action, origin) ? patterns.of(new URL(action, origin)) : "";

/** Who is logged in may be named already. */
const isFilled = ({ value, type, name }: SurveyField): boolean =>
  isWordy({ type }) && value !== "" && !WHO.test(name);

/** On the page of an item: what is called "Add activity" brings up a form for one more of the "Activities" there. */
const broughtUp = (page: SitePage): Candidate[] => {
  if (!page.pattern.includes(":id")) return [];
  const parts = page.survey.headings.filter(({ level }) => level > 1).flatMap(({ text }) => stems(text));
  return page.reveals.flatMap(({ control, forms }): Candidate[] => {
    const [form, ...others] = forms;
    const field = form ? matterOf(form) : null;
    if (!form || others.length > 0 || !field?.target || control.target === null) return [];
    const isOfPart = stems(control.name).some((word) => parts.includes(word));
    const isPlain = form.fields.length <= MOST_FIELDS && !form.fields.some(isFilled);
    if (!ADDS.test(control.name) || NOT_SHOWN.test(control.name) || !isOfPart || !isPlain) return [];
    return [{ page, form, field, named: true, opener: control.target }];
  });
};

const standing = (walk: Walk, pages: SitePage[]): Candidate[] => {
  const seen = new Set<string>();
  const further = walk.samples.filter(({ survey }) => SAYS_NONE.test(survey.text));
  return [...pages, ...further].flatMap((page) => {
    if (!isByAddress(page)) return [];
    return page.survey.forms.flatMap((form): Candidate[] => {
      const field = matterOf(form);
      const own = `${form.name} ${form.submit?.name ?? ""}`;
      const words = [own, form.action ?? "", page.path].join(" ");
      const isSent = NOT_SHOWN.test(own) || NOT_SHOWN_AT.test(withoutQuery(page.path).replaceAll("/", " "));
      // The first of its kind is another matter than one more.
      const first = SAYS_NONE.test(page.survey.text) ? " first" : "";
      // Below each of several entries there is the same one, called after its entry.
      const names = form.fields.map(({ name }) => (form.name === "" ? name : name.replace(form.name, "")));
      const key = `${form.submit?.name} ${names.join("|")} ${kindOf(walk, form)}${first}`;
      if (!field?.target || seen.has(key) || form.purpose !== "other" || isSent) return [];
      if (form.fields.length > MOST_FIELDS || form.fields.some(isFilled)) return [];
      if (decides(form.submit?.name ?? "", namedOn(page.survey))) return [];
      const named = isNamed(page.survey, form);
      const single = form.fields.length === 1 && ADDS.test(`${field.name} ${form.submit?.name ?? ""}`);
      const beside = ADDS.test(words) && mainList(page.survey) !== null;
      if (isHeadField(form) && !single) return [];
      if (!named && !single && !beside) return [];
      seen.add(key);
      return [{ page, form, field, named, opener: null }];
    });
  });
};

/** Forms that say that the page shows what they add, such as comments, reviews and tasks: one of each kind. */
export const candidatesOf = (walk: Walk, pages: SitePage[]): Candidate[] => [
  ...standing(walk, pages),
  ...pages.filter(isByAddress).flatMap(broughtUp),
];
