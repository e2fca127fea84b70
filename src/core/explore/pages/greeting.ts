import type { PageSurvey, SurveyControl } from "#model/survey.ts";
import type { Target } from "#model/target.ts";
import { isSteadyTarget } from "./steady.ts";
import { pathOf } from "./address.ts";
import type { Visited } from "./open-page.ts";
import type { Walk } from "./walk.ts";
import { lookSteadily, open } from "./open-page.ts";
import { ACT_TIMEOUT, spend } from "./walk.ts";
import { DECIDES, decides, isDangerous } from "#core/explore/words.ts";

/** Answers to what stands before a page at the first visit, the most reserved first. */
const ANSWERS: RegExp[] = [
  /^(?:no\b[,.! ].*|no thanks|decline.*|reject.*|deny.*|refuse.*|(?:only )?(?:strictly )?necessary.*|ablehnen|alle ablehnen|tout refuser|rechazar.*|rifiuta.*|recusar.*|weigeren)$/i,
  /^(?:not now|later|maybe later|remind me later|skip.*|dismiss|sp[äa]ter|plus tard|ahora no|[üu]berspringen)$/i,
  /^(?:got it\b.{0,30}|(?:let['’]s )?(?:get|go|be) ?started!?|let['’]s (?:go|start)!?|start exploring|i understand|understood|close|ok|okay|verstanden|schlie(?:ß|ss)en|fermer|cerrar|chiudi|fechar|sluiten)$/i,
  /^(?:accept.*|agree.*|i agree|allow.*|alle akzeptieren|akzeptieren|zustimmen|(?:tout )?accepter|aceptar.*|accetta.*|aceitar.*|accepteren)$/i,
];

const MOST = 2;

/** A banner about cookies may leave the page usable; whatever else is asked shows by covering it. */
const isInTheWay = async (walk: Walk, survey: PageSurvey, answer: Target): Promise<boolean> => {
  if (survey.dialogs.length > 0) return true;
  const other = [...survey.links, ...survey.buttons].find(
    ({ target }) => target !== null && JSON.stringify(target) !== JSON.stringify(answer),
  );
  if (!other?.target) return false;
  const hovered = await walk.session.page.act(other.target, { kind: "hover" }, { timeoutMs: 1_000 });
  return !hovered.ok && hovered.failure === "not_actionable";
};

const COOKIES = /cookies?|consent|datenschutz|privacy/i;
const ALL = /(?<!\p{L})(?:all|alles?|tout|tud[oa]|tod[oa]s?|tutt[io]|wszystk\p{L}*)(?!\p{L})/iu;

/** "Decline" in row after row, or beside others that decide: what others asked for, where no dialog asks. */
const isOfRequests = (name: string, { buttons, collections, dialogs }: PageSurvey): boolean => {
  if (dialogs.length > 0 || isOfConsent(name) || !decides(name, buttons)) return false;
  const isInRow = collections.some(({ items }) => items.some((item) => item.buttons.includes(name)));
  return isInRow || buttons.filter((other) => DECIDES.test(other.name.trim())).length > 1;
};

const isOfConsent = (name: string): boolean => COOKIES.test(name) || ALL.test(name);

/** What would decide on a request is an answer to the dialog only where it stands in that. */
const isAnswerTo = async (walk: Walk, { buttons, dialogs }: PageSurvey, name: string): Promise<boolean> => {
  if (dialogs.length === 0 || isOfConsent(name) || !decides(name, buttons)) return true;
  const inside: Target = { role: "button", name, exact: true, within: { role: "dialog" } };
  const found = await walk.session.page.read(inside, "count", { timeoutMs: ACT_TIMEOUT });
  return found.ok && Number(found.value) > 0;
};

/**
 * Puts aside what greets whoever comes first: a consent banner, a tour, a question about notifications. Gives the
 * controls that did it, and the page as it is then.
 */
export const dismissGreetings = async (
  walk: Walk,
  survey: PageSurvey,
): Promise<{ greetings: Target[]; survey: PageSurvey }> => {
  const greetings: Target[] = [];
  let now = survey;
  while (greetings.length < MOST) {
    // The heading of a column may be "No.".
    const heads = now.collections.flatMap(({ columns }) => columns.map(({ name }) => name));
    const controls = now.buttons.filter(({ name, target, submit }) => {
      const isOther = heads.includes(name) || isDangerous(name) || isOfRequests(name, now);
      return target !== null && !submit && isSteadyTarget(target) && !isOther;
    });
    const answers = ANSWERS.flatMap((words) => controls.filter(({ name }) => words.test(name.trim())));
    let answer: SurveyControl | undefined;
    for (const each of answers) {
      answer = (await isAnswerTo(walk, now, each.name)) ? each : undefined;
      if (answer) break;
    }
    if (!answer?.target) break;
    const about = COOKIES.test(answer.name) || now.headings.some(({ text }) => COOKIES.test(text));
    if (!about && !(await isInTheWay(walk, now, answer.target))) break;
    if (!spend(walk)) break;
    const clicked = await walk.session.page.act(answer.target, { kind: "click" }, { timeoutMs: ACT_TIMEOUT });
    const after = clicked.ok ? await lookSteadily(walk) : null;
    if (
      !after ||
      after.buttons.some(({ target }) => JSON.stringify(target) === JSON.stringify(answer.target))
    )
      break;
    greetings.push(answer.target);
    now = after;
  }
  return { greetings, survey: now };
};

/** A plain name that many a page has is looked for in the dialog alone. */
const inDialog = (answer: Target): Target =>
  typeof answer === "string" ? { role: "button", name: answer, within: { role: "dialog" } } : answer;

const MOST_IN_ALL = 3;

/**
 * The same for a dialog that lies over another page than the first once that is loaded: it greets where it has an answer and
 * does not come again. `known` gains its control; gives the page without it.
 */
export const dismissLate = async (walk: Walk, page: Visited, known: Target[]): Promise<Visited> => {
  if (page.survey.dialogs.length === 0 || known.length >= MOST_IN_ALL) return page;
  const { greetings } = await dismissGreetings(walk, page.survey);
  if (greetings.length === 0) return page;
  const again = await open(walk, pathOf(page.url));
  if (!again.ok) return page;
  if (again.survey.dialogs.length > 0) return page;
  known.push(...greetings.map(inDialog));
  return again;
};
