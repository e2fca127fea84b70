import { relativeTo } from "#core/explore/pages/address.ts";
import type { RowControl } from "#model/site-records.ts";
import type { PostPart } from "#model/site-posts.ts";
import type { SitePage } from "#model/site-pages.ts";
import type { PageSurvey, SurveyField, SurveyForm } from "#model/survey.ts";
import type { TargetObject } from "#model/target.ts";
import { click } from "#core/explore/forms/act.ts";
import { newButtons } from "#core/explore/controls/dialogs.ts";
import { controlsOn } from "#core/explore/items/item-actions.ts";
import { fold } from "#core/explore/lists/lists.ts";
import { look, open } from "#core/explore/pages/open-page.ts";
import { choiceIn, ENTRY } from "#core/explore/lists/ratings.ts";
import { rowControl } from "#core/explore/items/own-item.ts";
import { MARK } from "#core/explore/forms/samples.ts";
import { isSent } from "#core/explore/pages/sent.ts";
import type { Walk } from "#core/explore/pages/walk.ts";
import { ACT_TIMEOUT, beginStep, isThorough } from "#core/explore/pages/walk.ts";
import { AGREES, DELETE, EDIT } from "#core/explore/words.ts";

/** What may hold one text with its controls, the narrowest first. */
const HOLDERS = [
  "article",
  "li",
  "tr",
  ENTRY,
  "section",
  "[class*=comment]",
  "[class*=answer]",
  "[class*=reply]",
];

type Found = { control: RowControl; holder: string; target: TargetObject };

const controls = (survey: PageSurvey): RowControl[] => {
  const { buttons, links } = controlsOn(survey);
  return [
    ...links.map(({ text }): RowControl => ({ role: "link", name: fold(text) })),
    ...buttons.map((text): RowControl => ({ role: "button", name: fold(text) })),
  ];
};

/** "Remove note: Tracewright a1" has the text in its name: called by what stands before that. */
const withoutText = (control: RowControl): RowControl[] => {
  const at = control.name.indexOf(MARK);
  const name = control.name.slice(0, at).replace(/[\s:"'“„«–-]+$/u, "");
  return at < 0 ? [control] : name === "" ? [] : [{ ...control, name, part: true }];
};

/**
 * Controls of which there is one more since a text was added: they are about that text. Others that stand with it are about
 * what it was added to.
 */
export const ownControls = (before: PageSurvey, after: PageSurvey): RowControl[] => {
  const count = (all: RowControl[], { role, name }: RowControl): number =>
    all.filter((each) => each.role === role && each.name === name).length;
  const [old, now] = [controls(before), controls(after)];
  return now
    .filter(
      (control, at) => count(now, control) > count(old, control) && count(now.slice(0, at), control) === 0,
    )
    .flatMap(withoutText);
};

/** "Edit comment 2" is another number for the next one, and "Delete your note of 3 May, 10:40" another time. */
const unnumbered = (control: RowControl): RowControl => {
  const name = control.name.replace(/\s*#?\d.*$/, "");
  return name === control.name || name === "" ? control : { ...control, name, part: true };
};

/** The control for it, where a text and just one such control stand together. */
const controlFor = async (
  walk: Walk,
  own: RowControl[],
  words: RegExp,
  text: string,
): Promise<Found | null> => {
  for (const control of own.filter(({ name }) => words.test(name)).map(unnumbered)) {
    for (const holder of HOLDERS) {
      const target = rowControl(control, "", { css: holder, text });
      const count = await walk.session.page.read(target, "count", { timeoutMs: ACT_TIMEOUT });
      if (count.ok && count.value === "1") return { control, holder, target };
    }
  }
  return null;
};

/** A text as it was added: by which field of which form. */
export type Added = { text: string; field: SurveyField; form: SurveyForm };

/** Brings up the form for changing a text that is on the open page, which another form has added. */
export const tryEdit = async (
  walk: Walk,
  own: RowControl[],
  { text, field: added, form }: Added,
): Promise<PostPart["edit"]> => {
  const found = await controlFor(walk, own, EDIT, text);
  const there = found ? await click(walk, found.target) : null;
  if (!found || !there) return null;
  for (const changing of there.forms) {
    const { fields, submit } = changing;
    const holding = fields.filter(({ value, target }) => target !== null && fold(value).includes(text));
    // What else was typed then, such as a name, may begin alike.
    const field = holding.find(({ name }) => name === added.name) ?? holding[0];
    if (!field || !submit?.target) continue;
    const chosen = await choiceIn(walk, changing, form);
    return { control: found.control, holder: found.holder, field, submit: submit.target, chosen };
  }
  return null;
};

const ours = (survey: PageSurvey, texts: string[]): string[] =>
  texts.filter((text) => survey.text.includes(text));

/** The page is there as it was before, with the other text, or with the one that had to go and its control. */
const isStill = async (
  { session, origin }: Walk,
  page: SitePage,
  { url, text }: PageSurvey,
  { target }: Found,
  other: string,
): Promise<boolean> => {
  if (relativeTo(origin, url) !== page.path) return false;
  if (text.includes(other)) return true;
  const count = await session.page.read(target, "count", { timeoutMs: ACT_TIMEOUT });
  return count.ok && count.value === "1";
};

/** Removes the text, or another of ours in its place, or does nothing at all: which of these is for the cases to say. */
export const tryRemoval = async (
  walk: Walk,
  page: SitePage,
  own: RowControl[],
  text: string,
  other: string,
): Promise<PostPart["remove"]> => {
  const opened = await open(walk, page.path);
  const found = opened.ok ? await controlFor(walk, own, DELETE, text) : null;
  const before = found ? await look(walk) : null;
  const mark = beginStep(walk);
  const after = found ? await click(walk, found.target) : null;
  if (!found || !after || !before) return null;
  const many = ({ buttons }: PageSurvey, name: string): number =>
    buttons.filter((each) => each.name === name).length;
  // One that is left of several is there in another place, but is not new.
  const asks = after.dialogs.length > before.dialogs.length;
  const fresh = newButtons(before, after).filter(
    ({ name }) => asks || many(after, name) > many(before, name),
  );
  const confirm =
    after.text.includes(text) || !isSent(walk, mark)
      ? (fresh.find(({ name }) => DELETE.test(name)) ?? fresh.find(({ name }) => AGREES.test(name)))
      : undefined;
  const done = confirm?.target ? await click(walk, confirm.target) : after;
  if (!done) return null;
  const stays = await isStill(walk, page, done, found, other);
  const isDeaf =
    after.text === before.text && fresh.length === 0 && after.dialogs.length === before.dialogs.length;
  const again = await open(walk, page.path);
  // Whether it is gone is for the case to say, once the app was told to remove it.
  const isDone = again.ok && (isDeaf || ours(again.survey, [text, other]).length === 1 || isSent(walk, mark));
  return isDone
    ? { control: found.control, holder: found.holder, confirm: confirm?.target ?? null, stays }
    : null;
};

/**
 * How one of two texts that were added to a page is changed and removed by controls of its own: `${MARK} ${tag}` beside
 * `${MARK} r${tag}`.
 */
export const tryPart = async (
  walk: Walk,
  page: SitePage,
  own: RowControl[],
  added: Added,
  tag: string,
): Promise<PostPart | null> => {
  const { text } = added;
  const other = `${MARK} r${tag}`;
  const opened = isThorough(walk) && own.length > 0 ? await open(walk, page.path) : null;
  if (!opened?.ok || ours(opened.survey, [text, other]).length < 2) return null;
  const edit = await tryEdit(walk, own, added);
  const remove = await tryRemoval(walk, page, own, text, other);
  return edit || remove ? { edit, remove } : null;
};
