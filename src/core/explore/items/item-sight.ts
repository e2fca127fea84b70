import type { RowControl, SiteItemChange, SiteRecord } from "#model/site-records.ts";
import type { PageSurvey, SurveyItem } from "#model/survey.ts";
import type { FurtherControl } from "./item-actions.ts";
import { controlsOn, furtherControls } from "./item-actions.ts";
import { fold } from "#core/explore/lists/lists.ts";
import { ITEM, rowTarget, rowWith } from "./own-item.ts";
import type { Row } from "./own-item.ts";
import { openRowMenu } from "#core/explore/controls/row-menu.ts";
import type { Walk } from "#core/explore/pages/walk.ts";

const MOST_WORDS = 3;

/** An item of the explorer's own, and where its page is, where one came there once it was made. */
export type Own = { record: SiteRecord; name: string; landed: string | null };

/** What there is to see of the item at one moment; `links` are those of its controls that are links. */
export type Sight = { row: Row | null; controls: string[]; links: string[] };

/** The row of an item, and what is offered for it there or on its page. */
export const sightOf = (survey: PageSurvey, { record, name }: Own, onPage: boolean): Sight => {
  const row = rowWith(survey, record, name);
  const own = onPage ? controlsOn(survey) : row?.item;
  return { row, ...textsOf(own ?? { buttons: [], links: [] }) };
};

const textsOf = ({
  buttons,
  links,
}: Pick<SurveyItem, "buttons" | "links">): Pick<Sight, "controls" | "links"> => {
  const linked = links.map(({ text }) => fold(text));
  return { controls: [...buttons.map(fold), ...linked], links: linked };
};

/** The same of an item whose menu has the control: that is open then. */
export const sightIn = async (
  walk: Walk,
  own: Own,
  survey: PageSurvey,
  { control, onPage }: FurtherControl,
): Promise<Sight> => {
  const { record, name } = own;
  const sight = sightOf(survey, own, onPage);
  const target = rowTarget(record, name);
  const menu = control.menu && sight.row ? await openRowMenu(walk, sight.row.item, name, target) : null;
  return menu ? { ...sight, ...textsOf(menu.entries) } : sight;
};

const called = ({ name }: RowControl, item: string): string => name.replace(ITEM, item).toLowerCase();

export const has = ({ controls }: Sight, control: RowControl, item: string): boolean =>
  controls.some((text) =>
    control.part
      ? text.toLowerCase().includes(called(control, item))
      : text.toLowerCase() === called(control, item),
  );

/** "a minute ago": another text a moment later. */
const PASSES = /\bago\b|\bnow\b|moment|minute|\bhours?\b|yesterday|today|\bvor\b|gerade/i;

/** What a column says now, in a few plain words; null where that tells nothing, or several do. */
const stateIn = (before: Sight, after: Sight): SiteItemChange["state"] => {
  if (before.row?.list.kind !== "table" || !after.row) return null;
  const { cells: old } = before.row.item;
  const { cells, buttons, links, fields } = after.row.item;
  const controls = [...buttons, ...before.row.item.buttons, ...links.map(({ text }) => text)].map(fold);
  const found = cells.flatMap((cell, column) => {
    const text = fold(cell);
    const isOwn = controls.some((control) => control !== "" && text.includes(control));
    const isPlain = /^[\p{L} -]+$/u.test(text) && text.split(" ").length <= MOST_WORDS;
    const isOther = fold(old[column] ?? "") !== text && fields.every((field) => field.cell !== column);
    return isOther && isPlain && !isOwn && !PASSES.test(text) ? [{ column, text }] : [];
  });
  return cells.length === old.length ? (found[0] ?? null) : null;
};

/** What is offered now that was not before. */
export const freshIn = (before: Sight, after: Sight, name: string, onPage: boolean): FurtherControl[] => {
  const fresh = after.controls.filter((text) => !before.controls.includes(text));
  const [links, buttons] = [true, false].map((linked) =>
    fresh.filter((text) => after.links.includes(text) === linked),
  );
  return furtherControls(
    { buttons: buttons ?? [], links: (links ?? []).map((text) => ({ text, href: "" })) },
    name,
    onPage,
  );
};

/** What is offered in the same menu. */
export const inMenuOf = ({ menu, role }: RowControl, fresh: FurtherControl[]): FurtherControl[] =>
  menu ? fresh.map(({ control, onPage }) => ({ control: { ...control, role, menu }, onPage })) : fresh;

/** What became of an item between two sights of it. */
export const changeBetween = (
  before: Sight,
  after: Sight,
  own: Own,
  { control, onPage }: FurtherControl,
): SiteItemChange | null => {
  const { name } = own;
  const offers = inMenuOf(control, freshIn(before, after, name, onPage))
    .map((each) => each.control)
    .filter((each) => !has(before, each, name));
  const change = {
    gone: false,
    ends: !has(after, control, name),
    offers: offers.length === 1 && offers[0]?.part !== true ? (offers[0] ?? null) : null,
    state: stateIn(before, after),
  };
  return change.ends || change.offers || change.state ? change : null;
};
