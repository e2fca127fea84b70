import { clock, day, json, logged } from "./foreign-log.ts";
import type { Sample } from "./sample.ts";

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
];
