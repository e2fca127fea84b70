import { createShop } from "#examples/shop/shop.ts";

/** passed, failed: what a person who carries the case out would say. none: it cannot be carried out as it is written. */
export type Expected = "passed" | "failed" | "none";

export type Corpus = {
  file: string;
  app: "shop" | "wiki" | "kitchen-sink" | "react-admin";
  auth: { username: string; password: string } | null;
  /** By the beginning of the case's title. */
  verdicts: Record<string, Expected>;
};

/** Bugs that the shop has while its cases are tried: some of the cases must notice them. */
export const startShop = () =>
  createShop({ bugs: ["cart-removes-first", "status-option-dead", "contact-fails-silently"] });

/** Written cases, each with the verdict that a person gives it; written before any of them was tried. */
export const corpora: Corpus[] = [
  {
    file: "shop-guest.feature",
    app: "shop",
    auth: null,
    verdicts: {
      "The cart is empty at first": "passed",
      "A mug goes into the cart": "passed",
      "Several of one thing": "passed",
      "Taking one thing out leaves the other": "failed",
      "The room Kitchen": "passed",
      "The room Lighting": "passed",
      "Opening hours on the moon": "failed",
      "Gift wrapping": "none",
    },
  },
  {
    file: "shop-catalogue.md",
    app: "shop",
    auth: null,
    verdicts: {
      "Search the catalogue": "passed",
      "Sort by price": "passed",
      "One category": "passed",
      "Next page": "passed",
      "Order one mug": "passed",
      "Order without the terms": "passed",
      "Write to the shop as Ada": "failed",
      "Review a bowl": "passed",
    },
  },
  {
    file: "shop-members.md",
    app: "shop",
    auth: { username: "demo@shop.example", password: "demo1234" },
    verdicts: {
      "Given I am logged in, when I open the Orders": "passed",
      "Given I am on /orders, then the table": "passed",
      "Given I am on /orders, when I select": "failed",
      "Given I am on /inventory": "passed",
      "Given I am on /account": "passed",
      "When I log out": "passed",
      "The members' area should feel": "none",
      "Log in with a wrong password": "passed",
      "Log in": "passed",
    },
  },
  {
    file: "wiki.md",
    app: "wiki",
    auth: null,
    verdicts: {
      Sitemap: "passed",
      "Recent changes": "passed",
      "Backlinks of the start page": "passed",
      Search: "passed",
      "Log in as the administrator": "passed",
      "A wrong password is refused": "passed",
      "Registration form": "passed",
      "Old revisions": "passed",
      "The sitemap tells a story": "failed",
      "Print a page": "none",
      "The wiki syntax page": "passed",
    },
  },
  {
    file: "kitchen-sink.feature",
    app: "kitchen-sink",
    auth: null,
    verdicts: {
      "The start page": "passed",
      "Add a todo": "passed",
      "Finish a todo": "passed",
      "Type an address": "passed",
      "A field that is switched off": "passed",
      "A pop-over": "passed",
      "Five cats": "passed",
      "Another heading than there is": "failed",
      "Choose a fruit": "none",
      "The menu of commands": "passed",
    },
  },
  {
    file: "react-admin.md",
    app: "react-admin",
    auth: { username: "janedoe", password: "password" },
    verdicts: {
      "Second page of posts": "passed",
      "Comments are counted": "passed",
      "Looking at one post": "passed",
      "Bulk selection": "passed",
      "Correcting a title": "passed",
      "Deleting can be undone": "passed",
      "Who wrote a comment": "failed",
      "Somebody else's password": "passed",
      "Newest first": "passed",
      Leaving: "passed",
      "Bringing posts in": "none",
    },
  },
];
