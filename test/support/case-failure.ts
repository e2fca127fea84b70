import type {
  CaseEvidence,
  ConsoleEvidence,
  NavigationEvidence,
  PageErrorEvidence,
  PageState,
  RequestEvidence,
} from "#model/evidence.ts";
import type { CaseFailure } from "#model/failure.ts";

const origin = "http://shop.test";
const begin = Date.parse("2026-03-01T10:00:00.000Z");
/** Time of a sample, so many milliseconds after its case began. */
export const sampleTime = (ms: number): string => new Date(begin + ms).toISOString();

/** A request as evidence: `POST /api/orders 500`; paths are of the app's origin. */
export const sampleRequest = (line: string, more: Partial<RequestEvidence> = {}): RequestEvidence => {
  const [method = "GET", path = "/", status] = line.split(" ");
  const url = new URL(path, origin);
  const step = more.step ?? 3;
  return {
    step,
    method,
    url: url.href,
    resource_type: "fetch",
    same_origin: url.origin === origin,
    status: status === undefined ? null : Number(status),
    failure: null,
    aborted: false,
    started_at: sampleTime(step * 1000 + 100),
    duration_ms: status === undefined ? null : 20,
    trace_id: null,
    redirected_to: null,
    content_type: null,
    body: null,
    ...more,
  };
};

export const samplePageError = (
  message: string,
  more: Partial<PageErrorEvidence> = {},
): PageErrorEvidence => ({
  step: 3,
  at: sampleTime(3150),
  message,
  stack: null,
  url: `${origin}/cart`,
  ...more,
});
export const sampleConsole = (text: string, more: Partial<ConsoleEvidence> = {}): ConsoleEvidence => ({
  step: 3,
  at: sampleTime(3150),
  level: "error",
  text,
  location: null,
  ...more,
});
export const sampleNavigation = (path: string, step: number): NavigationEvidence => ({
  step,
  at: sampleTime(step * 1000 + 50),
  url: new URL(path, origin).href,
  status: 200,
});

export type SampleFailure = Partial<Omit<CaseFailure, "step" | "evidence" | "page">> & {
  step?: Partial<NonNullable<CaseFailure["step"]>> | null;
  evidence?: Partial<CaseEvidence>;
  page?: Partial<PageState> | null;
};

/** A failure of step 4, `expect text "Thank you"`, on a healthy page; steps 0 to 3 came before, 3 is a click. */
export const sampleFailure = ({ step, evidence, page, ...more }: SampleFailure = {}): CaseFailure => ({
  caseId: "order",
  status: "failed",
  kind: "not_held",
  message: 'the page does not contain "Thank you"',
  expected: 'contains "Thank you"',
  observed: null,
  candidates: [],
  baseUrl: origin,
  ...more,
  step:
    step === null
      ? null
      : {
          index: 4,
          verb: "expect",
          expect: "text",
          text: 'expect text "Thank you"',
          target: null,
          startedAt: sampleTime(4000),
          endedAt: sampleTime(9000),
          ...step,
        },
  evidence: {
    requests: [],
    page_errors: [],
    console: [],
    dialogs: [],
    navigations: [sampleNavigation("/", 0)],
    left_out: 0,
    ...evidence,
  },
  page:
    page === null
      ? null
      : {
          url: `${origin}/cart`,
          title: "Cart",
          aria: null,
          elements: null,
          crashed: false,
          looks_like_login: false,
          ...page,
        },
});
