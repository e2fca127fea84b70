import { z } from "zod";
import type { BoundExpect, ExpectDefinition } from "#core/suite/define-expect.ts";
import { accessible } from "./accessible.ts";
import { aria } from "./aria.ts";
import { attribute } from "./attribute.ts";
import { checked } from "./checked.ts";
import { count } from "./count.ts";
import { days } from "./days.ts";
import { disabled } from "./disabled.ts";
import { distinct } from "./distinct.ts";
import { download } from "./download.ts";
import { each } from "./each.ts";
import { enabled } from "./enabled.ts";
import { focused } from "./focused.ts";
import { hidden } from "./hidden.ts";
import { noErrors } from "./no-errors.ts";
import { noHorizontalScroll } from "./no-horizontal-scroll.ts";
import { noOverlap } from "./no-overlap.ts";
import { request } from "./request.ts";
import { sorted } from "./sorted.ts";
import { sum } from "./sum.ts";
import { text } from "./text.ts";
import { that } from "./that.ts";
import { title } from "./title.ts";
import { url } from "./url.ts";
import { value } from "./value.ts";
import { visible } from "./visible.ts";

/** Every kind of expect, in the order of the reference. */
export const expects = {
  visible,
  hidden,
  text,
  value,
  url,
  title,
  count,
  each,
  sorted,
  distinct,
  sum,
  days,
  checked,
  enabled,
  disabled,
  focused,
  attribute,
  request,
  download,
  no_errors: noErrors,
  no_horizontal_scroll: noHorizontalScroll,
  no_overlap: noOverlap,
  accessible,
  aria,
  that,
} as const;

/** What may stand by itself, as a word. */
const BARE = ["no_errors", "no_horizontal_scroll", "no_overlap", "accessible"] as const;

export type ExpectKind = keyof typeof expects;
type Inputs = { [K in ExpectKind]?: z.input<(typeof expects)[K]["schema"]> };
/** Several kinds in one mapping are checked in its order; a list keeps an order among equal kinds. */
export type ExpectDocument = (typeof BARE)[number] | Inputs | Inputs[];

export const expectDefinitions: ReadonlyMap<string, ExpectDefinition> = new Map(
  Object.entries(expects).map(([kind, definition]) => [kind, definition]),
);

const shape = Object.fromEntries(
  [...expectDefinitions.values()].map((definition) => [
    definition.kind,
    definition.schema.describe(definition.summary).optional(),
  ]),
);
const mappingSchema = z
  .strictObject(shape)
  .refine((kinds) => Object.keys(kinds).length > 0, { message: "says nothing to expect" })
  .meta({ keys: "expect", minProperties: 1 });

/** What may stand after `expect`, `wait_for` and `when`. */
export const expectSchema: z.ZodType = z.union([z.enum(BARE), mappingSchema, z.array(mappingSchema).min(1)]);

const kindsSchema = z.record(z.string(), z.unknown());

/** The expects of a valid `expect`, in order; null when one does not fit its schema. */
export const bindExpects = (raw: unknown): BoundExpect[] | null => {
  const mappings = typeof raw === "string" ? [{ [raw]: true }] : Array.isArray(raw) ? raw : [raw];
  const bound: BoundExpect[] = [];
  for (const mapping of mappings) {
    const kinds = kindsSchema.safeParse(mapping);
    if (!kinds.success) return null;
    for (const [kind, args] of Object.entries(kinds.data)) {
      const expect = expectDefinitions.get(kind)?.bind(args);
      if (!expect) return null;
      bound.push(expect);
    }
  }
  return bound;
};

export const describeExpects = (raw: unknown): string =>
  (bindExpects(raw) ?? []).map((expect) => expect.text).join(" and ");
