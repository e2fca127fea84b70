import { inTurns } from "#model/in-turns.ts";
import { pathOf } from "./address.ts";
import type { Lead } from "./frontier.ts";
import { servedText } from "./served-text.ts";
import type { Walk } from "./walk.ts";
import { isThorough, timeOf } from "./walk.ts";
import { isDangerous } from "#core/explore/words.ts";

/** What an address was answered with; `odd`: the page says what no person would write, such as "€NaN". */
export type Answered = { status: number; odd: boolean };

const MOST = { quick: 60, thorough: 240 };
/** Of all the time, they are asked after for no longer than this part, each time. */
const SHARE = 0.025;
const ODD = /(?<![\p{L}\d-])(?:undefined|NaN|Invalid Date|\[object Object\])(?![\p{L}\d-])/u;

/** One of each kind, then another of each, so that items of which there are many do not take the turn of the others. */
const byTurns = (walk: Walk, leads: readonly Lead[]): Lead[] =>
  inTurns([...Map.groupBy(leads, ({ url }) => walk.patterns.of(url)).values()]);

/** So many addresses are asked after at most, files aside. */
export const mostAsked = (walk: Walk): number => MOST[isThorough(walk) ? "thorough" : "quick"];

/** Asks with GET and the session's cookies after so many addresses that are not opened as pages: by their paths what came of it. */
export const askAfter = async (
  walk: Walk,
  leads: readonly Lead[],
  most: number,
): Promise<Map<string, Answered>> => {
  const answers = new Map<string, Answered>();
  const isUp = timeOf(walk, SHARE);
  for (const { url, via } of byTurns(walk, leads).slice(0, most)) {
    if (walk.over() || isUp()) break;
    if (!via || isDangerous(via.text)) continue;
    const answer = await walk.session.request({ method: "GET", url: url.href, timeoutMs: 3_000 });
    if (!answer.ok) continue;
    // What comes next is asked for as well.
    if (answer.status === 429) break;
    const { status, body, headers } = answer;
    const isPage = status === 200 && (headers["content-type"] ?? "").startsWith("text/html");
    answers.set(pathOf(url), { status, odd: isPage && ODD.test(body) && ODD.test(servedText(body)) });
  }
  return answers;
};
