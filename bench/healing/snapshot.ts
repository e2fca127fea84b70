import type { Browser, Page } from "playwright-core";

/** A page of an application as it was once: HTML without scripts, its style sheets inside. */
export type Snapshot = { app: string; path: string; html: string };

export type App = {
  name: string;
  /** Where to begin, relative to its address. */
  paths: readonly string[];
  most: number;
  /** Signs in, when the app asks for it. */
  enter?(page: Page): Promise<void>;
};

const login = async (page: Page, user: string, password: string): Promise<void> => {
  await page.locator("input[type=password]").first().waitFor({ timeout: 15_000 });
  await page.locator("input:not([type=hidden]):not([type=password]):not([type=checkbox])").first().fill(user);
  await page.locator("input[type=password]").first().fill(password);
  await page.keyboard.press("Enter");
  await page.waitForTimeout(2500);
};

/** What is known of each application: where its pages are and how it is entered. */
export const apps: Record<string, App> = {
  kitchensink: { name: "kitchensink", paths: ["/"], most: 18 },
  dokuwiki: {
    name: "dokuwiki",
    paths: [
      "/doku.php?id=start&do=login",
      "/doku.php?id=start",
      "/doku.php?id=start&do=edit",
      "/doku.php?id=start&do=admin",
      "/doku.php?id=start&do=admin&page=config",
      "/doku.php?id=start&do=profile",
      "/doku.php?id=start&do=media",
      "/doku.php?id=start&do=admin&page=usermanager",
      "/doku.php?id=start&do=admin&page=acl",
    ],
    most: 10,
    async enter(page) {
      await page.locator("input[name=u]").fill("admin");
      await page.locator("input[name=p]").fill("admin123");
      await page.locator("#dw__login button[type=submit]").click();
      await page.waitForLoadState();
    },
  },
  reactadmin: {
    name: "reactadmin",
    paths: [
      "/#/login",
      "/#/posts",
      "/#/posts/1",
      "/#/posts/create",
      "/#/comments",
      "/#/comments/1",
      "/#/comments/create",
    ],
    most: 8,
    enter: (page) => login(page, "janedoe", "password"),
  },
  unleash: {
    name: "unleash",
    paths: [
      "/",
      "/projects",
      "/search",
      "/projects/default",
      "/projects/default/settings",
      "/segments/create",
      "/strategies",
      "/applications",
      "/admin",
      "/admin/users",
      "/admin/api",
      "/context",
      "/environments",
      "/profile",
      "/feature-toggle-type",
      "/tag-types",
      "/addons",
    ],
    most: 18,
    enter: (page) => login(page, "admin", "unleash4all"),
  },
  verdaccio: { name: "verdaccio", paths: ["/"], most: 8 },
  "node-red": { name: "node-red", paths: ["/"], most: 3 },
  gentelella: {
    name: "gentelella",
    paths: [
      "user_management",
      "form",
      "form_advanced",
      "form_validation",
      "inbox",
      "kanban",
      "calendar",
      "contacts",
      "file_manager",
      "settings",
      "login",
      "tables_dynamic",
      "orders",
      "index",
    ].map((page) => `/production/${page}.html`),
    most: 14,
  },
  "sb-admin-2": {
    name: "sb-admin-2",
    paths: ["/index.html", "/register.html", "/login.html", "/tables.html", "/buttons.html", "/cards.html"],
    most: 12,
  },
  "material-dashboard": {
    name: "material-dashboard",
    paths: [
      "dashboard",
      "tables",
      "billing",
      "notifications",
      "profile",
      "sign-in",
      "sign-up",
      "typography",
      "icons",
    ].map((page) => `/pages/${page}.html`),
    most: 9,
  },
  /** The files of swagger-ui-dist with a description of a pet store. */
  "swagger-ui": {
    name: "swagger-ui",
    paths: [
      "/",
      "/#/pet/findPets",
      "/#/pet/updatePet",
      "/#/store/placeOrder",
      "/#/user/loginUser",
      "/#/user/updateUser",
    ],
    most: 6,
  },
  /** The files of the package openmct, served as they are. */
  openmct: { name: "openmct", paths: ["/", "/#/browse/mine"], most: 2 },
  tiddlywiki: {
    name: "tiddlywiki",
    paths: [
      "/#HelloThere",
      "/#%24%3A%2FControlPanel",
      "/#%24%3A%2FAdvancedSearch",
      "/#GettingStarted",
      "/#%24%3A%2FTagManager",
      "/#Community",
    ],
    most: 6,
  },
};

/** Executed in the page: the document as HTML that shows the same without any script. */
const freeze = (): string => {
  for (const sheet of document.styleSheets) {
    let rules: string;
    try {
      rules = [...sheet.cssRules].map(({ cssText }) => cssText).join("\n");
    } catch {
      continue;
    }
    const owner = sheet.ownerNode;
    if (!(owner instanceof Element)) continue;
    const style = document.createElement("style");
    style.textContent = rules;
    owner.replaceWith(style);
  }
  for (const element of document.querySelectorAll("script,link,noscript,iframe,base,meta[http-equiv]"))
    element.remove();
  for (const element of document.querySelectorAll("*"))
    for (const name of element.getAttributeNames()) if (name.startsWith("on")) element.removeAttribute(name);
  for (const element of document.querySelectorAll("img")) {
    const { width, height } = element.getBoundingClientRect();
    element.setAttribute(
      "style",
      `${element.getAttribute("style") ?? ""};width:${width}px;height:${height}px`,
    );
    element.removeAttribute("srcset");
    element.setAttribute("src", "data:,");
  }
  return `<!doctype html>${document.documentElement.outerHTML}`;
};

const linksOf = (page: Page): Promise<string[]> =>
  page.evaluate(() =>
    [...document.querySelectorAll("a[href]")]
      .map((link) => (link as HTMLAnchorElement).href)
      .filter(
        (href) =>
          href.startsWith(location.origin) &&
          !/logout|\.(zip|png|jpg|svg|tgz|json|xml|pdf|rss)($|\?)/i.test(href),
      )
      .toSorted(),
  );

/** Freezes pages of one application: those that are named, then what they link to. */
export const snapshotsOf = async (browser: Browser, app: App, address: string): Promise<Snapshot[]> => {
  const context = await browser.newContext({ viewport: { width: 1280, height: 720 } });
  const page = await context.newPage();
  const taken: Snapshot[] = [];
  const seen = new Set<string>();
  const waiting = app.paths.map((path) => new URL(path, address).href);
  let entered = app.enter === undefined;
  while (waiting.length > 0 && taken.length < app.most) {
    const url = waiting.shift() ?? "";
    if (seen.has(url)) continue;
    seen.add(url);
    try {
      await page.goto(url, { timeout: 20_000 });
      // Hash routes alone load nothing.
      if (url.includes("#")) await page.reload();
      await page.waitForTimeout(1500);
      const links = await linksOf(page);
      const html = await page.evaluate(freeze);
      taken.push({ app: app.name, path: url.slice(address.length), html });
      for (const found of links) {
        const link = found.includes("#/") ? found : found.replace(/#.*$/, "");
        if (link !== url) waiting.push(link);
      }
      if (!entered) {
        await page.goto(url);
        if (url.includes("#/")) await page.reload();
        await page.waitForTimeout(800);
        await app.enter?.(page);
        entered = true;
      }
    } catch (error) {
      console.error(`${app.name} ${url}: ${String(error).split("\n", 1)[0]}`);
    }
  }
  await context.close();
  return taken;
};
