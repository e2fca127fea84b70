import { styleText } from "node:util";
import type { Qualification } from "#model/qualification.ts";
import { printable } from "./printable.ts";

const percent = (share: number | null): string => (share === null ? "–" : `${Math.round(share * 100)} %`);

/** A qualification for a terminal: the score, by kind, and below it what no case noticed. */
export const printQualification = (result: Qualification): string => {
  const { control } = result;
  const lines: string[] = [];
  for (const survivor of result.survivors) {
    lines.push(
      `${styleText("red", "not noticed")} ${printable(survivor.what)} ${styleText("gray", survivor.kind)}`,
    );
    lines.push(
      `        ${survivor.case_id}, after step ${survivor.step + 1} (${printable(survivor.step_text)}): should say that ${printable(survivor.should)}`,
    );
    const suggestion = survivor.suggestion?.split("\n") ?? [];
    lines.push(...suggestion.map((line) => styleText("gray", `        ${printable(line)}`)));
  }
  for (const { case_id, why } of [...control.failed, ...control.unsteady])
    lines.push(`${styleText("yellow", "left out")}    ${case_id}: ${printable(why)}`);
  if (result.never_killed.length > 0)
    lines.push(`${styleText("yellow", "stopped at no fault")} ${result.never_killed.join(", ")}`);
  lines.push("");
  for (const [kind, { score, noticed, survived, stumbled }] of Object.entries(result.by_kind)) {
    const stopped = stumbled > 0 ? `, ${stumbled} stopped a step` : "";
    lines.push(
      `${kind.padEnd(16)} ${percent(score).padStart(6)}  ${noticed} of ${noticed + survived} noticed${stopped}`,
    );
  }
  const { noticed, survived, stumbled, not_reached, no_effect, undecided } = result;
  lines.push(
    "",
    `${styleText("bold", `${printable(result.title)}: ${percent(result.score)}`)}, ${noticed} of ${noticed + survived} faults noticed; ` +
      `${stumbled} more stopped a step; ${not_reached.length} not reached, ${no_effect.length} without effect, ${undecided.length} undecided`,
    `${printable(result.sample.told)}; seed ${result.sample.seed}, ${Math.round(result.duration_ms / 1000)} s`,
  );
  return lines.join("\n");
};
