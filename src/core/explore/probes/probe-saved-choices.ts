import type { SitePage } from "#model/site-pages.ts";
import type { SiteSavedChoice } from "#model/site-switches.ts";
import type { PageSurvey, SurveyField } from "#model/survey.ts";
import type { Target } from "#model/target.ts";
import { lookAnswered } from "#core/explore/forms/answered.ts";
import { act } from "#core/explore/forms/act.ts";
import { PLACEHOLDER } from "#core/explore/forms/form-data.ts";
import { mainList } from "#core/explore/lists/lists.ts";
import { withoutQuery } from "#core/explore/pages/address.ts";
import { isByAddress } from "#core/explore/pages/by-address.ts";
import { open } from "#core/explore/pages/open-page.ts";
import { problemsSince } from "#core/explore/pages/problems.ts";
import { sentSince } from "#core/explore/pages/sent.ts";
import { isSteadyTarget } from "#core/explore/pages/steady.ts";
import type { Walk } from "#core/explore/pages/walk.ts";
import { beginStep, isThorough } from "#core/explore/pages/walk.ts";
import { isDangerous } from "#core/explore/words.ts";
import { fieldIn, isBox } from "./probe-switches.ts";

const MOST = 8;
const PER_PAGE = 5;
const LEAST_ACTIONS = 6;
const LEAST_LEFT_MS = 30_000;

/** A page is called so, or the last word of its address is that. */
const OF_ONE =
  /^(?:(?:my|your|account|user|notification|e-?mail) )?(?:settings|preferences|profile|account|einstellungen|profil|konto|compte|pr[ée]f[ée]rences|perfil|ajustes|impostazioni)$/i;
/** What lets in, is seen by others, holds for all, has the page speak otherwise, or is about what the page shows. */
const LEAVE =
  /password|two.?(?:factor|step)|2.?(?:fa|step)|mfa|passkey|biometr|authenticat|log.?in|sign.?(?:in|up)|session|registr|api\b|token|public|private|visib|discover|online|others?\b|anyone|everyone|allow|share|delete|deactivat|lang|locale|sprache|idioma|lingua|taal|currency|time ?zone|plan\b|billing|payment|subscription|cycle|price|invoice|charge|renew|vacation|holiday|away|out of office|role|admin|maintenance|\b(?:show\w*|hid\w+|only|sort\w*|filter\w*|order by|periods?|(?:last|past|\d+) (?:months?|years?))\b|per page|yearly|annual/i;

/** Choices of a page of one's own settings that no button sends. */
const choicesOf = (page: SitePage): SurveyField[] => {
  const { survey, path } = page;
  const heading = survey.headings.find(({ level }) => level === 1)?.text ?? page.title;
  const last = withoutQuery(path).split("/").at(-1) ?? "";
  if (!OF_ONE.test(last.replaceAll(/[_-]/g, " ")) && !OF_ONE.test(heading.trim())) return [];
  if (mainList(survey) !== null) return [];
  const isOnlyOffer = ({ options }: SurveyField): boolean =>
    survey.forms
      .flatMap(({ fields }) => fields)
      .filter(
        ({ type, options: offered }) => type === "radio" && offered.some((each) => options.includes(each)),
      ).length === 1;
  return survey.forms
    .filter(({ submit }) => submit === null)
    .flatMap(({ fields }) => fields)
    .filter(
      (field) =>
        (isBox(field) || field.type === "select" || (field.type === "radio" && isOnlyOffer(field))) &&
        field.target !== null &&
        isSteadyTarget(field.target) &&
        !field.disabled &&
        !field.read_only &&
        field.name !== "" &&
        !LEAVE.test([field.name, ...field.options].join(" ")) &&
        !isDangerous(field.name),
    );
};

const put = async (walk: Walk, field: SurveyField, value: string): Promise<boolean> => {
  const { target, type } = field;
  // A switch that a script draws may change only once the app has answered.
  if (type === "switch") return act(walk, target, { kind: "click" });
  if (isBox(field)) return act(walk, target, { kind: "check", checked: value === "true" });
  if (type === "select") return act(walk, target, { kind: "select", options: [value] });
  const button: Target = { label: value, exact: true };
  return act(walk, button, { kind: "check", checked: true });
};

const otherThan = (field: SurveyField): string | undefined => {
  if (isBox(field)) return /^(?:true|false)$/.test(field.value) ? String(field.value !== "true") : undefined;
  return field.options.find((option) => option !== field.value && !PLACEHOLDER.test(option.trim()));
};

const QUERIED = /graphql|livewire|blazor|_dash|search|query/i;

/** What the other choices of the page say, and which of them can be used: one may go with another. */
const beside = (survey: PageSurvey, { name }: SurveyField): string =>
  JSON.stringify(
    survey.forms.flatMap(({ fields }) =>
      fields
        .filter((field) => field.name !== name && (isBox(field) || /^(?:select|radio)$/.test(field.type)))
        .map((field) => [field.name, field.value, field.disabled]),
    ),
  );

/** Puts it back, and looks whether it is as it was; again where it is not. */
const putBack = async (walk: Walk, page: SitePage, field: SurveyField): Promise<void> => {
  for (let left = 3; left > 0; left -= 1) {
    const opened = await open(walk, page.path);
    const now = opened.ok ? fieldIn(opened.survey, field) : null;
    if (now?.value === field.value) return;
    if (now) await put(walk, now, field.value);
    await lookAnswered(walk);
  }
  walk.progress(`"${field.name}" on ${page.path} may not be as it was`);
};

/** Enough for what is tried to be put back. */
const mayTry = (walk: Walk): boolean =>
  !walk.over() && walk.timeLeft() > LEAST_LEFT_MS && walk.limits.actions - walk.actions >= LEAST_ACTIONS;

/** Changes it, looks whether it is so still when the page is opened again, and changes it back. Null where nothing is sent. */
const probe = async (walk: Walk, page: SitePage, field: SurveyField): Promise<SiteSavedChoice | null> => {
  const opened = await open(walk, page.path);
  const now = opened.ok ? fieldIn(opened.survey, field) : null;
  const other = now ? otherThan(now) : undefined;
  if (!opened.ok || !now || other === undefined || now.value === "") return null;
  const mark = beginStep(walk);
  const isPut = await put(walk, now, other);
  const after = await lookAnswered(walk);
  const sent = sentSince(walk, mark);
  const problems = problemsSince(walk.session.evidence, mark, walk.origin);
  const again = await open(walk, page.path);
  const later = again.ok ? fieldIn(again.survey, field) : null;
  await putBack(walk, page, now);
  const isAlone = after !== null && beside(after, field) === beside(opened.survey, field);
  if (!isPut || !isAlone || !later || sent.length === 0) return null;
  if (sent.some(({ url }) => QUERIED.test(new URL(url).pathname))) return null;
  // It is something else by then, such as what the app does on its own.
  if (later.value !== other && later.value !== now.value) return null;
  return { pageId: page.id, path: page.path, field: now, kept: later.value === other, problems };
};

/** Tries choices of one's own settings that are saved as they are made, and puts them back. */
export const probeSavedChoices = async (
  walk: Walk,
  pages: readonly SitePage[],
): Promise<SiteSavedChoice[]> => {
  const found: SiteSavedChoice[] = [];
  const tried = new Set<string>();
  if (!isThorough(walk)) return [];
  for (const page of pages.filter((each) => isByAddress(each) && !each.pattern.includes(":id"))) {
    for (const field of choicesOf(page).slice(0, PER_PAGE)) {
      const key = `${withoutQuery(page.pattern)} ${field.name}`;
      if (!mayTry(walk) || tried.size >= MOST) break;
      if (tried.has(key)) continue;
      tried.add(key);
      walk.progress(`changing "${field.name}" on ${page.path}, and back`);
      const choice = await probe(walk, page, field);
      if (choice) found.push(choice);
    }
  }
  // Where nothing is kept, none of it may be meant to be.
  return found.filter(
    ({ kept, pageId }) => kept || found.some((other) => other.kept && other.pageId === pageId),
  );
};
