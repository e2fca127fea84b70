import type { SiteRecord } from "#model/site-records.ts";
import type { SitePage } from "#model/site-pages.ts";
import type { SitePost } from "#model/site-posts.ts";
import type { PageSurvey, SurveyField } from "#model/survey.ts";
import { click, put } from "#core/explore/forms/act.ts";
import { dataFor } from "#core/explore/forms/form-data.ts";
import { MARK, putSamples } from "#core/explore/forms/samples.ts";
import { promisedLength } from "#core/explore/forms/field-promises.ts";
import { forget, giveOther, valuesOnPages } from "#core/explore/forms/other-data.ts";
import type { Tried } from "#core/explore/forms/other-data.ts";
import { averageSaid } from "#core/explore/lists/average-rating.ts";
import { ENTRY, ratingGiven, ratingShown } from "#core/explore/lists/ratings.ts";
import { nameAgain } from "#core/explore/items/named-again.ts";
import { evidenceSince } from "#core/explore/pages/problems.ts";
import { isOneOfSeveral, tellApart } from "#core/explore/forms/forms-apart.ts";
import { candidatesOf, kindOf, matterOf } from "#core/explore/posts/post-candidates.ts";
import type { Candidate } from "#core/explore/posts/post-candidates.ts";
import { ownControls, tryPart } from "#core/explore/posts/post-parts.ts";
import { hasBroken, isMarkup, isNotFound, isScripted } from "#core/explore/posts/post-evidence.ts";
import { isOffered, undoPost } from "#core/explore/posts/post-undo.ts";
import { kinForms } from "#core/explore/forms/kin-forms.ts";
import { countEntries, entriesOf } from "#core/explore/posts/post-entries.ts";
import { refusalOf } from "#core/explore/forms/refusal.ts";
import type { Refusal } from "#core/explore/forms/refusal.ts";
import { formKey } from "#core/explore/pages/state-of.ts";
import type { Walk } from "#core/explore/pages/walk.ts";
import { look, lookSteadily, open } from "#core/explore/pages/open-page.ts";
import { WAITS } from "#core/explore/pages/waits.ts";
import { ACT_TIMEOUT, beginStep, spend } from "#core/explore/pages/walk.ts";

const MOST = 4;
const MOST_OTHERS = 3;

/** Short texts are cut nowhere; markup is text. */
const SHORT = ` Zoë & O'Neil <samp>two</samp>`;
const LONG = `${SHORT} and a second sentence, which makes the text long enough to be cut.`;

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

const textsOf = (walk: Walk): string[] => [...walk.pages.values()].map(({ survey }) => survey.text);

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
  const all = candidatesOf(walk, pages);
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
      const broke = evidenceSince(walk.session.evidence, step).requests.some(hasBroken);
      if (shown && !kept && !broke && isNotFound(after.text, key)) break;
      if (again.ok && kept) {
        nameAgain(page, records, again.survey);
        await tellApart(walk, page, again.survey);
      }
      const waits = WAITS.test(sent.said);
      if (shown || tail === "") {
        if (shown || broke || (named && !waits)) {
          const rating = await ratingShown(walk, form, key);
          const given = ratingGiven(form);
          const average =
            given && empty.ok && again.ok && kept
              ? averageSaid(empty.survey.text, again.survey.text, given, textsOf(walk))
              : null;
          const markup = tail !== "" && (await isMarkup(walk));
          const once = kept && again.ok && (await isOnce(walk, candidate, again.survey, tag));
          // A form may ask for a longer text than it says.
          const repeated = await send(
            walk,
            candidate,
            `${MARK} r${tag}${promisedLength(field) === null ? "" : tail}`,
            `r${tag}`,
          );
          if (repeated?.refusal) form.tried = "once";
          const own = empty.ok && again.ok && kept ? ownControls(empty.survey, again.survey) : [];
          // Who has added one is not asked for another one.
          const isSingle =
            !repeated && kept && candidate.opener === null && (await isOffered(walk, page, form)) === false;
          const { undo, edit } = isSingle
            ? await undoPost(walk, page, own, { text: key, field, form })
            : { undo: null, edit: null };
          if (isSingle && !undo) form.tried = "gone";
          const part =
            repeated && !repeated.refusal
              ? await tryPart(walk, page, own, { text: key, field, form }, tag)
              : null;
          posts.push({
            key,
            markup,
            rating,
            average,
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
            edit,
          });
        }
        break;
      }
    }
  }
  return posts;
};
