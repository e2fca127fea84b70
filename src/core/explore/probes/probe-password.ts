import type { SitePage } from "#model/site-pages.ts";
import type { PasswordAnswer, SitePassword } from "#model/site-password.ts";
import type { SurveyForm } from "#model/survey.ts";
import type { Target } from "#model/target.ts";
import { click } from "#core/explore/forms/act.ts";
import { isAnswered } from "#core/explore/pages/by-address.ts";
import { logIn } from "#core/explore/login/login.ts";
import type { Credentials } from "#core/explore/login/login.ts";
import { wholeText } from "#core/explore/items/make-item.ts";
import { look, open } from "#core/explore/pages/open-page.ts";
import { reach } from "#core/explore/pages/reopen.ts";
import { passwordForm } from "#core/explore/login/password-form.ts";
import type { PasswordForm } from "#core/explore/login/password-form.ts";
import { changedIn, freshParts, isAgainst, saysChanged } from "#core/explore/login/password-words.ts";
import { evidenceSince } from "#core/explore/pages/problems.ts";
import { isForm, refusalOf } from "#core/explore/forms/refusal.ts";
import type { Walk } from "#core/explore/pages/walk.ts";
import { ACT_TIMEOUT, beginStep, spend } from "#core/explore/pages/walk.ts";
import { isDangerous } from "#core/explore/words.ts";

type Found = { page: SitePage; form: SurveyForm; opener: SitePassword["opener"]; fields: PasswordForm };

/** Of one's own, as far as the address tells: not of an item, who may be somebody else. */
const isOwn = (page: SitePage): boolean =>
  page.behindLogin && isAnswered(page) && !/:id|:v|\d/.test(page.pattern);

const formsOn = (page: SitePage): Omit<Found, "fields">[] => [
  ...page.survey.forms.map((form) => ({ page, form, opener: null })),
  ...page.reveals.flatMap(({ control, effect, forms }) => {
    const isOfRow = page.survey.collections.some(({ items }) =>
      items.some(({ buttons }) => buttons.includes(control.name)),
    );
    return effect === "navigation" || control.target === null || isOfRow
      ? []
      : forms.map((form) => ({ page, form, opener: control.target }));
  }),
];

/** A field that takes but a part of it would change it. */
const takesAll = ({ fields }: SurveyForm, { length }: string): boolean =>
  fields.every(({ max_length: most }) => most === null || most <= 0 || most >= length);

const find = (pages: SitePage[], own: string): Found | null => {
  for (const page of pages.filter(isOwn).toSorted((a, b) => a.setup.length - b.setup.length))
    for (const found of formsOn(page)) {
      const fields = passwordForm(found.form);
      if (fields && takesAll(found.form, own) && !isDangerous(found.form.submit?.name ?? ""))
        return { ...found, fields };
    }
  return null;
};

const bringUp = async (walk: Walk, { page, opener }: Found): Promise<boolean> => {
  const isThere = await reach(walk, page);
  return isThere && (opener === null || (await click(walk, opener)) !== null);
};

/** What is typed into which field. */
type Given = [target: Target, value: string][];

/** Sends the form; null where it cannot be told what came of it. */
const send = async (walk: Walk, found: Found, given: Given): Promise<PasswordAnswer | null> => {
  const { form, fields } = found;
  if (!(await bringUp(walk, found))) return null;
  for (const [target, value] of given) {
    if (!spend(walk)) return null;
    const { ok } = await walk.session.page.act(target, { kind: "fill", value }, { timeoutMs: ACT_TIMEOUT });
    if (!ok) return null;
  }
  const ready = await look(walk);
  const before = await wholeText(walk);
  const step = beginStep(walk);
  const after = await click(walk, fields.submit);
  if (!ready || !after) return null;
  const text = await wholeText(walk);
  const statuses = evidenceSince(walk.session.evidence, step)
    .requests.filter(({ same_origin: own, method }) => own && !/^(?:GET|HEAD|OPTIONS)$/.test(method))
    .map(({ status }) => status ?? 0);
  if (statuses.some((status) => status >= 500 || [404, 405, 429].includes(status))) return null;
  const stays = after.forms.some((each) => isForm(each, form));
  const said = freshParts(before, text);
  const words = changedIn(said);
  const isSpokenAgainst = statuses.some((status) => status >= 400) || isAgainst(said);
  // Good news may come as an alert as well, and although the server has refused it.
  if (words !== null && !isAgainst(said)) return before.includes(words) ? null : { said: words, stays };
  const isRefused = isSpokenAgainst || refusalOf(walk, step, form, ready, after) !== null;
  return isRefused && !saysChanged(text) ? { said: null, stays } : null;
};

/**
 * Sends the form for changing one's own password, first with another current one, then with another repetition; the new
 * one is the one in use, so that an app which takes that changes nothing. Logs in again where that has ended the session.
 */
export const probePassword = async (
  walk: Walk,
  pages: SitePage[],
  credentials: Credentials,
  tag: string,
): Promise<SitePassword | null> => {
  const found = walk.over() ? null : find(pages, credentials.password);
  if (!found) return null;
  const { page, form, opener, fields } = found;
  const { current, fresh, again } = fields;
  const other = `Other-${tag}-9x`;
  const own = credentials.password;
  const name = form.submit?.name ?? form.name;
  walk.progress(`trying "${name}" on ${page.path} with a wrong password`);
  const tryWith = async (first: string, second: string): Promise<PasswordAnswer | null> => {
    const given: Given = [
      [current, first],
      [fresh, own],
    ];
    const answer = await send(walk, found, again === null ? given : [...given, [again, second]]);
    const now = await open(walk, page.path);
    if (now.ok && now.survey.login) await logIn(walk, credentials, page.path);
    return answer;
  };
  const wrong = await tryWith(other, own);
  const differing = again === null || walk.over() ? null : await tryWith(own, other);
  return wrong || differing ? { pageId: page.id, name, opener, ...fields, wrong, differing } : null;
};
