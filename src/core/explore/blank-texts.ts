import { dataFor } from "./form-data.ts";
import type { Entry } from "./form-data.ts";
import { look } from "./open-page.ts";
import { isForm } from "./refusal.ts";
import type { Refusal } from "./refusal.ts";
import type { SendableForm } from "./sendable-forms.ts";
import type { Walk } from "./walk.ts";
import { isThorough } from "./walk.ts";

/** What looks like nothing and is not empty. */
export const BLANK = "   ";

/** What one form takes. */
const LEAST_TIME = 15_000;
const MOST_FORMS = 8;
/** An app that takes this from so many forms and refuses it in none has its own mind about it. */
const MOST_TAKEN = 2;

type Send = (sendable: SendableForm, entries: Entry[]) => Promise<Refusal | null | undefined>;

const neededText = (entries: Entry[]): Entry | undefined =>
  entries.find(
    ({ kind, field }) => kind === "fill" && /^(?:text|textarea|)$/.test(field.type) && field.required,
  );

/**
 * Sends forms that took what was made up with a text of nothing but spaces where one is required, and notes with each whether
 * the app refused that. Ends early where it takes it everywhere: what it takes stays there.
 */
export const seeBlank = async (walk: Walk, forms: readonly SendableForm[], send: Send): Promise<void> => {
  if (!isThorough(walk)) return;
  const noted: boolean[] = [];
  for (const each of forms) {
    const entries = dataFor(each.form) ?? [];
    const text = neededText(entries);
    if (walk.over() || walk.timeLeft() < LEAST_TIME || noted.length >= MOST_FORMS) return;
    if (noted.length >= MOST_TAKEN && !noted.includes(true)) return;
    if (text?.kind !== "fill") continue;
    const blank = { ...text, value: BLANK, fixtures: {} };
    const refusal = await send(
      each,
      entries.map((entry) => (entry === text ? blank : entry)),
    );
    const stays = (await look(walk))?.forms.some((form) => isForm(form, each.form));
    // A form that is there again without a word may have left it aside.
    if (refusal === undefined || stays === undefined || (refusal === null && stays)) continue;
    each.form.blank = { field: text.field.name, refused: refusal !== null };
    noted.push(refusal !== null);
  }
};
