import { findValues } from "#core/suite/order.ts";
import type { PageSurvey } from "#model/survey.ts";
import { pathOf } from "#core/explore/pages/address.ts";
import type { Lead } from "#core/explore/pages/frontier.ts";

/** Amounts of the rows that lead to items, by the address of those. */
const amountsOf = (surveys: readonly PageSurvey[], origin: string): ReadonlyMap<string, string> =>
  new Map(
    surveys.flatMap(({ collections }) =>
      collections.flatMap(({ items }) =>
        items.flatMap(({ text, links }) => {
          const amounts = findValues(text, "money").join(" ");
          return links.flatMap(({ href }): [string, string][] =>
            amounts !== "" && URL.canParse(href, origin) ? [[pathOf(new URL(href, origin)), amounts]] : [],
          );
        }),
      ),
    ),
  );

/** How many times as many have the most usual amount. */
const RARE = 4;

/** Items that bear an amount of few in lists where most share theirs: more than usual goes into it. */
export const unusualLeads = (
  leads: readonly Lead[],
  surveys: readonly PageSurvey[],
  origin: string,
): Lead[] => {
  const amounts = amountsOf(surveys, origin);
  const shown = Map.groupBy(
    leads.flatMap(({ url }) => amounts.get(pathOf(url)) ?? []),
    (amount) => amount,
  );
  const most = Math.max(0, ...[...shown.values()].map(({ length }) => length));
  return leads.filter(({ url }) => {
    const alike = shown.get(amounts.get(pathOf(url)) ?? "");
    return alike !== undefined && alike.length * RARE <= most;
  });
};
