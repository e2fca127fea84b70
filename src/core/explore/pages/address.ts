/** Addresses as the explorer tells them apart. All functions take absolute URLs and never throw. */

/** Strips what does not make another page: a plain `#section`, an empty hash, session ids. Null for what is no http(s) address. */
export const normalise = (href: string, base: string): URL | null => {
  let url: URL;
  try {
    url = new URL(href, base);
  } catch {
    return null;
  }
  if (url.protocol !== "http:" && url.protocol !== "https:") return null;
  if (!isHashRoute(url.hash)) url.hash = "";
  return url;
};

/** `#/products/3`, `#!/x` and `#flow/1`: a route kept in the hash; `#top` is a place on the page. */
const isHashRoute = (hash: string): boolean => /^#!?\/|^#[\w-]+\/[\w-]/.test(hash);

/** The tab that an address names in its hash, `#board`; empty where there is none, or a route. */
export const tabOf = (address: string): string => {
  const hash = /#[^#]+$/.exec(address)?.[0] ?? "";
  return isHashRoute(hash) ? "" : hash;
};

/** The address without its origin. */
export const pathOf = (url: URL): string => `${url.pathname}${url.search}${url.hash}`;

/** The address up to its hash: what is loaded for it. */
export const withoutHash = (address: string): string => address.split("#", 1)[0] ?? "";

/** The address or pattern up to its query: what tells a kind of page from another. */
export const withoutQuery = (address: string): string => address.split("?", 1)[0] ?? "";

/** The same without a hash that names the first route of an app, which is what its own address shows: `/#/` is `/`. */
export const routeOf = (address: string): string => withoutQuery(address).replace(/#!?\/?$/, "");

/** What tells a page from others, in the hash as well. */
export const placeOf = (url: URL): string => withoutQuery(pathOf(url));

/** The same without the origin, for text; absolute when the origin is another. */
export const relativeTo = (origin: string, href: string): string => {
  const url = normalise(href, origin);
  if (!url) return href;
  return url.origin === origin ? pathOf(url) : url.href;
};

const NOT_A_PAGE =
  /\.(?:pdf|zip|gz|tgz|tar|bz2|7z|rar|exe|dmg|deb|rpm|iso|mp[34]|avi|mov|webm|wav|ogg|png|jpe?g|gif|webp|svg|ico|bmp|csv|xlsx?|docx?|pptx?|xml|json|ya?ml|txt|css|js|mjs|map|wasm|woff2?|ttf|ics|rss|atom)$/i;

/** True when the address names a file rather than a page. */
export const isFile = (url: URL): boolean => NOT_A_PAGE.test(url.pathname);

const NUMBER = /^\d+$/;
const UUID = /^[0-9a-f]{8}-?[0-9a-f]{4}-?[0-9a-f]{4}-?[0-9a-f]{4}-?[0-9a-f]{12}$/i;
const HEX = /^(?=.*\d)[0-9a-f]{8,}$/i;
const DATE = /^\d{4}-\d{2}(?:-\d{2})?$/;
const SLUG_WITH_NUMBER = /^(?:[\w.~-]*-)?\d+(?:-[\w.~-]*)?$/;
const TOKEN = /^(?=.*\d)(?=.*[A-Za-z])[\w-]{16,}$/;

/** It was made by a machine, as a name of its own. */
export const isToken = (part: string): boolean => [UUID, HEX, TOKEN].some((kind) => kind.test(part));

/** Where an item is made, beside items: `/notes/new`. */
const MAKES = /^(?:new|add|create|neue?|anlegen|nouveau|nouvelle|nuevo|nueva|nuovo|nuova|novo|nova)$/i;

/** Somebody's own page, beside pages of the app: `/@ada`, `/~ada`. */
const SOMEBODY = /^[@~]\w/;

const templated = (segment: string): string => {
  const plain = decodeURIComponentSafely(segment);
  if (SOMEBODY.test(plain)) return `${plain[0] ?? ""}:id`;
  const varies = [NUMBER, UUID, HEX, DATE, SLUG_WITH_NUMBER, TOKEN].some((kind) => kind.test(plain));
  return varies ? ":id" : segment;
};

const decodeURIComponentSafely = (text: string): string => {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
};

/** Parameters that choose a page rather than an item. */
const CHOOSES_PAGE =
  /^(?:do|action|act|page|view|tab|mode|section|module|controller|route|op|cmd|screen|step|method)$/i;

const queryValue = (name: string, value: string): string =>
  CHOOSES_PAGE.test(name) && /^[A-Za-z][\w-]{0,30}$/.test(value) && templated(value) === value ? value : ":v";

export type Patterns = {
  /** The address with what varies replaced by `:id` (path) and `:v` (query values). */
  of(url: URL): string;
  /** Learns from addresses that are links of like rows: where they differ is what varies. */
  learnSiblings(urls: URL[]): void;
  /** Learns from addresses that the app names wherever one is: they are pages, however many there are at one place. */
  learnPages(urls: URL[]): void;
  /** The same of the menu of a part of the app: what stands last in each is a page, wherever that part is. */
  learnMenu(urls: URL[]): void;
};

/** Where an app's own pages stand, also as routes of a hash. */
const isRoot = (prefix: string): boolean => /^(?:\/#!?)?$/.test(prefix);

/** More different words than this at one place of a path are names of items, not of pages. */
const MANY = 12;
/** An app has more pages of its own where its addresses begin: `/settings`, `/my-events`; these are words, and no titles. */
const MANY_OF_ROOT = 40;
const isTitle = (segment: string): boolean => segment.split("-").length > 2 || segment.length > 24;
/** A navigation of more entries at one place is a list of items. */
const MOST_NAMED = 30;

/** Keeps what has been learned of one site's addresses. */
export const createPatterns = (): Patterns => {
  const children = new Map<string, Set<string>>();
  /** Places where like rows differ, or where too many words were met. */
  const varying = new Set<string>();
  const crowded = new Set<string>();
  /** Places where too many titles were met: words stand beside them. */
  const titled = new Set<string>();
  const named = new Map<string, Set<string>>();

  const segmentsOf = (url: URL): string[] => {
    // The first route of a hash is what the address shows without one.
    const route = /^#?!?\/?$/.test(url.hash) ? "" : `/#${withoutQuery(url.hash.slice(1))}`;
    return `${url.pathname}${route}`.split("/").filter((segment) => segment !== "");
  };

  const noteChild = (prefix: string, segment: string): void => {
    const known = children.get(prefix) ?? new Set<string>();
    if (known.has(segment) || crowded.has(prefix)) return;
    known.add(segment);
    children.set(prefix, known);
    const titles = isRoot(prefix) ? [...known].filter(isTitle).length : known.size;
    if (titles > MANY) titled.add(prefix);
    if (known.size > (isRoot(prefix) ? MANY_OF_ROOT : MANY)) crowded.add(prefix);
  };

  const varies = (prefix: string, segment: string): boolean => {
    if (varying.has(prefix) && !(isRoot(prefix) && isNamed(prefix, segment))) return true;
    const isCrowded = crowded.has(prefix) || (titled.has(prefix) && isTitle(segment));
    return isCrowded && !isNamed(prefix, segment);
  };

  const isNamed = (prefix: string, segment: string): boolean => {
    const known = named.get(prefix);
    return known !== undefined && known.size <= MOST_NAMED && known.has(segment);
  };

  const patterns: Patterns = {
    of(url) {
      let pattern = "";
      for (const segment of segmentsOf(url)) {
        const simple = templated(segment);
        if (simple === segment && !isNamed(pattern, segment)) noteChild(pattern, segment);
        const plain = segment.startsWith("#") || MAKES.test(segment);
        pattern += `/${varies(pattern, segment) && !plain ? ":id" : simple}`;
      }
      const values = new Map([...url.searchParams, ...new URLSearchParams(url.hash.split("?")[1] ?? "")]);
      const query = [...values.keys()]
        .toSorted()
        .map((name) => `${name}=${queryValue(name, values.get(name) ?? "")}`)
        .join("&");
      return `${pattern === "" ? "/" : pattern}${query === "" ? "" : `?${query}`}`;
    },

    learnPages(urls) {
      for (const url of urls) {
        let prefix = "";
        for (const segment of segmentsOf(url)) {
          named.set(prefix, (named.get(prefix) ?? new Set<string>()).add(segment));
          prefix += `/${templated(segment)}`;
        }
      }
    },

    learnMenu(urls) {
      for (const url of urls.filter(({ hash }) => hash === "")) {
        const segments = segmentsOf(url);
        const above = patterns.of(new URL(`/${segments.slice(0, -1).join("/")}`, url));
        const prefix = above === "/" ? "" : above;
        const last = segments.at(-1);
        if (last !== undefined) named.set(prefix, (named.get(prefix) ?? new Set<string>()).add(last));
      }
    },

    learnSiblings(urls) {
      const groups = new Map<string, Set<string>>();
      for (const url of urls) {
        const segments = segmentsOf(url);
        segments.forEach((segment, index) => {
          const others = segments.with(index, "*").join("/");
          const prefix = segments
            .slice(0, index)
            .map((part) => `/${templated(part)}`)
            .join("");
          if (templated(segment) !== segment) return;
          const key = `${prefix}\n${others}`;
          groups.set(key, (groups.get(key) ?? new Set<string>()).add(segment));
        });
      }
      for (const [key, values] of groups) {
        const prefix = key.split("\n")[0] ?? "";
        // Pages at the root are more often listed on a page than they are items.
        if (values.size >= (isRoot(prefix) ? 8 : 3)) varying.add(prefix);
      }
    },
  };
  return patterns;
};
