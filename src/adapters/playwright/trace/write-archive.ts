import type { CaseEvidence } from "#model/evidence.ts";
import type { Viewport } from "#model/viewport.ts";
import type { TracedStep, TraceStory } from "#ports/browser.ts";
import type { Mask } from "#adapters/playwright/secrets.ts";
import type { FrameDocument, TraceNode } from "./dom-snapshot.ts";
import type { PageResource } from "./page-resources.ts";
import { collectFiles, networkLines, PAGE, START } from "./network-lines.ts";
import type { Line } from "./network-lines.ts";
import { writeEntries } from "./zip.ts";

/** The form of Playwright's traces that its viewers from 1.53 on open. */
const VERSION = 8;

export type ArchiveParts = {
  story: TraceStory;
  evidence: CaseEvidence;
  /** As they were when the story ended. */
  documents: readonly FrameDocument[];
  resources: readonly PageResource[];
  viewport: Viewport;
  browserName: string;
  mask: Mask;
};

/** A document that shows one picture: how a step looked is all that is known of it. */
const pictureDocument = (picture: Uint8Array): TraceNode => [
  "HTML",
  {},
  ["HEAD", {}, ["BASE", { href: "about:blank" }]],
  [
    "BODY",
    { style: "margin:0" },
    [
      "IMG",
      {
        src: `data:image/jpeg;base64,${Buffer.from(picture).toString("base64")}`,
        style: "display:block;width:100%",
      },
    ],
  ],
];
/** The place of its root when the nodes are counted from within. */
const PICTURE_ROOT = 4;

/** A trace archive that Playwright's viewer opens, from what a session has seen. */
export const writeArchive = (parts: ArchiveParts): Buffer => {
  const { evidence, documents, mask } = parts;
  const story = mask.deep(parts.story);
  const began = Date.parse(
    [story.steps[0]?.startedAt, evidence.requests[0]?.started_at, evidence.navigations[0]?.at]
      .filter((at) => at !== undefined)
      .toSorted()[0] ?? new Date().toISOString(),
  );
  const timeOf = (at: string): number => Date.parse(at) - began + START;
  const files = collectFiles(mask);
  const lines: Line[] = [
    {
      type: "context-options",
      version: VERSION,
      origin: "library",
      browserName: "chromium",
      channel: parts.browserName,
      platform: process.platform,
      wallTime: began,
      monotonicTime: START,
      title: story.title,
      options: { viewport: parts.viewport },
      sdkLanguage: "javascript",
      testIdAttributeName: "data-testid",
      contextId: "context@1",
    },
    {
      type: "event",
      time: START,
      class: "BrowserContext",
      method: "page",
      params: { pageId: PAGE },
      pageId: PAGE,
    },
  ];

  const snapshot = (step: TracedStep, phase: string, document: Line, html: TraceNode | [[number, number]]) =>
    lines.push({
      type: "frame-snapshot",
      snapshot: {
        callId: callOf(step),
        snapshotName: `${phase}@${callOf(step)}`,
        pageId: PAGE,
        frameId: PAGE,
        frameUrl: urlAt(evidence, step),
        timestamp: timeOf(phase === "before" ? step.startedAt : step.endedAt) + 0.5,
        collectionTime: 0,
        viewport: parts.viewport,
        resourceOverrides: [],
        isMainFrame: true,
        ...document,
        html,
      },
    });

  let isPictureBefore = false;
  for (const [place, step] of story.steps.entries()) {
    const isLast = place === story.steps.length - 1;
    const callId = callOf(step);
    const endTime = Math.max(timeOf(step.endedAt), timeOf(step.startedAt));
    const isDocumentShown = isLast && documents.length > 0;
    lines.push({
      type: "before",
      callId,
      startTime: timeOf(step.startedAt),
      title: step.text,
      class: "Step",
      method: step.verb,
      params: {},
      pageId: PAGE,
      ...(isPictureBefore ? { beforeSnapshot: `before@${callId}` } : {}),
    });
    if (isPictureBefore) snapshot(step, "before", {}, [[1, PICTURE_ROOT]]);
    for (const message of notesOf(evidence, step.index))
      lines.push({ type: "log", callId, time: timeOf(message.at), message: message.text });
    // A snapshot comes after the line that names it: its phase is told from that.
    if (step.picture && isDocumentShown) {
      lines.push({ type: "input", callId, inputSnapshot: `input@${callId}` });
      snapshot(step, "input", {}, pictureDocument(step.picture));
    }
    const hasAfter = isDocumentShown || step.picture !== null;
    lines.push({
      type: "after",
      callId,
      endTime,
      ...(hasAfter ? { afterSnapshot: `after@${callId}` } : {}),
      ...(step.error === null ? {} : { error: { name: "Error", message: step.error } }),
    });
    if (step.picture) {
      if (!isDocumentShown) snapshot(step, "after", {}, pictureDocument(step.picture));
      lines.push({
        type: "screencast-frame",
        pageId: PAGE,
        sha1: files.add(Buffer.from(step.picture), "jpeg", false),
        ...parts.viewport,
        timestamp: endTime,
        frameSwapWallTime: Date.parse(step.endedAt),
      });
    }
    isPictureBefore = step.picture !== null;
    if (isDocumentShown) {
      for (const [at, { frameId, url, doctype, html }] of documents.entries()) {
        const frame = { frameId: at === 0 ? PAGE : frameId, frameUrl: url, isMainFrame: at === 0 };
        snapshot(step, "after", { ...frame, ...(doctype === null ? {} : { doctype }) }, html);
      }
    }
  }
  lines.push(...consoleLines(evidence, timeOf));

  const texts = [mask.deep(lines), mask.deep(networkLines(parts, began, timeOf, files.add))].map((list) =>
    mask.bytes(Buffer.from(list.map((line) => JSON.stringify(line)).join("\n"))),
  );
  const [trace = Buffer.alloc(0), network = Buffer.alloc(0)] = texts;
  return writeEntries([
    { name: "trace.trace", content: trace },
    { name: "trace.network", content: network },
    ...files.entries(),
  ]);
};

const callOf = (step: TracedStep): string => `step@${step.index + 1}`;

/** Where the page was in a step, as far as its navigations tell. */
const urlAt = ({ navigations }: CaseEvidence, { index }: TracedStep): string =>
  navigations.findLast(({ step }) => step <= index)?.url ?? "about:blank";

/** What happened in a step beside what it did. */
const notesOf = (evidence: CaseEvidence, index: number): { at: string; text: string }[] =>
  [
    ...evidence.navigations
      .filter(({ step }) => step === index)
      .map(({ at, url, status }) => ({
        at,
        text: `navigated to ${url}${status === null ? "" : ` (${status})`}`,
      })),
    ...evidence.dialogs
      .filter(({ step }) => step === index)
      .map(({ at, type, message, answered }) => ({ at, text: `${type} "${message}" was ${answered}` })),
  ].toSorted((a, b) => a.at.localeCompare(b.at));

const placeOf = (location: string | null): { url: string; lineNumber: number; columnNumber: number } => {
  const [, url = "", line = "1"] = /^(.*?)(?::(\d+))?$/.exec(location ?? "") ?? [];
  return { url, lineNumber: Math.max(0, Number(line) - 1), columnNumber: 0 };
};

const consoleLines = (evidence: CaseEvidence, timeOf: (at: string) => number): Line[] => [
  ...evidence.console.map(({ at, level, text, location }) => ({
    type: "console",
    messageType: level,
    text,
    args: [],
    location: placeOf(location),
    time: timeOf(at),
    pageId: PAGE,
  })),
  ...evidence.page_errors.map(({ at, message, stack, url }) => ({
    type: "event",
    time: timeOf(at),
    class: "BrowserContext",
    method: "pageError",
    params: {
      error: { error: { name: "Error", message, stack: stack ?? "" } },
      location: { url, line: 0, column: 0 },
    },
    pageId: PAGE,
  })),
];
