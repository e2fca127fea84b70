import { describe, expect, it } from "vitest";
import { describeFault, faultIn } from "./fault.ts";
import { groupLogLines, parseLogLine } from "./log-record.ts";

const traceId = "4bf92f3577b34da6a3ce929d0e0e4736";
const stack =
  "TypeError: no price\n    at priceOf (/srv/orders.js:41:7)\n    at handle (/srv/node_modules/x/y.js:1:1)";
const javaStack = "java.lang.IllegalStateException: no price\n\tat com.acme.Orders.priceOf(Orders.java:41)\n";
const python =
  "Traceback (most recent call last):\n  File \"/app/orders.py\", line 41, in price_of\nKeyError: 'MUG'";
const read = (line: string | object) => {
  const record = parseLogLine({
    at: "2026-03-01T10:00:00Z",
    text: typeof line === "string" ? line : JSON.stringify(line),
  });
  const fault = faultIn(record);
  return [record.level, fault ? describeFault(fault) : null];
};
const inNode = "TypeError: no price in priceOf (orders.js:41)";
const inJava = "IllegalStateException: no price in Orders.priceOf (Orders.java:41)";
const inPython = "KeyError: 'MUG' in price_of (orders.py:41)";

describe("lines that tell of a fault", () => {
  it.each<[string, string | object, unknown[]]>([
    [
      "pino",
      { level: 50, time: 1, err: { type: "TypeError", message: "no price", stack }, msg: "no price" },
      ["error", inNode],
    ],
    [
      "bunyan",
      { name: "shop", level: 60, err: { name: "TypeError", message: "no price", stack }, msg: "x", v: 0 },
      ["fatal", inNode],
    ],
    ["winston", { level: "error", message: "no price", stack, timestamp: "x" }, ["error", inNode]],
    [
      "ECS, nested",
      {
        log: { level: "ERROR" },
        message: "failed",
        error: { type: "TypeError", message: "no price", stack_trace: stack },
        trace: { id: traceId },
      },
      ["error", inNode],
    ],
    [
      "ECS, flat",
      {
        "log.level": "ERROR",
        message: "failed",
        "error.type": "TypeError",
        "error.message": "no price",
        "error.stack_trace": stack,
      },
      ["error", inNode],
    ],
    [
      "logback",
      {
        "@timestamp": "x",
        level: "ERROR",
        logger_name: "c.a.Orders",
        message: "Order failed",
        stack_trace: javaStack,
        traceId,
      },
      ["error", inJava],
    ],
    ["structlog", { event: "order failed", level: "error", exception: python }, ["error", inPython]],
    [
      "structlog, frames",
      {
        event: "x",
        level: "error",
        exception: [
          {
            exc_type: "KeyError",
            exc_value: "'MUG'",
            frames: [{ filename: "/app/orders.py", lineno: 41, name: "price_of" }],
          },
        ],
      },
      ["error", inPython],
    ],
    [
      "python-json-logger",
      { levelname: "ERROR", message: "order failed", exc_info: python },
      ["error", inPython],
    ],
    [
      "zerolog",
      { level: "error", error: "no price for MUG", message: "order failed" },
      ["error", "no price for MUG"],
    ],
    [
      "zap",
      {
        level: "error",
        msg: "no price for MUG",
        stacktrace: "main.priceOf\n\t/app/orders.go:41\nmain.main\n\t/app/main.go:9",
      },
      ["error", "no price for MUG in priceOf (orders.go:41)"],
    ],
    [
      "logrus, as text",
      `time="2026-03-01T10:00:00Z" level=error msg="order failed" error="no price for MUG" trace_id=${traceId}`,
      ["error", "no price for MUG"],
    ],
    [
      "Serilog",
      {
        "@t": "x",
        "@l": "Error",
        "@mt": "Order {Id} failed",
        "@x": "System.InvalidOperationException: no price\n   at Shop.Orders.PriceOf(Item i) in /src/Orders.cs:line 41",
      },
      ["error", "InvalidOperationException: no price in Orders.PriceOf (Orders.cs:41)"],
    ],
    [
      "Monolog",
      {
        message: "no price",
        context: {
          exception: {
            class: "RuntimeException",
            message: "no price",
            code: 0,
            file: "/var/www/src/Orders.php:41",
            trace: ["/var/www/vendor/slim/App.php:80"],
          },
        },
        level: 400,
        level_name: "ERROR",
      },
      ["error", "RuntimeException: no price in Orders.php:41"],
    ],
    [
      "OpenTelemetry",
      {
        severity_text: "ERROR",
        body: { text: "failed" },
        attributes: {
          "exception.type": "TypeError",
          "exception.message": "no price",
          "exception.stacktrace": stack,
        },
        trace_id: traceId,
      },
      ["error", inNode],
    ],
    [
      "Google Cloud",
      { severity: "ERROR", message: stack, "logging.googleapis.com/trace": `projects/p/traces/${traceId}` },
      ["error", inNode],
    ],
    [
      "Docker's wrapping",
      {
        log: `${JSON.stringify({ level: "error", msg: "no price for MUG" })}\n`,
        stream: "stderr",
        time: "x",
      },
      ["error", "no price for MUG"],
    ],
    [
      "compose's prefix",
      `api-1  | {"level":"error","message":"no price for MUG"}`,
      ["error", "no price for MUG"],
    ],
    [
      "Spring's text",
      `2026-03-01T10:00:00.000+01:00 ERROR 1 --- [shop] [nio-1] [${traceId}-00f0] c.a.Orders : Order failed\n${javaStack}`,
      ["error", inJava],
    ],
    [
      "Python's text",
      `2026-03-01 10:00:00,000 ERROR [shop] Exception on /api/orders [POST]\n${python}`,
      ["error", inPython],
    ],
    ["a text without a level", "Unhandled: TypeError: no price", ["error", "TypeError: no price"]],
    [
      "nginx",
      "2026/03/01 10:00:00 [error] 31#31: *1 connect() failed (111: Connection refused) while connecting to upstream",
      ["error", expect.stringContaining("connect() failed")],
    ],
  ])("%s", (_name, line, expected) => {
    expect(read(line)).toEqual(expected);
  });
});

describe("lines that do not", () => {
  it.each<[string, string | object, string | null]>([
    ["a request log", { level: 30, msg: "request completed", res: { statusCode: 500 } }, "info"],
    [
      "pino-http's error",
      {
        level: 50,
        err: {
          type: "Error",
          message: "failed with status code 500",
          stack:
            "Error: failed with status code 500\n    at onResFinished (/srv/node_modules/pino-http/logger.js:115:39)",
        },
        msg: "request errored",
      },
      "error",
    ],
    ["an error that names nothing", { level: "error", message: "Internal Server Error" }, "error"],
    ["an access line", 'ERROR "POST /api/orders HTTP/1.1" 500 12', "error"],
    ["a mention", "2026-03-01 INFO registered ErrorHandler: handles TypeError: and others", "info"],
    [
      "debug with a stack",
      { level: 20, msg: "retry", err: { type: "TypeError", message: "no price", stack } },
      "debug",
    ],
    ["plain words", `GET /api/orders trace=${traceId}`, null],
  ])("%s", (_name, line, level) => {
    expect(read(line)).toEqual([level, null]);
  });
});

describe("trace ids", () => {
  it.each([
    [{ trace_id: traceId }],
    [{ traceId: traceId.toUpperCase() }],
    [{ trace: { id: traceId } }],
    [{ "trace.id": traceId }],
    [{ "@tr": traceId }],
    [{ traceparent: `00-${traceId}-00f067aa0ba902b7-01` }],
    [{ "logging.googleapis.com/trace": `projects/p/traces/${traceId}` }],
  ])("%j", (fields) => {
    expect(parseLogLine({ at: "", text: JSON.stringify({ msg: "x", ...fields }) }).traceIds).toEqual([
      traceId,
    ]);
  });
});

it("groups only what belongs together", () => {
  const at = (ms: number) => new Date(1_772_000_000_000 + ms).toISOString();
  const lines = [
    { at: at(0), text: "ERROR failed" },
    { at: at(1), text: "\tat com.acme.A.b(A.java:1)" },
    { at: at(2), text: "Caused by: java.lang.Error: x" },
    { at: at(3), text: "INFO next" },
    { at: at(60_000), text: "\tat of.another.Entry(E.java:1)" },
    { at: at(60_001), text: '{"level":30}' },
    { at: at(60_002), text: "  at x" },
  ];
  expect(groupLogLines(lines).map(({ text }) => text.split("\n").length)).toEqual([3, 1, 1, 1, 1]);
});

it("keeps a panic of Go with the line of the request that it ended", () => {
  const text = [
    `2026-03-01T10:00:00Z ERROR [trace_id=${traceId}] POST /api/orders failed`,
    "panic: runtime error: index out of range [3] with length 3",
    "",
    "goroutine 57 [running]:",
    "shop/internal/pricing.TaxIncluded(0x2f8e)",
    "\t/srv/shop/internal/pricing/tax.go:42 +0x1d",
  ];
  const lines = groupLogLines(text.map((line) => ({ at: "2026-03-01T10:00:00Z", text: line })));
  expect(lines).toHaveLength(1);
  expect(read(lines[0]?.text ?? "")[1]).toContain("tax.go:42");
});

it("puts the lines of a text together that were tagged one by one", () => {
  const head = (ms: number): string => `E, [2026-03-01T10:00:00.00${ms} #77] ERROR -- : [${traceId}]`;
  const text = [
    head(1),
    `${head(1)} NoMethodError (undefined method 'price' for nil):`,
    `${head(2)} `,
    `${head(2)} app/models/order.rb:52:in 'Order#total'`,
    `I, [2026-03-01T10:00:00.009 #77]  INFO -- : [${traceId}] Completed 500`,
  ];
  const lines = groupLogLines(text.map((line) => ({ at: "2026-03-01T10:00:00Z", text: line })));
  expect(lines).toHaveLength(2);
  expect(lines[0]?.text).toContain("\napp/models/order.rb:52");
});

it.each([
  "decimal.InvalidOperation: [<class 'decimal.ConversionSyntax'>]",
  "clojure.lang.ExceptionInfo: no price",
  "play.api.http.HttpErrorHandlerExceptions$$anon$1: Execution exception",
  "** (KeyError) key :vat not found",
  "Request: POST /api/orders",
])("%s goes on with the line before it", (text) => {
  const at = "2026-03-01T10:00:00Z";
  expect(
    groupLogLines([
      { at, text: "ERROR POST /api/orders" },
      { at, text },
    ]),
  ).toHaveLength(1);
});
