import type { StepDocument } from "#core/suite/grammar.ts";
import { slug } from "#core/explore/pages/states.ts";
import { mainOf } from "#core/generate/counts/counts.ts";
import { defineOracle } from "#core/generate/define-oracle.ts";
import type { Draft } from "#core/generate/define-oracle.ts";
import { pageNames } from "#core/generate/page-names.ts";
import { captureName, click, fillOne, idle, literal, literalTarget, short } from "#core/generate/steps.ts";
import type { SiteCancel } from "#model/site-cancels.ts";
import type { SiteModel } from "#model/site.ts";

/** Another value each time: one that was kept does not look like what was there the next time. */
const typedFor = ({ numbers }: SiteCancel, name: string): Pick<Draft, "fixtures"> & { value: string } =>
  numbers === null
    ? { value: "Tracewright ${tag}", fixtures: { tag: { string: 6 } } }
    : {
        value: `\${${name}}${numbers.decimals}`,
        fixtures: { [name]: { int: [numbers.least, numbers.most] } },
      };

const draft = (site: SiteModel, cancel: SiteCancel): Draft[] => {
  const page = site.pages.find(({ id }) => id === cancel.pageId);
  if (!page) return [];
  const id = `${page.id}-${slug(cancel.opener.name) || "form"}`;
  const said = captureName("said_on", page.id);
  const { value, fixtures } = typedFor(cancel, captureName("number_for", id));
  const target = literalTarget(mainOf(page.survey));
  const isAsBefore: StepDocument = { expect: { text: { target, is: `\${${said}}` } } };
  return [
    {
      id: `cancels-${id}`,
      title: `What is typed into "${short(cancel.opener.name, 30)}" and then cancelled leaves ${pageNames(site.pages)(page)} as it was`,
      steps: [
        { goto: literal(cancel.path) },
        idle,
        { capture: { [said]: { text: target } } },
        click(cancel.opener.target),
        fillOne(cancel.field, value),
        click(cancel.cancel),
        ...(cancel.atOnce ? [isAsBefore] : [idle]),
        "reload",
        idle,
        isAsBefore,
      ],
      ...(fixtures && { fixtures }),
      rank: 26,
    },
  ];
};

export const cancels = defineOracle({
  id: "cancels",
  summary:
    "What is typed into a form that shows what is stored, and then cancelled, leaves its page as it was.",
  applies: (site) => site.cancels.flatMap((cancel) => draft(site, cancel)),
});
