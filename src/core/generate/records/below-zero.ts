import { rangeIn, saidOf } from "#core/explore/forms/field-hints.ts";
import { isWordy } from "#core/explore/forms/form-data.ts";
import type { Entry } from "#core/explore/forms/form-data.ts";
import type { SitePage } from "#model/site-pages.ts";
import type { SurveyField, SurveyForm } from "#model/survey.ts";

/** Things that are counted or measured, or cost something: there may be none, and never less than that. */
const AMOUNTS: Record<string, string> = {
  en: "quantity|qty|count|(?:number|no\\.?) of|guests?|people|persons?|seats?|adults?|children|kids|hours?|duration|minutes?|nights?|prices?|costs?|fees?|salary|rent|budget|age|capacity|stock",
  de: "menge|anzahl|stückzahl|gäste|personen|plätze|erwachsene|kinder|stunden|dauer|minuten|nächte|(?:einzel|stück|verkaufs|kauf)?preis|kosten|gebühr|gehalt|miete|alter|kapazität|(?:lager)?bestand",
  fr: "quantité|nombre de|invités|personnes|adultes|enfants|heures|durée|nuits|prix|coût|frais|salaire|loyer|âge|capacité",
  es: "cantidad|número de|huéspedes|personas|plazas|asientos|adultos|niños|horas|duración|minutos|noches|precio|costo|coste|tarifa|salario|sueldo|alquiler|presupuesto|edad|capacidad|existencias",
  it: "quantità|numero di|ospiti|persone|posti|adulti|bambini|ore|durata|minuti|notti|prezzo|costo|tariffa|stipendio|affitto|età|capacità|scorte",
  pt: "quantidade|hóspedes|pessoas|lugares|crianças|duração|noites|preço|custo|salário|aluguel|orçamento|idade|capacidade|estoque",
  nl: "aantal|hoeveelheid|gasten|personen|stoelen|volwassenen|kinderen|uren|duur|minuten|nachten|prijs|kosten|tarief|salaris|huur|leeftijd|capaciteit|voorraad",
  pl: "ilość|liczba|goście|osoby|miejsca|dorośli|dzieci|godziny|czas trwania|minuty|noce|cena|koszt|opłata|pensja|czynsz|budżet|wiek|pojemność|zapas",
};
const word = (words: string): RegExp => new RegExp(`(?<![\\p{L}\\d])(?:${words})(?![\\p{L}])`, "iu");

const NAMED = word(Object.values(AMOUNTS).join("|"));
/** A place in an order may be called so as well. */
const WEIGHT =
  /(?:weight|gewicht|poids|peso|waga).*\b(?:kg|g|grams?|lbs?|kilos?|t)\b|\b(?:net|gross|body|parcel) weight/i;
const SUM = word("amount|sum|betrag|summe|montant|importe|importo|valor|bedrag|kwota");
/** What is handed over, which nobody does with less than nothing. */
const HANDED_OVER =
  /transfer|payment|\bpay\b|\border\b|booking|donat|expense|überweis|zahlung|bestell|buchung|spende|ausgabe|virement|paiement|commande|r[ée]servation|dépense|transferencia|\bpago\b|pedido|reserva|donaci|gasto|bonifico|pagamento|ordine|prenotazion|donazion|spesa|despesa|overboeking|betaling|uitgave|przelew|płatność|zamówienie|wydatek/i;
/** Of these there may be less than nothing. */
const EITHER_WAY =
  /offset|correct|adjust|differ|change|balance|delta|shift|before|after|[±+]|-\s?\d|discount|temperatur|latitud|longitud|coord|credit|refund|surcharge|supplement|extra|gain|loss|profit|margin|varian|deviat|growth|negativ|minus|unlimited|income|korrektur|anpass|änderung|saldo|rabatt|zuschlag|aufschlag|gutschrift|erstattung|vorher|unbegrenzt|remise|supplément|remboursement|écart|solde|illimit|descuento|ajuste|diferencia|recargo|reembolso|sconto|rettifica|differenza|rimborso|desconto|diferença|korting|toeslag|verschil|onbeperkt|rabat|korekta|różnica|zwrot/i;
/** So are all numbers of a form for these. */
const ALL_EITHER_WAY =
  /adjust|correct|discount|credit|refund|movement|stock ?tak|korrektur|anpass|rabatt|gutschrift|erstattung|bewegung|remise|remboursement|mouvement|descuento|ajuste|reembolso|movimiento|sconto|rettifica|rimborso|movimento|desconto|korting|mutatie|rabat|korekta|zwrot/i;
/** Says it in so many words: "always a positive number", "greater than zero", "cannot be negative". */
const POSITIVE =
  /\b(?:positive (?:number|amount|value|integer|whole number)|(?:greater|more|higher|larger) than (?:zero|0)(?![\d.,])|above (?:zero|0)(?![\d.,])|(?:not|never|cannot|must not) be negative|positive (?:zahl|ganze zahl)|positiver (?:betrag|wert)|größer als (?:null|0)(?![\d.,])|(?:nombre|montant) positif|n[úu]mero positivo|(?:importe|importo|valor) positivo)/iu;
const NOT_POSITIVE = /\b(?:or|and|oder|und|ou|et|o|y|e) negativ|\bunless\b|\bexcept\b/i;

export const isSaidPositive = (field: SurveyField): boolean => {
  const words = saidOf(field);
  return POSITIVE.test(words) && !NOT_POSITIVE.test(words);
};

/** What stands behind the thing itself: "Price per night (€)". */
const BEHIND =
  /\(.*?\)|(?<!\p{L})(?:per|pro|par|por|je|in|en|an?)(?!\p{L}).*$|[€$£%*:]|(?<!\p{L})(?:eur|usd|gbp|chf)(?!\p{L})/giu;
const NUMBER_OF = /^(?:number|no\.?|anzahl|nombre|n[úu]mero|aantal|liczba)(?!\p{L})/iu;
/** Lines of these take back what was charged as well. */
const ACCOUNTS =
  /invoice|rechnung|facture|factura|fattura|fatura|factuur|faktur|ledger|journal|transaction|buchungssatz/i;

/** A field for any text is for a number only where that is all it is called: "Price", and no "Price list". */
export const isNumber = (field: SurveyField): boolean => {
  const name = field.name.replaceAll(BEHIND, " ").trim();
  const words = [NAMED, SUM].flatMap((kind) => kind.exec(name.split(/\s+/).at(-1) ?? "") ?? []);
  return (
    field.type === "number" ||
    isSaidPositive(field) ||
    NUMBER_OF.test(name) ||
    words.length > 0 ||
    WEIGHT.test(said(field))
  );
};

const said = (field: SurveyField): string => `${field.name} ${field.hint ?? ""}`;

/** The name of the field alone says that there cannot be less than none of it; `about` is what its form and its page are called. */
export const isNeverNegative = (field: SurveyField, about: string): boolean => {
  const { name, min, target, read_only: fixed, disabled } = field;
  if (target === null || fixed || disabled || (min !== null && min !== "")) return false;
  if (isSaidPositive(field)) return true;
  if ((rangeIn(saidOf(field))?.[0] ?? 0) < 0 || EITHER_WAY.test(said(field)) || ALL_EITHER_WAY.test(about))
    return false;
  if (WEIGHT.test(said(field))) return true;
  if (SUM.test(name)) return HANDED_OVER.test(about);
  return NAMED.test(name) && !ACCOUNTS.test(about);
};

/** "200 g", "2 bunches": any words may stand there. */
const WITH_UNIT =
  /(?<![\p{L}\d.,])\d+(?:[.,]\d+)?\s?(?:m?g|kg|[mcd]?l|oz|lbs?|tsp|tbsp|cups?|pcs|pieces?|bunch(?:es)?|cans?|tins?|packs?|packets?|bottles?|cloves?|slices?|jars?|heads?|stk|stück|bund|el|tl|dosen?|packung(?:en)?|flaschen?)(?!\p{L})/iu;

/** Of these there is more than a number to say: how many of what. */
const OF_A_KIND =
  /^(?:quantity|qty|amount|menge|quantit[éeà]|cantidad|quantidade|hoeveelheid|ilość)(?!\p{L})/iu;

const LEAST_WITH_UNIT = 2;

/** A field for any words whose list has amounts with units, such as what is to be bought. */
const takesUnits = (form: SurveyForm, field: SurveyField, pages: readonly SitePage[]): boolean => {
  const { type, name, keys } = field;
  if (type === "number" || keys !== undefined || !OF_A_KIND.test(name) || isSaidPositive(field)) return false;
  const rows = pages
    .filter(({ survey }) =>
      survey.forms.some(
        (each) => each.name === form.name && each.fields.some((other) => other.name === name),
      ),
    )
    .flatMap(({ survey }) => survey.collections.flatMap(({ items }) => items));
  return rows.filter(({ text }) => WITH_UNIT.test(text)).length >= LEAST_WITH_UNIT;
};

/** Fields for numbers of a form that is filled in with these, which take none below zero although they do not state that. */
export const neverNegative = (
  form: SurveyForm,
  entries: readonly Entry[],
  called: string,
  pages: readonly SitePage[],
): SurveyField[] => {
  const about = `${form.name} ${form.submit?.name ?? ""} ${called}`;
  const numbers = entries.flatMap((entry) =>
    entry.kind === "fill" && isWordy(entry.field) && /^\d+(?:[.,]\d+)?$/.test(entry.value)
      ? [entry.field]
      : [],
  );
  return form.fields.filter(
    (field) =>
      (field.type === "number" || numbers.some(({ name }) => name === field.name)) &&
      isNumber(field) &&
      isNeverNegative(field, about) &&
      !takesUnits(form, field, pages),
  );
};

const NUMBERS = [47, 83, 61, 29, 73, 59, 37, 67];

const belowZero = (number: number): string => String.raw`(?<![A-Za-z\d])[-−](?:[€$£] ?)?${number}(?!\d)`;

/** Words of a page that has refused a number, and says which. */
const REFUSES =
  "invalid|must|cannot|can't|is not|not allowed|negative|at least|at most|no more than|too (?:many|much|high|large)|capped|reduced to|adjusted to|error|ungültig|muss|nicht|fehler|invalide|erreur|doit|inválid|debe|deve|fout|moet|błąd";

/** Fits a page that shows what the pattern fits, and speaks against nothing. */
export const takenAs = (pattern: string): string => String.raw`^(?![\s\S]*(?i:${REFUSES}))[\s\S]*${pattern}`;

/** A number that no page shows below zero so far, with a pattern that fits it where it is: `-47`, `-€47.00`. */
export const freeNumber = (pages: readonly SitePage[]): { value: string; pattern: string } | null => {
  const number = NUMBERS.find((each) => {
    const pattern = new RegExp(belowZero(each), "u");
    return !pages.some(({ survey }) => pattern.test(survey.text));
  });
  return number === undefined ? null : { value: `-${number}`, pattern: belowZero(number) };
};
