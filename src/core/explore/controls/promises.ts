import type { PageSurvey, SurveyControl } from "#model/survey.ts";
import { evidenceSince } from "#core/explore/pages/problems.ts";
import type { Walk } from "#core/explore/pages/walk.ts";
import { CREATE, SHOWS } from "#core/explore/words.ts";

const WAIT = { timeoutMs: 1_000 };
const EDITS =
  /^(?:edit|change|modify|rename|bearbeiten|[äa]ndern|umbenennen|modifier|renommer|editar|modifica)/i;

/** What such a control begins has to be seen. What may call up another program is not among these. */
const BEGINS =
  /^(?:book|reserve|(?:re)?schedule|reply|adjust|receive|renew|extend|invite|record \p{L}+|enter \p{L}+|log (?:time|hours|work|calls?|visits?)|request \p{L}+|replace|order (?:a )?replacement|configure|customi[sz]e|manage|settings|preferences|filters|columns|notifications|learn more|read more|see (?:all|more|details)|buchen|reservieren|antworten|verwalten|einstellungen|r[ée]server|r[ée]pondre|g[ée]rer|reservar|responder|gestionar|prenota|rispondi|gestisci)(?![\p{L}])/iu;

/** What changes how things look need not change a word. */
const LOOKS =
  /password|passwort|passe|contrase|\bview$|grid|theme|dark|light|\bmode\b|full ?screen|zoom|map|colou?r|side ?bar|navigation|layout/i;

/** What sends a form has nothing to do while that is empty. */
const sendsForm = ({ forms }: PageSurvey, { target }: SurveyControl): boolean => {
  const key = JSON.stringify(target);
  return forms.some(({ submit }) => JSON.stringify(submit?.target ?? null) === key);
};

const STYLES =
  /bold|italic|underline|strike|align|justify|quote|code|script|indent|list|heading|fett|kursiv|gras|negrita/i;

/** What styles a text has nothing to style while none is chosen. */
const isOfEditor = ({ forms }: PageSurvey, name: string): boolean =>
  STYLES.test(name) || forms.some(({ fields }) => fields.some(({ type }) => type === "editor"));

/** True for a control that says that using it shows something: then nothing at all is a fault. */
export const isPromise = (survey: PageSurvey, control: SurveyControl): boolean => {
  const { name, role, expanded } = control;
  if (control.disabled || LOOKS.test(name) || sendsForm(survey, control)) return false;
  if (role === "tab" || expanded === false || (control.popup && role === "button")) return true;
  if (control.pressed === false && !isOfEditor(survey, name)) return true;
  return (
    /^(?:button|link|menuitem)$/.test(role) &&
    [CREATE, SHOWS, EDITS, BEGINS].some((words) => words.test(name))
  );
};

/** All that can be read on the page and in its fields, how many files it has given, and where one is on it. */
export type Moment = { text: string; values: string; files: number; scrolled: string; focus: string };

/** Where the page is scrolled to, so that the control can be used, and what else has the focus. */
const placeOf = async (
  { session }: Walk,
  { target }: SurveyControl,
): Promise<Pick<Moment, "scrolled" | "focus">> => {
  const read = target ? await session.page.read(target, "place", WAIT) : null;
  const [scrolled = "", focus = ""] = read?.ok ? read.value.split(" ") : [];
  return { scrolled, focus };
};

/** Brings the control into sight, as using it does. */
export const momentBefore = async (walk: Walk, control: SurveyControl): Promise<Moment | null> => {
  if (control.target) await walk.session.page.act(control.target, { kind: "scroll_to" }, WAIT);
  return momentOf(walk, control);
};

/** Null when it cannot be told. */
const momentOf = async (walk: Walk, control: SurveyControl): Promise<Moment | null> => {
  const { session } = walk;
  const read = await session.page.read({ css: "body" }, "text", WAIT);
  const seen = await session.page.survey(WAIT);
  if (!read.ok || !seen.ok) return null;
  const values = seen.survey.forms.map(({ fields }) => fields.map(({ value }) => value));
  const files = session.downloads.length;
  return { text: read.value, values: JSON.stringify(values), files, ...(await placeOf(walk, control)) };
};

/** Nothing was asked for, handed out or said since the step began, and the page reads and lies as it did before. */
export const isUnmoved = async (
  walk: Walk,
  control: SurveyControl,
  mark: number,
  before: Moment,
): Promise<boolean> => {
  const { evidence } = walk.session;
  const said = [...evidence.dialogs, ...evidence.navigations].some(({ step }) => step >= mark);
  if (said || evidenceSince(evidence, mark).requests.length > 0) return false;
  const now = await momentOf(walk, control);
  const isSame = now?.text === before.text && now.values === before.values && now.files === before.files;
  if (!isSame || now.scrolled !== before.scrolled) return false;
  return (now.focus === "" || now.focus === before.focus) && !(await isChosen(walk, control));
};

const MARKS = ["aria-selected", "aria-pressed", "aria-current", "aria-checked", "data-state"];

/** The tab, or the choice, that is shown already, or may be: what cannot be read is no proof of a fault. */
const isChosen = async ({ session }: Walk, { target }: SurveyControl): Promise<boolean> => {
  if (!target) return true;
  for (const attribute of MARKS) {
    const read = await session.page.read(target, { attribute }, WAIT);
    if (!read.ok || /^(?:true|page|active|on|checked)$/.test(read.value)) return true;
  }
  const style = await session.page.read(target, { attribute: "class" }, WAIT);
  return !style.ok || /(?:^|[\s_-])(?:active|selected|current|chosen|checked)(?:$|\s)/i.test(style.value);
};
