import type { StepDocument } from "#core/suite/grammar.ts";
import type { SiteOrder } from "#model/site-orders.ts";
import type { SiteModel } from "#model/site.ts";
import { defineOracle } from "#core/generate/define-oracle.ts";
import type { Draft } from "#core/generate/define-oracle.ts";
import { pageNames } from "#core/generate/page-names.ts";
import { captureName, idle, literal, literalTarget, openAnew, short } from "#core/generate/steps.ts";

const draft = (site: SiteModel, { pageId, path, list, rows, down, up, kept }: SiteOrder): Draft => {
  const target = literalTarget(list);
  const [before, after] = [captureName("order_before", pageId), captureName("order_after", pageId)];
  const moving = (name: string, nth: number): StepDocument[] => {
    const row = literalTarget(typeof rows === "string" ? { called: rows, nth } : { ...rows, nth });
    return [{ click: { role: "button", name: literal(name), within: row } }, idle];
  };
  const again = openAnew(path);
  const page = site.pages.find(({ id }) => id === pageId);
  return {
    id: `moves-${pageId}`,
    title: `"${short(down)}" moves the first row${page ? ` on ${pageNames(site.pages)(page)}` : ""}${kept ? ", which stays there until it is moved back" : ""}`,
    steps: [
      ...again,
      { capture: { [before]: { text: target } } },
      ...moving(down, 0),
      { expect: { text: { target, is: `\${${before}}`, not: true } } },
      ...(kept
        ? [
            { capture: { [after]: { text: target } } },
            ...again,
            { expect: { text: { target, is: `\${${after}}` } } },
          ]
        : []),
      ...moving(up, 1),
      ...(kept ? again : []),
      { expect: { text: { target, is: `\${${before}}` } } },
    ],
    rank: 17,
  };
};

export const orders = defineOracle({
  id: "orders",
  summary:
    "A row that is moved one place in its list is there when the page is opened again, and can be moved back.",
  applies: (site) => site.orders.map((order) => draft(site, order)),
});
