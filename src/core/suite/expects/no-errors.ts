import { z } from "zod";
import type { CaseEvidence, ConsoleEvidence, PageErrorEvidence, RequestEvidence } from "#model/evidence.ts";
import { defineExpect } from "#core/suite/define-expect.ts";
import type { StepOutcome } from "#core/suite/outcome.ts";
import { bareSchema, brief } from "#core/suite/scalars.ts";
import { hold } from "./hold.ts";

const originOf = (address: string): string | null => {
  try {
    return new URL(address).origin;
  } catch {
    return null;
  }
};

const addresses = (text: string): string[] => text.match(/\bhttps?:\/\/[^\s'"()<>]+/g) ?? [];

/** Messages that the browser itself writes about a resource it did not load; requests tell of those of the app's own. */
const aboutResource =
  /^(Failed to load resource|Access to .* has been blocked|Refused to |Mixed Content|Cross-Origin Request Blocked|GET |POST |PUT |DELETE |WebSocket connection to )/;

const isForeign = (address: string, own: Set<string>): boolean => {
  const origin = originOf(address);
  return origin !== null && origin !== "null" && !own.has(origin);
};

const countsConsole = (entry: ConsoleEvidence, own: Set<string>): boolean => {
  if (entry.level !== "error") return false;
  if (entry.location !== null && isForeign(entry.location, own)) return false;
  if (entry.text.startsWith("Failed to load resource")) return false;
  if (aboutResource.test(entry.text) && addresses(entry.text).some((address) => isForeign(address, own)))
    return false;
  return true;
};

const countsPageError = (error: PageErrorEvidence, own: Set<string>): boolean => {
  if (/^(Uncaught )?Script error\.?$/.test(error.message.trim())) return false;
  const frame = addresses((error.stack ?? "").replace(error.message, ""))[0];
  return frame === undefined || !isForeign(frame, own);
};

const countsRequest = (request: RequestEvidence): boolean =>
  request.same_origin &&
  request.by_step !== true &&
  (request.status === null ? request.failure !== null && !request.aborted : request.status >= 400);

/** What in the evidence is an error of the app itself, one line each, requests first. */
export const errorsIn = (evidence: CaseEvidence): string[] => {
  const own = new Set<string>();
  for (const request of evidence.requests) {
    const origin = request.same_origin ? originOf(request.url) : null;
    if (origin !== null) own.add(origin);
  }
  const lines = [
    ...evidence.requests
      .filter(countsRequest)
      .map((request) => `${request.method} ${brief(request.url, 120)} ${request.status ?? request.failure}`),
    ...evidence.page_errors
      .filter((error) => countsPageError(error, own))
      .map((error) => `page error: ${brief(error.message)}`),
    ...evidence.console
      .filter((entry) => countsConsole(entry, own))
      .map((entry) => `console error: ${brief(entry.text)}`),
  ];
  return [...new Set(lines)];
};

/** An image of the app's own address that the app fetches from another origin, which is not looked at. */
const isSentElsewhere = (address: string, evidence: CaseEvidence): boolean =>
  evidence.requests.some(({ url, redirected_to }) => {
    return url === address && redirected_to !== null && originOf(redirected_to) !== originOf(url);
  });

const expected = "no failed request, page error, console error or broken image";

/** What may stand in front of an error, in words. */
const KINDS = new Map([
  ["console error:", "a console error"],
  ["page error:", "a page error"],
]);

/** Texts of errors as a sentence has them: ` 400` is any request that is answered so. */
const sayAll = (except: string[]): string => {
  const said = except.map((text) => KINDS.get(text.trim()) ?? text.trim());
  return said.length < 2 ? said.join("") : `${said.slice(0, -1).join(", ")} or ${said.at(-1) ?? ""}`;
};

const schema = z.union([
  bareSchema,
  z.strictObject({
    except: z
      .array(z.string().min(1))
      .min(1)
      .describe("Texts; an error that contains one of them does not count"),
  }),
]);

export const noErrors = defineExpect({
  kind: "no_errors",
  summary: "Nothing has gone wrong in the page since the case began.",
  description:
    "Once the page has settled: no uncaught page error, no console error, no failed same-origin request of the page (status 400 or more, " +
    "or no answer, unless the page gave it up) since the case began, and no broken image on the page. What other origins do is not looked at. " +
    "`{except: [GET /api/me 401]}` leaves aside errors that are meant, by a part of their text.",
  schema,
  example: "expect: no_errors",
  describe: (args) =>
    typeof args === "object" && args !== null ? `no errors other than ${sayAll(args.except)}` : "no errors",
  negative: () => true,
  async check(args, context): Promise<StepOutcome> {
    const meant = typeof args === "object" && args !== null ? args.except : [];
    const errors = errorsIn(context.session.evidence).filter(
      (line) => !meant.some((text) => line.includes(text)),
    );
    if (errors.length > 0) {
      const observed =
        errors.slice(0, 5).join("; ") + (errors.length > 5 ? `; and ${errors.length - 5} more` : "");
      return { ok: false, kind: "not_held", verdict: "failed", message: observed, expected, observed };
    }
    const images = await hold(context, { kind: "no_broken_images" }, "no broken image");
    if (images.ok || images.kind !== "not_held") return images;
    const broken = (images.observed ?? "").split(", ");
    const excused = broken.every(
      (address) =>
        isSentElsewhere(address, context.session.evidence) || meant.some((text) => address.includes(text)),
    );
    return excused ? { ok: true, note: "images of other origins are not there" } : images;
  },
});
