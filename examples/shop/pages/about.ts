import { html } from "#examples/shop/html.ts";
import type { Context, Reply } from "#examples/shop/http.ts";
import { page } from "./layout.ts";

/** GET /about */
export function aboutPage(context: Context): Reply {
  const body = html`<h1>About us</h1>
    <p>Fern &amp; Oak is a small shop. We sell thirty things or so, and we use every one of them at home.</p>
    <p>
      Read about <a href="/help#delivery">delivery</a> and <a href="/help#returns">returns</a>, look through
      the <a href="/catalogue">catalogue</a>, or <a href="/contact">write to us</a>.
    </p>
    <h2>Opening hours</h2>
    <table>
      <thead>
        <tr>
          <th scope="col">Day</th>
          <th scope="col">Hours</th>
        </tr>
      </thead>
      <tbody>
        <tr>
          <th scope="row">Monday to Friday</th>
          <td>9:00 to 18:00</td>
        </tr>
        <tr>
          <th scope="row">Saturday</th>
          <td>10:00 to 14:00</td>
        </tr>
      </tbody>
    </table>`;
  return page(context, { title: "About us", body });
}

/** GET /help */
export function helpPage(context: Context): Reply {
  const body = html`<h1>Help</h1>
    <section id="delivery">
      <h2>Delivery</h2>
      <p>Standard delivery takes three to five days, express arrives on the next working day.</p>
    </section>
    <section id="returns">
      <h2>Returns</h2>
      <p>Send anything back within thirty days. We refund the price on the day it arrives.</p>
    </section>
    <section id="questions">
      <h2>Questions</h2>
      <details>
        <summary>Can I change an order?</summary>
        <p>Until it is shipped. <a href="/contact">Write to us</a>.</p>
      </details>
      <details>
        <summary>Do you have a shop I can visit?</summary>
        <p>Yes, see <a href="/about">our opening hours</a>.</p>
      </details>
      <details>
        <summary>When will sold-out things be back?</summary>
        <p>Usually within a month.</p>
      </details>
    </section>`;
  return page(context, { title: "Help", body });
}
