import { withoutQuery } from "#core/explore/pages/address.ts";
import { UNKNOWN, isNumbered, withId } from "#core/explore/pages/unknown-address.ts";
import type { StepDocument } from "#core/suite/grammar.ts";
import type { SiteModel } from "#model/site.ts";
import type { SitePage } from "#model/site-pages.ts";
import { mainOf } from "#core/generate/counts/counts.ts";
import { defineOracle } from "#core/generate/define-oracle.ts";
import type { Draft } from "#core/generate/define-oracle.ts";
import { idle, literal, withoutFaults } from "#core/generate/steps.ts";
import { isByAddress } from "#core/explore/pages/by-address.ts";

const MOST_PAGES = 4;
const MOST_ROUTES = 4;
/** An id that is none. */
const ODD = "no-such-item";

/** The address with a number of its query replaced by one that is out of range; null where there is none. */
const withPage = ({ path }: SitePage): string | null => {
  const [plain = "", query = ""] = path.split("?", 2);
  const values = new URLSearchParams(query.split("#")[0]);
  const name = [...values].find(([, value]) => /^\d{1,4}$/.test(value))?.[0];
  if (name === undefined || path.includes("#")) return null;
  values.set(name, UNKNOWN);
  return `${plain}?${values.toString()}`;
};

const odd = (site: SiteModel): { address: string; page: SitePage }[] => {
  const kinds = new Set<string>();
  const known = new Set<string>();
  return site.pages.flatMap((page) => {
    const kind = page.pattern;
    if (!isByAddress(page) || kinds.has(kind)) return [];
    kinds.add(kind);
    return [withId(page, UNKNOWN), withId(page, ODD), withPage(page)].flatMap((address) =>
      address === null || known.has(address) || !known.add(address) ? [] : [{ address, page }],
    );
  });
};

const NO_ROUTE = "no-such-page";

/** A route that an app in the hash does not have: it is to say so, or to show another, beside what stands on all its pages. */
const unknownRoute = ({ pages }: SiteModel): StepDocument[] => {
  const routes = pages.filter(({ path, setup }) => setup.length === 0 && /#!?\/./.test(path));
  const [route] = routes;
  const isMain = routes.every(({ survey }) => JSON.stringify(mainOf(survey)) === `{"role":"main"}`);
  if (!route || routes.length < 2 || !isMain) return [];
  return [
    { goto: literal(route.path.replace(/(#!?\/).*$/, `$1${NO_ROUTE}`)) },
    "reload",
    { expect: { text: { target: { role: "main" }, matches: String.raw`\S` } } },
  ];
};

/** Looking up one item by its id: routes that the app's own scripts were seen to use. */
const lookUps = (site: SiteModel): string[] =>
  site.bounds.routes
    .filter((route) => /^GET \/.*\/:id$/.test(route) && !route.slice(0, -3).includes(":id"))
    .map((route) => route.slice(4).replace(":id", UNKNOWN))
    .slice(0, MOST_ROUTES);

/** What an app may say of it: not found, refused, and what its scripts write of that. */
const MEANT = [" 400", " 404", " 410", " 422", "page error:", "console error:"];

/** Asks after what was seen to be answered as if it were there, while the page says that it is not. */
const asIfThere = ({ unknown }: SiteModel): Draft[] =>
  unknown.asIfThere.length === 0
    ? []
    : [
        {
          id: "unknown-status",
          title: "What does not exist is answered as not found, and not only said to be",
          steps: unknown.asIfThere.map((url): StepDocument => ({
            request: { url: literal(url), status: [404, 410] },
          })),
          rank: 26,
        },
      ];

/** Of what does not exist other pages say so, and this one never comes. */
const endless = ({ unknown }: SiteModel): Draft[] =>
  unknown.endless.length === 0
    ? []
    : [
        {
          id: "unknown-loads",
          title: "The page of what does not exist does not go on loading",
          steps: unknown.endless.flatMap(({ address, says }): StepDocument[] => [
            { goto: literal(address) },
            idle,
            { expect: { hidden: { text: literal(says) } }, timeout: "10s" },
          ]),
          rank: 20,
        },
      ];

export const unknownAddress = defineOracle({
  id: "unknown-address",
  summary:
    "The address of something that does not exist is answered, and not with an error of the server or an empty page.",
  looks: true,
  applies(site) {
    const pages = odd(site);
    const ids = pages
      .filter(({ page }) => withoutQuery(page.pattern).includes(":id"))
      .slice(0, MOST_PAGES * 2);
    const numbers = pages.filter((each) => !ids.includes(each)).slice(0, MOST_PAGES);
    const visits = [...ids, ...numbers];
    const routes = lookUps(site);
    const route = unknownRoute(site);
    if (visits.length + routes.length + route.length === 0) return [...asIfThere(site), ...endless(site)];
    const steps = visits.flatMap(({ address, page }): StepDocument[] => [
      { goto: literal(address) },
      // Where names are all that varies, an address is as good as any other, and a server of files says nothing of it.
      ...(isNumbered(page)
        ? [{ expect: { text: { target: { css: "body" }, matches: String.raw`\S` } } } satisfies StepDocument]
        : []),
    ]);
    return [
      {
        id: "unknown-addresses",
        title: "Addresses of things that do not exist are answered without an error",
        steps: [
          ...steps,
          ...route,
          ...(visits.length + route.length > 0 ? [withoutFaults([], site.login?.used ?? false, MEANT)] : []),
          ...routes.map((url): StepDocument => ({
            request: { url: literal(url), status: ["2xx", "3xx", "4xx"] },
          })),
        ],
        rank: 27,
      },
      ...asIfThere(site),
      ...endless(site),
    ];
  },
});
