import type { RequestListener } from "node:http";
import { afterAll, beforeAll, expect, it } from "vitest";
import { createPlaywrightBrowser } from "#adapters/playwright/launch.ts";
import type { Browser } from "#ports/browser.ts";
import { tryPages } from "#test/support/failing-cases.ts";

let browser: Browser;
beforeAll(async () => {
  browser = await createPlaywrightBrowser();
});
afterAll(() => browser.close());

const PROJECTS = ["Orchard", "Harbour"];
type Deed = { day: string; project: string; what: string; to: string };

/** A log in which each day is a list of its own; every page that is looked at may be the latest that was done. */
const createLog = (): RequestListener => {
  let visits = 0;
  const old = ["3 May", "2 May", "1 May"].flatMap((day, at) =>
    PROJECTS.flatMap((project): Deed[] =>
      [1, 2].map((each) => ({
        day,
        project,
        what: `Task ${at * 2 + each}`,
        to: `/tasks/${at * 2 + each}`,
      })),
    ),
  );
  return (request, response) => {
    const { pathname, searchParams } = new URL(request.url ?? "/", "http://log");
    visits += 1;
    const fresh: Deed[] =
      visits > 20 ? [{ day: "4 May", project: "Harbour", what: "Sprint 1", to: "/sprints/1" }] : [];
    const chosen = searchParams.get("project") ?? "";
    const shown = [...fresh, ...old].filter(({ project }) => chosen === "" || project === chosen);
    const days = [...Map.groupBy(shown, ({ day }) => day)].map(
      ([day, deeds]) =>
        `<section><h2>${day}</h2><ul>${deeds.map(({ what, project, to }) => `<li><a href="${to}">${what}</a> was changed in ${project}</li>`).join("")}</ul></section>`,
    );
    const options = ["", ...PROJECTS].map(
      (name) =>
        `<option value="${name}"${name === chosen ? " selected" : ""}>${name || "All projects"}</option>`,
    );
    const [, kind, id] = pathname.split("/");
    const pages: Record<string, string> = {
      "/": `<h1>Welcome</h1><p>What was done stands in the log.</p>`,
      "/log": `<h1>Log</h1><form><label>Project <select name=project onchange="this.form.submit()">${options.join("")}</select></label></form>${days.join("")}`,
    };
    const page =
      pages[pathname] ?? `<h1>${kind === "tasks" ? "Task" : "Sprint"} ${id}</h1><p>It goes well.</p>`;
    response.writeHead(200, { "content-type": "text/html" });
    response.end(
      `<!doctype html><html lang=en><title>Log</title><link rel=icon href="data:,"><header><nav><a href="/">Home</a> <a href="/log">Log</a></nav></header><main>${page}</main>`,
    );
  };
};

it(
  "of a log with a list a day, neither the place of a list nor its first row is told",
  { timeout: 240_000 },
  async () => {
    const { failing, yaml } = await tryPages(browser, createLog(), {
      pages: 12,
      actions: 300,
      only: /^(?:filter|clicks)-/,
    });
    expect(failing).toEqual([]);
    expect(yaml).not.toContain("id: filter-");
  },
);
