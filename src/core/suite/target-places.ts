import { targetSchema } from "#model/target.ts";
import type { Target } from "#model/target.ts";
import { variablesIn, visitTexts } from "./values.ts";

/** Where a step's arguments name an element to act on. `isKey`: the target is the key that the path ends with. */
export type TargetPlace = { path: (string | number)[]; target: Target; isKey: boolean };

const wholeTargets = new Set(["click", "double_click", "hover", "scroll_to"]);
const lists = new Set(["check", "uncheck"]);
const fields = new Set(["fill", "select", "upload"]);

const isMapping = (value: unknown): value is Record<string, unknown> =>
  typeof value === "object" && value !== null && !Array.isArray(value);

const placeOf = (path: (string | number)[], value: unknown): TargetPlace[] => {
  const target = targetSchema.safeParse(value);
  return target.success ? [{ path, target: target.data, isKey: false }] : [];
};

/** The targets of a step's arguments as written, in order. What a step only reads (`capture`, `expect`) has none. */
export const targetPlaces = (verb: string, args: unknown): TargetPlace[] => {
  if (wholeTargets.has(verb)) return placeOf([], args);
  if (lists.has(verb)) {
    return Array.isArray(args) ? args.flatMap((item, at) => placeOf([at], item)) : placeOf([], args);
  }
  if (verb === "press") return isMapping(args) ? placeOf(["target"], args["target"]) : [];
  if (verb === "drag") return isMapping(args) ? placeOf(["from"], args["from"]) : [];
  if (!fields.has(verb)) return [];
  if (Array.isArray(args)) {
    return args.flatMap((item, at) => (isMapping(item) ? placeOf([at, "target"], item["target"]) : []));
  }
  if (!isMapping(args)) return [];
  if ("target" in args && Object.keys(args).length === 2) return placeOf(["target"], args["target"]);
  return Object.keys(args).map((key) => ({ path: [key], target: key, isKey: true }));
};

/** A target without what it is looked for in. */
export const ownPart = (target: Target): Target => {
  if (typeof target === "string") return target;
  const own = { ...target };
  delete own.within;
  delete own.frame;
  const { called, ...others } = own;
  return called !== undefined && Object.keys(others).length === 0 ? called : own;
};

/** Whether a value in the target decides which element it is: then another element would be another thing. */
export const namesData = (target: Target): boolean => {
  let found = false;
  visitTexts(ownPart(target), (text) => {
    if (variablesIn(text).length > 0) found = true;
  });
  return found;
};

/** Whether the element may be told by another target that says by itself what it is in: nothing there came from a value. */
export const mayLeave = (target: Target, options: { within?: unknown }): boolean => {
  let isData = options.within !== undefined;
  if (typeof target === "object" && target.within !== undefined)
    visitTexts(target.within, (text) => {
      if (variablesIn(text).length > 0) isData = true;
    });
  return !isData;
};

/** `to`, which says by itself what it is in, in the place of a target in the same iframe. */
export const inFrameOf = (before: Target, to: Target): Target => {
  if (typeof before === "string" || before.frame === undefined) return to;
  return { ...(typeof to === "string" ? { called: to } : to), frame: before.frame };
};

/** `to` in the place of a target, looked for in the same element and iframe as before. */
export const inPlaceOf = (before: Target, to: Target): Target => {
  if (typeof before === "string" || (before.within === undefined && before.frame === undefined)) return to;
  const own = typeof to === "string" ? { called: to } : to;
  return {
    ...own,
    ...(before.within === undefined ? {} : { within: before.within }),
    ...(before.frame === undefined ? {} : { frame: before.frame }),
  };
};
