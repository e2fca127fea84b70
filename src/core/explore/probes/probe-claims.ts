import { findValues } from "#core/suite/order.ts";
import type { SiteClaim } from "#model/site-claims.ts";
import type { SitePage } from "#model/site-pages.ts";
import type { SiteRecord } from "#model/site-records.ts";
import type { PageSurvey, SurveyForm } from "#model/survey.ts";
import { controlsNamed, mean } from "#core/explore/controls/mean-it.ts";
import type { Named } from "#core/explore/controls/mean-it.ts";
import { click, put } from "#core/explore/forms/act.ts";
import { TIME } from "#core/explore/forms/form-data.ts";
import type { Entry } from "#core/explore/forms/form-data.ts";
import { refusalOf } from "#core/explore/forms/refusal.ts";
import { MARK, putSamples } from "#core/explore/forms/samples.ts";
import { sameForm } from "#core/explore/forms/sendable-forms.ts";
import { claimData } from "#core/explore/items/claim-data.ts";
import { choicesOf } from "#core/explore/items/item-data.ts";
import { controlIn, roleOfRows, rowControl, rowNamed } from "#core/explore/items/own-item.ts";
import { fold, longWords } from "#core/explore/lists/lists.ts";
import {
  listedOn,
  nameOf,
  namesIn,
  OF_ONES_OWN,
  pagesOfLists,
  textOn,
  without,
} from "#core/explore/lists/own-lists.ts";
import type { Listed } from "#core/explore/lists/own-lists.ts";
import { isByAddress } from "#core/explore/pages/by-address.ts";
import { look, open } from "#core/explore/pages/open-page.ts";
import { isSent } from "#core/explore/pages/sent.ts";
import { isSteadyTarget } from "#core/explore/pages/steady.ts";
import type { Walk } from "#core/explore/pages/walk.ts";
import { beginStep, isThorough } from "#core/explore/pages/walk.ts";
import { isMoneyOrMail } from "#core/explore/words.ts";

/** What asks for an item, as its button says. */
const CLAIMS =
  /^(?:place (?:a )?hold|(?:place|make) (?:a )?(?:reservation|booking)|reserve|book|sign (?:me )?up|register|rsvp|attend|request|borrow|enrol{1,2}|join|reservieren|vormerken|buchen|anmelden|teilnehmen|r[ée]server|s['’]inscrire|participer|reservar|inscribirse|prenota|iscriviti)(?!\p{L})/iu;
/** Pages that list what was asked for. */
const OF_CLAIMS = new RegExp(
  String.raw`${OF_ONES_OWN.source}|\b(?:holds?|reservations?|bookings?|registrations?|sign-?ups|requests|appointments|tickets|rsvps|reservierungen|buchungen|anmeldungen|r[ée]servations?|inscriptions|reservas|prenotazioni)\b`,
  "iu",
);
const GIVES_UP =
  /^(?:cancel|withdraw|give up|remove|un-?register|leave|release|stornieren|absagen|abmelden|zur[üu]ckziehen|annuler|retirer|cancelar|anular|annulla)(?!\p{L})/iu;
const MOST_TRIED = 3;
const LEAST_NAME = 4;
const LEAST_CHOICE = 4;
const MOST_LABEL = 25;
/** What it takes to ask for an item, and to give it up. */
const LEAST_ACTIONS = 12;
const LEAST_LEFT_MS = 20_000;

/** What is had of a day or an hour is not had once: other explorers try it on days of its own. */
const isOfTime = ({ fields }: SurveyForm): boolean =>
  fields.some(
    (field) =>
      /^(?:date|datetime-local|time|month|week)$/.test(field.type) ||
      (/^(?:radio|select)$/.test(field.type) && field.options.some((text) => TIME.test(text.trim()))),
  );

type Candidate = Pick<SiteClaim, "from" | "item" | "opener" | "form" | "submit">;

/** Forms of items' pages that ask for just that item, each once. */
const candidates = (walk: Walk, pages: SitePage[], records: readonly SiteRecord[]): Candidate[] => {
  const found: Candidate[] = [];
  const add = ({ path, survey }: SitePage, form: SurveyForm, opener: Candidate["opener"]): void => {
    const submit = form.submit?.target ?? null;
    const item = nameOf(survey);
    const names = [form.submit?.name ?? "", ...(opener ? [opener.name] : [])];
    const isMeant =
      names.some((name) => CLAIMS.test(name.trim())) && !names.some((name) => isMoneyOrMail(name));
    const isKnown =
      form.tried !== undefined ||
      [...found, ...records].some((other) => sameForm(other.form, form) && other.form.fields.length > 0);
    const isFree = findValues(survey.text, "money").length === 0;
    const isSteady = submit !== null && isSteadyTarget(submit);
    if (
      submit &&
      isSteady &&
      isFree &&
      isMeant &&
      !isKnown &&
      !isOfTime(form) &&
      item.length >= LEAST_NAME &&
      form.purpose === "other"
    )
      found.push({ from: path, item, opener, form, submit });
  };
  for (const page of [...pages, ...walk.samples]) {
    const { path, pattern, survey } = page;
    if (!isByAddress(page) || !pattern.includes(":id") || path.includes("?")) continue;
    for (const form of survey.forms) add(page, form, null);
    for (const { control, forms, effect } of page.reveals)
      if (effect !== "navigation" && control.target !== null && isSteadyTarget(control.target))
        for (const form of forms) add(page, form, { name: control.name, target: control.target });
  }
  return found.slice(0, MOST_TRIED);
};

/** Asks for the item; null where the app does not have it so. */
const claim = async (
  walk: Walk,
  { from, opener, form, submit }: Candidate,
  entries: readonly Entry[],
  tag: string,
): Promise<{ before: string; claimed: string; known: string[] } | null> => {
  const opened = await open(walk, from);
  if (!opened.ok || (opener && !(await click(walk, opener.target)))) return null;
  for (const entry of entries)
    if (!(await put(walk, entry, entry.kind === "fill" ? putSamples(entry.value, tag) : ""))) return null;
  const ready = await look(walk);
  // The form may say what it costs.
  const isPaid = ready !== null && findValues(ready.text, "money").length > 0;
  const step = beginStep(walk);
  const after = ready && !isPaid ? await click(walk, submit) : null;
  if (!ready || isPaid || !after || !isSent(walk, step) || refusalOf(walk, step, form, ready, after))
    return null;
  const known = controlsNamed(opened.survey, GIVES_UP).map(({ name }) => name);
  return { before: opened.survey.text, claimed: await textOn(walk, from), known };
};

/** What was chosen of those choices of which the row shows one, and no more. */
const chosenIn = (entries: readonly Entry[], row: string, item: string): string[] =>
  entries.flatMap((entry) => {
    if (entry.kind !== "select") return [];
    const rest = fold(row).replace(item, " ");
    const shown = choicesOf(entry.field).filter((text) => text.length >= LEAST_CHOICE && rest.includes(text));
    const [only = ""] = shown;
    // What the row shows may be said of something else.
    const before = rest.slice(0, rest.indexOf(only)).slice(-MOST_LABEL).toLowerCase();
    const isOfField =
      only === entry.option || longWords(entry.field.name).some((word) => before.includes(word));
    const isApart = choicesOf(entry.field).every(
      (text) => text === entry.option || !text.includes(entry.option),
    );
    return shown.length === 1 && isOfField && isApart && entry.option.length >= LEAST_CHOICE
      ? [entry.option]
      : [];
  });

type Undo = { path: string; survey: PageSurvey; control: Named };

/** What gives the item up on its own page, and was not there before. */
const undoOnPage = async (
  walk: Walk,
  { from }: Candidate,
  known: readonly string[],
): Promise<Undo | null> => {
  const own = await open(walk, from);
  const fresh = own.ok ? controlsNamed(own.survey, GIVES_UP).filter(({ name }) => !known.includes(name)) : [];
  const [control, ...others] = fresh;
  return own.ok && control && others.length === 0 ? { path: from, survey: own.survey, control } : null;
};

/** The same in its row, else on its own page. */
const undoOf = async (
  walk: Walk,
  listed: Listed | null,
  candidate: Candidate,
  known: readonly string[],
): Promise<Undo | null> => {
  if (!listed) return undoOnPage(walk, candidate, known);
  const { page, row } = listed;
  const { item } = candidate;
  const opened = await open(walk, page.path);
  const remove = controlIn(row.item, GIVES_UP, item);
  const within = rowNamed(row.list, item);
  if (!opened.ok || !remove || !within) return undoOnPage(walk, candidate, known);
  const control = { name: remove.name, target: rowControl(remove, item, within) };
  return { path: page.path, survey: opened.survey, control };
};

/** Gives the item up; null where that cannot be done, or it is listed still. */
const giveUp = async (
  walk: Walk,
  listed: Listed | null,
  candidate: Candidate,
  known: readonly string[],
): Promise<SiteClaim["undo"] | null> => {
  const found = await undoOf(walk, listed, candidate, known);
  if (!found || isMoneyOrMail(found.control.name)) return null;
  const { path, survey, control } = found;
  const meant = await mean(walk, path, survey, control, GIVES_UP, true);
  const later = listed ? await open(walk, listed.page.path) : null;
  const isGone = later?.ok === true && !fold(later.survey.text).includes(candidate.item);
  return meant && isGone ? { path, target: control.target, confirm: meant.confirm } : null;
};

const tryOne = async (
  walk: Walk,
  pages: SitePage[],
  candidate: Candidate,
  { tag, sent }: { tag: string; sent: () => void },
): Promise<SiteClaim | null> => {
  const { from, item, form } = candidate;
  const entries = claimData(form);
  const lists = entries ? await without(walk, pagesOfLists(pages, OF_CLAIMS), item) : [];
  if (!entries || lists.length === 0) return null;
  walk.progress(`asking for "${item}" with "${form.submit?.name ?? form.name}" on ${from}, and giving it up`);
  const texts = await claim(walk, candidate, entries, tag);
  if (!texts) return null;
  sent();
  const anew = await open(walk, from);
  const listed = await listedOn(walk, lists, item);
  const undo = await giveUp(walk, listed, candidate, texts.known);
  if (!listed || !undo || listed.row.list.target === null || !anew.ok) return null;
  const { page, row } = listed;
  const others = namesIn(row).filter(
    (name) =>
      // What has a day or a number, or was made here, may not be there the next time.
      name.length >= LEAST_NAME &&
      !/\d/.test(name) &&
      !name.includes(MARK) &&
      !name.includes(item) &&
      !item.includes(name),
  );
  const place = {
    pageId: page.id,
    path: page.path,
    list: listed.row.list.target,
    rowRole: roleOfRows(row.list),
  };
  const says = { before: texts.before, claimed: texts.claimed, anew: anew.survey.text };
  return { ...candidate, ...place, undo, chosen: chosenIn(entries, row.item.text, item), others, says };
};

/** Asks for items by the forms of their pages, looks where they are listed then, and gives them up there. */
export const probeClaims = async (
  walk: Walk,
  pages: SitePage[],
  records: readonly SiteRecord[],
  tag: string,
): Promise<SiteClaim[]> => {
  const found: SiteClaim[] = [];
  const forms = pages.flatMap(({ survey, reveals }) => [
    ...survey.forms,
    ...reveals.flatMap((each) => each.forms),
  ]);
  for (const candidate of isThorough(walk) ? candidates(walk, pages, records) : []) {
    const isEnough = walk.timeLeft() > LEAST_LEFT_MS && walk.limits.actions - walk.actions >= LEAST_ACTIONS;
    if (walk.over() || !isEnough) break;
    // Sent once more by itself it would not be given up.
    const sent = (): void => {
      for (const form of forms) if (sameForm(form, candidate.form)) form.tried = "once";
    };
    const claimed = await tryOne(walk, pages, candidate, { tag, sent });
    if (claimed) found.push(claimed);
  }
  return found;
};
