import { createServer } from "node:http";
import type { Server } from "node:http";
import type { AddressInfo } from "node:net";
import { afterAll, beforeAll, expect, it } from "vitest";
import { createPlaywrightBrowser } from "#adapters/playwright/launch.ts";
import type { SiteModel } from "#model/site.ts";
import type { Browser } from "#ports/browser.ts";
import { explore } from "./explore.ts";

let browser: Browser;
beforeAll(async () => {
  browser = await createPlaywrightBrowser();
});
afterAll(() => browser.close());

const listening = async (server: Server) => {
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", () => resolve()));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    close: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
};

const names = ["Ash", "Birch", "Cedar", "Elm"];

/** Trees that can be searched, sorted, made and removed. */
const startTrees = async () => {
  let trees = names.map((name, at) => ({ name, height: 10 + at }));
  const server = createServer((request, response) => {
    const url = new URL(request.url ?? "/", "http://localhost");
    let body = "";
    request.on("data", (part: Buffer) => (body += part.toString()));
    request.on("end", () => {
      const sent = new URLSearchParams(body);
      if (request.method === "POST") {
        const name = sent.get("name") ?? "";
        if (url.pathname === "/remove") trees = trees.filter((tree) => tree.name !== name);
        else trees.push({ name, height: Number(sent.get("height")) });
        response.writeHead(303, { location: "/" }).end();
        return;
      }
      const query = url.searchParams.get("q") ?? "";
      const shown = trees.filter(({ name }) => name.toLowerCase().includes(query.toLowerCase()));
      if (url.searchParams.get("sort") === "name") shown.sort((a, b) => (a.name < b.name ? 1 : -1));
      const rows = shown.map(({ name, height }) => {
        const remove = `<form method=post action="/remove"><input type=hidden name=name value="${name}"><button>Remove ${name}</button></form>`;
        return `<tr><td>${name}<td>${height} m<td>${remove}`;
      });
      response.writeHead(200, { "content-type": "text/html" })
        .end(`<!doctype html><title>Trees</title><h1>Trees</h1>
        <form><label>Search <input name=q value="${query}"></label><button>Search</button></form>
        <form><label>Sort by <select name=sort><option value="">As planted<option value=name>Name, Z to A</select></label><button>Sort</button></form>
        <table><tr><th>Name<th>Height<th>Remove${rows.join("")}</table>
        <h2>New tree</h2><form method=post action="/add"><label>Name <input name=name required></label>
        <label>Height <input name=height type=number required></label><button>Add tree</button></form>`);
    });
  });
  return listening(server);
};

/** Explores an app to which more time seems to go by with each message than it takes: so many milliseconds. */
const exploreLate = async (
  app: { url: string; close(): Promise<void> },
  lateness: (message: string) => number,
): Promise<SiteModel> => {
  const session = await browser.openSession({ baseUrl: app.url, secrets: [] });
  let late = 0;
  const found = await explore({
    session,
    startUrl: app.url,
    limits: { pages: 20, actions: 120, timeMs: 100_000, depth: 4 },
    signal: new AbortController().signal,
    progress: (message) => {
      late += lateness(message);
    },
    now: () => performance.now() / 10 + late,
  });
  await session.close();
  await app.close();
  if (!found.ok) throw new Error(found.message);
  return found.site;
};

it("leaves time for making an item where what can be done with the lists takes long", async () => {
  const { sorts, records, bounds } = await exploreLate(await startTrees(), (message) =>
    /^(?:searching|sorting)/.test(message) ? 70_000 : 0,
  );
  expect(sorts).toEqual([]);
  expect(records).toMatchObject([{ listed: "in_sight", remove: { name: "Remove" } }]);
  expect(bounds.reached).toContain("time");
});

const KINDS = ["Tree", "Shrub", "Herb"];

/** Lists of several kinds of plants, each with a form for one more, and a form for ideas. */
const startGarden = async () => {
  const plants = new Map(KINDS.map((kind) => [kind, [`${kind} one`, `${kind} two`, `${kind} three`]]));
  const server = createServer((request, response) => {
    const { pathname } = new URL(request.url ?? "/", "http://localhost");
    const kind = KINDS.find((each) => pathname.includes(each)) ?? "Tree";
    let body = "";
    request.on("data", (part: Buffer) => (body += part.toString()));
    request.on("end", () => {
      const isIdea = pathname === "/idea";
      const name = new URLSearchParams(body).get("name");
      if (request.method === "POST" && !isIdea) {
        plants.get(kind)?.push((name ?? "").replaceAll(/[<>&]/g, ""));
        return void response.writeHead(303, { location: `/${kind}` }).end();
      }
      const said = request.method === "POST" ? "<p>Thank you.</p>" : "";
      const form = isIdea
        ? `${said}<form method=post><label>Your e-mail <input type=email name=mail required></label> <label>Idea <input name=idea required></label> <button>Hand in</button></form>`
        : `<table aria-label="${kind}s"><tr><th>Name${(plants.get(kind) ?? []).map((each) => `<tr><td>${each}`).join("")}</table><form method=post><label>Name of the ${kind} <input name=name required></label> <button>Add ${kind}</button></form>`;
      response
        .writeHead(200, { "content-type": "text/html" })
        .end(
          `<!doctype html><title>${kind}</title><nav>${[...KINDS, "idea"].map((each) => `<a href="/${each}">${each}</a> `).join("")}</nav><main><h1>${isIdea ? "Ideas" : `${kind}s`}</h1>${form}</main>`,
        );
    });
  });
  return listening(server);
};

it("leaves time for other forms where making items takes long", async () => {
  const { pages, bounds } = await exploreLate(await startGarden(), (message) =>
    message.endsWith("with an item of our own") ? 33_000 : 0,
  );
  const forms = pages.flatMap(({ survey }) => survey.forms);
  expect(forms.find(({ submit }) => submit?.name === "Hand in")).toMatchObject({ tried: "taken" });
  expect(bounds.reached).toContain("time");
});
