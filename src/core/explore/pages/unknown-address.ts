import type { SiteUnknown } from "#model/site.ts";
import type { SitePage } from "#model/site-pages.ts";
import { pathOf, withoutQuery } from "./address.ts";
import { isByAddress } from "./by-address.ts";
import type { Walk } from "./walk.ts";
import { announcedIn, untilLoaded } from "./loading.ts";
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

const NOWHERE =
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
    const { status } = visited;
    const read = () => look(walk);
    const { survey, slow } = await untilLoaded(walk, walk.timeLeft(), visited.survey, read, announcedIn);
    if (slow !== null) endless.push({ address, says: slow });
    const saysSo = NOWHERE.test(survey.text) && !NOWHERE.test(known) && survey.text.length <= MOST_LETTERS;
    if (status === 404 || status === 410) missing += 1;
    if (status === 404 || status === 410 || saysSo) told += 1;
    if (status === 200 && saysSo) asIfThere.push(address);
  }
  return { asIfThere: missing > 0 ? asIfThere : [], endless: told > 0 ? endless : [] };
};
