import { caller, click, expect, goto } from "./sample.ts";
import type { Sample } from "./sample.ts";

/** A line as the server of a language writes it, at the time and with the trace id of a request. */
type Write = (trace: string, at: Date) => string;

const day = (at: Date): string => at.toISOString().slice(0, 10);
const clock = (at: Date): string => at.toISOString().slice(11, 19);
const json = (fields: Record<string, unknown>): string => JSON.stringify(fields);

/** An app whose order fails with 500 and nothing said, and what its server logs of it. */
const logged = (id: string, names: RegExp, write: Write, more: Partial<Sample> = {}): Sample => ({
  id: `blind: ${id}`,
  logs: "raw",
  app: {
    "/": caller('fetch("/api/orders", { method: "POST" })'),
    "/api/orders": (_, response) =>
      void response.writeHead(500, { "content-type": "application/json" }).end('{"error":"internal"}'),
  },
  writes: write,
  steps: [goto("/"), click("Save"), expect({ text: "Saved" })],
  expected: "backend_exception",
  names,
  ...more,
});

/** Layouts of logs and stacks that no rule was written by. */
export const foreignLogs: Sample[] = [
  logged(
    "Rust, axum: a panic in the text of tracing",
    /pricing\.rs:62/,
    (trace, at) =>
      `${at.toISOString()} ERROR request{method=POST uri=/api/orders trace_id=${trace}}: shop::panic: thread 'tokio-runtime-worker' panicked at src/pricing.rs:62:16: called \`Option::unwrap()\` on a \`None\` value`,
  ),
  logged(
    "Rust, actix: a panic with its backtrace",
    /total.*tax\.rs:88|tax\.rs:88/,
    (trace, at) =>
      `${at.toISOString()} ERROR shop: trace_id=${trace} thread 'actix-rt|system:0|arbiter:1' panicked at src/orders/tax.rs:88:24:
index out of bounds: the len is 2 but the index is 7
stack backtrace:
   0: rust_begin_unwind
             at /rustc/9fc6b43/library/std/src/panicking.rs:665:5
   1: core::panicking::panic_fmt
             at /rustc/9fc6b43/library/core/src/panicking.rs:74:14
   2: shop::orders::tax::total
             at ./src/orders/tax.rs:88:24
   3: shop::orders::create::{{closure}}
             at ./src/orders/mod.rs:31:9
note: Some details are omitted, run with \`RUST_BACKTRACE=full\` for a verbose backtrace.`,
  ),
  logged("Rust, tracing as JSON", /invalid digit found in string/, (trace, at) =>
    json({
      timestamp: at.toISOString(),
      level: "ERROR",
      fields: { message: "order could not be made", error: "invalid digit found in string" },
      target: "shop::orders",
      span: { name: "request", trace_id: trace },
    }),
  ),
  logged(
    "Elixir, Phoenix",
    /KeyError.*pricing\.ex:41/,
    (trace, at) =>
      `${clock(at)}.482 trace_id=${trace} [error] #PID<0.522.0> running ShopWeb.Endpoint (connection #PID<0.521.0>, stream id 1) terminated
Server: localhost:4000 (http)
Request: POST /api/orders
** (exit) an exception was raised:
    ** (KeyError) key :vat not found in: %{net: 12}
        (shop 0.1.0) lib/shop/pricing.ex:41: Shop.Pricing.total/2
        (shop 0.1.0) lib/shop_web/controllers/order_controller.ex:12: ShopWeb.OrderController.create/2
        (phoenix 1.7.14) lib/phoenix/router.ex:484: Phoenix.Router.__call__/5`,
  ),
  logged("Elixir, LoggerJSON", /FunctionClauseError|no function clause/, (trace, at) =>
    json({
      time: at.toISOString(),
      severity: "error",
      message:
        "** (FunctionClauseError) no function clause matching in Shop.Pricing.rate/1\n    (shop 0.1.0) lib/shop/pricing.ex:19: Shop.Pricing.rate(nil)\n    (shop 0.1.0) lib/shop/orders.ex:70: Shop.Orders.create/1",
      metadata: { otel_trace_id: trace },
    }),
  ),
  logged(
    "Kotlin, Ktor",
    /NullPointerException.*Pricing\.kt:17/,
    (trace, at) =>
      `${day(at)} ${clock(at)}.120 [eventLoopGroupProxy-4-1] ERROR [${trace}] Application - Unhandled: POST - /api/orders
java.lang.NullPointerException: rate must not be null
	at com.shop.PricingKt.total(Pricing.kt:17)
	at com.shop.RoutesKt$orders$1$1.invokeSuspend(Routes.kt:44)
	at io.ktor.util.pipeline.SuspendFunctionGun.loop(SuspendFunctionGun.kt:98)
	at kotlinx.coroutines.DispatchedTask.run(DispatchedTask.kt:104)`,
  ),
  logged(
    "Scala, Play",
    /NoSuchElementException.*Pricing\.scala:33/,
    (trace, at) =>
      `${day(at)} ${clock(at)} ERROR p.a.h.DefaultHttpErrorHandler trace=${trace} ! @8gk1 - Internal server error, for (POST) [/api/orders] ->
play.api.http.HttpErrorHandlerExceptions$$anon$1: Execution exception[[NoSuchElementException: None.get]]
	at play.api.http.HttpErrorHandlerExceptions$.throwableToUsefulException(HttpErrorHandler.scala:405)
	at play.core.server.AkkaHttpServer.$anonfun$runAction$2(AkkaHttpServer.scala:515)
Caused by: java.util.NoSuchElementException: None.get
	at scala.None$.get(Option.scala:627)
	at services.Pricing.total(Pricing.scala:33)
	at controllers.OrderController.$anonfun$create$1(OrderController.scala:21)`,
  ),
  logged(
    "Java, Quarkus: three causes deep",
    /ArithmeticException.*Vat\.java:58/,
    (trace, at) =>
      `${day(at)} ${clock(at)},410 ERROR traceId=${trace} [io.qua.ver.htt.run.QuarkusErrorHandler] (executor-thread-1) HTTP Request to /api/orders failed, error id: a6e7350d-25f5-4b03-3: org.jboss.resteasy.spi.UnhandledException: io.quarkus.arc.ArcUndeclaredThrowableException: Error invoking subclass method
	at org.jboss.resteasy.core.ExceptionHandler.handleApplicationException(ExceptionHandler.java:105)
	at io.quarkus.resteasy.runtime.standalone.RequestDispatcher.service(RequestDispatcher.java:73)
Caused by: io.quarkus.arc.ArcUndeclaredThrowableException: Error invoking subclass method
	at org.acme.OrderService_Subclass.create(Unknown Source)
	at org.acme.OrderResource.create(OrderResource.java:40)
	... 34 more
Caused by: org.acme.PricingException: price of A1 unknown
	at org.acme.OrderService.create(OrderService.java:77)
	... 36 more
Caused by: java.lang.ArithmeticException: / by zero
	at org.acme.tax.Vat.rate(Vat.java:58)
	at org.acme.OrderService.create(OrderService.java:75)
	... 36 more`,
  ),
  logged(
    "Clojure",
    /ExceptionInfo.*pricing\.clj:23/,
    (trace, at) =>
      `${at.toISOString()} ERROR [shop.handler:51] trace-id ${trace} request failed
clojure.lang.ExceptionInfo: no price {:sku "A1"}
	at shop.pricing$total.invokeStatic(pricing.clj:23)
	at shop.pricing$total.invoke(pricing.clj:19)
	at shop.handler$create_order.invokeStatic(handler.clj:44)
	at ring.middleware.params$wrap_params$fn__1.invoke(params.clj:75)
	at clojure.lang.AFn.run(AFn.java:22)`,
  ),
  logged(
    "Swift, Vapor",
    /OrderController\.swift:52|Index out of range/,
    (trace, at) =>
      `${at.toISOString()} [ ERROR ] Index out of range [request-id: 7F2B11C4, trace-id: ${trace}] (App/Controllers/OrderController.swift:52)`,
  ),
  logged(
    "Perl, Mojolicious",
    /Pricing\.pm(?::| line )88/,
    (trace, at) =>
      `[${day(at)} ${clock(at)}.20412] [1234] [error] [${trace}] Can't call method "price" on an undefined value at /srv/shop/lib/Shop/Pricing.pm line 88.`,
  ),
  logged(
    "Lua, OpenResty",
    /orders\.lua:57/,
    (trace, at) =>
      `${day(at).replaceAll("-", "/")} ${clock(at)} [error] 31#31: *17 trace=${trace} lua entry thread aborted: runtime error: /srv/shop/lua/orders.lua:57: attempt to index local 'price' (a nil value)
stack traceback:
	/srv/shop/lua/orders.lua:57: in function 'total'
	/srv/shop/lua/orders.lua:88: in function </srv/shop/lua/orders.lua:80>, client: 10.0.0.1, server: shop, request: "POST /api/orders HTTP/1.1"`,
  ),
  logged(
    "C++, Drogon",
    /_M_range_check/,
    (trace, at) =>
      `${day(at).replaceAll("-", "")} ${clock(at)}.123456 UTC 77 ERROR [operator()] trace_id=${trace} Unhandled exception in /api/orders, what(): vector::_M_range_check: __n (which is 7) >= this->size() (which is 3) - HttpAppFrameworkImpl.cc:123`,
  ),
  logged(
    "Bun",
    /TypeError.*pricing\.ts:14/,
    (trace, at) =>
      `[${at.toISOString()}] error trace=${trace} POST /api/orders
TypeError: undefined is not an object (evaluating 'order.customer.name')
      at total (/srv/shop/src/pricing.ts:14:22)
      at <anonymous> (/srv/shop/src/server.ts:31:18)`,
  ),
  logged(
    "NestJS",
    /TypeError.*orders\.service\.ts:80/,
    (trace, at) =>
      `[Nest] 58947  - ${day(at)}, ${clock(at)}   ERROR [ExceptionsHandler] [${trace}] Cannot read properties of undefined (reading 'toDto')
TypeError: Cannot read properties of undefined (reading 'toDto')
    at OrdersService.create (/srv/shop/src/orders/orders.service.ts:80:17)
    at /srv/shop/node_modules/@nestjs/core/router/router-execution-context.js:38:29
    at process.processTicksAndRejections (node:internal/process/task_queues:105:5)`,
  ),
  logged(
    "Next.js",
    /TypeError.*route\.ts:22/,
    (trace, at) =>
      `${at.toISOString()} trace ${trace}
 ⨯ TypeError: Cannot read properties of undefined (reading 'id')
    at POST (app/api/orders/route.ts:22:35) {
  digest: '2834512'
}`,
  ),
  logged(
    "Python, Django's request logger",
    /InvalidOperation.*views\.py:31|InvalidOperation.*pricing\.py:12/,
    (trace, at) =>
      `ERROR ${day(at)} ${clock(at)},553 log 241 140 trace_id=${trace} Internal Server Error: /api/orders
Traceback (most recent call last):
  File "/usr/local/lib/python3.12/site-packages/django/core/handlers/exception.py", line 55, in inner
    response = get_response(request)
               ^^^^^^^^^^^^^^^^^^^^^
  File "/srv/shop/orders/views.py", line 31, in create
    total = price_of(request.POST["sku"])
            ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^
  File "/srv/shop/orders/pricing.py", line 12, in price_of
    return Decimal(text)
           ^^^^^^^^^^^^^
decimal.InvalidOperation: [<class 'decimal.ConversionSyntax'>]`,
  ),
  logged(
    "Python, an exception group of asyncio",
    /ValueError.*stock\.py:9/,
    (trace, at) =>
      `${day(at)} ${clock(at)},018 ERROR uvicorn.error trace_id=${trace} Exception in ASGI application
  + Exception Group Traceback (most recent call last):
  |   File "/usr/lib/python3.13/site-packages/starlette/_utils.py", line 76, in collapse_excgroups
  |     yield
  |   File "/srv/shop/api/orders.py", line 20, in create
  |     async with asyncio.TaskGroup() as group:
  | ExceptionGroup: unhandled errors in a TaskGroup (1 sub-exception)
  +-+---------------- 1 ----------------
    | Traceback (most recent call last):
    |   File "/srv/shop/api/stock.py", line 9, in reserve
    |     raise ValueError("no stock row for A1")
    | ValueError: no stock row for A1
    +------------------------------------`,
  ),
  logged("Python, structlog with frames as fields", /ZeroDivisionError.*discount\.py:27/, (trace, at) =>
    json({
      event: "request failed",
      level: "error",
      timestamp: at.toISOString(),
      trace_id: trace,
      exception: [
        {
          exc_type: "ZeroDivisionError",
          exc_value: "division by zero",
          frames: [
            { filename: "/srv/shop/views.py", lineno: 12, name: "create" },
            { filename: "/srv/shop/discount.py", lineno: 27, name: "share" },
          ],
        },
      ],
    }),
  ),
  logged(".NET, Serilog's compact form with an inner exception", /SqlException.*Stock\.cs:44/, (trace, at) =>
    json({
      "@t": at.toISOString(),
      "@l": "Error",
      "@mt": "Unhandled exception on {Path}",
      Path: "/api/orders",
      "@tr": trace,
      "@x": "System.InvalidOperationException: The order could not be written.\n ---> Microsoft.Data.SqlClient.SqlException (0x80131904): Invalid column name 'Vat'.\n   at Microsoft.Data.SqlClient.SqlConnection.OnError(SqlException exception) in /_/src/SqlConnection.cs:line 2000\n   at Shop.Data.Stock.Reserve(Order order) in /src/Shop/Data/Stock.cs:line 44\n   --- End of inner exception stack trace ---\n   at Shop.Orders.OrderService.Create(Order order) in /src/Shop/Orders/OrderService.cs:line 71",
    }),
  ),
  logged(
    ".NET, the console's own layout",
    /DivideByZeroException.*Pricing\.cs:19/,
    (trace) =>
      `fail: Microsoft.AspNetCore.Server.Kestrel[13]
      => SpanId:7ad6b7169203331b, TraceId:${trace}, ParentId:0000000000000000
      Connection id "0HN1", Request id "0HN1:00000002": An unhandled exception was thrown by the application.
      System.DivideByZeroException: Attempted to divide by zero.
         at Shop.Pricing.Share(Int32 of) in /src/Shop/Pricing.cs:line 19
         at lambda_method3(Closure, Object, HttpContext)
         at Microsoft.AspNetCore.Routing.EndpointMiddleware.<Invoke>g__AwaitRequestTask|7_0(Endpoint endpoint)`,
  ),
  logged(
    "Go, Gin's recovery",
    /nil pointer dereference.*total\.go:58/,
    (trace, at) =>
      `${day(at).replaceAll("-", "/")} ${clock(at)} [Recovery] trace_id=${trace} panic recovered:
	POST /api/orders HTTP/1.1
	runtime error: invalid memory address or nil pointer dereference
	/usr/local/go/src/runtime/panic.go:261 (0x452ad7)
	/usr/local/go/src/runtime/signal_unix.go:861 (0x452aa5)
	/srv/shop/internal/pricing/total.go:58 (0x8a1b3c)
	/srv/shop/internal/orders/handler.go:31 (0x8a2f10)
	/root/go/pkg/mod/github.com/gin-gonic/gin@v1.10.0/context.go:185 (0x88f0aa)`,
  ),
  logged("Go, zap with a stack", /handler\.go:88/, (trace, at) =>
    json({
      level: "error",
      ts: at.getTime() / 1000,
      caller: "orders/handler.go:88",
      msg: "create order",
      trace_id: trace,
      error: 'pq: null value in column "vat" violates not-null constraint',
      stacktrace:
        "shop/internal/orders.(*Handler).Create\n\t/src/internal/orders/handler.go:88\nnet/http.HandlerFunc.ServeHTTP\n\t/usr/local/go/src/net/http/server.go:2171",
    }),
  ),
  logged(
    "Go, slog as text",
    /context deadline exceeded/,
    (trace, at) =>
      `time=${at.toISOString()} level=ERROR source=/src/internal/stock/reserve.go:40 msg="reserve stock" err="rpc error: code = DeadlineExceeded desc = context deadline exceeded" trace_id=${trace}`,
  ),
  logged(
    "PHP, Laravel",
    /Call to a member function price.*Pricing\.php:37/,
    (trace, at) =>
      `[${day(at)} ${clock(at)}] production.ERROR: Call to a member function price() on null {"trace_id":"${trace}","exception":"[object] (Error(code: 0): Call to a member function price() on null at /srv/shop/app/Services/Pricing.php:37)
[stacktrace]
#0 /srv/shop/app/Http/Controllers/OrderController.php(21): App\\\\Services\\\\Pricing->total()
#1 /srv/shop/vendor/laravel/framework/src/Illuminate/Routing/Controller.php(54): App\\\\Http\\\\Controllers\\\\OrderController->store()
#2 {main}
"} `,
  ),
  logged(
    "PHP, Symfony",
    /NotNullConstraintViolationException/,
    (trace, at) =>
      `[${at.toISOString()}] request.CRITICAL: Uncaught PHP Exception Doctrine\\DBAL\\Exception\\NotNullConstraintViolationException: "An exception occurred while executing a query: SQLSTATE[23502]: Not null violation: 7 ERROR:  null value in column "vat"" at ExceptionConverter.php line 53 {"exception":"[object] (Doctrine\\\\DBAL\\\\Exception\\\\NotNullConstraintViolationException(code: 7): An exception occurred at /srv/shop/vendor/doctrine/dbal/src/Driver/API/PostgreSQL/ExceptionConverter.php:53)"} {"trace_id":"${trace}"}`,
  ),
  logged("Ruby, lograge", /UndefinedColumn|StatementInvalid/, (trace, at) =>
    json({
      "@timestamp": at.toISOString(),
      method: "POST",
      path: "/api/orders",
      status: 500,
      level: "ERROR",
      exception: [
        "ActiveRecord::StatementInvalid",
        'PG::UndefinedColumn: ERROR:  column "vat" does not exist',
      ],
      dd: { trace_id: trace },
      trace_id: trace,
      message: "[500] POST /api/orders (OrdersController#create)",
    }),
  ),
  logged("Ruby, Rails with tags", /NoMethodError.*order\.rb:52/, (trace, at) =>
    [
      "",
      "NoMethodError (undefined method `price' for nil):",
      "",
      "app/models/order.rb:52:in `total'",
      "app/controllers/orders_controller.rb:18:in `create'",
    ]
      .map((line) => `E, [${at.toISOString()} #77] ERROR -- : [${trace}] ${line}`)
      .join("\n"),
  ),
  logged("Google Cloud's JSON", /NullPointerException.*Vat\.java:27/, (trace, at) =>
    json({
      severity: "ERROR",
      time: at.toISOString(),
      "logging.googleapis.com/trace": `projects/shop-1/traces/${trace}`,
      message:
        "java.lang.NullPointerException: rate\n\tat com.acme.Vat.rate(Vat.java:27)\n\tat com.acme.OrderServlet.doPost(OrderServlet.java:60)\n\tat javax.servlet.http.HttpServlet.service(HttpServlet.java:523)",
    }),
  ),
  logged("AWS Lambda", /TypeError.*orders\.js:12/, (trace, at) =>
    [
      at.toISOString(),
      "8f5e2c1a-77aa-4b1c-9d2e-0a1b2c3d4e5f",
      "ERROR",
      "Invoke Error",
      json({
        errorType: "TypeError",
        errorMessage: "Cannot read properties of undefined (reading 'items')",
        trace,
        stack: [
          "TypeError: Cannot read properties of undefined (reading 'items')",
          "    at Runtime.handler (/var/task/orders.js:12:20)",
          "    at Runtime.handleOnceNonStreaming (file:///var/runtime/index.mjs:1173:29)",
        ],
      }),
    ].join("\t"),
  ),
  logged(
    "Node, winston's simple form",
    /no stock row.*stock\.js:8|stock\.js:8/,
    (trace) =>
      `error: order failed {"trace_id":"${trace}","stack":"Error: no stock row\\n    at reserve (/srv/shop/stock.js:8:11)\\n    at async create (/srv/shop/orders.js:40:3)"}`,
  ),
  logged(
    "a warning of a retry that went well, and a 500 for nothing known",
    /POST \/api\/orders/,
    (trace, at) =>
      `${at.toISOString()} WARN trace_id=${trace} payment provider slow, asked again: ok after 2 attempts`,
    { expected: "backend_error" },
  ),
  logged(
    "lines of the trace without any fault",
    /POST \/api\/orders/,
    (trace, at) =>
      `${at.toISOString()} INFO trace_id=${trace} POST /api/orders 500 in 12 ms\n${at.toISOString()} DEBUG trace_id=${trace} error handler installed`,
    { expected: "backend_error" },
  ),
];
