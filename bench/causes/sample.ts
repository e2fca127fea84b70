import type { CauseCategory } from "#model/root-cause.ts";
import type { Handler } from "#test/support/run-suite.ts";

/** A step as a suite writes it. */
export type Step = string | Record<string, unknown>;

/** Where the server's log goes; `text` is a file with plain lines, stack traces below their line; `raw` one with what the sample writes. */
export type Logs = "none" | "loki" | "elasticsearch" | "json-file" | "text" | "raw";

/** A fault, the case that shows it, and what must be said of it. */
export type Sample = {
  id: string;
  /** Faults and look-alikes of the example shop that are on. */
  bugs?: string[];
  /** Another app than the shop. */
  app?: Record<string, string | Handler>;
  /** An address that nothing answers as an app should, in place of an app. */
  address?: string;
  /** Asks the app by another scheme than the one that it speaks. */
  scheme?: "https";
  /** What is taken away while the last step is carried out. */
  loses?: "tab";
  /** The case passes first on a shop without these faults, and is then compared with that. */
  compared?: true;
  redesign?: boolean;
  logs?: Logs;
  /** With `raw` logs: what the server writes of each of the page's calls. */
  writes?: (trace: string, at: Date) => string;
  auth?: boolean | { username: string; password: string };
  steps: Step[];
  /** null: a healthy look-alike, the case must pass. */
  expected: CauseCategory | null;
  /** What the suspected cause must name: route, function, file, value. */
  names?: RegExp;
};

export const goto = (address: string): Step => ({ goto: address });
export const click = (target: unknown): Step => ({ click: target });
export const expect = (what: unknown): Step => ({ expect: what });
export const button = (name: string) => ({ role: "button", name });
export const link = (name: string) => ({ role: "link", name, exact: true });
export const heading = (name: string) => ({ role: "heading", name });
export const noErrors: Step = { expect: { no_errors: true } };

export const order: Step[] = [
  goto("/checkout?product=1"),
  {
    fill: {
      "Full name": "Ada Byron",
      "E-mail": "ada@example.com",
      Address: "12 Analytical Row",
      Postcode: "01067",
      City: "Dresden",
    },
  },
  { check: "I accept the terms" },
  click(button("Place order")),
  expect({ text: "Thank you, Ada Byron" }),
];

export const message: Step[] = [
  goto("/contact"),
  { fill: { "Your name": "Ada", "E-mail": "ada@example.com", Message: "Do you deliver to islands?" } },
  click("Send message"),
  expect({ text: "Message sent" }),
];

/** Opens the inventory and fills in a new product. */
export const product = (name: string): Step[] => [
  goto("/inventory"),
  expect({ visible: "Edit Desk lamp" }),
  click("New product"),
  { fill: { Name: name, Article: "00071", Price: "19.5", Stock: "3" }, within: { role: "dialog" } },
  { click: "Save", within: { role: "dialog" } },
];

export const search = (term: string): Step[] => [
  goto("/catalogue"),
  { fill: { Search: term } },
  click("Apply"),
];

/** A page that calls its API when a button is clicked, and shows what the answer's `text` is. */
export const caller = (call: string, shown = "body.text"): string => `<h1>Desk</h1>
  <button onclick="go()">Save</button> <p id="out" role="status"></p>
  <script>
    async function go() {
      const answer = await ${call};
      const body = await answer.json().catch(() => ({}));
      document.querySelector("#out").textContent = answer.ok ? ${shown} : "That did not work";
    }
  </script>`;

export const answers =
  (status: number, body: unknown, headers: Record<string, string> = {}): Handler =>
  (_, response) => {
    const text = typeof body === "string" ? body : JSON.stringify(body);
    const type = typeof body === "string" ? "text/html" : "application/json";
    response.writeHead(status, { "content-type": type, ...headers }).end(text);
  };

export const late =
  (ms: number, body: unknown): Handler =>
  (_, response) => {
    setTimeout(
      () => response.writeHead(200, { "content-type": "application/json" }).end(JSON.stringify(body)),
      ms,
    );
  };
