import type { RowControl } from "#model/site-records.ts";
import type { PageSurvey, SurveyControl, SurveyItem } from "#model/survey.ts";
import type { Target } from "#model/target.ts";
import { fold } from "#core/explore/lists/lists.ts";
import { ITEM } from "./own-item.ts";
import { DELETE, EDIT, isMoneyOrMail } from "#core/explore/words.ts";

/** A control of an item that neither changes nor removes it; `onPage`: it is on its page, not in its row. */
export type FurtherControl = { control: RowControl; onPage: boolean };

/** What can be done with an item besides, and concerns nobody else while it is our own. */
const DOES =
  /^(?:un-?)?(?:archive|(?:re-?|de-?)?activate|disable|enable|publish|(?:re-?)?open again|re-?open|finish|complete|(?:dis)?approve|accept|confirm|duplicate|clone|make a copy|pin|suspend|resume|pause|lock|retire|withdraw|submit|reserve|release|postpone|block|freeze|feature|(?:take|hand|give|bring) back|return(?= (?:it|this|item|book|copy|loan|tool|vehicle|car|bike)\b|$)|mark (?:as )?(?!read|unread|all|favou?rite)\w+|(?:close|cancel|put on|put off|take on|take off|check (?:in|out)) (?!(?:dialog|window|menu|editing|changes|edit)).+|check (?:in|out)|put on hold|assign (?:(?:it|this) )?to me|take over|claim|unassign|escalate|snooze|(?:un)?flag|renew|(?:start|begin|stop) (?:progress|work|timer|review)|archivier\w*|(?:de|re)?aktivier\w*|ver[öo]ffentlich\w*|abschlie(?:ß|ss)\w*|genehmig\w*|freigeb\w*|wieder [öo]ffnen|duplizier\w*|kopie(?:ren)? erstellen|sperr\w*|entsperr\w*|anheft\w*|stornier\w*|archiver|(?:d[ée]s)?activer|publier|d[ée]publier|cl[ôo]turer|rouvrir|approuver|valider|dupliquer|[ée]pingler|archivar|(?:des)?activar|publicar|cerrar (?!sesi[oó]n).+|reabrir|aprobar|duplicar|fijar|archivia|(?:dis)?attiva|pubblica|riapri|approva|duplica)(?![\p{L}])/iu;

/** Of everything at once, or of who is logged in. */
const OF_MORE =
  /\b(?:all|selected|every|everything|my|myself|account|default|primary|alle|ausgew[äa]hlte|tous|toutes|todos)\b/i;
const MOST_WORDS = 5;

const barely = (text: string, item: string): string => fold(text.replace(item, " "));

/** Says that something is done with an item, and no more than that. */
export const isAction = (text: string): boolean =>
  DOES.test(text.replace(/^\P{L}+/u, "")) &&
  text.split(" ").length <= MOST_WORDS &&
  ![DELETE, EDIT, OF_MORE].some((words) => words.test(text)) &&
  !isMoneyOrMail(text);

/** Last what may be the end of it. */
const ENDS =
  /archiv|close|finish|complet|retire|cancel|withdraw|sold|paid|done|clos|abschlie|storn|cl[ôo]tur|cerrar/i;

/** How the control is called; with its item where it is named after that, and else not. */
const controlOf = (role: RowControl["role"], text: string, item: string): RowControl => {
  const called = fold(text);
  const at = called.indexOf(item);
  if (at < 0) return { role, name: called };
  const before = called.slice(0, at).trim();
  if (/\d/.test(before)) return { role, name: DOES.exec(before)?.[0] ?? ITEM, part: true };
  const isAll = at + item.length === called.length;
  if (isAll) return { role, name: `${before} ${ITEM}` };
  return { role, name: isAction(before) ? `${before} ${ITEM}` : ITEM, part: true };
};

/** `byIcon`: what those buttons are found by that are called after their icons. */
export type Controls = Pick<SurveyItem, "buttons" | "links"> & { byIcon?: ReadonlyMap<string, Target> };

const isSame = (a: SurveyControl, b: SurveyControl): boolean => a.name === b.name && a.icon === b.icon;

/**
 * Buttons and links of the page's own that do not send a form with fields. What the head of the page has is its own where that
 * of `other`, the list that leads to it, does not have it.
 */
export const controlsOn = ({ buttons, links, forms }: PageSurvey, other?: PageSurvey): Controls => {
  const isOwn = (control: SurveyControl): boolean =>
    !control.chrome || (other !== undefined && !other.buttons.some((each) => isSame(each, control)));
  const sending = new Set(
    forms.filter(({ fields }) => fields.length > 0).map(({ submit }) => JSON.stringify(submit?.target)),
  );
  const own = buttons.filter(
    (each) =>
      isOwn(each) && !each.disabled && each.target !== null && !sending.has(JSON.stringify(each.target)),
  );
  const drawn = own.flatMap(({ icon, target }) => (icon && target ? [[icon, target] as const] : []));
  return {
    ...(drawn.length > 0 && { byIcon: new Map(drawn) }),
    buttons: own.map(({ name, icon }) => name || (icon ?? "")),
    links: links.filter(({ chrome, target }) => !chrome && target !== null),
  };
};

/** What is offered for an item besides changing and removing it, what may end it last. */
export const furtherControls = (
  { buttons, links, byIcon }: Controls,
  item: string,
  onPage: boolean,
): FurtherControl[] => {
  const named = [
    ...buttons.filter((text) => !byIcon?.has(text)).map((text) => ({ role: "button" as const, text })),
    ...links.map(({ text }) => ({ role: "link" as const, text })),
  ];
  const found = named.filter(
    ({ text }) =>
      (isAction(barely(text, item)) || (!onPage && /^close$/i.test(barely(text, item)))) &&
      named.filter((other) => fold(other.text) === fold(text)).length === 1,
  );
  return found
    .map(({ role, text }) => ({ control: controlOf(role, text, item), onPage }))
    .filter(({ control }) => control.name !== ITEM)
    .toSorted((a, b) => Number(ENDS.test(a.control.name)) - Number(ENDS.test(b.control.name)));
};
