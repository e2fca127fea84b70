import { withoutQuery } from "./address.ts";
import type { SiteRecord } from "#model/site-records.ts";
import type { SitePage, SitePost } from "#model/site.ts";
import type { PageSurvey, SurveyField, SurveyForm } from "#model/survey.ts";
import type { Target } from "#model/target.ts";
import { click, put } from "./act.ts";
import { dataFor, isWordy } from "./form-data.ts";
import { MARK, putSamples } from "./samples.ts";
import { fold, mainList } from "./lists.ts";
import { forget, giveOther, valuesOnPages } from "./other-data.ts";
import type { Tried } from "./other-data.ts";
import { ENTRY, ratingShown } from "./ratings.ts";
import { nameAgain } from "./named-again.ts";
import { evidenceSince } from "./problems.ts";
import { isOneOfSeveral, tellApart } from "./forms-apart.ts";
import { ownControls, tryPart } from "./post-parts.ts";
import { hasBroken, isMarkup, isScripted } from "./post-evidence.ts";
import { isOffered, undoPost } from "./post-undo.ts";
import { kinForms } from "./kin-forms.ts";
import { countEntries, entriesOf } from "./post-entries.ts";
import { refusalOf } from "./refusal.ts";
import type { Refusal } from "./refusal.ts";
import { formKey } from "./state-of.ts";
import type { Walk } from "./walk.ts";
import { look, lookSteadily, open } from "./open-page.ts";
import { ACT_TIMEOUT, beginStep, spend } from "./walk.ts";
import { isByAddress } from "./by-address.ts";
import { WHO } from "./words.ts";

const MOST = 4;
const MOST_OTHERS = 3;
const MOST_FIELDS = 6;

/** Sent to people, or more than a text that a page shows. */
const NOT_SHOWN =
  /contact|message|newsletter|subscri|check-?out|order|sign|regist|log ?in|password|account|settings|profile|search|filter|feedback|support|coupon|voucher|cart|basket|mail|invit|pay|donat|book|apply|upload|share|report|delete|remove/i;
const NOT_SHOWN_AT =
  /\b(?:contact(?:-us)?|newsletter|check-?out|sign-?up|register|log-?in|account|settings|profile|search|feedback|support|cart|basket)\b/i;
const ADDS =
  /\badd\b|\bnew\b|what needs|to-?do|task|comment|review|reply|note|hinzuf[üu]gen|ajouter|a[ñn]adir|aggiungi/i;
const WAITS =
  /moderat|approv|before it (?:is|will)|will (?:be|appear)|pending|under review|soon|freigabe|pr[üu]fung/i;

const SAYS_NONE =
  /\b(?:comments?|reviews?|notes?|replies|answers|ratings?) ?\(0\)|\b0 (?:comments|reviews|notes|replies|answers|ratings)\b|\bno (?:comments?|reviews?|notes?|replies|answers|ratings?)\b|\bbe the first to\b/i;

/** Short texts are cut nowhere; markup is text. */
const SHORT = ` Zoë & O'Neil <samp>two</samp>`;
const LONG = `${SHORT} and a second sentence, which makes the text long enough to be cut.`;

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
const matterOf = ({ fields }: SurveyForm): SurveyField | null =>
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
const kindOf = ({ patterns, origin }: Walk, { action }: SurveyForm): string =>
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

const candidates = (walk: Walk, pages: SitePage[]): Candidate[] => {
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
      const named = isNamed(page.survey, form);
      const single = form.fields.length === 1 && ADDS.test(`${field.name} ${form.submit?.name ?? ""}`);
      const beside = ADDS.test(words) && mainList(page.survey) !== null;
      if (!named && !single && !beside) return [];
      seen.add(key);
      return [{ page, form, field, named, opener: null }];
    });
  });
};

const tailFor = ({ type, max_length: most, pattern }: SurveyField): string => {
  const bound = most === null || most <= 0 ? 10_000 : most;
  if (pattern) return "";
  return type === "textarea" && bound >= 200 ? LONG : bound >= 60 ? SHORT : "";
};

/** `said`: all that the page shows then, also beside its own part. */
type Sent = { after: PageSurvey; said: string; refusal: Refusal | null };

/** Fills the form in and sends it; the page as it is then, or null. */
const send = async (
  walk: Walk,
  { page, form, field, opener }: Candidate,
  text: string,
  tag: string,
): Promise<Sent | null> => {
  const entries = dataFor(form);
  const opened = await open(walk, page.path);
  if (!entries || !opened.ok || (opener && !(await click(walk, opener)))) return null;
  for (const entry of entries) {
    const value = entry.kind === "fill" ? putSamples(entry.value, tag) : "";
    if (!(await put(walk, entry, entry.field === field ? text : value))) return null;
  }
  if (!field.target || !spend(walk)) return null;
  const ready = await look(walk);
  const step = beginStep(walk);
  const submit = form.submit?.target ?? null;
  const wait = { timeoutMs: ACT_TIMEOUT };
  const sent =
    submit === null
      ? await walk.session.page.act(field.target, { kind: "press", key: "Enter" }, wait)
      : await walk.session.page.act(submit, { kind: "click" }, wait);
  const after = sent.ok ? await lookSteadily(walk) : null;
  if (!after) return null;
  const all = await walk.session.page.read({ css: "body" }, "text", wait);
  const said = all.ok ? all.value : after.text;
  return { after, said, refusal: refusalOf(walk, step, form, ready, after) };
};

/** The same, and again with other data where the app refuses those that were made up. */
const sendUntilTaken = async (
  walk: Walk,
  candidate: Candidate,
  pages: SitePage[],
  text: string,
  tag: string,
): Promise<Sent | null> => {
  const { form, field } = candidate;
  const tried: Tried = new Map();
  let sent = await send(walk, candidate, text, tag);
  for (let left = MOST_OTHERS; sent?.refusal && left > 0; left -= 1) {
    const known = valuesOnPages(pages, form);
    if (!giveOther(form, dataFor(form) ?? [], sent.refusal, known, tried, field)) break;
    sent = await send(walk, candidate, text, tag);
  }
  if (sent?.refusal) forget(form);
  return sent;
};

const placesIn = (text: string, word: string): number[] =>
  [...text.matchAll(new RegExp(word, "g"))].map(({ index }) => index);

/**
 * True where the text stands on the page once, and where it stands in two entries of one list: then another one does so as
 * well, and both of the one come before both of the other.
 */
const isOnce = async (
  walk: Walk,
  candidate: Candidate,
  survey: PageSurvey,
  tag: string,
): Promise<boolean> => {
  const own = `${MARK} ${tag}`;
  if (placesIn(survey.text, own).length !== 2) return placesIn(survey.text, own).length === 1;
  const entries = { css: ENTRY, text: own };
  const count = await walk.session.page.read(entries, "count", { timeoutMs: ACT_TIMEOUT });
  if (!count.ok || Number(count.value) !== 2) return false;
  const other = `${MARK} b${tag}`;
  if (!(await send(walk, candidate, other, `b${tag}`))) return false;
  const again = await open(walk, candidate.page.path);
  const [ours, others] = [own, other].map((word) => placesIn(again.ok ? again.survey.text : "", word));
  if (ours?.length !== 2 || others?.length !== 2) return false;
  return Math.max(...ours) < Math.min(...others) || Math.max(...others) < Math.min(...ours);
};

/**
 * Sends a text of our own with forms that say that the page shows what they add, such as comments, reviews and tasks,
 * and looks whether it does.
 */
export const probePosts = async (
  walk: Walk,
  pages: SitePage[],
  records: readonly SiteRecord[],
  begun: string,
): Promise<SitePost[]> => {
  const posts: SitePost[] = [];
  const known = new Set(records.map(({ form }) => `${formKey(form)} ${kindOf(walk, form)}`));
  const all = [...candidates(walk, pages), ...pages.filter(isByAddress).flatMap(broughtUp)];
  const kinds = new Set([...records, ...all].map(({ form }) => kindOf(walk, form)));
  const kin = await kinForms(walk, pages, (form) => kindOf(walk, form), kinds);
  for (const { page, form, opener } of kin) {
    const field = matterOf(form);
    if (field?.target && dataFor(form)) all.push({ page, form, field, named: false, opener });
  }
  for (const candidate of all.filter(({ form }) => !known.has(`${formKey(form)} ${kindOf(walk, form)}`))) {
    if (walk.over() || posts.length >= MOST) break;
    const { page, form, field, named } = candidate;
    const empty = await open(walk, page.path);
    const before = await countEntries(walk);
    if (empty.ok && isOneOfSeveral(page.survey, form)) await tellApart(walk, page, page.survey);
    walk.progress(`trying "${form.submit?.name ?? field.name}" on ${page.path} with a text of our own`);
    // Nothing that was left on the page before is called like this.
    const tag = `${begun}p${posts.length || ""}`;
    const key = `${MARK} ${tag}`;
    for (const tail of new Set([tailFor(field), ""])) {
      const step = beginStep(walk);
      const sent = await sendUntilTaken(walk, candidate, pages, `${key}${tail}`, tag);
      if (!sent) break;
      form.tried = sent.refusal ? "refused" : "taken";
      // Nothing can be said of what was refused, but that less may be taken.
      if (sent.refusal) continue;
      const { after } = sent;
      const again = await open(walk, page.path);
      const kept = again.ok && again.survey.text.includes(key);
      const entries = kept ? await entriesOf(walk, before, key) : null;
      const shown = kept || after.text.includes(key);
      if (again.ok && kept) {
        nameAgain(page, records, again.survey);
        await tellApart(walk, page, again.survey);
      }
      const waits = WAITS.test(sent.said);
      if (shown || tail === "") {
        const broke = evidenceSince(walk.session.evidence, step).requests.some(hasBroken);
        if (shown || broke || (named && !waits)) {
          const rating = await ratingShown(walk, form, key);
          const markup = tail !== "" && (await isMarkup(walk));
          const once = kept && again.ok && (await isOnce(walk, candidate, again.survey, tag));
          const repeated = await send(walk, candidate, `${MARK} r${tag}`, `r${tag}`);
          if (repeated?.refusal) form.tried = "once";
          const own = empty.ok && again.ok && kept ? ownControls(empty.survey, again.survey) : [];
          // Who has added one is not asked for another one.
          const isSingle =
            !repeated && kept && candidate.opener === null && (await isOffered(walk, page, form)) === false;
          const undo = isSingle ? await undoPost(walk, page, form, own, key) : null;
          if (isSingle && !undo) form.tried = "gone";
          const part = repeated && !repeated.refusal ? await tryPart(walk, page, own, key, tag) : null;
          posts.push({
            key,
            markup,
            rating,
            pageId: page.id,
            path: page.path,
            form,
            opener: candidate.opener,
            field,
            tail: tailFor(field),
            shown,
            kept: kept || !shown,
            entries,
            once,
            scripted: isScripted(walk, step),
            part,
            undo,
          });
        }
        break;
      }
    }
  }
  return posts;
};
