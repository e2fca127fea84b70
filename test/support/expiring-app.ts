import type { Handler } from "./run-suite.ts";

/** An app whose sessions can be ended on the server: GET /expire does it. `logins`: how often somebody logged in. */
export const expiringApp = (mayLogIn: (count: number) => boolean = () => true) => {
  const seen = { logins: 0 };
  let valid = "";
  const html = (body: string): string => `<!doctype html><html lang=en><title>App</title>${body}`;
  const form = html(
    `<form method=post action=/login><label>User <input name=user></label><label>Password <input type=password name=password></label><button>Sign in</button></form>`,
  );
  const inside: Handler = (request, response, url) => {
    response.setHeader("content-type", "text/html");
    const known = valid !== "" && request.headers.cookie?.includes(`session=${valid}`);
    response.end(known ? html(`<h1>Inside ${url.pathname}</h1>`) : form);
  };
  const routes: Record<string, string | Handler> = {
    "/login": (request, response) => {
      response.setHeader("content-type", "text/html");
      if (request.method !== "POST") return response.end(form);
      request.resume();
      request.on("end", () => {
        seen.logins += 1;
        if (!mayLogIn(seen.logins)) return response.end(form);
        valid = `s${seen.logins}`;
        response.writeHead(303, { location: "/home", "set-cookie": `session=${valid}; Path=/` }).end();
      });
    },
    "/home": inside,
    "/orders": inside,
    "/expire": (_request, response) => {
      valid = "";
      response.end("gone");
    },
  };
  return { routes, seen };
};
