import { randomBytes } from "node:crypto";
import type { Bugs } from "./bugs.ts";
import type { LogEntry } from "./log.ts";

/** Throws the error that a back end in another language would have logged, when such a bug is on. */
export function foreignFault(bugs: Bugs): void {
  for (const { id, type, message, stack } of FOREIGN) {
    if (bugs.has(id)) throw Object.assign(new Error(message), { name: type, stack });
  }
}

/** An error of a background job, in a trace of its own, that happens to be logged just after an order. */
export function backgroundError(bugs: Bugs, { method, route, time }: LogEntry): LogEntry | null {
  if (!bugs.has("noise-error-log") || method !== "POST" || route !== "/api/orders") return null;
  const error = new Error("SMTP server answered 421, the newsletter is sent later");
  return {
    time,
    level: "error",
    trace_id: randomBytes(16).toString("hex"),
    span_id: randomBytes(8).toString("hex"),
    method: "JOB",
    route: "newsletter",
    path: "",
    status: 0,
    duration_ms: 0,
    msg: "The newsletter could not be sent",
    err: { type: error.name, message: error.message, stack: error.stack ?? "" },
  };
}

const FOREIGN = [
  {
    id: "order-throws-java",
    type: "java.lang.NullPointerException",
    message: 'Cannot invoke "TaxRate.percent()" because "rate" is null',
    stack: `java.lang.IllegalStateException: order could not be priced
	at example.shop.orders.OrderService.place(OrderService.java:88)
	at example.shop.web.OrderController.create(OrderController.java:41)
	at org.springframework.web.servlet.DispatcherServlet.doDispatch(DispatcherServlet.java:1089)
	at java.base/java.lang.Thread.run(Thread.java:1583)
Caused by: java.lang.NullPointerException: Cannot invoke "TaxRate.percent()" because "rate" is null
	at example.shop.orders.TaxCalculator.included(TaxCalculator.java:27)
	at example.shop.orders.OrderService.place(OrderService.java:84)
	... 3 more`,
  },
  {
    id: "order-throws-python",
    type: "KeyError",
    message: "'percent'",
    stack: `Traceback (most recent call last):
  File "/srv/shop/.venv/lib/python3.12/site-packages/flask/app.py", line 880, in full_dispatch_request
    rv = self.dispatch_request()
  File "/srv/shop/shop/views/orders.py", line 34, in create_order
    order = place_order(request.get_json())
  File "/srv/shop/shop/pricing.py", line 61, in tax_included
    return total * rate["percent"] / (100 + rate["percent"])
                   ~~~~^^^^^^^^^^^
KeyError: 'percent'`,
  },
  {
    id: "order-throws-go",
    type: "runtime.boundsError",
    message: "runtime error: index out of range [3] with length 3",
    stack: `panic: runtime error: index out of range [3] with length 3

goroutine 57 [running]:
shop/internal/pricing.TaxIncluded(0x2f8e, {0xc0001a4060, 0x7})
	/srv/shop/internal/pricing/tax.go:42 +0x1d
shop/internal/orders.(*Service).Place(0xc00011e0c0, {0x8f3a28, 0xc0002041b0})
	/srv/shop/internal/orders/service.go:77 +0x2a5
net/http.(*conn).serve(0xc0001c2000, {0x8f3b10, 0xc00018c5d0})
	/usr/local/go/src/net/http/server.go:2092 +0x5d0`,
  },
  {
    id: "order-throws-dotnet",
    type: "System.NullReferenceException",
    message: "Object reference not set to an instance of an object.",
    stack: `System.NullReferenceException: Object reference not set to an instance of an object.
   at Shop.Pricing.TaxCalculator.Included(Decimal total, String country) in /src/Shop/Pricing/TaxCalculator.cs:line 31
   at Shop.Orders.OrderService.PlaceAsync(OrderRequest request) in /src/Shop/Orders/OrderService.cs:line 64
   at Microsoft.AspNetCore.Routing.EndpointMiddleware.Invoke(HttpContext httpContext)`,
  },
  {
    id: "order-throws-php",
    type: "TypeError",
    message: "Unsupported operand types: int * null",
    stack: `TypeError: Unsupported operand types: int * null in /var/www/shop/src/Pricing/TaxCalculator.php:23
Stack trace:
#0 /var/www/shop/src/Orders/OrderService.php(58): App\\Pricing\\TaxCalculator->included(12190, 'Germany')
#1 /var/www/shop/src/Controller/OrderController.php(31): App\\Orders\\OrderService->place(Array)
#2 /var/www/shop/vendor/symfony/http-kernel/HttpKernel.php(181): App\\Controller\\OrderController->create()
#3 {main}`,
  },
  {
    id: "order-throws-ruby",
    type: "NoMethodError",
    message: "undefined method 'percent' for nil",
    stack: `app/services/tax_calculator.rb:14:in 'TaxCalculator#included': undefined method 'percent' for nil (NoMethodError)
	from app/services/order_service.rb:39:in 'OrderService#place'
	from app/controllers/orders_controller.rb:22:in 'OrdersController#create'
	from /usr/local/bundle/gems/actionpack-8.0.1/lib/action_controller/metal/basic_implicit_render.rb:8:in 'send_action'`,
  },
] as const;
