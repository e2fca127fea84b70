import { readFileSync } from "node:fs";
import { afterAll, describe, expect, test } from "vitest";
import { createBrowserProvider } from "#adapters/playwright/provider.ts";
import { exportSpec } from "#core/suite/export/export-spec.ts";
import { oddPages } from "#test/support/odd-pages.ts";
import { startApp } from "#test/support/run-suite.ts";
import { toolPages } from "#test/support/tool-pages.ts";
import { projectWith, runSpec, runSuite, suiteOf, typeCheck } from "./support.ts";

const suite = suiteOf(readFileSync(new URL("tools.yaml", import.meta.url), "utf8"));

/** A frame, a shadow root, and a check box that only its label shows. */
const framed = `<h1>Framed</h1><iframe title=Form src=/ width=600 height=300></iframe><div id=host></div><p id=said></p>
  <input type=checkbox id=agree style="position:absolute;opacity:0;width:0;height:0"><label for=agree>Agree</label>
  <script>host.attachShadow({ mode: "open" }).innerHTML = '<button class=deep>In the shadow</button>';
  host.shadowRoot.querySelector("button").onclick = () => { said.textContent = "shadow clicked"; };</script>`;

/** A button that nobody can name, outside of the main part. */
const unnamed = `<!doctype html><title>Unnamed</title><main><h1>Unnamed</h1><iframe title=Named srcdoc="<button>Save</button>"></iframe></main>
  <button></button>`;

const startPages = () => startApp({ ...oddPages(), ...toolPages(), "/framed": framed, "/unnamed": unnamed });

describe("files, dialogs, tabs, frames and chains", () => {
  const browsers = createBrowserProvider();
  afterAll(() => browsers.close());

  test("have the same verdicts as a spec", async () => {
    const folder = await projectWith(exportSpec(suite, "tools.yaml"));
    const [ownApp, specApp] = await Promise.all([startPages(), startPages()]);
    try {
      const [own, exported, problems] = await Promise.all([
        runSuite(browsers, suite, ownApp.url),
        runSpec(folder, specApp.url),
        typeCheck(folder),
      ]);
      expect(problems).toBe("");
      expect({ ...exported.verdicts, why: exported.errors }).toEqual({
        ...own.verdicts,
        why: exported.errors,
      });
      expect({ ...own.verdicts, why: own.errors }).toEqual({
        account: "passed",
        "comes-late": "passed",
        welcome: "failed",
        "after-welcome": "skipped",
        blank: "passed",
        flaky: "passed",
        upload: "passed",
        drag: "passed",
        dialogs: "passed",
        tabs: "passed",
        "no-tab": "failed",
        downloads: "passed",
        days: "passed",
        "past-days": "failed",
        "short-download": "failed",
        "wrong-download": "failed",
        "no-download": "failed",
        frame: "passed",
        structure: "passed",
        "other-structure": "failed",
        accessible: "passed",
        inaccessible: "failed",
        pale: "passed",
        "too-pale": "failed",
        errors: "failed",
        image: "passed",
        foreign: "passed",
        "server-error": "failed",
        ambiguous: "failed",
        late: "failed",
        why: own.errors,
      });
    } finally {
      await Promise.all([ownApp.close(), specApp.close()]);
    }
  }, 600_000);
});
