import { numberOf, type StackFrame, type StackParser, traceOf } from "./stack.ts";

const frameLine =
  /^\s*at ((?:[\w$<>`|[\],+]+\.)+[\w$<>`|[\],.]+)\(([^)]*)\)(?: in (.+?):(?:line )?(\d+))?\s*$/;
const header = /((?:[A-Z]\w*\.)*[A-Z]\w*Exception)(?: \(0x[0-9A-Fa-f]+\))?: (.*?)$/;
const frameworks =
  /^(?:System|Microsoft|Npgsql|Newtonsoft|Serilog|NLog|Dapper|MySql\w*|StackExchange|MediatR|AutoMapper|Swashbuckle|FluentValidation|Polly|Grpc|MassTransit|Hangfire|Autofac|Castle|Azure|Amazon|MongoDB|RabbitMQ|lambda_method\w*)\./;

const frameOf = (line: string): StackFrame | null => {
  const match = frameLine.exec(line);
  if (!match?.[1] || /\.(?:java|kt|scala|groovy):?\d*$/.test(match[2] ?? "")) return null;
  const asynchronous = /\.<(\w+)>[^.]*\.MoveNext$/.exec(match[1]);
  const owner = asynchronous
    ? match[1].slice(0, asynchronous.index)
    : match[1].split(".").slice(0, -1).join(".");
  const method =
    asynchronous?.[1] ??
    match[1]
      .split(".")
      .at(-1)
      ?.replace(/<(\w+)>b__.*$/, "$1");
  const type = owner
    .split(/[.+]/)
    .filter((part) => !part.startsWith("<"))
    .at(-1);
  return {
    function: type ? `${type}.${method}` : (method ?? null),
    file: match[3] ?? null,
    line: numberOf(match[4]),
    application: !frameworks.test(match[1]),
  };
};

/** C#, F# and Visual Basic. The innermost exception's frames come first in the text. */
export const dotnetStack: StackParser = {
  language: ".NET",
  parse: (text) => {
    const lines = text.split("\n");
    const frames = lines.map(frameOf).filter((frame) => frame !== null);
    if (frames.length === 0) return null;
    if (!frames.some(({ file }) => file !== null) && !/[A-Z]\w*Exception\b|--- End of/.test(text))
      return null;
    const heads = lines
      .flatMap((line) => line.split(" ---> "))
      .map((part) => header.exec(part.replace(/^\s*(?:-+> )/, "")))
      .filter((match) => match !== null);
    const root = heads.at(-1);
    return traceOf(".NET", [
      { exception: root?.[1]?.split(".").at(-1) ?? null, message: root?.[2] ?? "", frames },
    ]);
  },
};
