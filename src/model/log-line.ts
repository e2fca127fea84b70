const continuations = [
  /^\s*$/,
  /^\s+\S/,
  /^(?:Caused by|Suppressed|Wrapped by|Stack trace|Backtrace|StackTrace|Traceback \(most recent call last\))(?=\W|$)/i,
  /^\[(?:stacktrace|previous exception|signal [A-Z])/i,
  /^#\d+\s/,
  /^"\}\s*$/,
  /^-+> |^--- End of /,
  /^(?:During handling of the above exception|The above exception was the direct cause)/,
  /^\.{3} \d+ more/,
  /^at [\w$.<[(/]/,
  /^panic: /,
  /^goroutine \d+ \[|^created by |^exit status \d+$/,
  // The last line of a trace: a type name at the margin, then its message.
  /^(?:[A-Za-z_]\w*[.:\\]+)*[A-Z]\w*(?:Error|Exception|Warning|Interrupt|Exit|Iteration|Fault)\b(?::| \(|$)/,
  // The same with a package in front, as Python, Java and their kin write types that are called otherwise.
  /^(?:[a-z_][\w$]*\.)+[A-Z][\w$]*(?::(?: |$)|$)/,
  // Elixir and Rust.
  /^\*\* \((?:[A-Z][\w.]*|exit|stop|throw|EXIT)[ )]|^(?:Server|Request|Last message|State): /,
  /^stack backtrace:$|^note: (?:run with|Some details)/,
  // A frame of Go, then of Ruby.
  /^(?:[\w.-]+\/)*[\w-]+\.(?:\(\*?\w+\)\.)?[\w.]+\([^)]*\)$/,
  /^[^\s:]+\.(?:rb|erb|rake|ru):\d+:in [`']/,
];

/** Whether a line of a log goes on with the entry of the line before it, as the frames of a stack trace do. */
export const isContinuation = (line: string): boolean => continuations.some((pattern) => pattern.test(line));
