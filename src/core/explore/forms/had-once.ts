import type { SiteRecord } from "#model/site-records.ts";
import type { SurveyField } from "#model/survey.ts";
import { itemData } from "#core/explore/items/item-data.ts";
import type { Entry } from "./form-data.ts";
import { fold } from "#core/explore/lists/lists.ts";
import { make, wholeText } from "#core/explore/items/make-item.ts";
import type { Referred, Trial } from "#core/explore/items/make-item.ts";
import { brokeSince } from "#core/explore/pages/problems.ts";
import { TAKEN } from "./refusal.ts";
import { removeItem } from "#core/explore/items/remove-item.ts";
import { putSamples } from "./samples.ts";
import type { Walk } from "#core/explore/pages/walk.ts";
import { beginStep } from "#core/explore/pages/walk.ts";
import type { Way } from "#core/explore/items/ways.ts";

type Fill = Extract<Entry, { kind: "fill" }>;

/** What most apps tell their items apart by, beside the name. */
const OF_ITS_OWN =
  /e-?mail|serial|\bsku\b|\bcode\b|\bslug\b|user ?name|\blogin\b|\bisbn\b|\bean\b|bar ?code|\b(?:customer|member|account|asset|inventory|invoice|order|registration|licen[cs]e)(?: no\.?| number| id)|seriennummer|benutzername|kundennummer|nom d.utilisateur|nombre de usuario/i;
const SHARED = /post|zip|country|area|discount|promo|colou?r|dial|plz|vorwahl/i;
const SAID =
  /(?:must|has to|have to|needs? to) be (?:a )?unique(?!\p{L})|muss eindeutig sein|doit être unique|debe ser únic[oa]|deve essere unic[oa]/iu;
/** Such as that a number is put behind what is there already. */
const MADE_OTHER = /\bnot\b|added|appended|automatic|otherwise|unless|nicht|sonst/i;

const isSaid = ({ hint = "", type }: SurveyField): boolean =>
  type !== "textarea" && SAID.test(hint) && !MADE_OTHER.test(hint);

/** One may save it all the same. */
const ALL_THE_SAME =
  /\banyway\b|all the same|possible duplicate|similar|trotzdem|quand même|de todos modos|comunque/i;

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

/** Actions that making, trying and removing take in a form of usual length. */
const NEEDED_ACTIONS = 60;
const MOST_TRIED = 2;

/**
 * Names of fields in which the app refuses what another item has already, or says that it does, or breaks at it: by making
 * an item and trying to make another one with the same in one such field, but with all else its own, which is taken where
 * that field is its own as well. All are removed again.
 */
export const learnOnce = async (
  walk: Walk,
  way: Way,
  record: SiteRecord,
  { tag, referred }: { tag: string; referred: Referred[] },
): Promise<string[]> => {
  const { nameTail: tail, varied, remove } = record;
  const entries = itemData(way.form, way.nameField, tail, varied);
  const candidates = entries ? candidatesIn(entries, record).slice(0, MOST_TRIED) : [];
  const named = entries?.find(({ field }) => field.name === way.nameField.name);
  const isNamedAnew = named?.kind === "fill" && Object.keys(named.fixtures).length > 0;
  const hasRoom = walk.limits.actions - walk.actions > NEEDED_ACTIONS;
  if (!entries || !isNamedAnew || candidates.length === 0 || !hasRoom || walk.over()) return [];
  if (!remove || remove.stays) return [];
  const take = async (given: Entry[], mark: string) => {
    const trial: Trial = { tag: `${tag}${mark}`, tail, varied, referred };
    const name = fold(putSamples(named.value, trial.tag).replace(tail, ""));
    return { made: await make(walk, way, given, trial), refusal: trial.refusal, name };
  };
  const first = await take(entries, "p");
  const had = first.made;
  if (!had) return [];
  const begun = beginStep(walk);
  const own = await take(entries, "o");
  const isTaken = own.made !== null && !brokeSince(walk, begun);
  const found: string[] = [];
  for (const [at, candidate] of (isTaken ? candidates : []).entries()) {
    const { field } = candidate;
    const same = entries.map((entry) =>
      entry === candidate ? { ...entry, value: had.values.get(field.name) ?? "" } : entry,
    );
    const mark = beginStep(walk);
    const { made: other, refusal, name } = await take(same, `q${at}`);
    const isBroken = brokeSince(walk, mark);
    const { words = "", fields = new Map<string, string>() } = refusal ?? {};
    const isRefused = TAKEN.test(fields.get(field.name) ?? (fields.size === 0 ? words : ""));
    const isMeant = isRefused && !ALL_THE_SAME.test(await wholeText(walk));
    if (isBroken || isMeant || (other && isSaid(field))) found.push(field.name);
    if (other || isBroken) await removeItem(walk, record, name);
  }
  for (const { name } of [own, first]) await removeItem(walk, record, name);
  return found;
};
