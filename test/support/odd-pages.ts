import type { Handler } from "./run-suite.ts";

const loginPage = (said: string): string =>
  `<h1>Sign in</h1>${said && `<p role=alert>${said}</p>`}<form method=post action=/login>
  <label>User <input name=user autocomplete=username></label><label>Password <input type=password name=password></label>
  <button>Sign in</button></form>`;

/** Pages with something wrong or right on them, each known by its path. */
export const oddPages = (): Record<string, string | Handler> => {
  const flaky = { count: 0 };
  return {
    "/": `<h1>Shop</h1><a href=/cart>Cart</a> <a href=/login>Log in</a><button onclick="document.title='Clicked'">Add to basket</button>
    <label>Email <input type=email></label><label>Country <select><option>Spain<option>France</select></label>
    <label><input type=checkbox> Newsletter</label><p data-testid=number>Order #4711</p>`,
    "/cart": `<h1>Cart</h1><ul><li>Mug <button>Remove</button></li><li>Lamp <button>Remove</button></li></ul>`,
    "/late": `<h1>Late</h1><script>setTimeout(() => document.body.append("It is here"), 300)</script>`,
    "/search-later": `<h1>Search</h1><label>Search <input type=search></label><p id=out></p><script>
      let timer; document.querySelector("input").oninput = (event) => { clearTimeout(timer); timer = setTimeout(() => { out.innerHTML = "<button onclick=\\"document.title = 'Lamp'\\">Lamp</button>"; }, 300); };</script>`,
    "/order/4711": `<h1>Order 4711</h1>`,
    "/long": `<p data-testid=long>${"word ".repeat(60)}!</p>`,
    "/crash": (_request, response) => response.writeHead(500).end("boom"),
    "/throws": `<h1>Throws</h1><script>setTimeout(() => { throw new Error("kaput") }, 50)</script>`,
    "/missing-image": `<h1>Image</h1><img src=/nothing.png alt=Mug>`,
    "/foreign": `<h1>Foreign</h1><img src=http://127.0.0.1:9/x.png alt=""><script src=http://127.0.0.1:9/x.js></script><script>fetch("http://127.0.0.1:9/").catch(() => {})</script>`,
    "/slow": (_request, response) => void setTimeout(() => response.end("slow"), 30_000).unref(),
    "/api/items": (request, response) => {
      response.writeHead(request.method === "POST" ? 201 : 200, { "content-type": "application/json" });
      response.end(JSON.stringify({ id: 99, cookie: request.headers.cookie ?? null }));
    },
    "/login": (request, response) => {
      response.setHeader("content-type", "text/html");
      if (request.method !== "POST") return response.end(loginPage(""));
      let body = "";
      request.on("data", (chunk: Buffer) => (body += chunk.toString()));
      request.on("end", () => {
        if (new URLSearchParams(body).get("password") !== "open sesame")
          return response.end(loginPage("Wrong password"));
        response.writeHead(303, { location: "/account", "set-cookie": "session=ok; Path=/" }).end();
      });
    },
    "/account": (request, response) => {
      response.setHeader("content-type", "text/html");
      const inside = request.headers.cookie?.includes("session=ok");
      response.end(inside ? "<h1>Welcome ann</h1>" : loginPage("Please log in"));
    },
    "/flaky": (_request, response) => {
      flaky.count += 1;
      response.setHeader("content-type", "text/html");
      response.end(flaky.count === 1 ? "<h1>Oops</h1>" : "<h1>Fine</h1>");
    },
  };
};
