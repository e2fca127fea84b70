import type { SiteRecord } from "#model/site-records.ts";
import type { SurveyField } from "#model/survey.ts";
import { itemData } from "./item-data.ts";
import type { Entry } from "./form-data.ts";
import { make } from "./make-item.ts";
import type { Referred, Trial } from "./make-item.ts";
import { evidenceSince } from "./problems.ts";
import { TAKEN } from "./refusal.ts";
import { removeItem } from "./remove-item.ts";
import type { Walk } from "./walk.ts";
import { beginStep } from "./walk.ts";
import type { Way } from "./ways.ts";

type Fill = Extract<Entry, { kind: "fill" }>;

/** What most apps tell their items apart by, beside the name. */
const OF_ITS_OWN =
  /e-?mail|serial|\bsku\b|\bcode\b|\bslug\b|user ?name|\blogin\b|\bisbn\b|\bean\b|bar ?code|\b(?:customer|member|account|asset|inventory|invoice|order|registration|licen[cs]e)(?: no\.?| number| id)|seriennummer|benutzername|kundennummer|nom d.utilisateur|nombre de usuario/i;
const SHARED = /post|zip|country|area|discount|promo|colou?r|dial|plz|vorwahl/i;
const SAID = /\bunique\b|\beindeutig|\bunivoque|\b[úu]nic[oa]\b/i;

const isSaid = ({ hint = "" }: SurveyField): boolean => SAID.test(hint);

/** Of what an item is made with, what no other one may have by what it is called, or by what is said of it. */
const candidatesIn = (entries: readonly Entry[], { nameField }: SiteRecord): Fill[] =>
  entries.filter((entry): entry is Fill => {
    const { field } = entry;
    const isVaried = entry.kind === "fill" && Object.keys(entry.fixtures).length > 0;
    if (!isVaried || field.name === nameField.name || /confirm|repeat|again/i.test(field.name)) return false;
    return (
      isSaid(field) ||
      field.type === "email" ||
      (OF_ITS_OWN.test(field.name) && !SHARED.test(field.name) && field.type !== "date")
    );
  });

/**
 * Names of fields in which the app refuses what another item has already, or says that it does, or breaks at it: by making an
 * item and trying to make another one with the same in such fields, but under a name of its own. Both are removed again.
 */
export const learnOnce = async (
  walk: Walk,
  way: Way,
  record: SiteRecord,
  { tag, referred }: { tag: string; referred: Referred[] },
): Promise<string[]> => {
  const entries = itemData(way.form, way.nameField, record.nameTail, record.varied);
  const candidates = entries ? candidatesIn(entries, record) : [];
  if (!entries || candidates.length === 0 || !record.remove || record.remove.stays || walk.over()) return [];
  const { nameTail: tail, varied } = record;
  const first = await make(walk, way, entries, { tag: `${tag}p`, tail, varied, referred });
  if (!first) return [];
  const same = entries.map((entry) =>
    candidates.some((each) => each === entry)
      ? { ...entry, value: first.values.get(entry.field.name) ?? "" }
      : entry,
  );
  const begun = beginStep(walk);
  const second: Trial = { tag: `${tag}q`, tail, varied, referred };
  const other = await make(walk, way, same, second);
  const isBroken = evidenceSince(walk.session.evidence, begun).requests.some(
    ({ status, method }) => (status ?? 0) >= 500 && method !== "GET",
  );
  if (other) await removeItem(walk, record, other.name);
  await removeItem(walk, record, first.name);
  const names = candidates.map(({ field }) => field.name);
  if (isBroken) return names;
  if (other) return candidates.filter(({ field }) => isSaid(field)).map(({ field }) => field.name);
  const { words = "", fields = new Map<string, string>() } = second.refusal ?? {};
  const marked = names.filter((name) => TAKEN.test(fields.get(name) ?? ""));
  return marked.length > 0 || names.length > 1 || !TAKEN.test(words) ? marked : names;
};
