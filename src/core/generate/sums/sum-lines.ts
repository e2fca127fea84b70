import type { StepDocument } from "#core/suite/grammar.ts";
import { findAmounts, findValues, readNumber } from "#core/suite/order.ts";
import { fold } from "#core/explore/lists/lists.ts";
import type { SurveySum } from "#model/survey.ts";
import { literalTarget } from "#core/generate/steps.ts";

/** A line of words with what stands beside them: amounts, or how many. */
export type Line = { label: string; amounts: number[]; css: string; count: number | null };

/** Without what is said beside the words, such as how many things are meant. */
const plain = (label: string): string =>
  fold(label)
    .replace(/\((?:\d+ [\p{L} ]+|estimated|est\.)\)/iu, "")
    .replace(/^(?:estimated|est\.|order|your) (?=\p{L})/iu, "")
    .replace(/[\s:–-]+$/u, "")
    .replace(/^((?:grand )?total) (?:price|cost|amount|due|to pay)$/iu, "$1")
    .trim();

/** "10", "10 days". */
export const COUNT = /^(\d{1,4})(?: \p{L}+)?$/u;
/** The same behind its words: "Days: 10". */
const WORDED = /^(\p{L}[\p{L} ]*):? (\d{1,4})(?: \p{L}+)?$/u;

export const linesOf = ({ lines }: SurveySum): Line[] =>
  lines.map(({ label, text, css }) => {
    const shown = findAmounts(fold(text));
    const [first] = findValues(fold(text), "money");
    const [, counted = "", many] = label === "" ? (WORDED.exec(fold(text)) ?? []) : [];
    const count = label === "" ? many : COUNT.exec(fold(text))?.[1];
    const words =
      label || counted || (first === undefined ? text : fold(text).slice(0, fold(text).indexOf(first)));
    // What is struck out or is free after all has more than one reading.
    const isTwo = first !== undefined && findAmounts(fold(text).replace(first, "")).length > 0;
    return {
      label: plain(words),
      amounts: isTwo ? [Number.NaN, Number.NaN] : shown.map((each) => readNumber(each) ?? Number.NaN),
      css,
      count: count === undefined ? null : Number(count),
    };
  });

export const add = (lines: Line[]): number => lines.reduce((sum, { amounts }) => sum + (amounts[0] ?? 0), 0);

/** What has to be so, and whether it is on the page as it was seen. */
export type Claim = { step: StepDocument; fits: boolean };

export const claim = (target: SurveySum["target"], of: Line[], is: Line, times?: Line): Claim => {
  const within = literalTarget(target);
  const step: StepDocument = {
    expect: {
      sum: {
        of: { css: of.map(({ css }) => css).join(", "), within },
        ...(times && { times: { css: times.css, within } }),
        is: { css: is.css, within },
      },
    },
  };
  const sum = times ? add(of) * (times.count ?? 0) : add(of);
  return { step, fits: Math.abs(sum - add([is])) < 0.006 };
};
