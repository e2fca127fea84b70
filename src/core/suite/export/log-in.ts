import type { Suite } from "#model/suite.ts";
import { indent, quote } from "./code.ts";
import type { Scope } from "./scope.ts";

/** What stands for `test` in the spec: pages are watched, and begin with the suite's log-in when it has one. */
export const testCode = (
  suite: Suite,
  scope: Scope,
  need: (helper: string) => void,
  loginLines: readonly string[] | null,
  keepsDownloads: boolean,
): string[] => {
  need("bearDialogs");
  need("watch");
  const { auth } = suite;
  if (keepsDownloads) need("keepDownloads");
  const downloads = keepsDownloads ? ["    keepDownloads(page);"] : [];
  if (!auth) {
    return [
      "const test = base.extend({",
      "  page: async ({ page }, use) => {",
      "    bearDialogs(page);",
      "    watch(page);",
      ...downloads,
      "    await use(page);",
      "  },",
      "});",
      "",
    ];
  }
  need("logInOnce");
  need("restoreSession");
  need("LogIn");
  if (!loginLines) need("logInWithForm");
  const form = [
    auth.loginPath === null ? "null" : scope.text(auth.loginPath),
    scope.text(auth.username ?? ""),
    scope.text(auth.password ?? ""),
  ];
  const body = loginLines ?? [`await logInWithForm(page, ${form.join(", ")});`];
  return [
    "const test = base.extend<object, { logIn: LogIn }>({",
    "  // Logs in once; every case begins with that state.",
    "  logIn: [",
    "    async ({ browser }, use, info) => {",
    "      const done = await logInOnce(browser, info, async (page) => {",
    ...indent(indent(indent(indent(body)))),
    "      });",
    "      await use(done);",
    "    },",
    '    { scope: "worker", auto: true, timeout: 120_000 },',
    "  ],",
    "  storageState: async ({ logIn }, use) => use(logIn.state),",
    "  page: async ({ page, logIn, storageState }, use) => {",
    "    bearDialogs(page);",
    "    watch(page);",
    ...downloads,
    "    if (storageState === logIn.state) await restoreSession(page, logIn);",
    "    await use(page);",
    "  },",
    "});",
    "",
  ];
};

/** The name by which files of a run tell this spec's from others'. */
export const specNameCode = (file: string): string =>
  `const specName = ${quote(file.replace(/\.ya?ml$/, ""))};`;
