import { LATE_MS } from "./late-limits.ts";
import type { PageSurvey, SurveyCollection } from "#model/survey.ts";
import { fold, mainList } from "#core/explore/lists/lists.ts";
import { pause } from "./pause.ts";
import type { Walk } from "./walk.ts";

const LOADING =
  /(?<![\p{L}.…])(?:(?:loading|fetching|searching|please wait|wird geladen|l[äa]dt|laden|bitte warten|chargement|cargando|caricamento|carregando|bezig met laden|[łl]adowanie)(?: (?:the |more )?\p{L}{3,15}){0,2})\s?(?:…|\.{3})/iu;

const MOST_MORE = 4;

/** Nothing but such words in its rows: what is to be in it is still to come. */
const isEmptyYet = ({ items }: SurveyCollection): boolean => {
  const said = items.map(({ text }) => fold(text)).filter((text) => text !== "");
  const isLoading = (text: string): boolean => {
    const words = LOADING.exec(text)?.[0];
    return words !== undefined && text.length - words.length <= MOST_MORE;
  };
  return said.length > 0 && said.every(isLoading);
};

/**
 * The words by which a page without a list, or with one of which no row is there yet, says that something is still to come:
 * "Loading…"; null where it says no such thing. Below a list they may wait for somebody to scroll.
 */
export const loadingIn = (survey: PageSurvey): string | null => {
  const list = mainList(survey);
  return list === null || isEmptyYet(list) ? (LOADING.exec(survey.text)?.[0] ?? null) : null;
};

/** Something of the page itself; what is being looked for or fetched elsewhere may take its time. */
const OF_PAGE = /^(?:loading|wird geladen|l[äa]dt|chargement|cargando|caricamento|carregando)/iu;

/** The same wherever on the page it is said. */
export const announcedIn = ({ text }: PageSurvey): string | null => {
  const words = LOADING.exec(text)?.[0];
  return words !== undefined && OF_PAGE.test(words) ? words : null;
};

/** In the place of words, for what shows by its form alone that it is still to come. */
const PENDING = "pending";

const ROUND_MS = 400;
const MOST_MS = 10_000;
const MOST_IN_VAIN = 2;

/**
 * Waits until the page no longer says that it loads, nor draws skeletons, 10 s at most. `slow`: the words that it still said
 * 4 s after what it shows was asked for; `asked` is the time that was left then. `says`: where it is looked for.
 */
export const untilLoaded = async (
  walk: Walk,
  asked: number,
  first: PageSurvey,
  read: () => Promise<PageSurvey | null>,
  says = loadingIn,
): Promise<{ survey: PageSurvey; slow: string | null }> => {
  const sign = (seen: PageSurvey): string | null => says(seen) ?? (seen.pending ? PENDING : null);
  const words = sign(first);
  if (words === null || (walk.waitedInVain.get(words) ?? 0) >= MOST_IN_VAIN)
    return { survey: first, slow: null };
  let survey = first;
  for (let waitedMs = ROUND_MS; waitedMs <= MOST_MS && !walk.over(); waitedMs += ROUND_MS) {
    await pause(walk.session.page, ROUND_MS);
    survey = (await read()) ?? survey;
    if (sign(survey) !== null) continue;
    return { survey, slow: words !== PENDING && asked - walk.timeLeft() > LATE_MS ? words : null };
  }
  // Where the time is over nobody has waited.
  if (walk.over()) return { survey, slow: null };
  walk.waitedInVain.set(words, (walk.waitedInVain.get(words) ?? 0) + 1);
  return { survey, slow: says(survey) };
};
