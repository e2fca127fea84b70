import { PLACEHOLDER } from "#core/explore/forms/form-data.ts";
import { fold } from "#core/explore/lists/lists.ts";
import { isByAddress } from "#core/explore/pages/by-address.ts";
import { isSteadyTarget } from "#core/explore/pages/steady.ts";
import { isDangerous } from "#core/explore/words.ts";
import { defineOracle } from "#core/generate/define-oracle.ts";
import type { Draft } from "#core/generate/define-oracle.ts";
import { selectItself } from "#core/generate/filter-choices.ts";
import { click, idle, literal, openPage, short } from "#core/generate/steps.ts";
import type { SiteModel } from "#model/site.ts";
import type { SitePage } from "#model/site-pages.ts";
import type { SurveyField } from "#model/survey.ts";

const MOST = 3;
const LEAST_NAME = 5;
const LEAST_OPTIONS = 3;
/** Asks for whom it is. */
const TO =
  /^(?:to|recipients?|send to|an|empf[äa]nger(?:in)?|[àa]|destinataires?|para|destinatari[oa]s?|a)\s*\*?:?$/iu;
/** Goes to who has written what the page shows. */
const REPLY = /^(?:reply|answer|respond|antworten|r[ée]pondre|responder|rispondi)\b/iu;

/** "Ada Berg" of "Ada Berg (teacher)". */
const withoutRemark = (option: string): string => option.replace(/\s*\([^)]*\)\s*$/, "");
const bare = (option: string): string => fold(withoutRemark(option));

/** The only choice of two words or more that a text names. */
const namedIn = (
  text: string,
  { options }: SurveyField,
  isCommon: (name: string) => boolean = () => false,
): string | null => {
  const said = fold(text);
  const named = options.filter(
    (option) =>
      !isCommon(bare(option)) &&
      !PLACEHOLDER.test(option.trim()) &&
      bare(option).length >= LEAST_NAME &&
      bare(option).includes(" ") &&
      said.includes(bare(option)),
  );
  return named.length === 1 ? (named[0] ?? null) : null;
};

/** A choice that the address of the form is to make: one is made from the start. */
const chosenIn = ({ path, survey }: SitePage): SurveyField[] =>
  !/[?&]\w+=[^&]/.test(path)
    ? []
    : survey.forms.flatMap(({ fields, submit, purpose }) =>
        submit === null || purpose !== "other"
          ? []
          : fields.filter(
              ({ name, type, value, target, options }) =>
                type === "select" &&
                TO.test(name.trim()) &&
                target !== null &&
                options.length >= LEAST_OPTIONS &&
                options.includes(value) &&
                !PLACEHOLDER.test(value.trim()),
            ),
      );

const drafts = ({ pages }: SiteModel, page: SitePage): Draft[] => {
  const { via } = page;
  const from = pages.find(({ id }) => id === via?.pageId);
  if (!via?.target || !from || !isByAddress(from) || !isSteadyTarget(via.target) || isDangerous(via.text))
    return [];
  const target = via.target;
  // Who is logged in is named everywhere.
  const isCommon = (name: string): boolean =>
    pages.filter(({ survey }) => fold(survey.text).includes(name)).length * 2 > pages.length &&
    pages.length > 2;
  const [first, ...others] = chosenIn(page);
  return (first ? [first] : []).flatMap((field): Draft[] => {
    const isAnswer = REPLY.test(via.text.trim());
    const named = namedIn(via.text, field) ?? (isAnswer ? namedIn(from.survey.text, field, isCommon) : null);
    if (named === null || field.target === null || others.length > 0) return [];
    return [
      {
        id: `prefilled-${page.id}`,
        title: `"${short(via.text, 30)}" has chosen "${short(named, 30)}", whom its page names`,
        steps: [
          ...openPage(from),
          idle,
          click(target),
          idle,
          {
            expect: {
              value: {
                target: selectItself(field.target),
                contains: literal(withoutRemark(named)),
              },
            },
          },
        ],
        rank: 23,
      },
    ];
  });
};

export const prefilled = defineOracle({
  id: "prefilled",
  summary: "A form that a link fills in has chosen whom the page of the link names.",
  looks: true,
  applies: (site) =>
    site.pages
      .filter(isByAddress)
      .flatMap((page) => drafts(site, page))
      .slice(0, MOST),
});
