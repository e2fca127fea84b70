import { isBox } from "#core/explore/probes/probe-switches.ts";
import type { StepDocument } from "#core/suite/grammar.ts";
import type { SiteModel } from "#model/site.ts";
import type { SitePage } from "#model/site-pages.ts";
import type { SurveyField, SurveyForm } from "#model/survey.ts";
import { isWordy } from "#core/explore/forms/form-data.ts";
import { slug } from "#core/explore/pages/states.ts";
import { beginningOf } from "#core/generate/at-length.ts";
import { defineOracle } from "#core/generate/define-oracle.ts";
import type { Draft } from "#core/generate/define-oracle.ts";
import { usableForms } from "#core/generate/forms.ts";
import type { UsableForm } from "#core/generate/forms.ts";
import { choiceForms, oneBox } from "#core/generate/settings/setting-forms.ts";
import { longWords } from "#core/explore/lists/lists.ts";
import { isByAddress } from "#core/explore/pages/by-address.ts";
import { SAVES, isNext } from "#core/explore/words.ts";
import { mainOf } from "#core/generate/counts/counts.ts";
import { withoutMarkup } from "#core/generate/markup.ts";
import { LEAVE, OWN_NAME, changeOf, isAmount, newText } from "#core/generate/settings/setting-changes.ts";
import { notSaved } from "#core/generate/thanked.ts";
import {
  REFUSALS,
  anew,
  buttonItself,
  click,
  fillOne,
  literal,
  literalTarget,
  noErrors,
  openPage,
  short,
  withoutFaults,
} from "#core/generate/steps.ts";

const LEAST_SHOWN = 4;
/** A form of more fields configures the whole app. */
export const MOST_FIELDS = 12;
const LEAVE_FORM = /pass(?:word|wort)|delet|remov|billing|payment/i;
/** Other pages show the value as well, such as the name of who is logged in, and cases look for it there. */
const isShownElsewhere = (site: SiteModel, usable: UsableForm, field: SurveyField): boolean =>
  isOffered(site, usable, field) || shownAt(site, usable, field) !== null;

/** The page that shows the value, where its own does so in its fields alone. */
const shownAt = ({ pages }: SiteModel, { page }: UsableForm, { value }: SurveyField): SitePage | null =>
  value.trim().length < LEAST_SHOWN
    ? null
    : (pages.find(({ id, survey }) => id !== page.id && survey.text.includes(value)) ?? null);

const isOffered = ({ pages }: SiteModel, { page }: UsableForm, { value }: SurveyField): boolean =>
  value.trim().length >= LEAST_SHOWN &&
  pages.some(
    ({ id, survey }) =>
      id !== page.id &&
      survey.forms.some(({ fields }) => fields.some(({ options }) => options.includes(value))),
  );

/** Decides what the lists of other cases show. */
const SHAPES_LISTS =
  /(?:per|a|each) (?:page|list)\b|page (?:size|length)|rows|default (?:view|sort|order|filter)|density|pro seite|par page|por p[áa]gina/i;

const MARKED = /\*\s*:?\s*$/;

/** What is refused for a field that it needs can be sent once that is put right. */
const putRight = ({ form, page, submit, id, name }: UsableForm): Draft[] => {
  const field = form.fields.find(
    (each) =>
      (each.required || MARKED.test(each.name)) &&
      isWordy(each) &&
      each.type !== "textarea" &&
      each.target !== null &&
      each.value.trim() !== "" &&
      !LEAVE.test(each.name) &&
      !each.read_only &&
      !each.disabled,
  );
  if (!field) return [];
  // Some forms cannot be sent while something is missing.
  const send: StepDocument = { click: literalTarget(submit), when: { enabled: buttonItself(submit) } };
  const unsaved = notSaved(page);
  return [
    {
      id: `settings-${id}-put-right`,
      title: `"${short(name)}" can be sent again once an empty "${short(field.name, 30)}" is put right`,
      steps: [
        ...openPage(page),
        fillOne(field, ""),
        send,
        { wait_for: "idle" },
        ...unsaved.steps,
        fillOne(field, literal(field.value)),
        { expect: { enabled: buttonItself(submit) } },
        send,
        { wait_for: "idle" },
        withoutFaults(page.problems, page.behindLogin, REFUSALS),
      ],
      blocks: unsaved.blocks,
      rank: 31,
    },
  ];
};

/** "Hour of the daily mail" need not be there without "Send me a daily mail", which may be refused without the hour. */
export const isTied = (field: SurveyField, all: SurveyField[]): boolean =>
  all.some(
    (other) =>
      isBox(other) !== isBox(field) &&
      longWords(other.name).filter((word) => longWords(field.name).includes(word)).length >= 2,
  );

const drafts = (site: SiteModel, usable: UsableForm, fields = usable.form.fields): Draft[] => {
  const { form, page, submit, id, name, open } = usable;
  const changes = fields.flatMap((field) => {
    const change = isTied(field, form.fields) ? null : changeOf(field, page);
    return change ? [{ ...change, field }] : [];
  });
  // Where another field is not kept, the case ends before it is changed back.
  const isApart = ({ field }: { field: SurveyField }): boolean =>
    changes.length > 1 &&
    (isWordy(field)
      ? !isAmount(field) && isShownElsewhere(site, usable, field)
      : SHAPES_LISTS.test(field.name));
  const [first = "reload", ...then] = open;
  const again = [first, ...anew(page), ...then];
  const send: StepDocument[] = [click(submit), { wait_for: "idle" }];
  // What is said once on the page, as in its head, is what is stored: looked at when all is as it was, lest a fault leave what others look for changed.
  const follows = ({ field }: { field: SurveyField }): StepDocument[] => {
    const { name: called, value } = field;
    const times = page.survey.text.split(value).length - 1;
    if (value.trim().length < LEAST_SHOWN || times > 1) return [];
    if (times === 1) return [{ expect: { text: { target: { css: "body" }, contains: literal(value) } } }];
    const typed = isWordy(field) ? newText(field) : null;
    // What stands beside the page's own part is not known; a name alone there is that of who is logged in.
    return OWN_NAME.test(called) && value.includes(" ") && typed !== null
      ? [{ expect: { hidden: { text: literal(typed), exact: true } } }]
      : [];
  };
  // A page of one's own shows it as it was typed.
  const shownAgain = (field: SurveyField): StepDocument[] => {
    const there = shownAt(site, usable, field);
    const typed = field.type === "textarea" ? newText(field) : null;
    if (!there || typed === null || !isByAddress(there) || page.survey.text.includes(field.value)) return [];
    return [
      { goto: literal(there.path) },
      {
        expect: {
          text: { target: mainOf(there.survey), contains: beginningOf(withoutMarkup(typed) ?? typed) },
        },
      },
      { expect: { count: { target: { css: "x-note" }, is: 0 } } },
      ...again,
    ];
  };
  const draft = (some: typeof changes, what: string, of: string, elsewhere: StepDocument[] = []): Draft => ({
    id: `settings-${id}${what}`,
    title: `What is changed ${of} is kept, and can be changed back`,
    steps: [
      ...open,
      ...some.map(({ change }) => change),
      ...send,
      ...again,
      ...some.map(({ seen }) => seen),
      ...elsewhere,
      ...some.map(({ restore }) => restore),
      ...send,
      ...some.filter((each) => isApart(each) || OWN_NAME.test(each.field.name)).flatMap(follows),
      ...again,
      ...some.map(({ back }) => back),
      noErrors(page.problems, page.behindLogin),
    ],
    rank: 12,
  });
  const together = changes.filter((each) => !isApart(each));
  return [
    ...putRight(usable),
    ...(together.length > 0 ? [draft(together, "", `in "${short(name)}"`)] : []),
    ...changes
      .filter(isApart)
      .map((each) =>
        draft(
          [each],
          `-${slug(each.field.name) || "name"}`,
          `of "${short(each.field.name, 30)}"`,
          shownAgain(each.field),
        ),
      ),
  ];
};

const OF_ONE =
  /\b(?:settings|preferences|profile|account|einstellungen|profil|konto|compte|perfil|ajustes)\b/i;

const LASTING = /\b(?:limit|allowance|goal|target|threshold|budget|reminder)\b/i;

/** A single number that holds from now on: "Daily limit in £", "Reading goal". */
const isLastingNumber = ({ fields, submit }: SurveyForm): boolean =>
  fields.every(
    ({ name, type, value }) =>
      LASTING.test(name) && (type === "number" || isWordy({ type })) && /^\d{1,6}$/.test(value),
  ) && SAVES.test(submit?.name ?? "");

/** It shows what is stored, and stands on a page of its own that is about no item; what leads on keeps it for this once. */
export const isOfSettings = ({ isEdit, opener, page, form }: UsableForm): boolean =>
  isEdit &&
  !isNext(form.submit?.name ?? "") &&
  opener === null &&
  page.setup.length === 0 &&
  !/:id/.test(page.pattern) &&
  (form.fields.length > 1 || OF_ONE.test(page.path) || isLastingNumber(form)) &&
  form.fields.length <= MOST_FIELDS &&
  !(form.method.toLowerCase() === "get" && form.action !== null) &&
  !LEAVE_FORM.test(`${form.name} ${form.submit?.name ?? ""}`);

export const settings = defineOracle({
  id: "settings",
  summary: "A form that shows what is stored keeps every change, and shows it when it is opened again.",
  applies: (site) => [
    ...usableForms(site)
      .filter(isOfSettings)
      .flatMap((usable) => drafts(site, usable)),
    ...choiceForms(site).flatMap((usable) => {
      const others = usable.form.fields.filter((field) => !isBox(field));
      return drafts(site, usable, [...others, ...oneBox(usable.form.fields)]);
    }),
  ],
});
