import { type Link, numberOf, type StackFrame, type StackParser, traceOf } from "./stack.ts";

const frameLine =
  /^\s*at (?:[\w.@-]*\/{1,2}(?:[\w.@-]+\/)?)?((?:[\w$]+\.)+)([\w$<>]+)\((?:([\w$-]+\.(?:java|kt|scala|groovy|cljc?))(?::(\d+))?|Native Method|Unknown Source|<generated>)\)/;
const header =
  /(?:^|\s)(Caused by: |Wrapped by: )?((?:[a-z_][\w$]*\.)+[A-Z][\w$.]*|[A-Z]\w*(?:Exception|Error))(?:: (.*))?$/;
const frameworks =
  /^(?:java|javax|jakarta|jdk|sun|com\.sun|kotlin|kotlinx|scala|akka|groovy|clojure|org\.(?:springframework|apache|hibernate|eclipse|jboss|postgresql|slf4j|junit|glassfish|codehaus|aspectj|mariadb|mongodb|redisson|jooq|flywaydb|quartz|thymeleaf|xnio|h2)|io\.(?:netty|micronaut|quarkus|vertx|undertow|micrometer|reactivex|grpc|lettuce|opentelemetry|ktor|smallrye|projectreactor)|reactor|com\.(?:fasterxml|zaxxer|mysql|mongodb|google\.(?:common|inject|gson|protobuf)|microsoft\.sqlserver|datastax|rabbitmq|netflix|github\.benmanes)|oracle|ring|compojure|reitit|okhttp3|okio|retrofit2|ch\.qos|net\.bytebuddy|feign|play)\./;

/** `pricing/total` of the class `shop.pricing$total` that a Clojure function is. */
const clojureName = (owner: string): string | null => {
  const [space, name] = owner.split("$");
  return space && name ? `${space.split(".").at(-1)}/${name.replaceAll("_", "-")}` : null;
};

const frameOf = (line: string): StackFrame | null => {
  const match = frameLine.exec(line);
  if (!match?.[1] || !match[2]) return null;
  const owner = match[1].slice(0, -1);
  const generated = /\$\$(?:FastClass|Enhancer|SpringCGLIB|Lambda)|\$Proxy\d+/.test(owner);
  const method = match[2].replace(/^(?:lambda\$|\$anonfun\$)(\w+)\$\d+$/, "$1");
  const clojure = /\.cljc?$/.test(match[3] ?? "") ? clojureName(owner) : null;
  const name = clojure ?? `${owner.split(".").at(-1)?.replace(/\$.*$/, "")}.${method}`;
  const folder = owner.split(".").slice(0, -1).join("/");
  return {
    function: name,
    file: match[3] ? (folder ? `${folder}/${match[3]}` : match[3]) : null,
    line: numberOf(match[4]),
    application: !generated && match[3] !== undefined && !frameworks.test(match[1]),
  };
};

/** Java, Kotlin, Scala and Groovy, with `Caused by` chains (and logback's order, root first). */
export const javaStack: StackParser = {
  language: "Java",
  parse: (text) => {
    const chain: Link[] = [];
    let pending: { link: Link; wraps: boolean } | null = null;
    let suppressed = false;
    let rootFirst = false;
    let seen = false;
    for (const line of text.split("\n")) {
      const frame = frameOf(line);
      if (frame) {
        seen = true;
        if (suppressed) continue;
        if (pending) {
          chain.push(pending.link);
          rootFirst ||= pending.wraps;
          pending = null;
        }
        if (chain.length === 0) chain.push({ exception: null, message: "", frames: [] });
        chain.at(-1)?.frames.push(frame);
        continue;
      }
      if (/^\s*\.{3} \d+ /.test(line)) continue;
      if (/^\s*Suppressed: /.test(line)) {
        suppressed = true;
        continue;
      }
      const head = header.exec(line);
      const exception = head?.[2]?.split(".").at(-1);
      if (exception) {
        suppressed = false;
        if (pending && head?.[1]) chain.push(pending.link);
        pending = {
          link: { exception, message: head?.[3] ?? "", frames: [] },
          wraps: head?.[1] === "Wrapped by: ",
        };
      } else if (pending && line.trim()) pending.link.message += ` ${line.trim()}`;
    }
    if (!seen) return null;
    if (pending && chain.length > 0 && /Caused by: [^\n]*\s*$/.test(text)) chain.push(pending.link);
    return traceOf("Java", rootFirst ? chain.toReversed() : chain);
  },
};
