import type { SitePage } from "#model/site-pages.ts";
import type { PageSurvey, SurveyControl } from "#model/survey.ts";
import { MOST_ALIKE } from "./alike-controls.ts";
import { languageControls } from "./language-controls.ts";
import { tabOf } from "#core/explore/pages/address.ts";
import { itemName, mainList, namesOf } from "#core/explore/lists/lists.ts";
import { DOWN, MOVES_ROW, UP } from "#core/explore/items/moved-rows.ts";
import { isMark } from "#core/explore/posts/marks.ts";
import type { Walk } from "#core/explore/pages/walk.ts";
import { isLate, isThorough } from "#core/explore/pages/walk.ts";
import { CREATE, decides, isDangerous, namedOn } from "#core/explore/words.ts";

/** Controls of one page that are tried, in a thorough exploration and in a quick one. */
const PER_PAGE = { thorough: 20, quick: 8 };

/** Says what something is like at the moment, and not what using it would do: of a switch, that may be the whole app. */
const STATE =
  /^(?:enabled?|disabled?|on|off|active|inactive|(?:de)?aktiviert|(?:in)?aktiv|ein|aus|(?:d[ée]s)?activ[ée]e?|(?:des)?activad[oa]|(?:dis)?attiv(?:at)?[oa])$/i;

/** It prints the page, which a browser without a screen does not. */
const PRINTS_PAGE = /^[^\p{L}\d]*print(?: (?:this )?page)?[^\p{L}\d]*$/iu;

const mayHarm = ({ name, role }: SurveyControl, isInRow: boolean, survey: PageSurvey): boolean => {
  // In a row it may be a label or a bill that goes to a printer.
  const prints = role === "button" && !isInRow && PRINTS_PAGE.test(name);
  return (
    (isDangerous(name) && !prints) ||
    decides(name, namedOn(survey)) ||
    (role === "switch" && STATE.test(name))
  );
};

/** Links that lead nowhere but run a script: buttons by another name. */
const scriptedLinks = (survey: PageSurvey): SurveyControl[] =>
  survey.links
    .filter(
      ({ href, text, scripted }) =>
        text !== "" && scripted !== "sends" && (scripted === "fetches" || /#$|^javascript:/.test(href)),
    )
    .map(({ text, chrome, target }) => {
      return { name: text, role: "link", disabled: false, expanded: null, submit: false, chrome, target };
    });

/** What sorts a list or turns its pages is tried by itself. */
const listControls = (survey: PageSurvey): Set<string> =>
  new Set(
    survey.collections.flatMap(({ columns, paging }) =>
      [...columns.map(({ target }) => target), paging?.next, paging?.previous].flatMap((target) =>
        target ? [JSON.stringify(target)] : [],
      ),
    ),
  );

const TURNS_PAGE = /^(?:go to )?(?:page \d+|\d+|(?:next|previous|first|last) page)$/i;

/** The first row of a table without links: in many apps it opens the item when it is clicked. */
const firstRow = (survey: PageSurvey): SurveyControl[] => {
  const list = mainList(survey);
  if (list?.kind !== "table" || list.items.some(({ links }) => links.length > 0)) return [];
  const cells = namesOf(list);
  const name = list.items[0] ? itemName(list.items[0]) : "";
  if (!cells || name === "") return [];
  const target = { ...cells, nth: 0 };
  return [{ name, role: "row", disabled: false, expanded: null, submit: false, chrome: false, target }];
};

/** Controls of a frame are the same on every page that has them. */
export const controlKey = ({ structure }: PageSurvey, { role, name, chrome }: SurveyControl): string =>
  `${role} ${name}${chrome ? "" : ` ${structure}`}`;

/** What it is called, wherever it stands. */
export const nameKey = ({ role, name }: SurveyControl): string => `${role} ${name}`;

const rowButtons = (survey: PageSurvey): Set<string> =>
  new Set(
    survey.collections
      .filter(({ rows }) => rows > 2)
      .flatMap(({ items }) => items.flatMap(({ buttons }) => buttons)),
  );

/** Unfolds what is said of something, such as "How can I pay?". */
const isAnswer = ({ role, name, expanded }: SurveyControl): boolean =>
  role === "summary" || (expanded !== null && /\?\s*$/.test(name));

/** `kind`: what it has in common with those of other rows; `further`: it is tried only to be compared with the first. */
export type Candidate = { control: SurveyControl; kind: string | null; further: boolean };

/** Buttons, tabs, menus and the like that may be used to see what they show, at most a few of like ones; once it is late, only those that make something. `isCommon`: it is known what it shows, wherever it stands. */
export const candidates = (
  walk: Walk,
  { survey, path }: Pick<SitePage, "survey" | "path">,
  tried: Set<string>,
  isCommon: (control: SurveyControl) => boolean,
): Candidate[] => {
  const inRows = rowButtons(survey);
  const ofLists = listControls(survey);
  const savers = new Set(
    survey.forms.flatMap((form) => (form.submit?.submit ? [JSON.stringify(form.submit.target)] : [])),
  );
  const chosen: Candidate[] = [];
  const rowKinds = new Map<string, number>();
  const mostAlike = isThorough(walk) ? MOST_ALIKE : 1;
  const ordered = [...firstRow(survey), ...survey.buttons, ...scriptedLinks(survey)].toSorted(
    (a, b) => Number(a.chrome) - Number(b.chrome),
  );
  // What is called otherwise from then on would not be found by any case.
  const ofLanguages = new Set(languageControls({ buttons: ordered }));
  for (const control of ordered) {
    const { name, disabled, submit, target } = control;
    if (submit || savers.has(JSON.stringify(target)) || ofLanguages.has(control)) continue;
    if (!target || (name === "" && control.expanded === null)) continue;
    // The tabs of a page are tried where one comes to it.
    if (control.role === "tab" && tabOf(path) !== "") continue;
    // Marks are tried by themselves, too, and taken back.
    if (ofLists.has(JSON.stringify(target)) || TURNS_PAGE.test(name) || isMark(name)) continue;
    // A link past the navigation, out of sight on one page, is so on the next.
    if (walk.controls.unusable.has(nameKey(control))) continue;
    const kind = inRows.has(name) ? (name.split(/\s/)[0] ?? "") : null;
    // What moves a row is used where that is put back.
    if (inRows.has(name) && [MOVES_ROW, UP, DOWN].some((words) => words.test(name.trim()))) continue;
    const before = kind === null ? 0 : (rowKinds.get(kind) ?? 0);
    if (before === 0) walk.controls.seen.add(controlKey(survey, control));
    if (disabled || before >= mostAlike) continue;
    if (kind !== null) rowKinds.set(kind, before + 1);
    if (mayHarm(control, inRows.has(name), survey) && !isAnswer(control)) {
      walk.avoided.add(name);
      continue;
    }
    const once = controlKey(survey, control);
    if (kind === null && isCommon(control)) {
      walk.controls.used.add(once);
      continue;
    }
    if (before === 0 && tried.has(once)) {
      if (kind !== null) rowKinds.set(kind, mostAlike);
      continue;
    }
    tried.add(once);
    chosen.push({ control, kind, further: before > 0 });
  }
  const most = isThorough(walk) ? PER_PAGE.thorough : PER_PAGE.quick;
  const makes = ({ control }: Candidate): boolean => CREATE.test(control.name);
  const first = chosen
    .filter((each) => !each.further && (makes(each) || !isLate(walk)))
    .toSorted((a, b) => Number(makes(b)) - Number(makes(a)))
    .slice(0, most);
  return chosen.filter((each) => (each.further && !isLate(walk)) || first.includes(each));
};
