import type { SiteLogin } from "#model/site-login.ts";
import type { SitePage } from "#model/site-pages.ts";
import type { SurveyField, SurveyForm } from "#model/survey.ts";
import type { Target } from "#model/target.ts";
import { tabOf, withoutQuery } from "#core/explore/pages/address.ts";
import { isAnswered } from "#core/explore/pages/by-address.ts";
import { nameIn } from "#core/explore/controls/leads-on.ts";
import { dataFor } from "./form-data.ts";
import type { Entry } from "./form-data.ts";
import { decides, namedOn, DELETE, EDIT, NEW_AT, RESET, SAVES, SEARCH, WHO } from "#core/explore/words.ts";

/** A form that can be filled in and sent. */
export type SendableForm = {
  page: SitePage;
  form: SurveyForm;
  submit: Target;
  entries: Entry[];
  /** It came up when a button was used. */
  opener: { name: string; target: Target } | null;
  /** It shows what is there already, for changing it. */
  isEdit: boolean;
};

const signature = (form: SurveyForm): string =>
  form.fields.map(({ name, type }) => `${name}:${type}`).join("|") + `|${form.submit?.name ?? ""}`;

const words = (field: SurveyField): boolean =>
  ["text", "email", "textarea", "tel", "url", ""].includes(field.type);

const isUnwritten = ({ type, value }: SurveyField): boolean => type === "textarea" && value === "";

/** It would change the name by which one logs in, and nobody could any more. */
const renames = (typed: SurveyField[], { byEmail }: SiteLogin): boolean =>
  typed.every(
    ({ name, type }) =>
      /user ?name|login/i.test(name) || (byEmail === true && (type === "email" || /e-?mail/i.test(name))),
  );

/** Buttons of which one is to be chosen, and none is yet: an answer to a question. */
export const isUnchosen = ({ type, value, options, disabled }: SurveyField): boolean =>
  type === "radio" && value === "" && !disabled && options.length > 1;

const UNSET = /^(?:-+|–|—|…|)$|select|choose|please|pick/i;
const LEAST_UNSET = 2;

/** Nothing is typed into it, but days, numbers and choices are asked for, which nobody has made yet: "From", "To", "Customer". */
const isToBeChosen = ({ fields, method }: SurveyForm): boolean =>
  method.toLowerCase() !== "get" &&
  fields.filter((field) => {
    const { type, value, disabled, read_only: fixed } = field;
    return (
      !disabled &&
      !fixed &&
      (/^(?:date|datetime-local|time|number)$/.test(type)
        ? value === ""
        : type === "radio"
          ? isUnchosen(field)
          : type === "select" && UNSET.test(value.trim()))
    );
  }).length >= LEAST_UNSET;

/** What somebody takes part in, or has a place of. */
const JOINS =
  /^(?:sign (?:me )?up|register|join|book|reserve|attend|rsvp|enrol|take part|anmelden|teilnehmen|buchen|reservieren|s['’]inscrire|participer|r[ée]server|apuntarse|inscribirse|reservar|iscriviti|partecipa|prenota)(?!\p{L})/iu;

/** Who is logged in is named already by a form that takes part in something, and nothing else is. */
const isToJoin = (submit: string, typed: readonly SurveyField[]): boolean =>
  JOINS.test(submit.trim()) && typed.every(({ name, value }) => value === "" || WHO.test(name.trim()));

const CHANGES_AT =
  /\/:id\/(?:edit|change|modify|update|bearbeiten|[äa]ndern|modifier|[ée]diter|editar|modificar|modifica|bewerken|edytuj)$/i;

/** What is done with an item once, and not taken back. */
const ENDS =
  "complete|finish|close|cancel|cancellation|resolve|approve|reject|decline|accept|confirm|verify|ship|dispatch|deliver|archive|check-?(?:in|out)|publish|unpublish|assign|reassign|reschedule|postpone|convert|activate|deactivate|suspend|hold|lock|pay|mark-?(?:as-)?paid|refund|void|write-?off|merge|escalate|reopen|renew|extend|discharge|sign-?off|abschlie(?:ss|ß)en|stornieren|freigeben|ablehnen|archivieren|annuler|cl[oô]turer|cancelar|cerrar|annulla|chiudi";
const ENDS_AT = new RegExp(`/:id/(?:${ENDS})/?$|/(?:${ENDS})/:id/?$`, "i");

/** An address below that of an item, for changing that, whatever of it the form there shows. */
export const changesItem = ({ pattern }: Pick<SitePage, "pattern">): boolean =>
  [CHANGES_AT, ENDS_AT].some((address) => address.test(withoutQuery(pattern)));

/** It says that it is for editing, and shows something that is there. */
export const isCalledEdit = ({ name, submit, fields }: SurveyForm): boolean =>
  EDIT.test(name) &&
  SAVES.test(submit?.name ?? "") &&
  fields.some((field) => words(field) && !field.read_only && field.value !== "");

/** At an address of its own for something new, and not for one more of what an item has. */
const isForNew = ({ pattern, path }: Pick<SitePage, "pattern" | "path">): boolean =>
  NEW_AT.test(path) && !pattern.includes(":id");

/** Whether two surveys show the same form. */
export const sameForm = (a: SurveyForm, b: SurveyForm): boolean => signature(a) === signature(b);

/** Forms that save or send something: not searches, filters, log-ins, single buttons, or what deletes, or decides on what others asked for. */
export const sendableForms = (pages: SitePage[], login: SiteLogin | null): SendableForm[] => {
  const seen = new Set<string>();
  const found: SendableForm[] = [];
  const add = (
    page: SitePage,
    form: SurveyForm,
    opener: SendableForm["opener"],
    shown: readonly Target[] = [],
  ): void => {
    const submit = form.submit?.target ?? null;
    if (form.purpose !== "other" || submit === null || !form.submit || form.submit.disabled) return;
    const options = form.fields.flatMap((field) => (field.type === "radio" ? field.options : []));
    const beside = [...namedOn(page.survey), ...shown.map((each) => ({ name: nameIn(each) }))];
    if ([form.submit.name, opener?.name ?? "", ...options].some((name) => decides(name, beside))) return;
    const typed = form.fields.filter((field) => words(field) && !field.read_only);
    if (typed.length === 0 && !isToBeChosen(form)) return;
    if (typed.length > 0 && page.behindLogin && login && renames(typed, login)) return;
    const isFilter =
      form.method.toLowerCase() === "get" &&
      form.action !== null &&
      form.fields.every(({ required }) => !required);
    if (isFilter || [SEARCH, DELETE, RESET].some((kind) => kind.test(form.submit?.name ?? ""))) return;
    const key = `${signature(form)}|${opener?.name ?? ""}`;
    if (seen.has(key)) return;
    const entries = dataFor(form);
    if (!entries) return;
    seen.add(key);
    const filled = typed.filter(({ value }) => value !== "").length;
    // Who is logged in is named already where a message is still to be written.
    const isLetter = !SAVES.test(form.submit.name) && typed.some(isUnwritten);
    const isEdit =
      changesItem(page) ||
      isCalledEdit(form) ||
      // What a form for something new has filled in is what is usual.
      (!isForNew(page) && filled * 2 > typed.length && !isLetter && !isToJoin(form.submit.name, typed));
    found.push({ page, form, submit, entries, opener, isEdit });
  };
  // Pages that need no set-up first: their forms are the simplest to come by.
  const ordered = pages.toSorted((a, b) => needs(a.setup) - needs(b.setup));
  for (const page of ordered) {
    if (!isAnswered(page)) continue;
    for (const form of page.survey.forms) add(page, form, null);
    for (const reveal of page.reveals) {
      const { control, forms, effect } = reveal;
      if (effect === "navigation" || control.target === null) continue;
      for (const form of forms.filter((each) => !isGrown(page, each) && !isOnTab(pages, page, each))) {
        add(page, form, { name: control.name, target: control.target }, reveal.appeared);
      }
    }
  }
  return found;
};

/** The page's own form with another line to fill in, which nothing says how to. */
const isGrown = ({ survey }: SitePage, { submit, fields }: SurveyForm): boolean => {
  const names = new Set(fields.map(({ name }) => name));
  return survey.forms.some(
    (own) =>
      JSON.stringify(own.submit?.target) === JSON.stringify(submit?.target) &&
      own.fields.length < fields.length &&
      own.fields.every(({ name }) => names.has(name)) &&
      fields.some(({ target, name }) => target === null && own.fields.some((each) => each.name === name)),
  );
};

/** The form stands on a tab that has an address of its own. */
const isOnTab = (pages: SitePage[], { path }: SitePage, form: SurveyForm): boolean =>
  pages.some(
    (other) =>
      tabOf(other.path) !== "" &&
      other.path.startsWith(`${path}#`) &&
      other.survey.forms.some((each) => sameForm(each, form)),
  );

const needs = (setup: SitePage["setup"]): number => setup.length;

const within = (some: Set<string>, all: Set<string>): boolean => [...some].every((each) => all.has(each));

/** Each journey once: a form that another page shows with further fields or fewer is the same. */
export const onceEach = <F extends SendableForm>(forms: F[]): F[] => {
  const names = ({ form }: SendableForm): Set<string> => new Set(form.fields.map(({ name }) => name));
  return forms.filter((form, at) => {
    const own = names(form);
    return !forms.slice(0, at).some((other) => {
      const known = names(other);
      return (
        form.form.submit?.name === other.form.submit?.name &&
        form.opener?.name === other.opener?.name &&
        own.size > 1 &&
        (within(own, known) || within(known, own))
      );
    });
  });
};
