import type { SiteUnknown } from "#model/site.ts";
import type { SitePage } from "#model/site-pages.ts";
import type { PageSurvey } from "#model/survey.ts";
import { pathOf, withoutQuery } from "./address.ts";
import { isByAddress } from "./by-address.ts";
import type { Walk } from "./walk.ts";
import { announcedIn } from "./loading.ts";
import { pause } from "./pause.ts";
import { look, open } from "./open-page.ts";
import { isThorough } from "./walk.ts";

/** An id that no item has. */
export const UNKNOWN = "99999999";

/** The address with the last thing that varies in its path replaced; null where nothing does. */
export const withId = ({ pattern, path }: Pick<SitePage, "pattern" | "path">, id: string): string | null => {
  const kinds = withoutQuery(pattern).split("/");
  const at = kinds.lastIndexOf(":id");
  const parts = withoutQuery(path).split("/");
  if (at < 0 || kinds.length !== parts.length) return null;
  return parts.with(at, id).join("/");
};

/** What varies in the address has a number. */
export const isNumbered = ({ path }: Pick<SitePage, "path">): boolean =>
  /\/[\w-]*\d[\w-]*(?:$|[/?])/.test(path);

/** As apps say of what they do not have. */
export const NOWHERE =
  /(?:does|do) not exist|doesn['’]t exist|not (?:be )?found|no such|no longer (?:exists|available)|existiert nicht|nicht gefunden|introuvable|n['’]existe pas|no existe|no encontrad|non (?:esiste|trovat)|n[ãa]o (?:existe|encontrad)|niet gevonden|bestaat niet|nie (?:istnieje|znaleziono)/i;
/** Such a page says little else. */
const MOST_LETTERS = 400;
const MOST = 6;

/**
 * Addresses of items that do not exist, which are answered as if they did (200) by a page that says they do not, where other
 * kinds of items are answered as not found (404); and whose page goes on loading, where others say that nothing is there.
 */
export const probeUnknown = async (walk: Walk, pages: SitePage[]): Promise<SiteUnknown> => {
  const none: SiteUnknown = { asIfThere: [], endless: [] };
  if (!isThorough(walk)) return none;
  const kinds = new Map<string, string>();
  for (const page of pages) {
    const address = isByAddress(page) && isNumbered(page) ? withId(page, UNKNOWN) : null;
    if (address !== null && !/#/.test(page.path)) kinds.set(address, page.survey.text);
  }
  const asIfThere: string[] = [];
  const endless: SiteUnknown["endless"] = [];
  let missing = 0;
  let told = 0;
  for (const [address, known] of [...kinds].slice(0, MOST)) {
    if (walk.over()) return none;
    const visited = await open(walk, address);
    if (!visited.ok || pathOf(visited.url) !== address) continue;
    const { status, survey } = visited;
    const saysSo = NOWHERE.test(survey.text) && !NOWHERE.test(known) && survey.text.length <= MOST_LETTERS;
    const isMissing = status === 404 || status === 410;
    if (isMissing) missing += 1;
    if (isMissing || saysSo) told += 1;
    if (status === 200 && saysSo) asIfThere.push(address);
    const says = isMissing || saysSo ? null : await saidForever(walk, survey);
    // What an item that is there goes on saying as well is no answer to this.
    if (says !== null && !known.includes(says)) endless.push({ address, says });
  }
  return { asIfThere: missing > 0 ? asIfThere : [], endless: told > 0 ? endless : [] };
};

const ROUND_MS = 500;
const MOST_ROUNDS = 20;

/** The words by which a page with little else on it says that it loads, 10 s after it was opened as well; null where it does not. */
const saidForever = async (walk: Walk, first: PageSurvey): Promise<string | null> => {
  const says = announcedIn(first);
  for (let round = 0; says !== null && round < MOST_ROUNDS && !walk.over(); round += 1) {
    await pause(walk.session.page, ROUND_MS);
    const now = await look(walk);
    if (now === null || announcedIn(now) !== says || now.text.length > MOST_LETTERS) return null;
  }
  return walk.over() ? null : says;
};
