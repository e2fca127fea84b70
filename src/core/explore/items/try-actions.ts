import type { RowControl, SiteItemAction, SiteItemChange, SiteRecord } from "#model/site-records.ts";
import type { PageSurvey } from "#model/survey.ts";
import type { Target } from "#model/target.ts";
import { click } from "#core/explore/forms/act.ts";
import type { FurtherControl } from "./item-actions.ts";
import { isAction } from "./item-actions.ts";
import { itemLink } from "./item-link.ts";
import { changeBetween, freshIn, has, inMenuOf, sightIn, sightOf } from "./item-sight.ts";
import type { Own, Sight } from "./item-sight.ts";
import { fold } from "#core/explore/lists/lists.ts";
import { NONSENSE, wholeText } from "./make-item.ts";
import { ITEM, rowControl, rowTarget } from "./own-item.ts";
import { evidenceSince, problemsSince } from "#core/explore/pages/problems.ts";
import { CANCEL, find, isAsking, isInRow } from "./rehearse-controls.ts";
import { removeItem } from "./remove-item.ts";
import { isSent } from "#core/explore/pages/sent.ts";
import { stateOf } from "#core/explore/pages/state-of.ts";
import { isOfAction, isToCome, staysAs } from "./still-says.ts";
import type { Walk } from "#core/explore/pages/walk.ts";
import { look, open } from "#core/explore/pages/open-page.ts";
import { beginStep, here } from "#core/explore/pages/walk.ts";
import { AGREES, isMoneyOrMail } from "#core/explore/words.ts";

const MOST_ACTIONS = 4;
const MOST_WORDS = 3;
const COPIES = /duplic|clone|cop(?:y|ie)|dupliz/i;

const listSight = async (walk: Walk, { record, name }: Own): Promise<PageSurvey | null> =>
  (await find(walk, record, name)) ? look(walk) : null;

/** The list with the item, and what the item's controls are on: that list, or its page; null where it is not there. */
type Brought = { list: PageSurvey | null; on: PageSurvey | null };

const bring = async (walk: Walk, own: Own, onPage: boolean): Promise<Brought> => {
  const { record, name, landed } = own;
  if (record.ownPage) {
    const opened = landed === null ? null : await open(walk, landed);
    return { list: null, on: opened?.ok && opened.survey.text.includes(name) ? opened.survey : null };
  }
  const list = await listSight(walk, own);
  if (!list || !onPage) return { list, on: list };
  const there = await click(walk, itemLink(record, name, rowTarget(record, name)));
  return { list, on: there?.text.includes(name) || there?.dialogs.length ? there : null };
};

/** Another row of the list that says something else now, in a few plain words, although our own says the same. */
const besideIn = (
  { list: target, nameColumns: [named = 0] }: SiteRecord,
  before: PageSurvey,
  after: PageSurvey,
  name: string,
): SiteItemAction["beside"] => {
  const rowsIn = ({ collections }: PageSurvey): Map<string, string[]> => {
    const list = collections.find((each) => JSON.stringify(each.target) === JSON.stringify(target));
    const rows = list?.kind === "table" && !list.paging ? list.items.map(({ cells }) => cells.map(fold)) : [];
    return new Map(rows.map((cells) => [cells[named] ?? "", cells]));
  };
  const isPlain = (text: string): boolean =>
    /^[\p{L} -]+$/u.test(text) && text.split(" ").length <= MOST_WORDS;
  const now = rowsIn(after);
  const changed = [...rowsIn(before)].flatMap(([row, cells]) => {
    const others = now.get(row);
    if (!others || row === "" || row.includes(name)) return [];
    const column = cells.findIndex(
      (cell, at) => isPlain(cell) && isPlain(others[at] ?? "") && cell !== others[at],
    );
    return column < 0 ? [] : [{ row, column }];
  });
  return changed.length === 1 ? (changed[0] ?? null) : null;
};

/** "It cannot be reopened." */
const NO_MORE = /\b(?:can(?:not|'t|’t)|can no longer) be (\p{L}+)/giu;

/** What is offered although the app said before that it could not be done. */
const againstWords = (said: string, { controls, links }: Sight, item: string): RowControl | null => {
  const stems = [...said.matchAll(NO_MORE)].flatMap(([, verb = ""]) => {
    const stem = verb.toLowerCase().replace(/(?:ed|en|e)$/, "");
    return stem.length >= 4 ? [stem] : [];
  });
  const fits = (text: string): boolean => {
    const bare = fold(text.replace(item, " ")).toLowerCase();
    return isAction(bare) && stems.some((stem) => bare.startsWith(stem));
  };
  const found = controls.find(fits);
  const role = found !== undefined && links.includes(found) ? "link" : "button";
  return found === undefined ? null : { role, name: found.replace(item, ITEM) };
};

/** The button that answers the question which came up; undefined where it asks for more than a yes. */
const answerTo = (
  after: PageSurvey,
  before: PageSurvey,
  moved: boolean,
  name: string,
): Target | null | undefined => {
  const old = new Set(before.buttons.map(({ target }) => JSON.stringify(target)));
  const fresh = after.buttons.filter(
    ({ target }) => target !== null && !old.has(JSON.stringify(target)) && !isInRow(target),
  );
  const asks = after.dialogs.length > before.dialogs.length;
  const elsewhere = moved && after.text.includes(name) && isAsking(after, /./);
  const fits = fresh.filter(
    ({ name: text }) =>
      !CANCEL.test(text) && !isMoneyOrMail(text) && (AGREES.test(text) || isAction(fold(text))),
  );
  if (asks || elsewhere) {
    const needs = after.forms.some(
      ({ fields, submit }) =>
        fields.some(({ value, type }) => value === "" && type !== "checkbox") &&
        fits.some(({ target }) => JSON.stringify(target) === JSON.stringify(submit?.target)),
    );
    return needs ? undefined : fits[0]?.target;
  }
  return fits.find(({ name: text }) => AGREES.test(text))?.target ?? null;
};

/** What came of an action, and what is offered for the item since then. */
type Outcome = { action: SiteItemAction | null; fresh: FurtherControl[] };

/** Uses one control of the item, and looks what came of it. */
const tryOne = async (walk: Walk, own: Own, further: FurtherControl): Promise<Outcome> => {
  const { record, name } = own;
  const { control, onPage } = further;
  const nothing: Outcome = { action: null, fresh: [] };
  const { list, on: before } = await bring(walk, own, onPage);
  if (!before) return nothing;
  const said = await wholeText(walk);
  const first = await sightIn(walk, own, before, further);
  if (!has(first, control, name)) return nothing;
  const from = here(walk);
  const mark = beginStep(walk);
  const within = onPage ? null : rowTarget(record, name);
  const after = await click(walk, rowControl(control, name, within));
  if (!after) return nothing;
  const asked = await wholeText(walk);
  // What was sent already asks no more.
  const confirm = isSent(walk, mark) ? null : answerTo(after, before, here(walk) !== from, name);
  if (confirm === undefined) return nothing;
  const done = confirm === null ? after : await click(walk, confirm);
  const then = await wholeText(walk);
  const odd = [asked, then].flatMap((text) => NONSENSE.exec(text)?.[0] ?? [])[0] ?? "";
  const problems = problemsSince(walk.session.evidence, mark, walk.origin);
  const wrong = problems.some(({ kind, message }) => kind === "page_error" || / 5\d\d$/.test(message));
  const nonsense = odd !== "" && !said.includes(odd) ? odd : "";
  const action: SiteItemAction = {
    control,
    onPage,
    confirm,
    nonsense,
    wrong,
    change: null,
    against: null,
    beside: null,
  };
  if (wrong || !done) return { action: wrong ? action : null, fresh: [] };
  const refused = evidenceSince(walk.session.evidence, mark).requests.some(
    ({ method, status }) => method !== "GET" && (status ?? 0) >= 400,
  );
  if (refused) return { action: nonsense === "" ? null : action, fresh: [] };
  const sent = isSent(walk, mark) || record.local;
  if (!sent && confirm === null && here(walk) === from && then === said && stateOf(done) === stateOf(before))
    return { action: { ...action, dead: true }, fresh: [] };
  const atOnce = here(walk) === from && done.dialogs.length <= before.dialogs.length;
  const now = sightOf(done, own, onPage);
  const seen =
    atOnce && !control.menu && (now.row || onPage) ? changeBetween(first, now, own, further) : null;
  const isStill =
    sent && atOnce && !control.menu && seen === null && (now.row !== null || onPage)
      ? !isToCome(walk, mark, said, then) && (await staysAs(walk, own, first, further))
      : false;
  const later = await bring(walk, own, onPage);
  if (COPIES.test(control.name)) {
    const isTwice = later.list?.collections.some(
      ({ items }) => items.filter(({ text }) => fold(text).includes(name)).length === 2,
    );
    const change: SiteItemChange = { gone: false, ends: false, offers: null, state: null, copies: true };
    return { action: isTwice ? { ...action, change } : null, fresh: [] };
  }
  const last = later.on ? await sightIn(walk, own, later.on, further) : null;
  const gone: SiteItemChange | null =
    later.list || record.ownPage ? null : { gone: true, ends: true, offers: null, state: null };
  // What its page says at once can be looked at there no more once the list, by which one gets there, has it no longer.
  const change = gone ?? (sent ? seen : null) ?? (last ? changeBetween(first, last, own, further) : null);
  return {
    action: {
      ...action,
      change,
      ...(isStill && change && isOfAction(record, change) && { stale: true as const }),
      against: last && asked !== said ? againstWords(asked, last, name) : null,
      beside: !change && sent && list && later.list ? besideIn(record, list, later.list, name) : null,
    },
    fresh: last ? inMenuOf(control, freshIn(first, last, name, onPage)) : [],
  };
};

/**
 * Uses what is offered for an item of our own, one after the other: what an action brings up instead is used next. Ends
 * where the item left its list.
 */
export const tryActions = async (
  walk: Walk,
  own: Own,
  first: FurtherControl[],
): Promise<SiteItemAction[]> => {
  const found: SiteItemAction[] = [];
  const used = new Set<string>();
  const left = [...first];
  for (let next = left.shift(); next && used.size < MOST_ACTIONS; next = left.shift()) {
    if (walk.over()) break;
    if (used.has(next.control.name)) continue;
    used.add(next.control.name);
    const { action, fresh } = await tryOne(walk, own, next);
    if (!action) continue;
    const { wrong, nonsense, change, against, beside, dead } = action;
    if (wrong || nonsense !== "" || change || against || beside || dead) found.push(action);
    if (change?.gone) break;
    // What comes of what should not be needs that.
    if (nonsense === "" && !against && !beside) left.unshift(...fresh);
  }
  if (own.record.detail?.remove !== true) await removeItem(walk, own.record, own.name);
  return found;
};
