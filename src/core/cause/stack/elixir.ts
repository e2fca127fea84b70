import { type Link, numberOf, type StackFrame, type StackParser, traceOf } from "./stack.ts";

const thrown = /\*\* \(([A-Z][\w.]*)\) (.*)$/;
/** `(shop 0.1.0) lib/shop/pricing.ex:41: Shop.Pricing.total/2`; a script's frames name no application. */
const frameLine = /^\s*(?:\((\w+)(?: [\w.+-]+)?\) )?(\S+\.(?:exs?|erl|eex|heex|leex)):(\d+): (.+)$/;
const packages =
  /^(?:elixir|stdlib|kernel|erts|mix|ex_unit|eex|logger|phoenix\w*|plug\w*|cowboy\w*|cowlib|ranch|bandit|thousand_island|ecto\w*|postgrex|myxql|db_connection|tesla|finch|mint|hackney|jason|absinthe\w*|oban|broadway|gen_stage|telemetry\w*|opentelemetry\w*|sentry|ash\w*|swoosh|guardian|nimble_\w+|redix|live_view|websock\w*)$/;

/** Elixir and Erlang as the logger prints them. */
export const elixirStack: StackParser = {
  language: "Elixir",
  parse: (text) => {
    let head: Link | null = null;
    const frames: StackFrame[] = [];
    for (const line of text.split("\n")) {
      const match = thrown.exec(line);
      // `** (exit) an exception was raised:` stands before the exception itself.
      if (match?.[1]) {
        head ??= { exception: match[1].split(".").at(-1) ?? match[1], message: match[2] ?? "", frames };
        continue;
      }
      const [, app, file, row, called] = frameLine.exec(line) ?? [];
      if (!file || !called) continue;
      frames.push({
        function: called.replace(/\(.*$/s, "").replace(/\/\d+$/, ""),
        file,
        line: numberOf(row),
        application: !(app && packages.test(app)) && !/(?:^|\/)deps\//.test(file),
      });
    }
    return head ? traceOf("Elixir", [head]) : null;
  },
};
