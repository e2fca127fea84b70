import type { SiteRecord } from "#model/site-records.ts";
import type { SiteModel } from "#model/site.ts";
import type { Draft } from "#core/generate/define-oracle.ts";
import { fixturesOf } from "#core/generate/forms.ts";
import { another, filling, find, openList, rowOf } from "./record-plan.ts";
import type { Plan } from "./record-plan.ts";
import { removal } from "./record-removal.ts";
import { idle, literalTarget, short } from "#core/generate/steps.ts";

const isOnce = ({ doubled }: SiteRecord): boolean => doubled?.sent === 1 && doubled.made === 1;

/** Sent twice, it made two: nothing but the script was there to keep it from that. */
const isDoubled = ({ doubled }: SiteRecord): boolean => doubled?.sent === 2 && doubled.made === 2;

/** Who clicks twice wants one item, where the app was seen to send what makes others just once. */
export const twice = (known: Plan, { records }: SiteModel): Draft[] => {
  const { record, id, called } = known;
  const submit = record.form.submit?.target ?? null;
  if (submit === null || record.several || !(isOnce(record) || (isDoubled(record) && records.some(isOnce))))
    return [];
  const plan = another(known, "twice");
  return [
    {
      id: `create-${id}-twice`,
      title: `A double click on "${short(record.form.submit?.name || called)}" makes one item`,
      steps: [
        openList(plan),
        ...filling(plan),
        { double_click: literalTarget(submit) },
        idle,
        ...find(plan, plan.name),
        { expect: { count: { target: rowOf(plan, plan.name), is: 1 } } },
        ...(removal(plan) ?? []),
      ],
      fixtures: fixturesOf(plan.entries),
      rank: 25,
    },
  ];
};
