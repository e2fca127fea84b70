import type { SiteModel } from "#model/site.ts";
import type { SitePage } from "#model/site-pages.ts";
import type { SurveySum } from "#model/survey.ts";
import { isByAddress } from "#core/explore/pages/by-address.ts";
import { chargedBy } from "./charges.ts";
import type { Said } from "./charges.ts";
import { claim, linesOf } from "./sum-lines.ts";
import type { Claim, Line } from "./sum-lines.ts";

/** What people type may be whatever they like. */
const typedIn = ({ pages }: SiteModel): ReadonlySet<string> =>
  new Set(
    pages
      .flatMap(({ survey, reveals }) => [...survey.forms, ...reveals.flatMap(({ forms }) => forms)])
      .flatMap(({ fields }) => fields.map(({ name }) => name.trim().toLowerCase())),
  );

type Block = { page: SitePage; sum: SurveySum; lines: Line[]; said: Said };

/** Labels that stand there once. */
const once = <T>(pairs: [string, T][]): ReadonlyMap<string, T> =>
  new Map(pairs.filter(([label]) => pairs.filter(([other]) => other === label).length === 1));

const blockOf = (page: SitePage, sum: SurveySum): Block => {
  const lines = linesOf(sum);
  const counts = lines.flatMap(({ label, count }): [string, number][] =>
    count === null ? [] : [[label, count]],
  );
  const amounts = lines.flatMap(({ label, amounts: [amount, ...more] }): [string, number][] =>
    amount === undefined || more.length > 0 || Number.isNaN(amount) ? [] : [[label, amount]],
  );
  return { page, sum, lines, said: { counts: once(counts), amounts: once(amounts), text: page.survey.text } };
};

/** What pages of one kind say that so many at a price each come to: of those that are off, and of the first that is not. */
const claimsOf = (pages: SitePage[], typed: ReadonlySet<string>): Map<SitePage, Claim> => {
  const blocks = pages.flatMap((page) => page.survey.sums.map((sum) => blockOf(page, sum)));
  const charged = chargedBy(blocks.map(({ said }) => said));
  if (!charged || typed.has(charged.charge.total.toLowerCase())) return new Map();
  const { charge, right, wrong } = charged;
  return new Map(
    [...wrong, ...right.slice(0, 1)].flatMap((at): [SitePage, Claim][] => {
      const block = blocks[at];
      if (!block) return [];
      const line = (words: string): Line | undefined => block.lines.find(({ label }) => label === words);
      const [count, price, total] = [line(charge.count), line(charge.price), line(charge.total)];
      return count && price && total ? [[block.page, claim(block.sum.target, [price], total, count)]] : [];
    }),
  );
};

/** Expects of pages that so many at a price each come to the total, as they do on others of their kind. */
export const lineCharges = (site: SiteModel): ReadonlyMap<SitePage, Claim> => {
  const typed = typedIn(site);
  const kinds = Map.groupBy([...site.pages, ...site.samples].filter(isByAddress), ({ pattern }) => pattern);
  return new Map([...kinds.values()].flatMap((pages) => [...claimsOf(pages, typed)]));
};
