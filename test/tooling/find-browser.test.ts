import { chmodSync, mkdirSync, mkdtempSync, readFileSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { delimiter, dirname, join } from "node:path";
import { describe, expect, test } from "vitest";
import { root, runScript, script } from "./run-script.ts";

describe.runIf(process.platform === "linux")("the browser is looked for", () => {
  test("first where SERVICE_BROWSER_PATH says", () => {
    const { folder, find } = machine();
    const named = fakeBrowser(join(folder, "elsewhere", "my-browser"));
    fakeBrowser(join(folder, "bin", "chromium"));
    expect(find({ SERVICE_BROWSER_PATH: named }).output).toBe(`${named} (named)\n`);
  });

  test("and a SERVICE_BROWSER_PATH that names nothing is an error, not passed over", () => {
    const { folder, find } = machine();
    fakeBrowser(join(folder, "bin", "chromium"));
    const { code, output } = find({ SERVICE_BROWSER_PATH: join(folder, "missing") });
    expect(code).not.toBe(0);
    expect(output).toContain("SERVICE_BROWSER_PATH is");
  });

  test("then in Playwright's own downloads, before the system's", () => {
    const { folder, find } = machine();
    fakeBrowser(join(folder, "bin", "chromium-headless-shell"));
    const own = playwrightDownload(folder);
    expect(find().output).toBe(`${own} (playwright)\n`);
  });

  test("but not in a download that was cut off", () => {
    const { folder, find } = machine();
    const systems = fakeBrowser(join(folder, "bin", "chromium"));
    playwrightDownload(folder, { complete: false });
    expect(find().output).toBe(`${systems} (system)\n`);
  });

  test("then on PATH, the headless shell before any other wherever it is", () => {
    const { folder, find } = machine();
    fakeBrowser(join(folder, "bin", "google-chrome"));
    fakeBrowser(join(folder, "bin", "chromium"));
    const shell = fakeBrowser(join(folder, "more", "chromium-headless-shell"));
    expect(find().output).toBe(`${shell} (system)\n`);
  });

  test("and one that does not start is passed over", () => {
    const { folder, find } = machine();
    fakeBrowser(join(folder, "bin", "chromium"), { exitCode: 127 });
    const chrome = fakeBrowser(join(folder, "bin", "google-chrome"));
    expect(find().output).toBe(`${chrome} (system)\n`);
  });

  test("and where there is none, that is said", () => {
    const { find } = machine();
    expect(find()).toEqual({ code: 1, output: "no browser found\n" });
  });
});

/** A machine with an empty PATH of two folders, `bin` and `more`, and no Playwright downloads. */
function machine() {
  const folder = mkdtempSync(join(tmpdir(), "browsers-"));
  const env = {
    PATH: [join(folder, "bin"), join(folder, "more")].join(delimiter),
    PLAYWRIGHT_BROWSERS_PATH: join(folder, "playwright"),
  };
  return { folder, find: (more = {}) => runScript([script("find-browser.mjs")], { ...env, ...more }) };
}

function playwrightDownload(folder: string, { complete = true } = {}): string {
  const text = readFileSync(join(root, "node_modules", "playwright-core", "browsers.json"), "utf8");
  const { browsers } = JSON.parse(text) as { browsers: { name: string; revision: string }[] };
  const revision = browsers.find(({ name }) => name === "chromium-headless-shell")?.revision;
  const download = join(folder, "playwright", `chromium_headless_shell-${revision}`);
  const path = fakeBrowser(join(download, "chrome-headless-shell-linux64", "chrome-headless-shell"));
  if (complete) writeFileSync(join(download, "INSTALLATION_COMPLETE"), "");
  return path;
}

function fakeBrowser(path: string, { exitCode = 0 } = {}): string {
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, `#!/bin/sh\nexit ${exitCode}\n`);
  chmodSync(path, 0o755);
  return path;
}
