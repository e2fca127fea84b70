import { text as textOf } from "node:stream/consumers";
import type { IncomingMessage, ServerResponse } from "node:http";
import { afterAll, beforeAll, expect, it } from "vitest";
import { createPlaywrightBrowser } from "#adapters/playwright/launch.ts";
import type { Browser } from "#ports/browser.ts";
import { escapeHtml } from "#test/support/escape-html.ts";
import { suiteForApp } from "#test/support/generate-suite.ts";

let browser: Browser;
beforeAll(async () => {
  browser = await createPlaywrightBrowser();
});
afterAll(() => browser.close());

type Book = { id: number; title: string; isbn: string; genre: string; cover: string; copies: number };
type Review = { stars: number; text: string };
type Errors = Record<string, string>;
type Form = Record<string, string>;

const genres = ["Adventure", "Crime", "Poetry"];

const shell = (title: string, main: string): string =>
  `<!doctype html><html lang=en><meta charset=utf-8><title>${title} – Shelf</title><link rel=icon href="data:,">
  <nav><a href="/">Books</a> <a href="/review">Reviews</a> <a href="/lend">Lend</a></nav><main><h1>${title}</h1>${main}</main>`;

const field = (name: string, label: string, value: string, error: string | undefined, hint = ""): string =>
  `<div><label for="${name}">${label}</label><input id="${name}" name="${name}" value="${escapeHtml(value)}"${error ? ' aria-invalid="true"' : ""}>
  ${hint ? `<small>${hint}</small>` : ""}${error ? `<span class="err">${error}</span>` : ""}</div>`;

const checkDigit = (digits: string): number =>
  (10 - (Array.from(digits).reduce((sum, digit, at) => sum + Number(digit) * (at % 2 ? 3 : 1), 0) % 10)) % 10;

/** What is wrong, as strict as real applications are. */
const wrongIn = (form: Form, books: Book[], bugs: Bugs, own: number | null): Errors => {
  const isbn = (form["isbn"] ?? "").replaceAll(bugs.includes("hyphens") ? " " : /[\s-]/g, "");
  const errors: Errors = {};
  if (!form["title"]?.trim()) errors["title"] = "Please fill in this field.";
  if (!/^97[89]\d{10}$/.test(isbn)) errors["isbn"] = "An ISBN has 13 digits.";
  else if (checkDigit(isbn.slice(0, 12)) !== Number(isbn[12])) errors["isbn"] = "The check digit is wrong.";
  else if (books.some((book) => book.isbn === isbn && book.id !== own))
    errors["isbn"] = "This ISBN is already in the catalogue.";
  if (form["cover"] && !/^\/covers\/\w+\.svg$/.test(form["cover"]))
    errors["cover"] = "There is no such cover.";
  if (!/^([1-9]|1\d|20)$/.test(form["copies"] ?? "")) errors["copies"] = "From 1 to 20 copies, please.";
  return errors;
};

const bookForm = (action: string, form: Form, errors: Errors, genre: string): string =>
  `<form method=post action="${action}">${field("title", "Title *", form["title"] ?? "", errors["title"])}
  ${field("isbn", "ISBN *", form["isbn"] ?? "", errors["isbn"], "13 digits, with or without hyphens")}
  <div><label for=genre>Genre</label><select id=genre name=genre>${genres
    .map((each) => `<option${each === genre ? " selected" : ""}>${each}`)
    .join("")}</select></div>
  ${field("cover", "Cover URL", form["cover"] ?? "", errors["cover"], "For example /covers/sea.svg, or leave it empty")}
  ${field("copies", "Number of copies *", form["copies"] ?? "", errors["copies"], "1 to 20")}<button>Save</button></form>`;

type Bugs = readonly ("hyphens" | "letters" | "genre" | "gone" | "markup" | "stars")[];

/** A shelf of books that takes no book without a right ISBN, one review a reader, and lends only copies that are there. */
const shelf = (bugs: Bugs) => {
  let books: Book[] = ["Salt Road", "Night Ferry", "Glass Orchard"].map((title, id) => {
    const digits = `97831614841${id}`;
    const isbn = `${digits}0${checkDigit(`${digits}0`)}`;
    return { id, title, isbn, genre: genres[id] ?? "", cover: "", copies: 1 };
  });
  const reviews: Review[] = [{ stars: 3, text: "Slow." }];
  let last = books.length;
  let reviewed = false;
  const list = (): string =>
    shell(
      "Books",
      `<p><a href="/books/new">Add a book</a></p><table aria-label=Books><thead><tr><th>Title<th>Genre<th></tr></thead><tbody>${books
        .map(
          ({ id, title, genre }) =>
            `<tr><td>${escapeHtml(title)}<td>${genre}<td><a href="/books/${id}/edit">Edit</a> <a href="/books/${id}/remove" aria-label="Remove ${escapeHtml(title)}">Remove</a></tr>`,
        )
        .join("")}</tbody></table>`,
    );
  const reviewPage = (errors: Errors = {}, form: Form = {}): string =>
    shell(
      "Reviews",
      `<h2>Reviews</h2>${reviews
        .map(
          ({ stars, text }) =>
            `<article><b>${"★".repeat(stars)}${"☆".repeat(5 - stars)}</b><p>${bugs.includes("markup") ? text : escapeHtml(text)}</p></article>`,
        )
        .join("")}
      <form method=post action="/review"><h3>Write a review</h3><fieldset><legend>Your rating</legend>${[
        1, 2, 3, 4, 5,
      ]
        .map(
          (stars) =>
            `<label><input type=radio name=stars value=${stars}> ${stars} star${stars > 1 ? "s" : ""}</label>`,
        )
        .join(" ")}${errors["stars"] ? `<span class=err>${errors["stars"]}</span>` : ""}</fieldset>
      <div><label for=text>Your review</label><textarea id=text name=text>${escapeHtml(form["text"] ?? "")}</textarea>${errors["text"] ? `<span class=err>${errors["text"]}</span>` : ""}</div><button>Send review</button></form>`,
    );
  const lend = (error = ""): string =>
    shell(
      "Lend",
      `<form method=post action="/lend">${field("barcode", "Copy", "", error || undefined, "Barcode, for example C1012")}<button>Lend</button></form>`,
    );
  const answer = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const { pathname } = new URL(request.url ?? "/", "http://app");
    const show = (html: string, status = 200): void =>
      void response.writeHead(status, { "content-type": "text/html" }).end(html);
    const go = (location: string): void => void response.writeHead(303, { location }).end();
    const id = /^\/books\/(\d+)/.exec(pathname)?.[1];
    const book = books.find((each) => String(each.id) === id);
    if (id !== undefined && !book) return show(shell("No such book", "<p>It does not exist.</p>"), 404);
    if (request.method === "POST") {
      const form: Form = Object.fromEntries(new URLSearchParams(await textOf(request)));
      if (pathname === "/lend")
        return show(lend(`There is no copy ${escapeHtml(form["barcode"] ?? "")}.`), 422);
      if (pathname === "/review") {
        const errors: Errors = {};
        if (!form["stars"]) errors["stars"] = "Please choose 1 to 5 stars.";
        if (reviewed) errors["text"] = "You have already written a review.";
        if (Object.keys(errors).length > 0) return show(reviewPage(errors, form), 422);
        reviewed = true;
        reviews.push({
          stars: Number(form["stars"]) - (bugs.includes("stars") ? 1 : 0),
          text: form["text"] ?? "",
        });
        return go("/review");
      }
      if (book && pathname.endsWith("/remove")) {
        books = books.filter((each) => each !== book);
        return go(bugs.includes("gone") ? `/books/${book.id}` : "/");
      }
      if (bugs.includes("letters") && !/^\d*$/.test(form["copies"] ?? "")) return show("Internal error", 500);
      const errors = wrongIn(form, books, bugs, book?.id ?? null);
      const genre = form["genre"] ?? "";
      const title = book ? "Edit book" : "Add a book";
      if (Object.keys(errors).length > 0)
        return show(shell(title, bookForm(book ? `/books/${book.id}` : "/books", form, errors, genre)), 422);
      const made = {
        id: book?.id ?? (last += 1),
        title: form["title"] ?? "",
        isbn: (form["isbn"] ?? "").replaceAll(/[\s-]/g, ""),
        genre,
        cover: form["cover"] ?? "",
        copies: Number(form["copies"]),
      };
      if (book) Object.assign(book, made);
      else books.push(made);
      return go("/");
    }
    if (pathname === "/review") return show(reviewPage());
    if (pathname === "/lend") return show(lend());
    if (pathname === "/books/new") return show(shell("Add a book", bookForm("/books", {}, {}, "Adventure")));
    if (book && pathname.endsWith("/remove"))
      return show(
        shell(
          "Remove book",
          `<p>Do you really want to remove “${escapeHtml(book.title)}”?</p><form method=post action="${pathname}"><button>Remove book</button> <a href="/">Keep it</a></form>`,
        ),
      );
    if (book)
      return show(
        shell(
          "Edit book",
          bookForm(
            `/books/${book.id}`,
            { title: book.title, isbn: book.isbn, copies: String(book.copies), cover: book.cover },
            {},
            bugs.includes("genre") ? "Adventure" : book.genre,
          ),
        ),
      );
    return show(pathname === "/" ? list() : shell("Not found", ""), pathname === "/" ? 200 : 404);
  };
  return answer;
};

const generate = async (bugs: Bugs) => {
  const answer = shelf(bugs);
  return suiteForApp(browser, (request, response) => void answer(request, response));
};

it(
  "data that a healthy application refuses are no finding, and others are made that it takes",
  { timeout: 480_000 },
  async () => {
    const { told, dropped, yaml } = await generate([]);
    expect(told).toEqual([]);
    expect(dropped).toEqual([]);
    expect(yaml).toContain("- id: create-book");
    expect(yaml).toContain("- id: edit-book");
    expect(yaml).toContain("- id: delete-book");
    expect(yaml).not.toContain("- id: post-write-a-review");
    expect(yaml).not.toContain("- id: lend-submit");
  },
);

it("what goes wrong with data that are taken is found", { timeout: 480_000 }, async () => {
  const { found } = await generate(["hyphens", "letters", "genre", "gone", "markup", "stars"]);
  expect(found).toEqual(
    expect.arrayContaining([
      "edit-book",
      "delete-book",
      "create-book-takes-hyphens",
      "create-book-letters",
      "posted-write-a-review",
    ]),
  );
  expect(found).not.toContain("create-book");
});
