import { afterAll, afterEach, beforeEach, describe, expect, it } from "vitest";
import { createOutbound } from "#adapters/outbound/outbound.ts";
import type { IssueBlock } from "#model/tracker.ts";
import { trackerNames } from "#model/tracker.ts";
import type { Settings } from "#model/settings.ts";
import type { Tracker, TrackerText } from "#ports/tracker.ts";
import { TrackerError } from "#ports/tracker.ts";
import { accounts, token } from "#test/trackers/accounts.ts";
import { startTracker } from "#test/trackers/tracker-server.ts";
import type { TestTracker } from "#test/trackers/tracker-server.ts";
import { createTrackerDefinitions } from "./trackers.ts";

const blocks: IssueBlock[] = [
  { kind: "paragraph", parts: [{ text: "Report", style: "strong", href: "https://tests.example/r?a=1" }] },
  { kind: "code", text: "POST /api/orders answered 500" },
  { kind: "code", text: "" },
];
const text: TrackerText = { blocks, markdown: "**Report**\n\n```text\nPOST /api/orders answered 500\n```" };
const marker = "tracewright:0123456789abcdef:01a2f6a0-7c1b";
const picture = { name: "step-3.jpg", bytes: new Uint8Array([255, 216, 255]) };
const issue = { title: "An order fails", text, marker, picture: null };
const anHourAgo = (): Date => new Date(Date.now() - 3_600_000);

describe.each(trackerNames)("%s", (name) => {
  const { vendor, settings } = accounts[name];
  const outbound = createOutbound();
  let server: TestTracker;
  let tracker: Tracker;

  const open = (given: Settings = {}, timeoutMs = 60_000): Tracker =>
    createTrackerDefinitions({ fetch: outbound.fetch, timeoutMs })[name].create({
      ...settings(server.url),
      ...given,
    });
  beforeEach(async () => {
    server = await startTracker(vendor);
    tracker = open();
  });
  afterEach(async () => {
    await server[Symbol.asyncDispose]();
    if (server.faults.length > 0) throw new Error(server.faults.join("\n"));
  });
  afterAll(() => outbound.close());

  const failure = async (work: Promise<unknown>): Promise<TrackerError> => {
    const error = await work.then(
      () => null,
      (thrown: unknown) => thrown,
    );
    if (!(error instanceof TrackerError)) throw new Error(`no TrackerError: ${String(error)}`);
    if (`${error.message} ${String(error.cause)}`.includes(token)) throw new Error("the token was told");
    return error;
  };

  it("files, reads, comments and opens again", async () => {
    const filed = await tracker.create(issue);
    expect(filed).toMatchObject({ isOpen: true });
    expect(filed.url.startsWith(`${server.url}/`)).toBe(true);
    const [kept] = server.issues;
    expect(kept?.title).toBe("An order fails");
    expect(JSON.stringify(kept?.body)).toContain("POST /api/orders answered 500");
    expect(await tracker.get(filed.key)).toEqual(filed);
    await tracker.comment(filed.key, text);
    expect(JSON.stringify(kept?.comments)).toContain("answered 500");
    if (kept) kept.isOpen = false;
    expect(await tracker.get(filed.key)).toMatchObject({ isOpen: false });
    expect(await tracker.reopen(filed.key)).toBe(true);
    expect(await tracker.get(filed.key)).toMatchObject({ isOpen: true });
    expect(tracker.place).not.toContain(token);
  });

  it("takes the picture where files are taken, and files without it where not", async () => {
    await tracker.create({ ...issue, picture });
    const [kept] = server.issues;
    const shown = { github: false, gitlab: true, jira: true }[name];
    expect(JSON.stringify([kept?.body, kept?.files]).includes("step-3.jpg")).toBe(shown);
    server.trouble(/uploads|attachments/, { status: 413 });
    await tracker.create({ ...issue, picture });
    expect(server.issues).toHaveLength(2);
  });

  it("finds an issue whose filing was not answered, by what only its maker put there", async () => {
    expect(await tracker.find(marker, anHourAgo())).toBeNull();
    server.trouble(/^POST .*issues?$/, "lost");
    expect(await failure(tracker.create(issue))).toMatchObject({ reason: "down", maybeDone: true });
    expect(server.issues).toHaveLength(1);
    const quoted = { ...text, blocks: [{ kind: "code" as const, text: marker }] };
    await tracker.create({
      ...issue,
      marker: `${marker}:other`,
      text: { ...quoted, markdown: `<!-- ${marker} -->` },
    });
    const found = await tracker.find(marker, anHourAgo());
    expect(found && (await tracker.get(found.key))).toEqual(found);
    expect(found?.url.endsWith("1")).toBe(true);
  });

  it("tells what is gone from what it may not see", async () => {
    const key = name === "jira" ? "SHOP-77" : "77";
    expect(await tracker.get(key)).toBeNull();
    const other = open({ GITHUB_REPO: "acme/none", GITLAB_PROJECT: "acme/none" });
    // Jira does not tell the two apart.
    const answer = name === "jira" ? null : await failure(other.get(key));
    const expected = name === "jira" ? null : { reason: "refused", status: 404 };
    expect(answer && { reason: answer.reason, status: answer.status }).toEqual(expected);
  });

  it.each([
    ["a bad token", null, { reason: "refused", status: 401, maybeDone: false }],
    ["no such project", { status: 404 }, { reason: "refused", status: 404, maybeDone: false }],
    [
      "a field that it will not have",
      { status: 422, body: { message: "Validation Failed", errors: { title: ["is too long"] } } },
      { reason: "refused", status: 422, message: expect.stringContaining("title: is too long") as string },
    ],
    [
      "too many requests",
      { status: 429, headers: { "retry-after": "7" } },
      { reason: "busy", status: 429, retryAfterMs: 7000, maybeDone: false },
    ],
    [
      "a secondary limit",
      {
        status: 403,
        headers: { "retry-after": "60" },
        body: { message: "You have exceeded a secondary rate limit." },
      },
      { reason: "busy", status: 403, retryAfterMs: 60_000 },
    ],
    ["no right", { status: 403, body: { message: "Forbidden" } }, { reason: "refused", status: 403 }],
    [
      "a pause",
      { status: 503, headers: { "retry-after": "2" } },
      { reason: "down", status: 503, retryAfterMs: 2000, maybeDone: false },
    ],
    ["a broken gateway", { status: 502 }, { reason: "down", status: 502, maybeDone: true }],
    [
      "a project that has moved",
      { status: 301, headers: { location: "/elsewhere" } },
      { reason: "refused", status: 301 },
    ],
    ["a cut connection", "refuse" as const, { reason: "down", status: null, maybeDone: true }],
  ] as const)("says so when it meets %s", async (_what, trouble, expected) => {
    const wrong = open(
      trouble === null ? { GITHUB_TOKEN: "bad", GITLAB_TOKEN: "bad", JIRA_API_TOKEN: "bad" } : {},
    );
    if (trouble !== null) server.trouble(/^POST/, trouble);
    expect(await failure(wrong.create(issue))).toMatchObject(expected);
    expect(server.issues).toEqual([]);
  });

  it("says when a limit that is spent is lifted", async () => {
    const reset = String(Math.floor(Date.now() / 1000) + 120);
    const spent = { "x-ratelimit-remaining": "0", "x-ratelimit-reset": reset };
    server.trouble(/./, { status: 403, headers: spent, body: { message: "API rate limit exceeded" } });
    const error = await failure(tracker.create(issue));
    expect(error.reason).toBe("busy");
    expect(error.retryAfterMs).toBeGreaterThan(60_000);
    expect(error.retryAfterMs).toBeLessThanOrEqual(120_000);
  });

  it("does not wait for ever, nor for a host that is not there", async () => {
    server.trouble(/^POST/, "hang");
    const slow = open({}, 300);
    expect(await failure(slow.create(issue))).toMatchObject({ reason: "down", maybeDone: true });
    const gone = await startTracker(vendor);
    await gone[Symbol.asyncDispose]();
    const nowhere = settings(gone.url);
    const dead = await failure(open(nowhere).create(issue));
    expect(dead).toMatchObject({ reason: "down", maybeDone: false });
    const metadata = "http://169.254.169.254";
    const forbidden = open({ GITHUB_URL: metadata, GITLAB_URL: metadata, JIRA_URL: metadata });
    expect(await failure(forbidden.create(issue))).toMatchObject({ reason: "refused", status: null });
  });

  it("keeps its token out of what an answer repeats", async () => {
    server.trouble(/./, { status: 400, body: { message: `the token ${token} is odd` } });
    expect((await failure(tracker.create(issue))).message).toContain("***");
  });
});
