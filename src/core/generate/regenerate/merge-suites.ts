import { escapeRegex } from "#model/escape-regex.ts";
import { stringify } from "yaml";
import { parseSuite } from "#core/suite/parse.ts";
import { AppError } from "#model/errors.ts";
import { cutSuite, indented } from "./suite-text.ts";
import type { CasePart, Part, SuiteText } from "./suite-text.ts";
import { whyUnseen, withoutUnseen } from "./unseen.ts";

/**
 * new: generated for the first time. changed: generated otherwise than before. gone: no longer generated. kept: people
 * edited it, so it stays as it is though it was generated otherwise or not at all, or nobody has looked at it again.
 * deleted: people took it out, so it stays out though it was generated again.
 */
export type CaseChange = {
  case_id: string;
  title: string;
  change: "new" | "changed" | "gone" | "kept" | "deleted";
  why: string;
  /** The case as it was generated now, where that is not what the suite holds. */
  generated: string | null;
};
export type Merged = { yaml: string; changes: CaseChange[] };

const note = /^\s*# Found when this suite was written:.*\n/gm;

const sorted = (value: unknown): unknown =>
  Array.isArray(value)
    ? value.map(sorted)
    : typeof value === "object" && value !== null
      ? Object.fromEntries(
          Object.entries(value)
            .toSorted(([a], [b]) => (a < b ? -1 : 1))
            .map(([key, item]) => [key, sorted(item)]),
        )
      : value;
const same = (a: unknown, b: unknown): boolean => JSON.stringify(sorted(a)) === JSON.stringify(sorted(b));

const commentsOf = ({ text }: Part): string =>
  (withoutUnseen(text.replaceAll(note, "")).match(/(?:^|\s)#.*$/gm) ?? []).join("\n");

/** Equal in what they do and in what people wrote beside it. */
const sameCase = (a: Part, b: Part): boolean => same(a.value, b.value) && commentsOf(a) === commentsOf(b);

/** Where a case goes that was not there before: behind the one that it was generated behind. */
const placeFor = (order: readonly CasePart[], id: string, result: readonly { id: string }[]): number => {
  const index = order.findIndex((each) => each.id === id);
  for (let at = index - 1; at >= 0; at -= 1) {
    const place = result.findIndex((each) => each.id === order[at]?.id);
    if (place >= 0) return place + 1;
  }
  return 0;
};

type Kept = { id: string; text: string };

const mergeCases = (
  base: SuiteText | null,
  ours: SuiteText,
  theirs: SuiteText,
  spare: ReadonlySet<string>,
): { cases: Kept[]; changes: CaseChange[] } => {
  const before = new Map((base?.cases ?? []).map((each) => [each.id, each]));
  const now = new Map(theirs.cases.map((each) => [each.id, each]));
  const mine = new Set(ours.cases.map(({ id }) => id));
  const changes: CaseChange[] = [];
  const tell = (
    part: CasePart,
    change: CaseChange["change"],
    why: string,
    generated: CasePart | null = null,
  ): void => {
    changes.push({
      case_id: part.id,
      title: part.title,
      change,
      why,
      generated: generated && indented(generated, theirs.indent, 0),
    });
  };
  const cases = ours.cases.flatMap((part): Kept[] => {
    const [old, fresh] = [before.get(part.id), now.get(part.id)];
    const asIs = { id: part.id, text: part.text };
    const isEdited = !old || !sameCase(old, part);
    if (!fresh) {
      // What people wrote themselves is not spoken of.
      if (!old) return [asIs];
      if (!isEdited && !spare.has(part.id)) {
        tell(part, "gone", "it is no longer generated");
        return [];
      }
      tell(
        part,
        "kept",
        isEdited
          ? "it was edited; it is no longer generated"
          : "it is no longer generated, but what is kept needs it",
      );
      return [asIs];
    }
    const unseen = old ? whyUnseen(fresh) : null;
    if (unseen !== null) {
      tell(part, "kept", isEdited ? `it was edited; it was ${unseen}` : unseen);
      return [asIs];
    }
    if (sameCase(part, fresh)) return [asIs];
    if (!isEdited) {
      tell(part, "changed", "it is generated otherwise now");
      return [{ id: part.id, text: indented(fresh, theirs.indent, ours.indent) }];
    }
    if (old && same(old.value, fresh.value)) return [asIs];
    tell(
      part,
      "kept",
      old ? "it was edited; it is generated otherwise now" : "it is not known to be generated",
      fresh,
    );
    return [asIs];
  });
  for (const fresh of theirs.cases) {
    if (mine.has(fresh.id)) continue;
    if (before.has(fresh.id)) {
      if (whyUnseen(fresh) === null) tell(fresh, "deleted", "it was taken out of the suite", fresh);
      continue;
    }
    tell(fresh, "new", "it was not generated before");
    cases.splice(placeFor(theirs.cases, fresh.id, cases), 0, {
      id: fresh.id,
      text: indented(fresh, theirs.indent, ours.indent),
    });
  }
  return { cases, changes };
};

type Entries = Record<string, unknown>;
const entriesOf = (value: unknown): Entries =>
  typeof value === "object" && value !== null ? { ...value } : {};

/** Fixtures and blocks: entry by entry, and none is lost that the cases use. */
const mergeEntries = (
  base: Entries,
  ours: Entries,
  theirs: Entries,
  used: (name: string) => boolean,
): Entries => {
  const names = new Set([...Object.keys(ours), ...Object.keys(theirs)]);
  return Object.fromEntries(
    [...names].flatMap((name): [string, unknown][] => {
      const isEdited = Object.hasOwn(ours, name) && !same(ours[name], base[name]);
      if (isEdited) return [[name, ours[name]]];
      if (Object.hasOwn(theirs, name))
        return Object.hasOwn(ours, name) || !Object.hasOwn(base, name) || used(name)
          ? [[name, theirs[name]]]
          : [];
      return used(name) ? [[name, ours[name]]] : [];
    }),
  );
};

const ofEntries = new Set(["fixtures", "blocks"]);

const mergeKey = (
  name: string,
  { base, ours, theirs }: Record<"base" | "ours" | "theirs", Part | undefined>,
  cases: string,
): string => {
  if (ofEntries.has(name)) {
    const used = (entry: string): boolean =>
      cases.includes(`\${${entry}`) || new RegExp(`use: "?${escapeRegex(entry)}\\b`).test(cases);
    const merged = mergeEntries(
      entriesOf(base?.value),
      entriesOf(ours?.value),
      entriesOf(theirs?.value),
      used,
    );
    if (Object.keys(merged).length === 0) return "";
    if (ours && same(merged, ours.value)) return ours.text;
    if (theirs && same(merged, theirs.value)) return theirs.text;
    return stringify({ [name]: merged }, { lineWidth: 0, flowCollectionPadding: false });
  }
  if (!ours) return base ? "" : (theirs?.text ?? "");
  if (!base || !same(base.value, ours.value) || !theirs) return ours.text;
  return same(theirs.value, ours.value) ? ours.text : theirs.text;
};

/** Puts a suite together from its parts; cases that are named `spare` stay, though they are no longer generated. */
export const compose = (
  base: SuiteText | null,
  ours: SuiteText,
  theirs: SuiteText,
  spare: ReadonlySet<string>,
): Merged => {
  const { cases, changes } = mergeCases(base, ours, theirs, spare);
  const text = cases.map((each) => each.text).join("");
  const part = (suite: SuiteText | null, name: string): Part | undefined =>
    suite?.keys.find((key) => key.name === name)?.part;
  const names = ours.keys.map(({ name }) => name);
  const missing = theirs.keys.map(({ name }) => name).filter((name) => !names.includes(name));
  names.splice(Math.max(0, names.indexOf("cases")), 0, ...missing);
  const body = names.map((name) =>
    name === "cases"
      ? `${part(ours, name)?.text ?? "cases:\n"}${text}`
      : mergeKey(name, { base: part(base, name), ours: part(ours, name), theirs: part(theirs, name) }, text),
  );
  return { yaml: body.join(""), changes };
};

/**
 * What becomes of a suite when it is generated again: three ways between what was generated last (`base`; null where that is
 * not known), the suite as it is now and what is generated now. What people edited, wrote or took out stays so; every other
 * byte of what stays is as it was. Throws AppError("conflict") when no valid suite comes of it.
 */
export const mergeSuites = (given: { base: string | null; ours: string; theirs: string }): Merged => {
  const [base, ours, theirs] = [
    given.base === null ? null : cutSuite(given.base),
    cutSuite(given.ours),
    cutSuite(given.theirs),
  ];
  const first = compose(base, ours, theirs, new Set());
  if (parseSuite(first.yaml).suite) return first;
  // What stays may need what would go.
  const second = compose(base, ours, theirs, new Set(ours.cases.map(({ id }) => id)));
  const { suite, diagnostics } = parseSuite(second.yaml);
  if (!suite)
    throw new AppError(
      "conflict",
      "The suite cannot be renewed: what people changed and what is generated now do not fit together.",
      {
        errors: diagnostics,
      },
    );
  return second;
};
