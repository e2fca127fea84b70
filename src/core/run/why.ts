import type { Candidate } from "#model/failure.ts";
import { describeTarget } from "#model/target.ts";
import { brief } from "#core/suite/scalars.ts";
import type { StepFailure } from "#core/suite/outcome.ts";

const sayCandidate = ({ role, name, text }: Candidate): string => {
  const called = name === "" ? text : name;
  const words = [role, called === "" ? "" : `"${brief(called, 60)}"`].filter((word) => word !== "");
  return words.join(" ");
};

const sayCandidates = (candidates: Candidate[] | undefined, most: number): string =>
  (candidates ?? [])
    .slice(0, most)
    .map(sayCandidate)
    .filter((text) => text !== "")
    .join(", ");

/** What went wrong in a step, in one line: what was expected, what was seen, what is near. */
export const sayFailure = (failure: StepFailure): string => {
  const target = failure.target ? describeTarget(failure.target) : "the target";
  const expected = failure.expected === undefined ? null : `expected ${brief(failure.expected, 200)}`;
  const near = sayCandidates(failure.candidates, 3);
  if (failure.kind === "not_found") {
    const lead = expected === null ? `nothing fits ${target}` : `${expected}, but nothing fits`;
    return near === "" ? lead : `${lead}; nearest: ${near}`;
  }
  if (failure.kind === "ambiguous") {
    const several = sayCandidates(failure.candidates, 5);
    const lead = `several elements fit ${target}`;
    return several === "" ? lead : `${lead}: ${several}`;
  }
  if (failure.kind === "not_held" && expected !== null) {
    return failure.observed === undefined || failure.observed === ""
      ? expected
      : `${expected}; saw ${brief(failure.observed, 300)}`;
  }
  return brief(failure.message, 400);
};
