import { CURRENT_PASSWORD } from "#model/current-password.ts";
import { dataFor, isWordy } from "#core/explore/forms/form-data.ts";
import { isByAddress } from "#core/explore/pages/by-address.ts";
import { leastLengthIn, saidOf } from "#core/explore/forms/field-hints.ts";
import { slug } from "#core/explore/pages/states.ts";
import { defineOracle } from "#core/generate/define-oracle.ts";
import type { Draft } from "#core/generate/define-oracle.ts";
import { fieldItself, fillIn, fixturesOf } from "#core/generate/forms.ts";
import { idle, literal, literalTarget, short } from "#core/generate/steps.ts";
import type { StepDocument } from "#core/suite/grammar.ts";
import type { SiteGuestPage } from "#model/site-guest.ts";
import type { SiteModel } from "#model/site.ts";
import type { SurveyField, SurveyForm } from "#model/survey.ts";

const AGAIN =
  /again|repeat|confirm|verif|re-?(?:type|enter)|second|wiederhol|best[äa]tig|nochmal|confirme|r[ée]p[ée]t|repetir|ripeti|conferma|herhaal/i;

/** The two fields of a form that have to be given the same new password. */
const passwordsOf = ({ fields }: SurveyForm): { first: SurveyField; again: SurveyField } | null => {
  const secrets = fields.filter(({ type }) => type === "password");
  const [first, again, ...more] = secrets;
  if (!first?.target || !again?.target || more.length > 0) return null;
  if (secrets.some(({ name }) => CURRENT_PASSWORD.test(name)) || !AGAIN.test(again.name)) return null;
  return { first, again };
};

const PASSWORD = "Tw-${tag}-9x";

/** What stays in a field of words when the form is refused. */
const keptIn = (entries: NonNullable<ReturnType<typeof dataFor>>): StepDocument[] =>
  entries.flatMap((entry): StepDocument[] =>
    entry.kind === "fill" && isWordy(entry.field)
      ? [{ expect: { value: { target: fieldItself(entry.field), is: entry.value } } }]
      : [],
  );

const draft = ({ path, survey }: SiteGuestPage, form: SurveyForm, isLoggedIn: boolean): Draft[] => {
  const passwords = passwordsOf(form);
  const others = form.fields.filter(({ type }) => type !== "password");
  const entries = passwords ? dataFor({ ...form, fields: others }) : null;
  if (!passwords || !entries || form.submit === null || entries.length === 0) return [];
  const [first, again] = [
    literalTarget(passwords.first.target ?? ""),
    literalTarget(passwords.again.target ?? ""),
  ];
  const name = survey.headings[0]?.text ?? form.submit.name;
  return [
    {
      id: `${slug(name) || "registration"}-passwords`,
      title: `"${short(name)}" refuses two passwords that differ, and keeps what was typed`,
      ...(isLoggedIn ? { auth: false as const } : {}),
      steps: [
        { goto: literal(path) },
        ...fillIn(entries),
        {
          fill: [
            { target: first, value: PASSWORD },
            { target: again, value: `${PASSWORD}-other` },
          ],
        },
        // A button that cannot be used while they differ is an answer as well.
        { press: { key: "Enter", target: again } },
        idle,
        { expect: { visible: again } },
        ...keptIn(entries).slice(0, 2),
      ],
      fixtures: { ...fixturesOf(entries), tag: { string: 6 } },
      rank: 14,
    },
  ];
};

const SHORT = "Tw-9x-Qz7-Lm4";

/** A new password that has to be so long, in a form that is not the one to log in with. */
const boundPassword = (form: SurveyForm): { fields: SurveyField[]; least: number } | null => {
  const fields = form.fields.filter(({ type, target }) => type === "password" && target !== null);
  const [first] = fields;
  const least = first ? leastLengthIn(saidOf(first)) : null;
  const isNew =
    form.purpose !== "login" && fields.length <= 2 && !fields.some(({ name }) => CURRENT_PASSWORD.test(name));
  return isNew && least !== null && least > 2 && least <= SHORT.length ? { fields, least } : null;
};

const tooShort = ({ path, survey }: SiteGuestPage, form: SurveyForm, isLoggedIn: boolean): Draft[] => {
  const bound = boundPassword(form);
  const others = form.fields.filter(({ type }) => type !== "password");
  const entries = bound ? dataFor({ ...form, fields: others }) : null;
  const last = bound?.fields.at(-1)?.target ?? null;
  if (!bound || !entries || last === null || form.submit === null || entries.length === 0) return [];
  const name = survey.headings[0]?.text ?? form.submit.name;
  const value = SHORT.slice(0, bound.least - 1);
  return [
    {
      id: `${slug(name) || "registration"}-short-password`,
      title: `"${short(name)}" refuses a password of less than ${bound.least} characters`,
      ...(isLoggedIn ? { auth: false as const } : {}),
      steps: [
        { goto: literal(path) },
        ...fillIn(entries),
        { fill: bound.fields.map(({ target }) => ({ target: literalTarget(target ?? ""), value })) },
        { press: { key: "Enter", target: literalTarget(last) } },
        idle,
        { expect: { visible: literalTarget(last) } },
      ],
      fixtures: fixturesOf(entries),
      rank: 16,
    },
  ];
};

/** Pages that are opened without a log-in, whether others are led to them or not. */
const pagesOf = (site: SiteModel): SiteGuestPage[] =>
  site.login?.used
    ? site.guestPages
    : site.pages.filter(isByAddress).map(({ path, survey }) => ({ path, survey }));

export const registration = defineOracle({
  id: "registration",
  summary:
    "Who registers has to give the same password twice, as long as it is said to be, and need not type the rest again where they differ.",
  applies(site) {
    const seen = new Set<string>();
    return pagesOf(site).flatMap((page) =>
      page.survey.forms.flatMap((form) => {
        const key = form.fields.map(({ name }) => name).join("\n");
        return seen.has(key) || !seen.add(key)
          ? []
          : [draft, tooShort].flatMap((each) => each(page, form, site.login?.used ?? false));
      }),
    );
  },
});
