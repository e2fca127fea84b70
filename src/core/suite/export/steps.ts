import { z } from "zod";
import { keyName } from "#model/key-name.ts";
import { targetSchema } from "#model/target.ts";
import type { Target } from "#model/target.ts";
import type { Answer } from "#core/suite/answer.ts";
import { toMatch } from "#core/suite/scalars.ts";
import { untilOf } from "#core/suite/steps/do.ts";
import { steps } from "#core/suite/steps/index.ts";
import type { Verb } from "#core/suite/steps/index.ts";
import { stepsOfPath } from "#core/suite/straight-path.ts";
import { variablesIn } from "#core/suite/values.ts";
import { keyOf, objectCode, quote } from "./code.ts";
import { downloadParts, expectCalls } from "./expects.ts";
import { fileCode, uploadsOf } from "./files.ts";
import { Unexportable } from "./scope.ts";
import type { Writer } from "./writer.ts";

type Written<V extends Verb> = z.output<(typeof steps)[V]["schema"]>;
type Writers = { [V in Verb]?: (args: Written<V>, writer: Writer) => string[] };

const longWaitMs = 30_000;

const onTarget =
  (helper: string) =>
  (target: Target, writer: Writer): string[] => [`await ${writer.call(helper, [writer.target(target)])};`];

const onTargets =
  (helper: string) =>
  (args: Target | Target[], writer: Writer): string[] =>
    [args].flat().flatMap((target) => onTarget(helper)(target, writer));

const scalarSchema = z.union([z.string(), z.number(), z.boolean()]);
const oneField = z.strictObject({
  target: targetSchema,
  value: z.union([scalarSchema, z.array(scalarSchema)]),
});
type Field = z.output<typeof oneField>;
const fieldsSchema = z.record(z.string(), oneField.shape.value);

/** `{target, value}`, a list of these, or field names with their values. */
const fieldsOf = (args: unknown): Field[] => {
  if (Array.isArray(args)) return args.map((field) => oneField.parse(field));
  const one = oneField.safeParse(args);
  if (one.success) return [one.data];
  return Object.entries(fieldsSchema.parse(args)).map(([target, value]) => ({ target, value }));
};

const key = (text: string, writer: Writer): string =>
  variablesIn(text).length > 0 ? writer.text(text) : quote(keyName(text));

type Source = Exclude<Written<"capture">[string], string>;

const reading = (source: Source, writer: Writer): string => {
  const read = (what: string, target: Target): string =>
    `await ${writer.call("read", [what, writer.target(target)])}`;
  if (source.text !== undefined) return read('"text"', source.text);
  if (source.value !== undefined) return read('"value"', source.value);
  if (source.count !== undefined) return `await ${writer.plain("count", [writer.target(source.count)])}`;
  if (source.attribute !== undefined) {
    const { target, name } = source.attribute;
    return read(`{ attribute: ${writer.text(name)} }`, target);
  }
  return source.url ? "page.url()" : "await page.title()";
};

/** The keys of a JSON path, as arguments. */
const keysCode = (path: string): string => {
  const keys = stepsOfPath(path);
  if (!keys) throw new Unexportable(`the JSON path ${path} does not go straight to one value`);
  return keys.map((part) => (typeof part === "number" ? String(part) : quote(part))).join(", ");
};

const answerCode = ({ headers, shape, values }: Answer, writer: Writer): string => {
  const named = Object.entries(headers ?? {}).map(
    ([name, match]) => `${keyOf(name)}: ${writer.match(toMatch(match))}`,
  );
  const wanted = Object.entries(values ?? {}).map(
    ([path, value]) => `{ keys: [${keysCode(path)}], value: ${writer.json(value)} }`,
  );
  return (
    objectCode({
      headers: named.length > 0 ? `{ ${named.join(", ")} }` : undefined,
      shape: shape === undefined ? undefined : writer.json(shape),
      values: wanted.length > 0 ? `[${wanted.join(", ")}]` : undefined,
    }) ?? "{}"
  );
};

/** The code of each verb: statements. A verb that is not here is told as one that cannot be exported. */
const writers: Writers = {
  goto(args, writer) {
    const { url, status } = typeof args === "string" ? { url: args, status: undefined } : args;
    const options = { status: status === undefined ? undefined : writer.number(status) };
    return [`await ${writer.call("goto", [writer.text(url)], options)};`];
  },
  reload: (_, writer) => [`await ${writer.call("reload", [])};`],
  back: (_, writer) => [`await ${writer.call("goBack", [])};`],
  click: onTarget("click"),
  double_click: onTarget("doubleClick"),
  hover: onTarget("hover"),
  scroll_to: onTarget("scrollTo"),
  viewport: ({ width, height }) => [`await page.setViewportSize({ width: ${width}, height: ${height} });`],
  check: onTargets("check"),
  uncheck: onTargets("uncheck"),
  drag: ({ from, to }, writer) => [`await ${writer.call("drag", [writer.target(from), writer.target(to)])};`],
  dialog(args, writer) {
    const answer =
      typeof args === "string"
        ? `{ accept: ${args === "accept"} }`
        : `{ accept: true, text: ${textCode(writer, args.text)} }`;
    return [`${writer.plain("answerNext", [answer])};`];
  },
  tab: (which, writer) => [`page = await ${writer.call("tab", [quote(which)])};`],
  download: ({ click, ...parts }, writer) => [
    `await ${writer.call("download", [writer.target(click)], downloadParts(parts, writer))};`,
  ],
  upload: (args, writer) =>
    uploadsOf(args).map(({ target, files }) => {
      const list = files.map((file) => fileCode(file, writer)).join(", ");
      return `await ${writer.call("upload", [writer.target(target), `[${list}]`])};`;
    }),
  fill: (args, writer) =>
    fieldsOf(args).map(
      ({ target, value }) =>
        `await ${writer.call("fill", [writer.target(target), writer.scalar(scalarSchema.parse(value))])};`,
    ),
  select: (args, writer) =>
    fieldsOf(args).map(({ target, value }) => {
      const options = [value].flat().map((option) => writer.scalar(option));
      return `await ${writer.call("select", [writer.target(target), `[${options.join(", ")}]`])};`;
    }),
  press(args, writer) {
    if (typeof args === "string") return [`await page.keyboard.press(${key(args, writer)});`];
    if (args.target === undefined) return [`await page.keyboard.press(${key(args.key, writer)});`];
    return [`await ${writer.call("press", [writer.target(args.target), key(args.key, writer)])};`];
  },
  capture: (args, writer) =>
    Object.entries(args).map(([name, given]) => {
      const source = typeof given === "string" ? { text: given } : given;
      const read = reading(source, writer);
      if (source.match === undefined) return writer.assign(name, read);
      const text = source.count === undefined ? read : `String(${read})`;
      const found = writer.call("part", [`async () => ${text}`, writer.regex(source.match)]);
      return writer.assign(name, `await ${found}`);
    }),
  request(args, writer) {
    const { method = "GET", url, headers, json, body, status, answer: wanted, capture } = args;
    const paths = Object.entries(capture ?? {}).map(([name, path]): [string, string] => [
      name,
      keysCode(path),
    ]);
    const named = Object.entries(headers ?? {}).map(
      ([name, value]) => `${keyOf(name)}: ${textCode(writer, value)}`,
    );
    const sent = writer.call("send", [quote(method.toUpperCase()), writer.text(url)], {
      headers: named.length > 0 ? `{ ${named.join(", ")} }` : undefined,
      json: json === undefined ? undefined : writer.json(json),
      body: body === undefined ? undefined : writer.text(body),
      status: status === undefined ? undefined : `[${[status].flat().map(writer.scalar).join(", ")}]`,
      answer: wanted === undefined ? undefined : answerCode(wanted, writer),
    });
    if (paths.length === 0) return [`await ${sent};`];
    const answer = writer.fresh("answer");
    const at = writer.helper("at");
    return [
      `const ${answer} = await ${sent};`,
      ...paths.map(([name, keys]) =>
        writer.assign(name, `${at}(${answer}${keys === "" ? "" : `, ${keys}`})`),
      ),
    ];
  },
  wait_for(args, writer) {
    const timeoutMs = writer.timeoutMs ?? longWaitMs;
    const patient = writer.within(timeoutMs);
    if (args === "idle") return [`await ${patient.call("settle", [])};`];
    return expectCalls(args, patient).map((call) => `await ${call};`);
  },
  expect: (args, writer) => expectCalls(args, writer).map((call) => `await ${call};`),
};

const textCode = (writer: Writer, value: string | number | boolean): string =>
  typeof value === "string" ? writer.text(value) : quote(String(value));

const isVerb = (verb: string): verb is Verb => Object.hasOwn(steps, verb);

/** Statements of one step, its guard aside. Throws Unexportable. */
export const stepStatements = (verb: string, args: unknown, writer: Writer): string[] => {
  const write = isVerb(verb)
    ? (writers[verb] as ((args: unknown, writer: Writer) => string[]) | undefined)
    : undefined;
  if (verb === "do")
    throw new Unexportable(
      untilOf(args) === undefined
        ? 'the step "do" has no `until`: its goal is judged by a language model, which Playwright does not have'
        : 'the step "do" has no kept actions: run the suite, and export again',
    );
  if (!write || !isVerb(verb)) throw new Unexportable(`the step "${verb}" has no counterpart in Playwright`);
  return write(steps[verb].schema.parse(args), writer);
};
