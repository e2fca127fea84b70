import { withoutQuery } from "./address.ts";
import type { SiteRecord } from "#model/site-records.ts";
import type { SitePage, SitePost } from "#model/site.ts";
import type { PageSurvey, SurveyField, SurveyForm } from "#model/survey.ts";
import { put } from "./act.ts";
import { dataFor, isWordy, MARK, putSamples } from "./form-data.ts";
import { fold, mainList } from "./lists.ts";
import { formKey } from "./state-of.ts";
import type { Walk } from "./walk.ts";
import { ACT_TIMEOUT, lookSteadily, open, spend } from "./walk.ts";
import { isByAddress } from "./by-address.ts";

const MOST = 3;
const MOST_FIELDS = 6;

/** Sent to people, or more than a text that a page shows. */
const NOT_SHOWN =
  /contact|message|newsletter|subscri|check-?out|order|sign|regist|log ?in|password|account|settings|profile|search|filter|feedback|support|coupon|voucher|cart|basket|mail|invite|pay|donat|book|apply|upload|share|report|delete|remove/i;
const NOT_SHOWN_AT =
  /\b(?:contact(?:-us)?|newsletter|check-?out|sign-?up|register|log-?in|account|settings|profile|search|feedback|support|cart|basket)\b/i;
const ADDS =
  /\badd\b|\bnew\b|what needs|to-?do|task|comment|review|reply|note|hinzuf[üu]gen|ajouter|a[ñn]adir|aggiungi/i;
const WAITS =
  /moderat|approv|before it (?:is|will)|will (?:be|appear)|pending|under review|soon|freigabe|pr[üu]fung/i;

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

type Candidate = { page: SitePage; form: SurveyForm; field: SurveyField; named: boolean };

const candidates = (pages: SitePage[]): Candidate[] => {
  const seen = new Set<string>();
  return pages.flatMap((page) => {
    if (!isByAddress(page)) return [];
    return page.survey.forms.flatMap((form): Candidate[] => {
      const field = matterOf(form);
      const own = `${form.name} ${form.submit?.name ?? ""}`;
      const words = [own, form.action ?? "", page.path].join(" ");
      const isSent = NOT_SHOWN.test(own) || NOT_SHOWN_AT.test(withoutQuery(page.path).replaceAll("/", " "));
      const key = `${form.submit?.name} ${form.fields.map(({ name }) => name).join("|")}`;
      if (!field?.target || seen.has(key) || form.purpose !== "other" || isSent) return [];
      if (
        form.fields.length > MOST_FIELDS ||
        form.fields.some(({ value, type }) => isWordy({ type }) && value !== "")
      )
        return [];
      const named = isNamed(page.survey, form);
      const single = form.fields.length === 1 && ADDS.test(`${field.name} ${form.submit?.name ?? ""}`);
      const beside = ADDS.test(words) && mainList(page.survey) !== null;
      if (!named && !single && !beside) return [];
      seen.add(key);
      return [{ page, form, field, named }];
    });
  });
};

const tailFor = ({ type, max_length: most, pattern }: SurveyField): string => {
  const bound = most === null || most <= 0 ? 10_000 : most;
  if (pattern) return "";
  return type === "textarea" && bound >= 200 ? LONG : bound >= 60 ? SHORT : "";
};

/** Fills the form in and sends it; the page as it is then, or null. */
const send = async (
  walk: Walk,
  { page, form, field }: Candidate,
  text: string,
  tag: string,
): Promise<PageSurvey | null> => {
  const entries = dataFor(form);
  const opened = await open(walk, page.path);
  if (!entries || !opened.ok) return null;
  for (const entry of entries) {
    const value = entry.kind === "fill" ? putSamples(entry.value, tag) : "";
    if (!(await put(walk, entry, entry.field === field ? text : value))) return null;
  }
  if (!field.target || !spend(walk)) return null;
  const submit = form.submit?.target ?? null;
  const wait = { timeoutMs: ACT_TIMEOUT };
  const sent =
    submit === null
      ? await walk.session.page.act(field.target, { kind: "press", key: "Enter" }, wait)
      : await walk.session.page.act(submit, { kind: "click" }, wait);
  return sent.ok ? lookSteadily(walk) : null;
};

/** What holds one text that was added, and nothing of the kind. */
const ENTRY = ":is(article, li, tr, [role=article], [role=listitem], [class*=comment], [class*=note])";

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
  const entries = { css: `${ENTRY}:not(:has(${ENTRY}))`, text: own };
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
  tag: string,
): Promise<SitePost[]> => {
  const posts: SitePost[] = [];
  const known = new Set(records.map(({ form }) => formKey(form)));
  for (const candidate of candidates(pages).filter(({ form }) => !known.has(formKey(form)))) {
    if (walk.over() || posts.length >= MOST) break;
    const { page, form, field, named } = candidate;
    walk.progress(`trying "${form.submit?.name ?? field.name}" on ${page.path} with a text of our own`);
    const key = `${MARK} ${tag}`;
    for (const tail of new Set([tailFor(field), ""])) {
      const after = await send(walk, candidate, `${key}${tail}`, tag);
      if (!after) break;
      const again = await open(walk, page.path);
      const kept = again.ok && again.survey.text.includes(key);
      const shown = kept || after.text.includes(key);
      const waits = WAITS.test(after.text);
      if (shown || tail === "") {
        if (shown || (named && !waits)) {
          posts.push({
            pageId: page.id,
            path: page.path,
            form,
            field,
            tail: tailFor(field),
            shown,
            kept: kept || !shown,
            once: kept && again.ok && (await isOnce(walk, candidate, again.survey, tag)),
          });
        }
        break;
      }
    }
  }
  return posts;
};
