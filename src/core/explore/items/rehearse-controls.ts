import type { RowControl, SiteRecord } from "#model/site-records.ts";
import type { PageSurvey, SurveyCollection, SurveyField } from "#model/survey.ts";
import type { Target } from "#model/target.ts";
import { click, clickAll } from "#core/explore/forms/act.ts";
import { tryEditing } from "./edit-further.ts";
import { itemLink, leadingLink } from "./item-link.ts";
import { controlsOn, furtherControls } from "./item-actions.ts";
import type { Controls } from "./item-actions.ts";
import type { FurtherControl } from "./item-actions.ts";
import type { Made, Row } from "./own-item.ts";
import { ITEM, clicksOf, controlIn, rowTarget, rowWith } from "./own-item.ts";
import { openRowMenu } from "#core/explore/controls/row-menu.ts";
import { readBack } from "#core/explore/forms/read-back.ts";
import { labelKey } from "#core/explore/lists/lists.ts";
import { searchRow } from "#core/explore/lists/search-row.ts";
import { isSteadyTarget } from "#core/explore/pages/steady.ts";
import type { Walk } from "#core/explore/pages/walk.ts";
import { inDialog, namedAgain, newButtons } from "#core/explore/controls/dialogs.ts";
import { look, open } from "#core/explore/pages/open-page.ts";
import { beginStep, here, isThorough } from "#core/explore/pages/walk.ts";
import { AGREES, DELETE, EDIT } from "#core/explore/words.ts";

/** Brings the item's row into sight again; false when it is not there. */
export const find = async (
  walk: Walk,
  { path, search, list }: SiteRecord,
  name: string,
): Promise<boolean> => {
  const opened = await open(walk, path);
  if (!opened.ok) return false;
  if (search) return (await searchRow(walk, search, { list }, name)) !== null;
  return rowWith(opened.survey, { list }, name) !== null;
};

/** Gives up what was typed. */
export const CANCEL = /^(?:cancel|discard|abbrechen|annuler|cancelar|annulla|annuleren|anuluj)$/i;

/** Uses a control of the item, in its row or on its page; `passing` is told what that page shows before. */
export type Reach = (
  onDetail: boolean,
  control: RowControl,
  passing?: (there: PageSurvey) => void,
) => Promise<PageSurvey | null>;

/** What came up changes something, but not what the item is called: "Edit the phone and rate". */
const isOfOtherFields = (after: PageSurvey, before: PageSurvey | null, { name }: SurveyField): boolean => {
  const labelsIn = (survey: PageSurvey | null): string[] =>
    (survey?.forms ?? []).flatMap(({ fields }) => fields.map((field) => labelKey(field.name)));
  const known = new Set(labelsIn(before));
  const labels = labelsIn(after);
  return labels.some((label) => label !== "" && !known.has(label)) && !labels.includes(labelKey(name));
};

/** Looks how the item is changed and removed, and what else is offered for it: by controls of its row, else on its own page. */
export const tryControls = async (
  walk: Walk,
  record: SiteRecord,
  row: Row,
  made: Made,
): Promise<FurtherControl[]> => {
  const { name } = made;
  const target = rowTarget(record, name);
  const columns = row.list.columns.map(({ name: heading }) => heading);
  let edit = controlIn({ ...row.item, columns }, EDIT, name);
  let remove = controlIn(row.item, DELETE, name, true);
  const further = furtherControls(row.item, name, false);
  const away = async (): Promise<boolean> => find(walk, record, name);
  const listPage = [...walk.pages.values()].find(({ id }) => id === record.pageId);
  const menu = edit && remove ? null : await openRowMenu(walk, row.item, name, target);
  if (menu) {
    const [editThere, removeThere] = [EDIT, DELETE].map((words) => controlIn(menu.entries, words, name));
    edit ??= editThere ? menu.inMenu(editThere) : null;
    remove ??= removeThere ? menu.inMenu(removeThere) : null;
    further.push(
      ...furtherControls(menu.entries, name, false).map(({ control, onPage }) => ({
        control: menu.inMenu(control),
        onPage,
      })),
    );
    if (!(await away())) return further;
  }
  if (!edit || !remove || further.length === 0) {
    const refers = record.nameField.refers !== undefined;
    const leads = record.rowLeads === true || leadingLink(walk, row, name, refers) !== null;
    const there = leads ? await click(walk, itemLink(record, name, target)) : null;
    if (there) {
      const own = controlsOn(there, listPage?.survey);
      const whole = ownOf(record, own);
      const [editThere, removeThere] = [controlIn(whole, EDIT, name), controlIn(whole, DELETE, name)];
      // Under a number or the like, the page might be about something else.
      const isItem = record.linkIn === undefined || there.text.includes(name);
      const itself = readBack(there, record.form, made.values, name);
      if (isItem) further.push(...furtherControls(own, name, true));
      if (isItem && ((!edit && editThere) || (!remove && removeThere))) {
        record.detail = { edit: !edit && editThere !== null, remove: !remove && removeThere !== null };
        edit ??= editThere;
        remove ??= removeThere;
      }
      const named = itself?.nameField;
      if (!edit && named && !named.read_only && !named.disabled)
        edit = { role: "link", name: ITEM, part: true, itself: true };
    }
    if (!(await away())) return further;
  }
  const reach: Reach = async (onDetail, control, passing) => {
    if (onDetail) {
      const there = await click(walk, itemLink(record, name, target));
      if (!there) return null;
      passing?.(there);
    }
    if (control.itself) return click(walk, itemLink(record, name, target));
    return clickAll(walk, clicksOf(control, name, onDetail ? null : target));
  };
  if (edit) {
    const listAt = here(walk);
    let itemAt: string | null = null;
    const after = await reach(record.detail?.edit === true, edit, ({ text }) => {
      if (text.includes(name)) itemAt = here(walk);
    });
    const form = after ? readBack(after, record.form, made.values, name) : null;
    const isDialog = form !== null && (after?.dialogs.length ?? 0) > 0;
    const overList = isDialog && here(walk) === listAt;
    const overItem = isDialog && !overList && here(walk) === itemAt;
    const cancel = form ? (after?.buttons.find(({ name: text }) => CANCEL.test(text))?.target ?? null) : null;
    if (form || !after || !isOfOtherFields(after, listPage?.survey ?? null, record.nameField))
      record.edit = { ...edit, form, overList, ...(overItem && { overItem }), cancel };
    // A dialog that has refused it lies over the row still, where an address leads to another place of the same document.
    const putAside = async (): Promise<void> => {
      if (isDialog && cancel && ((await look(walk))?.dialogs.length ?? 0) > 0) await click(walk, cancel);
    };
    const opened = edit;
    if (form && isThorough(walk)) {
      const { values } = made;
      const headings = listPage?.survey.headings.map(({ text }) => text) ?? [];
      const again = async (): Promise<PageSurvey | null> => {
        await putAside();
        return (await away()) ? reach(record.detail?.edit === true, opened) : null;
      };
      Object.assign(form, await tryEditing(walk, form, record.form, { values, headings }, again));
    }
    await putAside();
    if (!(await away())) return further;
  }
  if (remove) record.remove = await tryRemoval(walk, record, remove, name, reach);
  return further;
};

/** "Delete post" on the page of a thread is about one of its posts. */
const PART =
  /\b(?:post|comment|reply|answer|note|attachment|image|picture|photo|file|tag|line|kommentar|antwort|beitrag|commentaire|réponse|comentario|respuesta|commento|risposta)s?$/i;

/** The controls of an item's page, without those that are about what belongs to it. */
const ownOf = (record: SiteRecord, { buttons, links, byIcon }: Controls): Controls => {
  const called = `${record.opener?.name ?? ""} ${record.form.name} ${record.form.submit?.name ?? ""}`;
  const isOwn = (text: string): boolean => {
    const [part] = PART.exec(text.trim()) ?? [];
    return part === undefined || called.toLowerCase().includes(part.toLowerCase());
  };
  return {
    ...(byIcon && { byIcon }),
    buttons: buttons.filter(isOwn),
    links: links.filter(({ text }) => isOwn(text)),
  };
};

/** Says no to the question whether something is meant. */
const REFUSES =
  /^(?:cancel|no|keep|never ?mind|don['’]t|go back|abbrechen|nein|behalten|annuler|non|cancelar|annulla|annuleren|nee|anuluj|nie)\b/i;

/** What stands in a row is about that row, whichever it is. */
export const isInRow = (target: Target): boolean =>
  typeof target === "object" &&
  target.within !== undefined &&
  (typeof target.within !== "object" ||
    /^(?:row|listitem)$/.test(target.within.role ?? "") ||
    isInRow(target.within));

/** A page with one button besides those that all pages have. */
export const isAsking = ({ buttons, collections }: PageSurvey, words = DELETE): boolean =>
  buttons.filter(({ chrome }) => !chrome).length <= 2 &&
  buttons.some(({ name, chrome, submit }) => !chrome && submit && (words.test(name) || AGREES.test(name))) &&
  collections.every(({ kind }) => kind === "list");

/** What says of an item that it was removed, or can be brought back. */
const REMOVED =
  /\b(?:deleted|removed|trashed|deletion|removal|restore|undelete|recover|undo)\b|gel[öo]scht|wiederherstell|supprim[ée]e?s?(?!\p{L})|restaurer|eliminad|borrad|restaurar|eliminat|ripristina/iu;

const tells = ({ text, buttons }: PageSurvey): boolean =>
  REMOVED.test([text, ...buttons.map(({ name }) => name)].join(" "));

const rowTells = ({ item }: { item: SurveyCollection["items"][number] }): boolean =>
  REMOVED.test([item.text, ...item.buttons].join(" "));

/** What was removed is to be seen still, in its list or on its own page, and said to be removed since then. */
const isStruckOut = async (
  walk: Walk,
  record: SiteRecord,
  name: string,
  { before, itemAt, after }: { before: PageSurvey | null; itemAt: string | null; after: PageSurvey },
): Promise<boolean> => {
  const isThere = ({ target }: { target: Target | null }): boolean =>
    JSON.stringify(target) === JSON.stringify(record.list);
  if (record.ownPage) {
    const own = itemAt === null || before === null || tells(before) ? null : await open(walk, itemAt);
    return own?.ok === true && own.survey.text.includes(name) && tells(own.survey);
  }
  if (after.collections.some(isThere) && !after.text.includes(name)) return false;
  const was = before ? rowWith(before, record, name) : null;
  if (was && rowTells(was)) return false;
  const list = (await find(walk, record, name)) ? await look(walk) : null;
  const row = list ? rowWith(list, record, name) : null;
  return row !== null && isThere(row.list) && rowTells(row);
};

/** Removes the item that was made here, and tells how. Null when it did not go. */
export const tryRemoval = async (
  walk: Walk,
  record: SiteRecord,
  control: RowControl,
  name: string,
  reach: Reach,
): Promise<SiteRecord["remove"]> => {
  const onDetail = record.detail?.remove === true;
  let before = onDetail ? null : await look(walk);
  let from = here(walk);
  const mark = beginStep(walk);
  const after = await reach(onDetail, control, (there) => {
    before = there;
    from = here(walk);
  });
  if (!after) return null;
  const isAsked = walk.session.evidence.dialogs.some(({ step, type }) => step >= mark && type === "confirm");
  const fresh = newButtons(before, after).filter(({ target }) => target !== null && !isInRow(target));
  // What has gone asks no more: another row may have come into its place.
  const inRow = rowWith(after, record, name) !== null;
  // Or a page of its own asks, which names the item, or is below that of the item, and has nothing else to be done.
  const at = here(walk);
  const isOfItem =
    after.text.includes(name) || (onDetail && from !== null && at?.startsWith(`${from}/`) === true);
  const elsewhere = at !== from && !inRow && isOfItem && after.dialogs.length === 0;
  // What lies over the item's page, and has no role of a dialog, asks as well.
  const isOver = onDetail && at === from && fresh.some(({ name: text }) => REFUSES.test(text));
  const asks = after.dialogs.length > 0 || (!onDetail && inRow) || isOver || (elsewhere && isAsking(after));
  const told = asks
    ? (fresh.find(({ name: text }) => DELETE.test(text)) ?? fresh.find(({ name: text }) => AGREES.test(text)))
    : undefined;
  // Where the next item has taken the place of this one, its "Delete" is no answer: a question can be refused.
  const isQuestion = asks && fresh.some(({ name: text }) => REFUSES.test(text));
  const confirm = told?.target ?? (isQuestion ? await namedAgain(walk, before, after, DELETE, name) : null);
  // How it is answered is not known.
  if (isQuestion && confirm === null) return null;
  const refusing = confirm ? fresh.find(({ name: text }) => REFUSES.test(text)) : undefined;
  const refuse = refusing ? await inDialog(walk, before, after, refusing, name) : null;
  const done = confirm ? await click(walk, confirm) : after;
  if (!done) return null;
  const stays = await isStruckOut(walk, record, name, { before, itemAt: from, after: done });
  return {
    ...control,
    confirm,
    refuse: isAsked ? { by: null } : refuse && isSteadyTarget(refuse) ? { by: refuse } : null,
    ...(elsewhere && confirm && { elsewhere }),
    ...(stays && { stays }),
  };
};
