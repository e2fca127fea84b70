import { describe, expect, it } from "vitest";
import { describeFrame, parseStack } from "./parse-stack.ts";

const summary = (text: string) => {
  const trace = parseStack(text);
  if (!trace) return null;
  return [trace.language, trace.exception, trace.message, trace.frame ? describeFrame(trace.frame) : null];
};

const samples: [string, string, ReturnType<typeof summary>][] = [
  [
    "Node",
    `TypeError: Cannot read properties of undefined (reading 'price')
    at priceOf (/srv/shop/src/orders.js:41:23)
    at Array.map (<anonymous>)
    at /srv/shop/src/routes/index.js:12:5
    at Layer.handle [as handle_request] (/srv/shop/node_modules/express/lib/router/layer.js:95:5)
    at process.processTicksAndRejections (node:internal/process/task_queues:95:5)`,
    [
      "JavaScript",
      "TypeError",
      "Cannot read properties of undefined (reading 'price')",
      "priceOf (orders.js:41)",
    ],
  ],
  [
    "Node, thrown inside a package",
    `[12:00:01] ERROR: Error: connect ECONNREFUSED 127.0.0.1:5432
    at TCPConnectWrap.afterConnect [as oncomplete] (node:net:1595:16)
    at Pool.query (/app/node_modules/pg-pool/index.js:45:11)
    at async Object.saveOrder (file:///app/src/store.ts:88:3)`,
    ["JavaScript", "Error", "connect ECONNREFUSED 127.0.0.1:5432", "saveOrder (store.ts:88)"],
  ],
  [
    "Node, with a cause",
    `OrderError: order failed
    at createOrder (/app/src/orders.ts:10:9) {
  [cause]: RangeError [ERR_OUT_OF_RANGE]: quantity is out of range
      at check (/app/src/quantity.ts:7:11)
      at createOrder (/app/src/orders.ts:9:5)
}`,
    ["JavaScript", "RangeError", "quantity is out of range", "check (quantity.ts:7)"],
  ],
  [
    "browser",
    `ReferenceError: cart is not defined
    at HTMLButtonElement.onClick (https://shop.example/assets/app.js?v=3:12:31)
    at https://shop.example/assets/vendor.js:1:100`,
    ["JavaScript", "ReferenceError", "cart is not defined", "HTMLButtonElement.onClick (assets/app.js:12)"],
  ],
  [
    "Python",
    `2026-01-01 12:00:00,123 ERROR [app] Exception on /api/orders [POST]
Traceback (most recent call last):
  File "/usr/lib/python3.12/site-packages/flask/app.py", line 1511, in wsgi_app
    response = self.full_dispatch_request()
               ^^^^^^^^^^^^^^^^^^^^^^^^^^^^
  File "/app/shop/orders.py", line 41, in price_of
    return PRICES[item["sku"]]
           ~~~~~~^^^^^^^^^^^^^
  File "/usr/lib/python3.12/collections/__init__.py", line 1, in __missing__
KeyError: 'MUG-9'`,
    ["Python", "KeyError", "'MUG-9'", "price_of (orders.py:41)"],
  ],
  [
    "Python, raised from",
    `Traceback (most recent call last):
  File "/app/db.py", line 7, in load
    row = cur.fetchone()[0]
TypeError: 'NoneType' object is not subscriptable

The above exception was the direct cause of the following exception:

Traceback (most recent call last):
  File "/app/web.py", line 20, in handler
    raise LookupFailed() from error
app.errors.LookupFailed: lookup failed`,
    ["Python", "TypeError", "'NoneType' object is not subscriptable", "load (db.py:7)"],
  ],
  [
    "Python, raised while another was handled",
    `Traceback (most recent call last):
  File "/app/cache.py", line 7, in get
KeyError: 'x'

During handling of the above exception, another exception occurred:

Traceback (most recent call last):
  File "/app/web.py", line 20, in handler
sqlalchemy.exc.OperationalError: (sqlite3.OperationalError) no such table: orders`,
    ["Python", "OperationalError", "(sqlite3.OperationalError) no such table: orders", "handler (web.py:20)"],
  ],
  [
    "Java",
    `2026-01-01 12:00:00.000 ERROR 1 --- [nio-8080-exec-1] o.a.c.c.C.[dispatcherServlet] : Servlet.service() threw exception
jakarta.servlet.ServletException: Request processing failed: com.acme.shop.OrderException: cannot place order
	at org.springframework.web.servlet.FrameworkServlet.processRequest(FrameworkServlet.java:1022)
	at java.base/java.lang.Thread.run(Thread.java:1583)
Caused by: com.acme.shop.OrderException: cannot place order
	at com.acme.shop.OrderService.place(OrderService.java:58)
	... 42 more
Caused by: java.lang.NullPointerException: Cannot invoke "java.math.BigDecimal.add(java.math.BigDecimal)" because "price" is null
	at java.base/java.util.Objects.requireNonNull(Objects.java:233)
	at com.acme.shop.PriceService.lambda$priceOf$0(PriceService.java:41)
	at com.acme.shop.OrderService.place(OrderService.java:55)
	... 43 more`,
    [
      "Java",
      "NullPointerException",
      'Cannot invoke "java.math.BigDecimal.add(java.math.BigDecimal)" because "price" is null',
      "PriceService.priceOf (PriceService.java:41)",
    ],
  ],
  [
    "Kotlin, rooted in a driver",
    `java.lang.IllegalStateException: could not save
	at com.acme.OrderRepo.save(OrderRepo.kt:19)
	at com.acme.OrderRepo$$SpringCGLIB$$0.save(<generated>)
Caused by: org.postgresql.util.PSQLException: ERROR: duplicate key value violates unique constraint "orders_pkey"
  Detail: Key (id)=(7) already exists.
	at org.postgresql.core.v3.QueryExecutorImpl.receiveErrorResponse(QueryExecutorImpl.java:2713)
	... 12 more`,
    [
      "Java",
      "PSQLException",
      'ERROR: duplicate key value violates unique constraint "orders_pkey" Detail: Key (id)=(7) already exists.',
      "OrderRepo.save (OrderRepo.kt:19)",
    ],
  ],
  [
    "Go, a panic that was recovered",
    `2026/01/01 12:00:00 http: panic serving 127.0.0.1:5000: runtime error: invalid memory address or nil pointer dereference
panic: runtime error: invalid memory address or nil pointer dereference [recovered]
	panic: runtime error: invalid memory address or nil pointer dereference
[signal SIGSEGV: segmentation violation code=0x1 addr=0x0 pc=0x6b1c3d]

goroutine 34 [running]:
runtime/debug.Stack()
	/usr/local/go/src/runtime/debug/stack.go:24 +0x5e
main.recoverer.func1()
	/app/middleware.go:17 +0x45
panic({0x6f1e60?, 0x9b1a50?})
	/usr/local/go/src/runtime/panic.go:770 +0x132
main.priceOf(...)
	/app/orders.go:41
main.(*Server).createOrder(0xc0000b6000, {0x7a1a68, 0xc0000f80e0}, 0xc0000c2000)
	/app/server.go:20 +0x1d
net/http.HandlerFunc.ServeHTTP(0xc00009c0c0?, {0x7a1a68?, 0xc0000f80e0?}, 0x0?)
	/usr/local/go/src/net/http/server.go:2166 +0x29`,
    [
      "Go",
      "panic",
      "runtime error: invalid memory address or nil pointer dereference",
      "priceOf (orders.go:41)",
    ],
  ],
  [
    "Go, a stack of an error",
    `github.com/acme/shop/internal/orders.(*Store).Save
	/src/internal/orders/store.go:77
github.com/go-chi/chi/v5.(*Mux).routeHTTP
	/root/go/pkg/mod/github.com/go-chi/chi/v5@v5.0.12/mux.go:443`,
    ["Go", null, "", "orders.(*Store).Save (store.go:77)"],
  ],
  [
    ".NET",
    `System.AggregateException: One or more errors occurred. (Object reference not set to an instance of an object.)
 ---> System.NullReferenceException: Object reference not set to an instance of an object.
   at System.Linq.Enumerable.Sum[TSource](IEnumerable\`1 source)
   at Shop.Services.PriceService.<PriceOfAsync>d__3.MoveNext() in /src/Services/PriceService.cs:line 41
   --- End of inner exception stack trace ---
   at Microsoft.AspNetCore.Mvc.Infrastructure.ActionMethodExecutor.Execute(ActionContext ctx)
   at Shop.Controllers.OrdersController.Create(OrderDto dto) in /src/Controllers/OrdersController.cs:line 22`,
    [
      ".NET",
      "NullReferenceException",
      "Object reference not set to an instance of an object.",
      "PriceService.PriceOfAsync (PriceService.cs:41)",
    ],
  ],
  [
    ".NET without debug symbols",
    `fail: Microsoft.AspNetCore.Server.Kestrel[13]
      Connection id "0HN", Request id "0HN:1": An unhandled exception was thrown by the application.
      System.InvalidOperationException: Sequence contains no elements
         at System.Linq.ThrowHelper.ThrowNoElementsException()
         at Shop.Orders.First(List\`1 orders)`,
    [".NET", "InvalidOperationException", "Sequence contains no elements", "Orders.First"],
  ],
  [
    "PHP",
    `PHP Fatal error:  Uncaught TypeError: Unsupported operand types: string + int in /var/www/app/src/Orders.php:41
Stack trace:
#0 /var/www/app/src/Controller.php(12): App\\Orders->priceOf(Object(App\\Item))
#1 /var/www/app/vendor/slim/slim/Slim/App.php(80): App\\Controller->create()
#2 {main}
  thrown in /var/www/app/src/Orders.php on line 41`,
    ["PHP", "TypeError", "Unsupported operand types: string + int", "Orders->priceOf (Orders.php:41)"],
  ],
  [
    "Laravel",
    `[2026-01-01 12:00:00] production.ERROR: SQLSTATE[HY000]: no such table: orders {"exception":"[object] (Illuminate\\\\Database\\\\QueryException(code: HY000): SQLSTATE[HY000]: no such table: orders at /var/www/vendor/laravel/framework/src/Illuminate/Database/Connection.php:829)
[stacktrace]
#0 /var/www/vendor/laravel/framework/src/Illuminate/Database/Connection.php(783): Illuminate\\\\Database\\\\Connection->runQueryCallback()
#1 /var/www/app/Http/Controllers/OrderController.php(41): Illuminate\\\\Database\\\\Eloquent\\\\Builder->get()
#2 /var/www/vendor/laravel/framework/src/Illuminate/Routing/Controller.php(54): App\\\\Http\\\\Controllers\\\\OrderController->index()
"}`,
    [
      "PHP",
      "QueryException",
      "SQLSTATE[HY000]: no such table: orders",
      "OrderController->index (OrderController.php:41)",
    ],
  ],
  [
    "PHP warning",
    `[01-Jan-2026 12:00:00 UTC] PHP Warning:  Undefined array key "price" in /var/www/html/orders.php on line 41`,
    ["PHP", "PHP Warning", 'Undefined array key "price"', "orders.php:41"],
  ],
  [
    "Rails",
    `F, [2026-01-01T12:00:00.000000 #1] FATAL -- : [4bf92f] NoMethodError (undefined method 'price' for nil):

app/models/order.rb:41:in 'Order#price_of'
app/controllers/orders_controller.rb:12:in 'OrdersController#create'`,
    ["Ruby", "NoMethodError", "undefined method 'price' for nil", "Order#price_of (order.rb:41)"],
  ],
  [
    "Ruby",
    `/usr/local/bundle/gems/json-2.9.1/lib/json/common.rb:338:in \`parse': unexpected token at 'x' (JSON::ParserError)
	from /srv/app/orders.rb:41:in \`block in price_of'
	from /srv/app/orders.rb:12:in \`<main>'`,
    ["Ruby", "JSON::ParserError", "unexpected token at 'x'", "price_of (orders.rb:41)"],
  ],
  [
    "Elixir, Phoenix",
    `12:00:01.482 [error] #PID<0.522.0> running ShopWeb.Endpoint terminated
Server: localhost:4000 (http)
Request: POST /api/orders
** (exit) an exception was raised:
    ** (KeyError) key :vat not found in: %{net: 12}
        (stdlib 5.2) maps.erl:10: :maps.get/2
        (shop 0.1.0) lib/shop/pricing.ex:41: Shop.Pricing.total/2
        (phoenix 1.7.14) lib/phoenix/router.ex:484: Phoenix.Router.__call__/5`,
    ["Elixir", "KeyError", "key :vat not found in: %{net: 12}", "Shop.Pricing.total (pricing.ex:41)"],
  ],
  [
    "Rust, with a backtrace",
    `thread 'actix-rt|system:0|arbiter:1' panicked at src/orders/tax.rs:88:24:
index out of bounds: the len is 2 but the index is 7
stack backtrace:
   0: rust_begin_unwind
             at /rustc/9fc6b43/library/std/src/panicking.rs:665:5
   2: shop::orders::tax::total
             at ./src/orders/tax.rs:88:24
   3: shop::orders::create::{{closure}}
             at ./src/orders/mod.rs:31:9`,
    ["Rust", "panic", "index out of bounds: the len is 2 but the index is 7", "tax::total (tax.rs:88)"],
  ],
  [
    "Rust before 1.73",
    "thread 'main' panicked at 'called `Option::unwrap()` on a `None` value', src/pricing.rs:62:16",
    ["Rust", "panic", "called `Option::unwrap()` on a `None` value", "pricing.rs:62"],
  ],
  [
    "Go, Gin's recovery",
    `2026/03/01 12:00:00 [Recovery] panic recovered:
	POST /api/orders HTTP/1.1
	runtime error: invalid memory address or nil pointer dereference
	/usr/local/go/src/runtime/panic.go:261 (0x452ad7)
	/srv/shop/internal/pricing/total.go:58 (0x8a1b3c)
	/root/go/pkg/mod/github.com/gin-gonic/gin@v1.10.0/context.go:185 (0x88f0aa)`,
    ["Go", "panic", "runtime error: invalid memory address or nil pointer dereference", "total.go:58"],
  ],
  [
    "Clojure",
    `clojure.lang.ExceptionInfo: no price {:sku "A1"}
	at shop.pricing$total_of.invokeStatic(pricing.clj:23)
	at shop.handler$create_order.invoke(handler.clj:44)
	at ring.middleware.params$wrap_params$fn__1.invoke(params.clj:75)`,
    ["Java", "ExceptionInfo", 'no price {:sku "A1"}', "pricing/total-of (pricing.clj:23)"],
  ],
];

describe("parseStack", () => {
  it.each(samples)("%s", (_name, text, expected) => {
    expect(summary(text)).toEqual(expected);
  });
  it.each([
    "GET /api/orders 200 12ms",
    "looked at the list at 12:30",
    '10.0.0.1 - - [01/Jan/2026:12:00:00 +0000] "GET / HTTP/1.1" 200 5',
    "Order failed (see orders.js:41)",
  ])("%s is no trace", (text) => {
    expect(parseStack(text)).toBeNull();
  });
});
