import { neverConnected } from "#adapters/outbound/connection.ts";
import { NotifyError } from "#ports/notifier.ts";
import type { Notification, Notifier, NotifyFormat } from "#ports/notifier.ts";
import { OutboundRefused } from "#ports/outbound.ts";
import type { OutboundFetch } from "#ports/outbound.ts";

const timeoutMs = 10_000;
const longestWaitMs = 600_000;
const colours = { good: "2eb67d", bad: "e01e5a", neutral: "6a7078" };

/** Chat webhooks: Slack incoming webhook, Discord webhook, Teams workflow (Adaptive Card), plain JSON. */
export const createWebhookNotifier =
  (fetch: OutboundFetch): Notifier =>
  async ({ url, format }, notification) => {
    let response: Response;
    try {
      response = await fetch(url, {
        method: "POST",
        headers: { "content-type": "application/json" },
        body: JSON.stringify(payloads[format](notification)),
        signal: AbortSignal.timeout(timeoutMs),
      });
      await response.body?.cancel();
    } catch (error) {
      if (error instanceof OutboundRefused) {
        throw new NotifyError("The webhook's host is refused by this service's outbound rules.", false);
      }
      // What was sent and not answered may have arrived.
      const surelyNot = neverConnected(error);
      throw new NotifyError(
        `The webhook ${surelyNot ? "could not be reached" : "did not answer"}.`,
        surelyNot,
      );
    }
    if (!response.ok) {
      // A gateway that gave up waiting may have passed it on.
      const temporary = response.status === 429 || (response.status >= 500 && response.status !== 504);
      const after = Number(response.headers.get("retry-after") ?? Number.NaN);
      const retryAfterMs = Number.isFinite(after) ? Math.min(after * 1000, longestWaitMs) : null;
      throw new NotifyError(`The webhook answered ${response.status}.`, temporary, retryAfterMs);
    }
  };

const text = ({ title, lines, link }: Notification): string =>
  [title, ...lines, ...(link ? [link] : [])].join("\n");

/** `&`, `<` and `>` are the only control characters of Slack's text. */
const slackText = (plain: string): string =>
  plain.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;");

/** Every sign that means something in Discord's Markdown. */
const discordText = (plain: string): string => plain.replaceAll(/[\\*_~`|<>[\]()#]/g, String.raw`\$&`);

/** A text block would be read as Markdown. */
const teamsText = (plain: string, look = {}) => ({
  type: "RichTextBlock",
  inlines: [{ type: "TextRun", text: plain, ...look }],
});

const payloads: Record<NotifyFormat, (notification: Notification) => Record<string, unknown>> = {
  slack: (notification) => ({
    text: slackText(notification.title),
    attachments: [
      {
        color: `#${colours[notification.mood]}`,
        text: slackText(
          [...notification.lines, ...(notification.link ? [notification.link] : [])].join("\n"),
        ),
        mrkdwn_in: [],
      },
    ],
  }),
  discord: (notification) => ({
    embeds: [
      {
        title: discordText(notification.title).slice(0, 256),
        description: discordText(notification.lines.join("\n")).slice(0, 4000),
        color: Number.parseInt(colours[notification.mood], 16),
        ...(notification.link ? { url: notification.link } : {}),
      },
    ],
    allowed_mentions: { parse: [] },
  }),
  teams: (notification) => ({
    type: "message",
    attachments: [
      {
        contentType: "application/vnd.microsoft.card.adaptive",
        content: {
          $schema: "http://adaptivecards.io/schemas/adaptive-card.json",
          type: "AdaptiveCard",
          version: "1.4",
          body: [
            teamsText(notification.title, { weight: "Bolder", size: "Medium" }),
            ...notification.lines.map((line) => teamsText(line)),
          ],
          actions: notification.link
            ? [{ type: "Action.OpenUrl", title: "Open", url: notification.link }]
            : [],
        },
      },
    ],
  }),
  json: (notification) => ({ text: text(notification), ...notification.data }),
};
