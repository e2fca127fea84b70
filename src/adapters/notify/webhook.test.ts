import { once } from "node:events";
import { createServer } from "node:http";
import type { Server } from "node:http";
import type { AddressInfo } from "node:net";
import { afterAll, beforeAll, expect, test } from "vitest";
import { createOutbound } from "#adapters/outbound/outbound.ts";
import type { Notification } from "#ports/notifier.ts";
import { createWebhookNotifier } from "./webhook.ts";

let hook: Server;
let url: string;
let received = "";
beforeAll(async () => {
  hook = createServer((request, response) => {
    const parts: Buffer[] = [];
    request.on("data", (part: Buffer) => parts.push(part));
    request.on("end", () => {
      received = Buffer.concat(parts).toString();
      response.end();
    });
  });
  hook.listen(0, "127.0.0.1");
  await once(hook, "listening");
  url = `http://127.0.0.1:${(hook.address() as AddressInfo).port}/`;
});
afterAll(() => hook.close());

const written =
  "[Sign in again](https://evil.example) **now** `x` <!channel> <https://evil.example|here> @everyone";
const send = async (format: "slack" | "discord" | "teams"): Promise<unknown> => {
  const notification: Notification = {
    title: `Shop: 1 failed ${written}`,
    lines: [`Order: saw ${written}`],
    mood: "bad",
    link: "https://ci.example/run/1",
    data: {},
  };
  await createWebhookNotifier(createOutbound().fetch)({ url, format }, notification);
  return JSON.parse(received);
};

test("what a page has written is no link, mention or markup in Slack", async () => {
  const text = written.replaceAll("<", "&lt;").replaceAll(">", "&gt;");
  expect(await send("slack")).toMatchObject({
    text: `Shop: 1 failed ${text}`,
    attachments: [{ text: `Order: saw ${text}\nhttps://ci.example/run/1`, mrkdwn_in: [] }],
  });
});

test("what a page has written is no link, mention or markup in Discord", async () => {
  const text = String.raw`\[Sign in again\]\(https://evil.example\) \*\*now\*\* \`x\` \<!channel\> \<https://evil.example\|here\> @everyone`;
  expect(await send("discord")).toMatchObject({
    embeds: [
      { title: `Shop: 1 failed ${text}`, description: `Order: saw ${text}`, url: "https://ci.example/run/1" },
    ],
    allowed_mentions: { parse: [] },
  });
});

test("what a page has written is no link, mention or markup in Teams", async () => {
  const run = (text: string, more = {}) => ({
    type: "RichTextBlock",
    inlines: [{ type: "TextRun", text, ...more }],
  });
  expect(await send("teams")).toMatchObject({
    attachments: [
      {
        content: {
          body: [
            run(`Shop: 1 failed ${written}`, { weight: "Bolder", size: "Medium" }),
            run(`Order: saw ${written}`),
          ],
          actions: [{ type: "Action.OpenUrl", url: "https://ci.example/run/1" }],
        },
      },
    ],
  });
});
