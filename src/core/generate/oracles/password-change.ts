import type { StepDocument } from "#core/suite/grammar.ts";
import { changedPattern } from "#core/explore/login/password-words.ts";
import { defineOracle } from "#core/generate/define-oracle.ts";
import type { Draft } from "#core/generate/define-oracle.ts";
import { click, idle, literal, literalTarget, openPage, short } from "#core/generate/steps.ts";
import type { PasswordAnswer } from "#model/site-password.ts";
import type { SiteModel } from "#model/site.ts";
import type { Target } from "#model/target.ts";

/** Nobody's password, by the fixture of that name. */
const OTHER = "Other-${tag}-9x";

/** The field itself: other texts of a page may have the same words. */
const fieldOf = (target: Target): Target =>
  typeof target === "string" ? { label: literal(target) } : literalTarget(target);

const drafts = (site: SiteModel, own: string): Draft[] => {
  const { password, pages } = site;
  const page = pages.find(({ id }) => id === password?.pageId);
  if (!password || !page) return [];
  const { name, opener, current, fresh, again, submit, wrong, differing } = password;
  const opened = [...openPage(page), ...(opener ? [click(opener)] : [])];
  const sent = (first: string, second: string, answer: PasswordAnswer): StepDocument[] => [
    ...opened,
    {
      fill: [
        { target: literalTarget(current), value: first },
        { target: literalTarget(fresh), value: own },
        ...(again === null ? [] : [{ target: literalTarget(again), value: second }]),
      ],
    },
    click(submit),
    idle,
    answer.said === null
      ? { expect: { text: { matches: changedPattern(page.survey.lang), not: true } } }
      : { expect: { text: { contains: literal(answer.said), not: true } } },
    ...(answer.said === null && answer.stays ? [{ expect: { visible: fieldOf(current) } }] : []),
  ];
  const draft = (id: string, title: string, steps: StepDocument[]): Draft => ({
    id,
    title,
    steps,
    fixtures: { tag: { string: 6 } },
    rank: 11,
  });
  return [
    ...(wrong
      ? [
          draft("password-current", `"${short(name)}" changes no password without the current one`, [
            ...sent(OTHER, own, wrong),
            // Whoever tried is logged in still.
            ...(wrong.said === null && wrong.stays
              ? [...opened, { expect: { visible: fieldOf(current) } }]
              : []),
          ]),
        ]
      : []),
    ...(differing
      ? [
          draft(
            "password-repeated",
            `"${short(name)}" refuses two new passwords that differ`,
            sent(own, OTHER, differing),
          ),
        ]
      : []),
  ];
};

export const passwordChange = defineOracle({
  id: "password-change",
  summary: "A password is not changed without the current one, nor where the new one is repeated otherwise.",
  // The new one is the one in use: an app that takes it changes nothing.
  applies: (site, credentials) => (credentials ? drafts(site, credentials.passwordRef) : []),
});
