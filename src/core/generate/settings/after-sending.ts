import { escapeRegex } from "#model/escape-regex.ts";
import { longWords } from "#core/explore/lists/lists.ts";
import type { SiteModel } from "#model/site.ts";
import type { SurveyField } from "#model/survey.ts";
import type { StepDocument } from "#core/suite/grammar.ts";
import { mainOf } from "#core/generate/counts/counts.ts";
import type { UsableForm } from "#core/generate/forms.ts";
import { idle, literalTarget, openPage } from "#core/generate/steps.ts";

const SAVED = "saved|updated|changed|gespeichert|ge[äa]ndert|enregistr|guardad|salvat|opgeslagen";
/** What the page shows of a value that the form replaces: "Current address: ann@mail.example". */
const CURRENT =
  /\b(?:current|present|aktuelle?|bisherige?|actuel(?:le)?|actual|attuale|huidige?)\b[^:.]{0,30}:(?= ?\S)/i;

/** What stands there is of the kind of what the field asks for: "Present: 4" counts who is there. */
const isOfField = (words: string, behind: string, { name, type }: SurveyField): boolean =>
  type === "email"
    ? /^\s*\S+@\S/.test(behind)
    : longWords(words).some((word) => longWords(name).includes(word));

/** Where the page that says what is stored says that the new value was saved, it shows it. */
const shown = ({ page, entries }: UsableForm): StepDocument[] => {
  const [entry, ...others] = entries;
  const { text } = page.survey;
  const { 0: words, index = 0 } = CURRENT.exec(text) ?? {};
  if (words === undefined || entry?.kind !== "fill" || others.length > 0) return [];
  if (!/^(?:email|text|tel)$/.test(entry.field.type) || entry.field.value !== "") return [];
  if (!isOfField(words, text.slice(index + words.length), entry.field)) return [];
  const target = literalTarget(mainOf(page.survey));
  const matches = String.raw`(?i:${SAVED})[\s\S]*${escapeRegex(words)}`;
  return [{ expect: { text: { target, contains: entry.value } }, when: { text: { target, matches } } }];
};

/** Who was logged in still is, on a page that shows it. */
const stillLoggedIn = ({ login, logout }: SiteModel, { page }: UsableForm): StepDocument[] => {
  if (!login?.used || !logout || logout.setup.length > 0) return [];
  const target = JSON.stringify(logout.target);
  const isShown = [...page.survey.buttons, ...page.survey.links].some(
    (control) => JSON.stringify(control.target) === target,
  );
  return isShown ? [...openPage(page), idle, { expect: { visible: literalTarget(logout.target) } }] : [];
};

/** What has to be so once a form was sent, whatever it is for. */
export const afterSending = (site: SiteModel, usable: UsableForm): StepDocument[] => [
  ...shown(usable),
  ...stillLoggedIn(site, usable),
];
