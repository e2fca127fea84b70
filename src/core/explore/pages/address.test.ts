import { describe, expect, it } from "vitest";
import { createPatterns, isFile, normalise, relativeTo } from "./address.ts";

const origin = "https://app.example";
const url = (path: string): URL => new URL(path, origin);

describe("addresses", () => {
  it("drops places on a page and keeps routes in the hash", () => {
    expect(normalise("/help#delivery", origin)?.href).toBe(`${origin}/help`);
    expect(normalise("/#/orders/3", origin)?.href).toBe(`${origin}/#/orders/3`);
    expect(normalise("#flow/ab12", origin)?.hash).toBe("#flow/ab12");
    expect(normalise("mailto:a@b.example", origin)).toBeNull();
    expect(normalise("http://[", origin)).toBeNull();
  });

  it("tells files from pages", () => {
    expect(isFile(url("/report.PDF"))).toBe(true);
    expect(isFile(url("/report"))).toBe(false);
  });

  it("is relative for the own origin only", () => {
    expect(relativeTo(origin, "/a?b=1#top")).toBe("/a?b=1");
    expect(relativeTo(origin, "https://other.example/a")).toBe("https://other.example/a");
  });
});

describe("patterns", () => {
  it("replaces numbers, ids, slugs with numbers and query values", () => {
    const patterns = createPatterns();
    expect(patterns.of(url("/products/17"))).toBe("/products/:id");
    expect(patterns.of(url("/u/3f2504e0-4f89-11d3-9a0c-0305e82c3301/edit"))).toBe("/u/:id/edit");
    expect(patterns.of(url("/posts/2024-05-01-news"))).toBe("/posts/:id");
    expect(patterns.of(url("/list?page=2&sort=name"))).toBe("/list?page=:v&sort=:v");
    expect(patterns.of(url("/#/posts/4/show"))).toBe("/#/posts/:id/show");
    expect(patterns.of(url("/doku.php?do=edit&id=start"))).toBe("/doku.php?do=edit&id=:v");
    expect(patterns.of(url("/doku.php?do=admin&page=acl"))).toBe("/doku.php?do=admin&page=acl");
  });

  it("learns from the links of like rows what varies", () => {
    const patterns = createPatterns();
    patterns.learnSiblings(["/p/oak-board", "/p/desk-lamp", "/p/mug"].map(url));
    expect(patterns.of(url("/p/kettle"))).toBe("/p/:id");
    expect(patterns.of(url("/about"))).toBe("/about");
    // Where one more is made is a page of its own.
    expect(patterns.of(url("/p/new"))).toBe("/p/new");
  });

  it("takes the entries of a part's menu for pages, however many there are", () => {
    const parts = Array.from({ length: 14 }, (_, at) => `part${String.fromCodePoint(97 + at)}`);
    const entries = parts.map((part) => url(`/p/harbour/${part}`));
    const [crowded, learned] = [createPatterns(), createPatterns()];
    learned.learnMenu(entries);
    for (const entry of entries) crowded.of(entry);
    expect(crowded.of(url("/p/harbour/parta"))).toBe("/p/harbour/:id");
    for (const entry of entries) expect(learned.of(entry)).toBe(entry.pathname);
  });

  it("keeps pages apart from pages of people beside them", () => {
    const patterns = createPatterns();
    patterns.learnSiblings(["/#/@ada", "/#/@ben_a", "/#/@cem", "/#/@dana"].map(url));
    expect(patterns.of(url("/#/@ben_a/liked"))).toBe("/#/@:id/liked");
    expect(patterns.of(url("/#/settings"))).toBe("/#/settings");
    expect(patterns.of(url("/~ada"))).toBe("/~:id");

    patterns.learnPages(["/settings", "/topics"].map(url));
    patterns.learnSiblings(["/ada", "/ben", "/cem", "/dana", "/eva", "/finn", "/gail", "/hugo"].map(url));
    expect(patterns.of(url("/ben"))).toBe("/:id");
    expect(patterns.of(url("/settings"))).toBe("/settings");
  });

  it("takes very many words at one place for names", () => {
    const patterns = createPatterns();
    for (let letter = 0; letter < 20; letter += 1)
      patterns.of(url(`/tags/${"abcdefghijklmnopqrst"[letter]}`));
    expect(patterns.of(url("/tags/red"))).toBe("/tags/:id");
  });

  it("keeps what the app names on every page apart, however many pages there are at one place", () => {
    const patterns = createPatterns();
    const titles = "abcdefghijklmnopqrst".split("").map((letter) => `/the-way-${letter}`);
    for (const title of titles) patterns.of(url(title));
    expect(patterns.of(url("/the-way-c"))).toBe("/:id");
    patterns.learnPages(titles.slice(0, 14).map((title) => url(title)));
    expect(patterns.of(url("/the-way-c"))).toBe("/the-way-c");
    expect(patterns.of(url("/the-way-t"))).toBe("/:id");
  });

  it("keeps words apart where the addresses of an app begin, also beside titles, but for very many", () => {
    const patterns = createPatterns();
    const words = "abcdefghijklmnopqrst".split("").map((letter) => `/my-${letter}`);
    for (const word of words) patterns.of(url(word));
    for (const word of words) patterns.of(url(word.replace("my", "all-about")));
    expect(patterns.of(url("/my-c/settings"))).toBe("/my-c/settings");
    expect(patterns.of(url("/all-about-c"))).toBe("/:id");
    for (let number = 0; number < 30; number += 1) patterns.of(url(`/${"x".repeat(number + 1)}`));
    expect(patterns.of(url("/my-c"))).toBe("/:id");
  });
});
