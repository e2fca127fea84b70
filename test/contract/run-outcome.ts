import type { RunOutcome } from "#ports/store.ts";

const at = "2026-01-31T09:30:00.000Z";
const summary = { passed: 0, failed: 1, broken: 0, skipped: 0 };

/** How a run of one failed case ends; every part of a report is there. */
export const anOutcome = (suite: string): RunOutcome => ({
  status: "done",
  error: null,
  summary,
  result: null,
  report: {
    suite,
    title: "Theirs",
    base_url: "http://127.0.0.1:9",
    seed: 1,
    started_at: at,
    finished_at: at,
    duration_ms: 5,
    browser: "none",
    summary,
    cases: [
      {
        id: "a",
        title: "The page is there",
        status: "failed",
        why: "The page answered 500",
        duration_ms: 5,
        attempts: 1,
        flaky: false,
        steps: [{ index: 0, text: "goto: /", status: "failed", duration_ms: 5, error: "500" }],
        shots: [{ label: "goto", note: "", path: "a/001.png" }],
        captured: {},
        root_cause: {
          category: "backend_exception",
          summary: "GET / answered 500",
          suspected_cause: "The handler throws",
          suggested_fix: "Catch it",
          confidence: 0.9,
          server_status: "diagnosed",
          trace_id: "4bf92f3577b34da6a3ce929d0e0e4736",
          evidence: ["a line"],
        },
        trace: null,
      },
    ],
  },
});
