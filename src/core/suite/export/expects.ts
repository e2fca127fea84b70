import { valuePattern } from "#core/suite/order.ts";
import { z } from "zod";
import { targetSchema } from "#model/target.ts";
import type { DownloadParts } from "#core/suite/downloads.ts";
import { textsOf } from "#core/suite/downloads.ts";
import { expects } from "#core/suite/expects/index.ts";
import type { ExpectKind } from "#core/suite/expects/index.ts";
import { accessibleParts } from "#core/suite/expects/accessible.ts";
import { matchesByTarget } from "#core/suite/expects/hold.ts";
import { toMatch } from "#core/suite/scalars.ts";
import { quote, regexCode } from "./code.ts";
import { Unexportable } from "./scope.ts";
import type { Writer } from "./writer.ts";

type Written<K extends ExpectKind> = z.output<(typeof expects)[K]["schema"]>;
type Writers = { [K in ExpectKind]?: (args: Written<K>, writer: Writer) => string[] };

const onTarget =
  (helper: string, ...rest: string[]) =>
  (target: Written<"visible">, writer: Writer): string[] => [
    writer.call(helper, [writer.target(target), ...rest]),
  ];

const withIs = z.strictObject({ target: targetSchema, is: z.boolean() });

/** The code of each kind of expect: calls, one after the other. */
const writers: Writers = {
  visible: onTarget("expectVisible"),
  hidden: onTarget("expectHidden"),
  enabled: onTarget("expectEnabled", "true"),
  disabled: onTarget("expectEnabled", "false"),
  focused: onTarget("expectFocused"),
  text(args, writer) {
    const { target, not } = typeof args === "object" ? args : {};
    const whose = target === undefined ? writer.whole() : writer.target(target);
    return [
      writer.call("expectText", [whose, writer.match(toMatch(args))], { not: not ? "true" : undefined }),
    ];
  },
  value: (args, writer) =>
    matchesByTarget(args).map(({ target, match }) =>
      writer.call("expectValue", [writer.target(target), writer.match(match)]),
    ),
  url: (args, writer) => [writer.call("expectUrl", [writer.match(toMatch(args))])],
  title: (args, writer) => [writer.call("expectTitle", [writer.match(toMatch(args))])],
  count({ target, is, min, max }, writer) {
    const bounds = [
      ...(min === undefined ? [] : [`min: ${writer.number(min)}`]),
      ...(max === undefined ? [] : [`max: ${writer.number(max)}`]),
    ];
    const wanted = is === undefined ? `{ ${bounds.join(", ")} }` : writer.number(is);
    return [writer.call("expectCount", [writer.target(target), wanted])];
  },
  each: (args, writer) => [
    writer.call("expectEach", [writer.target(args.target), writer.match(toMatch(args))]),
  ],
  sorted: ({ target, by, order, match }, writer) => [
    writer.call("expectSorted", [writer.target(target)], {
      by: Array.isArray(by) ? `[${by.map((text) => writer.text(String(text))).join(", ")}]` : by && quote(by),
      order: order === undefined ? undefined : quote(order),
      // The rows of a list are read with the flag `u`, as the runner does.
      match: match === undefined ? undefined : writer.regex(match, "u"),
      shape:
        match === undefined && (by === "money" || by === "date" || by === "duration")
          ? regexCode(valuePattern(by), by === "duration" ? "iu" : "u")
          : undefined,
    }),
  ],
  distinct: ({ target, attribute, min }, writer) => [
    writer.call("expectDistinct", [writer.target(target)], {
      attribute: attribute === undefined ? undefined : writer.text(attribute),
      min: min === undefined ? undefined : writer.number(min),
    }),
  ],
  sum: ({ of, times, is, match }, writer) => [
    writer.call("expectSum", [writer.target(of), writer.target(is)], {
      times: times === undefined ? undefined : writer.target(times),
      match: match === undefined ? undefined : writer.regex(match, "u"),
      money: regexCode(valuePattern("money"), "u"),
    }),
  ],
  days: ({ target, from, until }, writer) => [
    writer.call("expectDays", [writer.target(target)], {
      from: from === undefined ? undefined : writer.text(String(from)),
      until: until === undefined ? undefined : writer.text(String(until)),
      shape: regexCode(valuePattern("date"), "gu"),
    }),
  ],
  checked(args, writer) {
    const whole = withIs.safeParse(args);
    const target = whole.success ? whole.data.target : targetSchema.parse(args);
    return [writer.call("expectChecked", [writer.target(target), String(!whole.success || whole.data.is)])];
  },
  attribute: (args, writer) => [
    writer.call("expectAttribute", [
      writer.target(args.target),
      writer.text(args.name),
      writer.match(toMatch(args)),
    ]),
  ],
  request: ({ url, method, status, not }, writer) => [
    writer.call("expectRequest", [], {
      url: writer.match(toMatch(url)),
      method: method === undefined ? undefined : writer.text(method),
      status: status === undefined ? undefined : writer.scalar(status),
      not: not ? "true" : undefined,
    }),
  ],
  aria(args, writer) {
    const { snapshot, within } = typeof args === "string" ? { snapshot: args, within: undefined } : args;
    const whose = within === undefined ? writer.document() : writer.target(within);
    return [writer.call("expectAria", [whose, writer.text(snapshot)])];
  },
  accessible(args, writer) {
    const { rules, except, impact, contrast, within } = accessibleParts(args);
    const list = (words: readonly string[]): string | undefined =>
      words.length > 0 ? `[${words.map(quote).join(", ")}]` : undefined;
    return [
      writer.call("expectAccessible", [within === null ? writer.document() : writer.target(within)], {
        rules: list(rules),
        except: list(except),
        impact: quote(impact),
        contrast: contrast === null ? undefined : String(contrast),
      }),
    ];
  },
  download: (parts, writer) => [writer.call("expectDownload", [], downloadParts(parts, writer))],
  no_errors(args, writer) {
    const except = typeof args === "object" && args !== null ? args.except : [];
    const texts = except.map((text) => writer.text(text)).join(", ");
    return [writer.call("expectNoErrors", [], { except: except.length > 0 ? `[${texts}]` : undefined })];
  },
  no_horizontal_scroll: (_, writer) => [writer.call("expectNoHorizontalScroll", [])],
  no_overlap: (_, writer) => [writer.call("expectNoOverlap", [])],
};

/** What a download must be, as options of a helper. */
export const downloadParts = (
  { name, content, lacks, lines }: DownloadParts,
  writer: Writer,
): Record<string, string | undefined> => {
  const all = (texts: DownloadParts["content"]): string | undefined =>
    texts === undefined
      ? undefined
      : `[${textsOf(texts)
          .map((match) => writer.match(match))
          .join(", ")}]`;
  return {
    name: name === undefined ? undefined : writer.match(toMatch(name)),
    content: all(content),
    lacks: all(lacks),
    least: lines?.min === undefined ? undefined : writer.number(lines.min),
    most: lines?.max === undefined ? undefined : writer.number(lines.max),
  };
};

/** Why some kinds have no counterpart. */
const lacking: Record<string, string> = {
  that: 'the expect "that" is judged by a language model, which Playwright does not have',
};

const without = (kind: string): Unexportable =>
  new Unexportable(lacking[kind] ?? `the expect "${kind}" has no counterpart in Playwright`);

const isKind = (kind: string): kind is ExpectKind => Object.hasOwn(expects, kind);

const writeOne = (kind: ExpectKind, raw: unknown, writer: Writer): string[] => {
  const write = writers[kind] as ((args: unknown, writer: Writer) => string[]) | undefined;
  if (!write) throw without(kind);
  return write(expects[kind].schema.parse(raw), writer);
};

const kindsSchema = z.record(z.string(), z.unknown());

/** Calls, without `await`, for what may stand after `expect`, `wait_for` and `when`, in order. */
export const expectCalls = (raw: unknown, writer: Writer): string[] => {
  const mappings = typeof raw === "string" ? [{ [raw]: true }] : Array.isArray(raw) ? raw : [raw];
  return mappings.flatMap((mapping) =>
    Object.entries(kindsSchema.parse(mapping)).flatMap(([kind, args]) => {
      if (!isKind(kind)) throw without(kind);
      return writeOne(kind, args, writer);
    }),
  );
};
