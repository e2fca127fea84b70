import { html, raw } from "#examples/shop/html.ts";
import type { Html } from "#examples/shop/html.ts";
import { formOf, isEmail, redirect } from "#examples/shop/http.ts";
import type { Context, Reply } from "#examples/shop/http.ts";
import type { Message } from "#examples/shop/store.ts";
import { field, options, page } from "./layout.ts";

const TOPICS = ["A question", "An order", "A return", "Something else"].map(
  (topic) => [topic, topic] as const,
);

type Problems = Partial<Record<keyof Message, string>>;

function contactBody({ shop: { bugs } }: Context, sent: Message, problems: Problems): Html {
  const required = raw(" required");
  const name = !bugs.has("contact-required-empty") && required;
  const type = bugs.has("contact-email-unchecked") ? "text" : "email";
  const label = bugs.has("contact-label-missing") ? "" : "Your name";
  return html`<h1>Contact</h1>
    <p>We answer within a working day.</p>
    <form class="panel narrow" method="post" action="/contact" aria-label="Contact">
      ${field(label, html`<input name="name" value="${sent.name}" autocomplete="name" ${name} />`, problems.name)}
      ${field("E-mail", html`<input type="${type}" name="email" value="${sent.email}" autocomplete="email" ${required} />`, problems.email)}
      ${field(
        "Topic",
        html`<select name="topic">
          ${options(TOPICS, sent.topic)}
        </select>`,
      )}
      ${field("Message", html`<textarea name="text" rows="5" maxlength="4000" ${required}>${sent.text}</textarea>`, problems.text)}
      <button type="submit">Send message</button>
    </form>`;
}

/** GET /contact */
export function contactPage(context: Context): Reply {
  const empty = { name: "", email: "", topic: "", text: "" };
  return page(context, { title: "Contact", body: contactBody(context, empty, {}) });
}

/** POST /contact */
export function sendMessage(context: Context): Reply {
  const { bugs, store } = context.shop;
  if (bugs.has("contact-fails-silently")) {
    return page(context, { title: "Error", status: 500, body: html`<h1>Something went wrong</h1>` });
  }
  const form = formOf(context);
  const message: Message = {
    name: form.get("name") ?? "",
    email: form.get("email") ?? "",
    topic: form.get("topic") ?? "",
    text: form.get("text") ?? "",
  };
  const problems: Problems = {};
  if (message.name.trim() === "" && !bugs.has("contact-required-empty"))
    problems.name = "Please tell us your name.";
  if (!isEmail(message.email) && !bugs.has("contact-email-unchecked")) {
    problems.email = "Please give an e-mail address, such as ada@example.com.";
  }
  if (message.text.trim() === "") problems.text = "Please write a message.";
  if (Object.keys(problems).length > 0) {
    return page(context, { title: "Contact", status: 422, body: contactBody(context, message, problems) });
  }
  store.messages.push(message);
  context.session.flash = `Thank you, ${message.name}. Your message is sent.`;
  return redirect("/contact/sent");
}

/** GET /contact/sent */
export function sentPage(context: Context): Reply {
  const body = html`<h1>Message sent</h1>
    <p>We will answer soon. <a href="/">Back to the start</a></p>`;
  return page(context, { title: "Message sent", body });
}
