import type { Target, TargetObject, TextMatch } from "#model/target.ts";
import { variablesIn } from "#core/suite/values.ts";
import { patternFlags } from "#model/pattern-flags.ts";
import { keyOf, quote, regexCode, templatePart } from "./code.ts";

/** Why a step has no counterpart in a spec. */
export class Unexportable extends Error {
  constructor(reason: string) {
    super(reason);
    this.name = "Unexportable";
  }
}

/** What is known of a variable's type when the spec is written. */
export type VariableKind = "text" | "number" | "boolean" | "json";

export type Variables = {
  fixtures: ReadonlyMap<string, VariableKind>;
  captured: ReadonlyMap<string, VariableKind>;
};

/** Turns values of a suite, variables included, into source. */
export type Scope = {
  /** An expression of type string. */
  text(text: string): string;
  /** An expression of a text, number or boolean; a lone variable keeps its type. */
  scalar(value: string | number | boolean): string;
  number(value: string | number): string;
  /** An expression for any value of JSON; lone variables keep their types. */
  json(value: unknown): string;
  regex(pattern: string, flags?: string): string;
  match(match: TextMatch): string;
  target(target: Target): string;
  /** A statement that gives a captured variable its value. */
  assign(name: string, code: string): string;
};

const variable = /\$(\$?)\{([^{}]*)\}/g;
const lone = /^\$\{([^{}]*)\}$/;

export const createScope = ({ fixtures, captured }: Variables): Scope => {
  const reference = (written: string): { code: string; kind: VariableKind } => {
    const name = written.trim();
    if (name.startsWith("env.")) return { code: `env(${quote(name.slice(4))})`, kind: "text" };
    if (name.startsWith("secret.")) return { code: `env(${quote(`SECRET_${name.slice(7)}`)})`, kind: "text" };
    const known = captured.get(name);
    if (known) return { code: `captured.${name}`, kind: known };
    const fixture = fixtures.get(name);
    if (fixture) return { code: `fixtures.${name}`, kind: fixture };
    throw new Unexportable(`\${${name}} is not defined`);
  };

  const asText = ({ code, kind }: { code: string; kind: VariableKind }): string => {
    if (kind === "text") return code;
    return kind === "json" ? `textOf(${code})` : `String(${code})`;
  };

  const mixed = (text: string): string => {
    let code = "";
    let end = 0;
    for (const found of text.matchAll(variable)) {
      code += templatePart(text.slice(end, found.index));
      end = found.index + found[0].length;
      if (found[1] === "$") {
        code += templatePart(found[0].slice(1));
        continue;
      }
      const value = reference(found[2] ?? "");
      code += `\${${value.kind === "json" ? asText(value) : value.code}}`;
    }
    return `\`${code}${templatePart(text.slice(end))}\``;
  };

  const text = (given: string): string => {
    const alone = lone.exec(given);
    if (alone) return asText(reference(alone[1] ?? ""));
    if (variablesIn(given).length > 0) return mixed(given);
    return quote(given.replaceAll(variable, (whole) => whole.slice(1)));
  };

  const scalar = (value: string | number | boolean): string => {
    if (typeof value !== "string") return JSON.stringify(value);
    const alone = lone.exec(value);
    if (!alone) return text(value);
    const found = reference(alone[1] ?? "");
    return found.kind === "json" ? asText(found) : found.code;
  };

  const json = (value: unknown): string => {
    if (typeof value === "string") {
      const alone = lone.exec(value);
      return alone ? reference(alone[1] ?? "").code : text(value);
    }
    if (Array.isArray(value)) return `[${value.map(json).join(", ")}]`;
    if (typeof value !== "object" || value === null) return JSON.stringify(value) ?? "undefined";
    const parts = Object.entries(value).map(([key, item]) => {
      const name = variablesIn(key).length > 0 ? `[${text(key)}]` : keyOf(key);
      return `${name}: ${json(item)}`;
    });
    return parts.length === 0 ? "{}" : `{ ${parts.join(", ")} }`;
  };

  const regex = (
    pattern: string,
    flags: string = patternFlags(pattern.replaceAll(/\$\{[\w.]+\}/g, "x")),
  ): string =>
    pattern.includes("${")
      ? `new RegExp(${text(pattern)}${flags === "" ? "" : `, ${quote(flags)}`})`
      : regexCode(pattern, flags);

  const targetObject = (target: TargetObject): string => {
    const parts = Object.entries(target).map(([key, part]) => {
      if (typeof part === "string") return `${key}: ${text(part)}`;
      return `${key}: ${typeof part === "object" ? targetObject(part) : JSON.stringify(part)}`;
    });
    return `{ ${parts.join(", ")} }`;
  };

  return {
    text,
    scalar,
    json,
    assign(name, code) {
      if (fixtures.has(name)) throw new Unexportable(`it captures ${name}, which is a fixture already`);
      return `captured.${name} = ${code};`;
    },
    regex,
    number(value) {
      if (typeof value === "number") return String(value);
      const code = text(value);
      return lone.test(value) ? `Number(${code})` : String(Number(value));
    },
    match(match) {
      if ("matches" in match) return regex(match.matches);
      return "is" in match ? `{ is: ${text(match.is)} }` : text(match.contains);
    },
    target: (target) => (typeof target === "string" ? text(target) : targetObject(target)),
  };
};
