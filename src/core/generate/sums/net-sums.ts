import type { StepDocument } from "#core/suite/grammar.ts";
import { findValues } from "#core/suite/order.ts";
import { fold } from "#core/explore/lists/lists.ts";
import type { SurveyCollection } from "#model/survey.ts";
import { literalTarget } from "#core/generate/steps.ts";

export const NET =
  /^(?:(?:total |sum |sub-?total )?(?:net\b|netto|nett\b|before tax|excl(?:\.|uding|usive)|without tax|hors taxes?|HT\b|neto|imponibile)|(?:total|sub-?total|sum|amount|summe|zwischensumme|betrag) \(?(?:net|netto|before tax|excl))/i;
export const ADDED =
  /^(?:\+ ?)?(?:plus |zzgl\.? )?(?:(?:sales |service )?tax|vat|gst|mwst|ust|umsatzsteuer|tva|iva|btw|ptu|shipping|delivery|postage|versand|porto|fee|service charge)(?![\p{L}])/iu;
export const WHOLE =
  /^(?:grand )?(?:total|sum|gross|amount due|summe|gesamt(?:betrag|summe)?|brutto|total (?:ttc|due|gross|brutto)|totale?|suma|totaal|razem)(?: \(?(?:gross|brutto|incl\.?(?:uding)? (?:vat|tax)|ttc)\)?)?\W*$/i;
export const INCLUDED = /incl|inkl|thereof|davon|contained|enthalten|dont|of which|discount|rabatt|credit/i;

/** What is net, what is added to it and the total of these, below a table: the total is their sum. */
export const netSum = ({ footers, target }: SurveyCollection): StepDocument[] => {
  const amounts = footers.flatMap(({ label, cells }) => {
    const priced = cells.filter(({ text }) => findValues(fold(text), "money").length === 1);
    const [cell] = priced;
    return cell && priced.length === 1 ? [{ label: fold(label), column: cell.column, css: cell.css }] : [];
  });
  const [net, ...others] = amounts;
  const added = others.slice(0, -1);
  const total = others.at(-1);
  if (target === null || !net || !total || added.length === 0 || amounts.length !== footers.length) return [];
  const isPlain =
    NET.test(net.label) &&
    added.every(({ label }) => ADDED.test(label) && !INCLUDED.test(label)) &&
    WHOLE.test(total.label) &&
    amounts.every(({ column }) => column === net.column);
  if (!isPlain) return [];
  const within = literalTarget(target);
  const of = { css: [net, ...added].map(({ css }) => css).join(", "), within };
  return [{ expect: { sum: { of, is: { css: total.css, within } } } }];
};
