import { type CauseContext, lessBy, reasonOf } from "#core/cause/context.ts";
import { faultOf, recordsOf } from "#core/cause/inquiry.ts";
import { describeAnswer, describeRequest } from "#core/cause/requests.ts";
import { defineRule, type Finding } from "./define-rule.ts";

/** Network errors by what they tell of the way to the app, and what to do about each. */
const networkErrors: [RegExp, string, string][] = [
  [
    /ERR_NAME_NOT_RESOLVED|ERR_NAME_RESOLUTION|ENOTFOUND|EAI_AGAIN|ERR_DNS/,
    "the name is not resolved",
    "Check the host name in base_url and the DNS of the machine that runs the tests.",
  ],
  [
    /ERR_CONNECTION_REFUSED|ECONNREFUSED/,
    "the connection is refused",
    "Start the app, or correct host and port in base_url.",
  ],
  [
    /ERR_CERT_|ERR_SSL_|ERR_BAD_SSL|CERT_|SELF_SIGNED|UNABLE_TO_VERIFY/,
    "TLS fails",
    "Install a valid certificate for this host, or use the address that it was made for.",
  ],
  [
    /ERR_(?:CONNECTION_)?TIMED_OUT|ETIMEDOUT/,
    "the connection times out",
    "Check that the address is reachable from the machine that runs the tests.",
  ],
  [
    /ERR_ADDRESS_UNREACHABLE|ERR_INTERNET_DISCONNECTED|ERR_NETWORK_|EHOSTUNREACH|ENETUNREACH|ERR_PROXY|ERR_TUNNEL|ERR_SOCKS_/,
    "the network does not lead there",
    "Check network and proxy of the machine that runs the tests.",
  ],
  [
    /ERR_CONNECTION_(?:RESET|CLOSED|ABORTED)|ERR_EMPTY_RESPONSE|ECONNRESET|ERR_SOCKET|ERR_HTTP2|ERR_QUIC|ERR_INCOMPLETE_CHUNKED|ERR_CONTENT_LENGTH/,
    "the connection breaks off before the answer is complete",
    "Look whether the app was restarted or ran out of memory at that time.",
  ],
];
const gateway: Record<number, string> = {
  502: "a gateway got no valid answer from the app",
  503: "the app was not available",
  504: "a gateway waited too long for the app",
};

const ofUnreachable = ({ failure }: CauseContext): Finding | null => {
  if (failure.kind !== "unreachable") return null;
  const known = networkErrors.find(([pattern]) => pattern.test(failure.message));
  if (!known) return null;
  const host = URL.canParse(failure.baseUrl) ? new URL(failure.baseUrl).host : failure.baseUrl;
  return {
    summary: `The app at ${host} could not be reached: ${known[1]}.`,
    suspectedCause: failure.message,
    suggestedFix: known[2],
    confidence: 0.95,
  };
};

export const environment = defineRule({
  category: "environment",
  find: (context) => {
    const unreachable = ofUnreachable(context);
    if (unreachable) return unreachable;
    const request = context.primary;
    if (!request || faultOf(context.inquiry, request)) return null;
    if (request.failure !== null) {
      const known = networkErrors.find(([pattern]) => pattern.test(request.failure ?? ""));
      if (!known) return null;
      return {
        summary: `${describeRequest(request)} got no answer: ${known[1]}.`,
        suspectedCause: describeAnswer(request),
        suggestedFix: known[2],
        confidence: lessBy(0.88, request.near),
        cites: request,
      };
    }
    const meaning = gateway[request.status ?? 0];
    if (!meaning) return null;
    // A line of the trace, or an exception in the body, shows that the app itself did answer.
    const reached = recordsOf(context.inquiry, request).length > 0;
    if (reached || reasonOf(context, request)?.strength === "exception") return null;
    return {
      summary: `${describeAnswer(request)}: ${meaning}.`,
      suspectedCause: `${describeAnswer(request)} and no log line of the app belongs to it, so ${meaning}.`,
      suggestedFix:
        "Check that the app and what it depends on were up at that time, and the time-outs of the gateway before it.",
      confidence: lessBy(0.85, request.near),
      request,
    };
  },
});
