import type { SiteRecord } from "#model/site-records.ts";
import type { SiteModel } from "#model/site.ts";
import type { SitePage } from "#model/site-pages.ts";
import type { PageSurvey, SurveyForm } from "#model/survey.ts";
import type { SiteWizard } from "#model/wizard.ts";
import { click, put } from "#core/explore/forms/act.ts";
import { seeBlank } from "#core/explore/forms/blank-texts.ts";
import { dataFor } from "#core/explore/forms/form-data.ts";
import type { Entry } from "#core/explore/forms/form-data.ts";
import { forget, giveOther, putOnFreeDays, valuesOnPages } from "#core/explore/forms/other-data.ts";
import type { Tried } from "#core/explore/forms/other-data.ts";
import { isLingering } from "#core/explore/items/lingering.ts";
import { wholeText } from "#core/explore/items/make-item.ts";
import { noteHeld } from "#core/explore/forms/lost-values.ts";
import { brokeSince, evidenceSince } from "#core/explore/pages/problems.ts";
import { isForm, refusalOf } from "#core/explore/forms/refusal.ts";
import type { Refusal } from "#core/explore/forms/refusal.ts";
import { saidOf } from "#core/explore/forms/said.ts";
import { putSamples } from "#core/explore/forms/samples.ts";
import { shownAfter, shownTwice } from "#core/explore/forms/shown-after.ts";
import { onceEach, sameForm, sendableForms } from "#core/explore/forms/sendable-forms.ts";
import type { SendableForm } from "#core/explore/forms/sendable-forms.ts";
import type { Walk } from "#core/explore/pages/walk.ts";
import { look } from "#core/explore/pages/open-page.ts";
import { reach } from "#core/explore/pages/reopen.ts";
import { beginStep, here, isThorough } from "#core/explore/pages/walk.ts";
import { sharedSums } from "#core/explore/lists/shared-sums.ts";
import { isDangerous } from "#core/explore/words.ts";

const MOST = { thorough: 8, quick: 3 };
const MOST_OTHERS = 4;
/** What one form takes, where its data are refused at first. */
const LEAST_TIME = 15_000;

const TO_SOMEBODY =
  /check-?out|order|contact|message|feedback|support|newsletter|subscri|invit|donat|\bpay|bestell|kontakt|nachricht|commande|pedido|mensaje|ordine/i;

/** What pays, or makes the app write to somebody from then on. */
const NEVER =
  /\bpay(?:s|ment)?\b|donat|bezahl|kaufen|payer|acheter|pagar|comprar|\bpaga\b|acquist|betal|zap[łl]a|purchase|buy now|subscri|newsletter|invit|einlad/i;

/** Of records, wizards and texts that are posted, other explorers know more. */
const isKnown = (
  { page, form, opener }: SendableForm,
  records: readonly SiteRecord[],
  wizards: readonly SiteWizard[],
): boolean =>
  form.tried !== undefined ||
  records.some(
    (record) =>
      sameForm(record.form, form) ||
      (record.pageId === page.id && record.opener !== null && record.opener.name === opener?.name),
  ) ||
  wizards.some(({ steps }) => steps.some(({ survey }) => survey.forms.some((each) => sameForm(each, form))));

const isNever = ({ form, opener }: SendableForm): boolean =>
  [form.submit?.name ?? "", form.name, opener?.name ?? ""].some((text) => NEVER.test(text));

const bringUp = async (walk: Walk, { page, opener }: SendableForm): Promise<boolean> => {
  const isUp = await reach(walk, page);
  return isUp && (opener === null || (await click(walk, opener.target)) !== null);
};

/**
 * What has been sent with it once is all that can be: a review that one has written already. Who is asked to log in instead
 * was logged out by it.
 */
const isGone = async (walk: Walk, sendable: SendableForm): Promise<boolean> => {
  const { page, form } = sendable;
  const survey = (await bringUp(walk, sendable)) ? await look(walk) : null;
  const isThere = survey !== null && survey.login === null && here(walk) === page.path;
  return isThere && !survey.forms.some((each) => isForm(each, form));
};

/** Of a form in a dialog that a control brings up: whether it was put aside once it was sent, or stays with what was typed. */
const isLeft = async (
  walk: Walk,
  step: number,
  { ready, after }: { ready: PageSurvey | null; after: PageSurvey },
  { form, opener }: SendableForm,
  entries: readonly Entry[],
): Promise<"gone" | "there" | null> => {
  const typed = entries.find((entry) => entry.kind === "fill")?.field;
  if (opener === null || !typed || !ready || ready.dialogs.length === 0) return null;
  const isThere = after.forms.some(({ fields }) => fields.some(({ name }) => name === typed.name));
  if (!isThere && after.dialogs.length < ready.dialogs.length) return "gone";
  const stays = after.forms.some((each) => isForm(each, form));
  return stays && (await isLingering(walk, step, ready, form, typed)) ? "there" : null;
};

/** Brings the form up, fills it in and sends it; undefined where that cannot be done, or the app broke at it. */
const send = async (
  walk: Walk,
  sendable: SendableForm,
  tag: string,
  wrong: Entry[] | null = null,
): Promise<Refusal | null | undefined> => {
  const { form, submit } = sendable;
  const entries = wrong ?? dataFor(form);
  if (!entries || !(await bringUp(walk, sendable))) return undefined;
  for (const entry of entries) {
    const value = entry.kind === "fill" ? putSamples(entry.value, tag) : "";
    if (!(await put(walk, entry, value))) return undefined;
  }
  const ready = await look(walk);
  const before = await wholeText(walk);
  const step = beginStep(walk);
  const after = await click(walk, submit);
  const broke = evidenceSince(walk.session.evidence, step).requests.some(
    ({ status }) => (status ?? 0) >= 500,
  );
  if (!wrong && brokeSince(walk, step)) form.broke = true;
  if (!after || broke) return undefined;
  const refusal = refusalOf(walk, step, form, ready, after);
  noteHeld(form, entries, refusal);
  if (!refusal && !wrong && form.answered?.shows) {
    const shows = await shownAfter(walk, form, sendable.page, { entries, tag, after, step });
    form.answered.shows = shownTwice(form.answered.shows, shows);
  }
  if (!refusal && !wrong && !form.answered) {
    const said = saidOf(before, await wholeText(walk));
    const shared = ready ? sharedSums(ready.text, after.text) : [];
    const left = await isLeft(walk, step, { ready, after }, sendable, entries);
    const shows = await shownAfter(walk, form, sendable.page, { entries, tag, after, step });
    form.answered = { said, sums: after.sums, text: after.text, shared, shows, left };
  }
  return refusal;
};

const attempt = async (
  walk: Walk,
  sendable: SendableForm,
  pages: SitePage[],
  tag: string,
): Promise<SurveyForm["tried"]> => {
  const { form } = sendable;
  const tried: Tried = new Map();
  const known = valuesOnPages(pages, form);
  let refusal = await send(walk, sendable, tag);
  for (let left = MOST_OTHERS; refusal && left > 0 && !walk.over(); left -= 1) {
    if (!giveOther(form, dataFor(form) ?? [], refusal, known, tried)) break;
    refusal = await send(walk, sendable, `${tag}${left}`);
  }
  if (refusal) {
    forget(form);
    return "refused";
  }
  if (refusal === undefined) return undefined;
  if (await isGone(walk, sendable)) return "gone";
  // What is paid, ordered or sent to somebody is so once.
  const words = [form.submit?.name ?? "", form.name, sendable.page.path, sendable.opener?.name ?? ""];
  if (words.some((text) => isDangerous(text) || TO_SOMEBODY.test(text))) return "taken";
  // What can be done but once is nothing that a suite could do each time.
  const again = await send(walk, sendable, `${tag}r`);
  if (again === null) return "taken";
  return again ? ((await isTakenOnFreeDays(walk, sendable, tag)) ? "taken" : "once") : undefined;
};

/** Whether what is had once on a day is had again and again on days of its own. */
const isTakenOnFreeDays = async (walk: Walk, sendable: SendableForm, tag: string): Promise<boolean> => {
  const putBack = putOnFreeDays(sendable.form);
  if (putBack === null) return false;
  const other = await send(walk, sendable, `${tag}f`);
  const further = other === null ? await send(walk, sendable, `g${tag}`) : undefined;
  if (further === null) return true;
  putBack();
  return false;
};

const MOST_WRONG = 4;
const NOT_AN_ADDRESS = "not an address";

/** The same with no address where one is asked for, else without something that has to be there. */
const madeWrong = (entries: Entry[]): Entry[] | null => {
  const typed = entries.filter((entry) => entry.kind === "fill");
  const address = typed.find(({ value }) => value.includes("${email}"));
  const wrong = address ?? typed.findLast(({ field }) => field.required);
  if (!wrong || typed.length < 3) return null;
  const others = entries.filter((entry) => entry !== wrong);
  return address ? [...others, { ...address, value: NOT_AN_ADDRESS, fixtures: {} }] : others;
};

/** Sends some forms that were not refused yet with something wrong in them, to see whether they keep the rest. */
const seeRefused = async (walk: Walk, forms: SendableForm[], tag: string): Promise<void> => {
  let left = isThorough(walk) ? MOST_WRONG : 0;
  for (const each of forms) {
    const wrong = each.form.refused ? null : madeWrong(dataFor(each.form) ?? []);
    if (left === 0 || walk.over() || walk.timeLeft() < LEAST_TIME) return;
    if (!wrong) continue;
    left -= 1;
    await send(walk, each, `${tag}w`, wrong);
  }
};

/**
 * Sends what is made up with each form that saves or sends something, until the app takes it, and notes with the form
 * whether it did, and what it took.
 */
export const probeForms = async (
  walk: Walk,
  { pages, login }: Pick<SiteModel, "pages" | "login">,
  records: readonly SiteRecord[],
  wizards: readonly SiteWizard[],
  tag: string,
): Promise<void> => {
  const makers = onceEach(sendableForms(pages, login)).filter((each) => !each.isEdit && !isNever(each));
  const forms = makers.filter((each) => !isKnown(each, records, wizards));
  const most = isThorough(walk) ? MOST.thorough : MOST.quick;
  const all = pages.flatMap(({ survey, reveals }) => [
    ...survey.forms,
    ...reveals.flatMap((reveal) => reveal.forms),
  ]);
  for (const sendable of forms.slice(0, most)) {
    if (walk.over() || walk.timeLeft() < LEAST_TIME) return;
    const { form, page, opener } = sendable;
    walk.progress(
      `trying "${opener?.name ?? form.submit?.name ?? form.name}" on ${page.path} with data of our own`,
    );
    const tried = await attempt(walk, sendable, pages, tag);
    const others = all.filter((each) => sameForm(each, form));
    if (tried === undefined) {
      if (form.broke) for (const other of others) other.broke = true;
      continue;
    }
    // What it takes after all, or once, is told by other cases.
    delete form.broke;
    const taken = new Map(form.fields.map((field) => [field.name, field.taken]));
    for (const other of others) {
      other.tried = tried;
      if (form.answered) other.answered = form.answered;
      for (const field of other.fields) {
        const known = taken.get(field.name);
        if (known) field.taken = known;
      }
    }
  }
  await seeRefused(walk, makers, tag);
  const isTaken = ({ form }: SendableForm): boolean =>
    form.tried === "taken" || records.some((record) => sameForm(record.form, form));
  const taken = makers.filter(isTaken);
  await seeBlank(walk, taken, records, (each, entries) => send(walk, each, `${tag}b`, entries));
  for (const { form } of taken.filter(({ form: { blank } }) => blank))
    for (const other of all.filter((each) => sameForm(each, form))) other.blank = form.blank;
};
