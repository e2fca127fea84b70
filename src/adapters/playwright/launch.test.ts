import { readdirSync, readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { createPlaywrightBrowser } from "./launch.ts";
import { createBrowserProvider } from "./provider.ts";
import { hasRoomInMemory } from "./shared-memory.ts";
import { long, serveSite } from "./test-pages.ts";

test("a missing browser is an error that says what to do", async () => {
  const launching = createPlaywrightBrowser({ executablePath: "/nonexistent/chromium" });
  await expect(launching).rejects.toMatchObject({
    code: "not_ready",
    message: expect.stringContaining("SERVICE_BROWSER_PATH") as string,
  });
  await expect(createPlaywrightBrowser({ wsEndpoint: "ws://127.0.0.1:9/x" })).rejects.toMatchObject({
    code: "not_ready",
  });
});

test("the provider starts one browser, shares it, and replaces it when it grew old", async () => {
  await using site = await serveSite({ "/": "<p>ok</p>" });
  const provider = createBrowserProvider({ sessionsPerBrowser: 2 });
  const [one, same] = await Promise.all([provider.get(), provider.get()]);
  expect(one.name).toMatch(/^chromium \d+/);
  expect(same.name).toBe(one.name);
  const sessions = [];
  for (let at = 0; at < 5; at += 1) {
    const browser = await provider.get();
    const session = await browser.openSession({ baseUrl: site.url });
    expect(await session.page.goto("/", long)).toMatchObject({ ok: true });
    sessions.push(session);
  }
  // A session of a replaced browser goes on.
  expect(await sessions[0]?.page.expect({ kind: "visible", target: "ok" }, long)).toMatchObject({ ok: true });
  await Promise.all(sessions.map((session) => session.close()));
  await provider.close();
  await expect(provider.get()).rejects.toThrow("closed");
});

test("what the outbound rules refuse is not loaded, by address, redirect, frame or script", async () => {
  await using other = await serveSite({ "/": "<p>inside</p>" });
  await using site = await serveSite({
    "/": (_, response) =>
      response
        .writeHead(200, { "content-type": "text/html" })
        .end(`<p>ok</p><iframe src="${other.url}"></iframe>`),
    "/away": (_, response) => response.writeHead(302, { location: other.url }).end(),
  });
  const allowed = new URL(site.url).port;
  const browser = await createPlaywrightBrowser({
    allowUrl: (url) => Promise.resolve(new URL(url).port === allowed),
  });
  const session = await browser.openSession({ baseUrl: site.url });
  expect(await session.page.goto("/", long)).toMatchObject({ ok: true, status: 200 });
  expect(await session.page.goto(other.url, long)).toMatchObject({ failure: "refused" });
  expect(await session.page.goto("/away", long)).toMatchObject({ failure: "refused" });
  expect(await session.request({ method: "GET", url: "/away", timeoutMs: 30_000 })).toMatchObject({
    failure: "refused",
  });
  expect(other.requests).toEqual([]);
  await browser.close();
});

const readOr = (path: string): string => {
  try {
    return readFileSync(path, "utf8");
  } catch {
    return "";
  }
};

/** Folders of what the processes that were started by this one share by way of deleted files. */
const sharedFolders = (): Set<string> => {
  const parents = readdirSync("/proc")
    .filter((name) => /^\d+$/.test(name))
    .map((pid) => ({ pid, parent: /\) \S (\d+)/.exec(readOr(`/proc/${pid}/stat`))?.[1] }));
  const ours = [String(process.pid)];
  for (const above of ours)
    ours.push(...parents.filter(({ parent }) => parent === above).map(({ pid }) => pid));
  const maps = ours.map((pid) => readOr(`/proc/${pid}/maps`)).join("");
  return new Set(
    [...maps.matchAll(/ (\/\S*)\/\.\S*chromium\S* \(deleted\)$/gim)].map(([, folder = ""]) => folder),
  );
};

test.runIf(process.platform === "linux")(
  "the browser's processes share no files on a disk where memory has room for them",
  async () => {
    await using site = await serveSite({ "/": "<p>ok</p>" });
    const browser = await createPlaywrightBrowser();
    const session = await browser.openSession({ baseUrl: site.url });
    expect(await session.page.goto("/", long)).toMatchObject({ ok: true });
    // A Chromium of today asks the kernel for memory without a name, and shares no file at all.
    const onDisk = [...sharedFolders()].filter((folder) => folder !== "/dev/shm");
    await browser.close();
    expect(hasRoomInMemory("/dev/shm") ? onDisk : []).toEqual([]);
    expect(hasRoomInMemory("/proc")).toBe(false);
    expect(hasRoomInMemory("/nowhere")).toBe(false);
  },
);
