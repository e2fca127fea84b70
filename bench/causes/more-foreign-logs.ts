import { clock, day, json, logged } from "./foreign-log.ts";
import type { Sample } from "./sample.ts";

/** The same of Python, .NET, Go, PHP, Ruby and of clouds. */
export const moreForeignLogs: Sample[] = [
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
