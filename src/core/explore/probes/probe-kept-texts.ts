import type { SiteRecord } from "#model/site-records.ts";
import type { SiteKeptText } from "#model/site-kept-texts.ts";
import type { SitePage } from "#model/site-pages.ts";
import type { SitePost } from "#model/site-posts.ts";
import type { PageSurvey, SurveyField, SurveyForm } from "#model/survey.ts";
import { click, put } from "#core/explore/forms/act.ts";
import { isByAddress } from "#core/explore/pages/by-address.ts";
import { isWordy } from "#core/explore/forms/form-data.ts";
import { wholeText } from "#core/explore/items/make-item.ts";
import { look, open } from "#core/explore/pages/open-page.ts";
import { isForm, refusalOf } from "#core/explore/forms/refusal.ts";
import { MARK } from "#core/explore/forms/samples.ts";
import { changesItem, sameForm } from "#core/explore/forms/sendable-forms.ts";
import { isSent } from "#core/explore/pages/sent.ts";
import type { Walk } from "#core/explore/pages/walk.ts";
import { beginStep, here, isThorough } from "#core/explore/pages/walk.ts";
import { isDangerous, SAVES } from "#core/explore/words.ts";

const MOST = 2;
const MOST_SIBLINGS = 3;
const LEAST_ROOM = 30;

/** What is saved under such a name is one text that is there to be gone on with, and no entry of several. */
const IS_ONE =
  /^(?:save|update) (?:my |your |the |these |all )?(?:notes|changes|draft|text|description|summary)$|^(?:notizen|[äa]nderungen|entwurf|text|beschreibung) speichern$|^enregistrer (?:les |mes )?(?:notes|modifications|changements)$|^guardar (?:las |los |mis )?(?:notas|cambios)$|^salva (?:le )?(?:note|modifiche)$/i;
/** Where entries may be told that the page itself does not show. */
const TELLS_ENTRIES =
  /\b(?:notes|entries|activit(?:y|ies)|histor(?:y|ie)|timeline|log|journal|feed|notizen|verlauf|historique|historial|cronologia)\b/i;
const SAID =
  /(?<!\b(?:not|be|nicht|pas)(?: been)? )\b(?:saved|updated|gespeichert|enregistr[ée]+s?|guardad[oa]s?|salvat[aeio])(?!\p{L})/iu;

type Candidate = {
  page: SitePage;
  form: SurveyForm;
  field: SurveyField;
  submit: NonNullable<SurveyForm["submit"]>;
};

/** One text, which is empty or ours, with a button that saves it. */
const candidatesOn = (page: SitePage): Candidate[] =>
  page.survey.forms.flatMap((form): Candidate[] => {
    const { fields, submit, method, action, purpose } = form;
    const [field, ...others] = fields.filter(({ type }) => type !== "hidden");
    if (!field?.target || others.length > 0 || !submit?.target || submit.disabled) return [];
    const { max_length: most, value, pattern, read_only: fixed, disabled } = field;
    const isFree = isWordy(field) && field.type !== "search" && !pattern && !fixed && !disabled;
    const hasRoom = most === null || most <= 0 || most >= LEAST_ROOM;
    const isOurs = value === "" || value.includes(MARK);
    const isLooked = method.toLowerCase() === "get" && action !== null;
    const isSaved = SAVES.test(submit.name) && !isDangerous(submit.name) && purpose === "other" && !isLooked;
    return isFree && hasRoom && isOurs && isSaved ? [{ page, form, field, submit }] : [];
  });

const valueIn = ({ forms }: PageSurvey, form: SurveyForm): string | null =>
  forms.find((each) => isForm(each, form))?.fields.find(({ type }) => type !== "hidden")?.value ?? null;

/** What came of a text: `value` is that of the field when the page is opened again. */
type Saved = { value: string; shown: boolean; said: boolean };

const save = async (walk: Walk, candidate: Candidate, text: string): Promise<Saved | null> => {
  const { page, form, field, submit } = candidate;
  const opened = await open(walk, page.path);
  if (!opened.ok || valueIn(opened.survey, form) === null || submit.target === null) return null;
  if (!(await put(walk, { kind: "fill", field, value: text, fixtures: {} }, text))) return null;
  const ready = await look(walk);
  const before = await wholeText(walk);
  const step = beginStep(walk);
  const after = await click(walk, submit.target);
  if (!after || !isSent(walk, step) || refusalOf(walk, step, form, ready, after) !== null) return null;
  // What leads elsewhere may have made something there.
  if (here(walk) !== page.path) return null;
  const said = !SAID.test(before ?? "") && SAID.test((await wholeText(walk)) ?? "");
  const again = await open(walk, page.path);
  const value = again.ok ? valueIn(again.survey, form) : null;
  return again.ok && value !== null
    ? { value, said, shown: after.text.includes(text) || again.survey.text.includes(text) }
    : null;
};

/** Pages of further items show what was stored of them in the field, or the text that was saved of another. */
const isStoredElsewhere = async (walk: Walk, { page, form }: Candidate, text: string): Promise<boolean> => {
  const others = walk.samples.filter(({ pattern, path }) => pattern === page.pattern && path !== page.path);
  if (others.some(({ survey }) => (valueIn(survey, form) ?? "").trim() !== "")) return true;
  for (const { path } of others.slice(0, MOST_SIBLINGS)) {
    const opened = await open(walk, path);
    if (opened.ok && valueIn(opened.survey, form) === text) return true;
  }
  return false;
};

/** A tab, a button or a link of the page may show what it does not show at first. */
const mayTellElsewhere = ({ page: { survey }, submit }: Candidate): boolean =>
  survey.buttons.some(
    ({ role, name }) => role === "tab" || (name !== submit.name && TELLS_ENTRIES.test(name)),
  ) || survey.links.some(({ text }) => TELLS_ENTRIES.test(text));

const probe = async (walk: Walk, candidate: Candidate, tag: string): Promise<SiteKeptText | null> => {
  const { page, field, submit } = candidate;
  const text = `${MARK} ${tag}`;
  const saved = await save(walk, candidate, text);
  if (!saved || !submit.target) return null;
  const isKept = saved.value === text;
  const isLost = !isKept && saved.value === "" && !saved.shown;
  const isOne = saved.said && IS_ONE.test(submit.name.trim()) && !mayTellElsewhere(candidate);
  if (!isKept && !(isLost && (isOne || (await isStoredElsewhere(walk, candidate, text))))) return null;
  const emptied = isKept ? await save(walk, candidate, "") : null;
  const known = { pageId: page.id, path: page.path, name: submit.name, submit: submit.target };
  return { ...known, field, clears: emptied?.value === "" };
};

/** Saves a text in a field of an item that is there for one, such as notes, and looks whether it is there later. */
export const probeKeptTexts = async (
  walk: Walk,
  pages: SitePage[],
  { records, posts }: { records: readonly SiteRecord[]; posts: readonly SitePost[] },
  begun: string,
): Promise<SiteKeptText[]> => {
  const found: SiteKeptText[] = [];
  const seen: SurveyForm[] = [];
  const isKnown = (form: SurveyForm): boolean =>
    seen.some((each) => sameForm(each, form)) ||
    [...records, ...posts].some((each) => sameForm(each.form, form));
  const ofItems = pages.filter(
    (page) => isByAddress(page) && page.pattern.includes(":id") && !changesItem(page),
  );
  for (const candidate of isThorough(walk) ? ofItems.flatMap(candidatesOn) : []) {
    if (walk.over() || seen.length >= MOST) break;
    if (isKnown(candidate.form)) continue;
    seen.push(candidate.form);
    walk.progress(`saving a text with "${candidate.submit.name}" on ${candidate.page.path}`);
    const kept = await probe(walk, candidate, `${begun}k${seen.length}`);
    if (kept) found.push(kept);
  }
  return found;
};
