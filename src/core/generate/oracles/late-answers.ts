import { escapeRegex } from "#model/escape-regex.ts";
import { LATE_MS } from "#core/explore/pages/late-limits.ts";
import { slug } from "#core/explore/pages/states.ts";
import { withoutQuery } from "#core/explore/pages/address.ts";
import { defineOracle } from "#core/generate/define-oracle.ts";
import { idle, literal, short, stepOf } from "#core/generate/steps.ts";
import type { SiteAction } from "#model/site-pages.ts";

const seconds = LATE_MS / 1000;

const nameOf = (action: SiteAction | undefined): string => {
  if (action?.kind === "select") return action.option;
  if (action?.kind !== "click") return "what is done";
  const { target } = action;
  return typeof target === "string" ? target : (target.name ?? target.label ?? target.text ?? "a control");
};

export const lateAnswers = defineOracle({
  id: "late-answers",
  summary:
    "What a choice, a tab or a step on asks for is answered within 4 s, where most of the app takes less than one.",
  looks: true,
  applies: (site) =>
    site.lateAnswers.map(({ path, actions, url }, at) => ({
      id: `late-answer-${slug(withoutQuery(url)) || "data"}${at === 0 ? "" : `-${at + 1}`}`,
      title: `What "${short(nameOf(actions.at(-1)), 30)}" asks for on ${short(withoutQuery(path), 30)} is answered within ${seconds} s`,
      steps: [
        { goto: literal(path) },
        idle,
        ...actions.flatMap((action, each) => (each === 0 ? [stepOf(action)] : [idle, stepOf(action)])),
        {
          expect: { request: { url: { matches: literal(`${escapeRegex(url)}$`) }, status: "2xx" } },
          timeout: `${seconds}s`,
        },
      ],
      rank: 11,
    })),
});
