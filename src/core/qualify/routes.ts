import { escapeRegex } from "#model/escape-regex.ts";

const varying = [
  /^\d+$/,
  /^[0-9a-f]{8}-?(?:[0-9a-f]{4}-?){3}[0-9a-f]{12}$/i,
  /^(?=.*\d)[0-9a-f]{8,}$/i,
  /^\d{4}-\d{2}(?:-\d{2})?$/,
  /^(?=.*\d)(?=.*[A-Za-z])[\w-]{12,}$/,
];

const segmentsOf = (url: URL): string[] =>
  url.pathname.split("/").map((part) => (varying.some((kind) => kind.test(part)) ? ":id" : part));

/** Path of an address with `:id` for what varies from record to record; names of query values, in order, follow. */
export const routeOf = (address: string): string => {
  const url = new URL(address);
  const names = [...new Set(url.searchParams.keys())].toSorted();
  return `${segmentsOf(url).join("/")}${names.length > 0 ? `?${names.join("&")}` : ""}`;
};

/** The path of a page with `:id` for what varies. */
export const pageOf = (address: string): string => segmentsOf(new URL(address)).join("/");

/** A regular expression that fits the paths of pages like that one. */
export const pathPatternOf = (address: string): string => {
  const parts = segmentsOf(new URL(address)).map((part) => (part === ":id" ? "[^/]+" : escapeRegex(part)));
  return `^${parts.join("/")}$`;
};

/** Whether an address belongs to the app: the same host, or a name below the same domain. */
export const isOfApp = (address: string, baseUrl: string): boolean => {
  if (!URL.canParse(address) || !URL.canParse(baseUrl)) return false;
  const [host, own] = [new URL(address).hostname, new URL(baseUrl).hostname];
  if (host === own) return true;
  const domain = own.split(".").slice(-2).join(".");
  return domain.includes(".") && /[a-z]/i.test(domain) && host.endsWith(`.${domain}`);
};
