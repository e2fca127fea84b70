import { expect, test } from "vitest";
import { parseDocument, readDescription } from "./description.ts";

const prefixOf = (servers: string, baseUrl: string, paths = ""): string => {
  const text = `openapi: 3.1.0\ninfo: { title: A, version: "1" }\n${servers}\npaths: { ${paths} }\n`;
  return readDescription(new Map([["", parseDocument(text)]]), "", baseUrl).prefix;
};

test.each([
  ["the server that is named", "servers: [{ url: /api }]", "http://a.example/other", "/api"],
  ["that of another origin", "servers: [{ url: 'https://b.example/v2/' }]", "http://a.example/", "/v2"],
  ["the root, where that is named", "servers: [{ url: / }]", "http://a.example/api", ""],
  ["the base address, where none is named", "", "http://a.example/api/v2/", "/api/v2"],
  ["the base address, where the list is empty", "servers: []", "http://a.example/api", "/api"],
  ["the root of a base address without a path", "", "http://a.example", ""],
])("operations are below %s", (_, servers, baseUrl, prefix) => {
  expect(prefixOf(servers, baseUrl)).toBe(prefix);
});

test("a base address whose path all paths begin with is below none", () => {
  expect(prefixOf("", "http://a.example/api", "/api/pets: {}, /api: {}")).toBe("");
  expect(prefixOf("", "http://a.example/api", "/api/pets: {}, /apis: {}")).toBe("/api");
});
