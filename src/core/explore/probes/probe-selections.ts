import type { SitePage } from "#model/site-pages.ts";
import type { SiteSelection } from "#model/site-selection.ts";
import type { PageSurvey, SurveyCollection } from "#model/survey.ts";
import type { Target, TargetObject } from "#model/target.ts";
import { withoutQuery } from "#core/explore/pages/address.ts";
import { isByAddress } from "#core/explore/pages/by-address.ts";
import { look, open } from "#core/explore/pages/open-page.ts";
import { cellsByPlace, mainList } from "#core/explore/lists/lists.ts";
import { isSent } from "#core/explore/pages/sent.ts";
import type { Walk } from "#core/explore/pages/walk.ts";
import { ACT_TIMEOUT, beginStep, spend } from "#core/explore/pages/walk.ts";
import { EDIT, SHOWS } from "#core/explore/words.ts";

const MOST = 3;
const LEAST_ROWS = 2;
const WAIT = { timeoutMs: 1_000 };

/** A box for all rows; one that marks them all as something changes them. */
const ALL =
  /^(?:(?:un|de)?select|choose|check|tick|pick)(?: or (?:un|de)?select)? (?:all|every)\b|^all(?: (?:rows|items|on this page))?$|^alle\b.*(?:auswählen|wählen)$|^(?:tout )?s[ée]lectionner tou|^tout sélectionner|^seleccionar tod|^selecionar tud|^seleziona tutt|^alles selecteren/iu;
const CHOSEN = String.raw`(?:selected|chosen|ticked|ausgewählt|sélectionnée?s?|seleccionad[oa]s?|selecionad[oa]s?|selezionat[oiae]|geselecteerd)`;
const countOf = (numbers: string): string =>
  String.raw`(?<![\d.,])${numbers} (?:\p{L}+ ){0,2}${CHOSEN}(?!\p{L})`;

/** Fits what says that none or one alone is chosen. */
export const FEW_CHOSEN = countOf("[01]");
/** Fits what says that one is chosen. */
export const ONE_CHOSEN = new RegExp(countOf("1"), "iu");

/** What is done to one row alone may be off while several are chosen. */
const isForOne = (name: string): boolean =>
  EDIT.test(name) ||
  SHOWS.test(name) ||
  /duplicate|copy|clone|duplizieren|kopieren|dupliquer|duplicar/i.test(name);

/** Fits the boxes of a table where every row has one, in the same column, and no other field; null elsewhere. */
export const boxesOf = (list: SurveyCollection): TargetObject | null => {
  const columns = new Set(
    list.items.map(({ fields }) =>
      fields.length === 1 && fields[0]?.type === "checkbox" ? fields[0].cell : -1,
    ),
  );
  const [only = -1] = columns;
  const isPlain = list.kind === "table" && list.items.length >= LEAST_ROWS && columns.size === 1 && only >= 0;
  return isPlain ? cellsByPlace(list, only, "input[type=checkbox]:not(:disabled)") : null;
};

/** What is called so; else what stands alone in the heading of the table. */
const boxForAll = async (
  walk: Walk,
  { forms }: PageSurvey,
  list: SurveyCollection,
): Promise<Target | null> => {
  const named = forms
    .flatMap(({ fields }) => fields)
    .filter(
      ({ type, name, target, disabled }) => type === "checkbox" && ALL.test(name) && target && !disabled,
    );
  if (named.length > 0) return named.length === 1 ? (named[0]?.target ?? null) : null;
  if (list.target === null) return null;
  const inHead = { css: "thead input[type=checkbox]", within: list.target };
  const count = await walk.session.page.read(inHead, "count", WAIT);
  return count.ok && count.value === "1" ? inHead : null;
};

/** All buttons of a page, those of its forms included. */
export const buttonsOf = ({ buttons, forms }: PageSurvey): PageSurvey["buttons"] => [
  ...buttons,
  ...forms.flatMap(({ submit }) => (submit ? [submit] : [])),
];

/** Ticks a box, or lets it go; false where it cannot be. */
export const tick = async (walk: Walk, target: Target, checked: boolean): Promise<boolean> =>
  spend(walk) &&
  (await walk.session.page.act(target, { kind: "check", checked }, { timeoutMs: ACT_TIMEOUT })).ok;

/** Chooses one row and lets it go again. Null where that is kept, or nothing comes of it. */
const probe = async (walk: Walk, page: SitePage, list: SurveyCollection): Promise<SiteSelection | null> => {
  const boxes = boxesOf(list);
  const opened = boxes ? await open(walk, page.path) : null;
  if (!boxes || !opened?.ok) return null;
  const all = await boxForAll(walk, opened.survey, list);
  const mark = beginStep(walk);
  const first = { ...boxes, nth: 0 };
  const after = all !== null && (await tick(walk, first, true)) ? await look(walk) : null;
  if (all === null || !after || isSent(walk, mark)) return null;
  const off = buttonsOf(opened.survey).filter(({ disabled }) => disabled);
  const enables = buttonsOf(after).flatMap(({ name, disabled, target }) =>
    !disabled && target !== null && !isForOne(name) && off.some((each) => each.name === name) ? [target] : [],
  );
  const isSaid = ONE_CHOSEN.test(after.text) && !ONE_CHOSEN.test(opened.survey.text);
  const put = await tick(walk, first, false);
  const before = put ? await look(walk) : null;
  // What cannot be let go again, or stays as it was, is no choice of rows.
  if (!before || ONE_CHOSEN.test(before.text) || (enables.length === 0 && !isSaid)) return null;
  return { pageId: page.id, path: page.path, all, boxes, enables, says: isSaid };
};

/** Tries the boxes of lists that have one for all of their rows as well. */
export const probeSelections = async (walk: Walk, pages: readonly SitePage[]): Promise<SiteSelection[]> => {
  const found: SiteSelection[] = [];
  const probed = new Set<string>();
  for (const page of pages.filter(isByAddress)) {
    const list = mainList(page.survey);
    const kind = withoutQuery(page.pattern);
    if (walk.over() || found.length >= MOST) break;
    if (!list || probed.has(kind) || boxesOf(list) === null) continue;
    probed.add(kind);
    walk.progress(`choosing rows of ${page.path}`);
    const selection = await probe(walk, page, list);
    if (selection) found.push(selection);
  }
  return found;
};
