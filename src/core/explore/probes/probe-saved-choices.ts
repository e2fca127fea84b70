import type { SitePage } from "#model/site-pages.ts";
import type { SiteSavedChoice } from "#model/site-switches.ts";
import type { PageSurvey, SurveyField } from "#model/survey.ts";
import type { Target } from "#model/target.ts";
import { lookAnswered } from "#core/explore/forms/answered.ts";
import { act } from "#core/explore/forms/act.ts";
import { PLACEHOLDER } from "#core/explore/forms/form-data.ts";
import { withoutQuery } from "#core/explore/pages/address.ts";
import { isByAddress } from "#core/explore/pages/by-address.ts";
import { open } from "#core/explore/pages/open-page.ts";
import { problemsSince } from "#core/explore/pages/problems.ts";
import { isSent } from "#core/explore/pages/sent.ts";
import { isSteadyTarget } from "#core/explore/pages/steady.ts";
import type { Walk } from "#core/explore/pages/walk.ts";
import { beginStep, isThorough } from "#core/explore/pages/walk.ts";
import { isDangerous } from "#core/explore/words.ts";

const MOST = 8;
const PER_PAGE = 5;

const OF_ONE =
  /\b(?:settings|preferences|profile|account|notifications?|einstellungen|profil|konto|benachrichtigungen|compte|pr[ée]f[ée]rences|perfil|ajustes|impostazioni)\b/i;
/** What lets in, is shown to others, or has the page speak otherwise. */
const LEAVE =
  /password|two.factor|2fa|authenticat|log.?in|session|public|private|visib|delete|deactivat|lang|locale|sprache|idioma|lingua|taal|currency|time ?zone|plan\b|billing|payment|role|admin|maintenance/i;

const isBox = ({ type }: SurveyField): boolean => type === "checkbox" || type === "switch";

/** Choices of a page of one's own settings that no button sends. */
const choicesOf = (page: SitePage): SurveyField[] => {
  const { survey, path } = page;
  const heading = survey.headings.find(({ level }) => level === 1)?.text ?? page.title;
  if (!OF_ONE.test(withoutQuery(path).replaceAll(/[/_-]/g, " ")) && !OF_ONE.test(heading)) return [];
  return survey.forms
    .filter(({ submit }) => submit === null)
    .flatMap(({ fields }) => fields)
    .filter(
      (field) =>
        (isBox(field) || /^(?:select|radio)$/.test(field.type)) &&
        field.target !== null &&
        isSteadyTarget(field.target) &&
        !field.disabled &&
        !field.read_only &&
        field.name !== "" &&
        !LEAVE.test([field.name, ...field.options].join(" ")) &&
        !isDangerous(field.name),
    );
};

const fieldIn = (survey: PageSurvey, { name, type }: SurveyField): SurveyField | null =>
  survey.forms.flatMap(({ fields }) => fields).find((each) => each.name === name && each.type === type) ??
  null;

const put = async (walk: Walk, field: SurveyField, value: string): Promise<boolean> => {
  const { target, type } = field;
  // A switch that a script draws may change only once the app has answered.
  if (type === "switch") return act(walk, target, { kind: "click" });
  if (isBox(field)) return act(walk, target, { kind: "check", checked: value === "true" });
  if (type === "select") return act(walk, target, { kind: "select", options: [value] });
  const button: Target = { label: value, exact: true };
  return act(walk, button, { kind: "check", checked: true });
};

const otherThan = (field: SurveyField): string | undefined =>
  isBox(field)
    ? String(field.value !== "true")
    : field.options.find((option) => option !== field.value && !PLACEHOLDER.test(option.trim()));

/** Changes it, looks whether it is so still when the page is opened again, and changes it back. Null where nothing is sent. */
const probe = async (walk: Walk, page: SitePage, field: SurveyField): Promise<SiteSavedChoice | null> => {
  const opened = await open(walk, page.path);
  const now = opened.ok ? fieldIn(opened.survey, field) : null;
  const other = now ? otherThan(now) : undefined;
  if (!now || other === undefined || now.value === "") return null;
  const mark = beginStep(walk);
  if (!(await put(walk, now, other))) return null;
  await lookAnswered(walk);
  const sent = isSent(walk, mark);
  const problems = problemsSince(walk.session.evidence, mark, walk.origin);
  const again = await open(walk, page.path);
  const later = again.ok ? fieldIn(again.survey, field) : null;
  const kept = later?.value === other;
  if (later && later.value !== now.value && (await put(walk, later, now.value))) await lookAnswered(walk);
  // It is something else by then, such as what the app does on its own.
  if (!sent || !later || (!kept && later.value !== now.value)) return null;
  return { pageId: page.id, path: page.path, field: now, kept, problems };
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
      if (walk.over() || tried.size >= MOST) return found;
      if (tried.has(key)) continue;
      tried.add(key);
      walk.progress(`changing "${field.name}" on ${page.path}, and back`);
      const choice = await probe(walk, page, field);
      if (choice) found.push(choice);
    }
  }
  return found;
};
