import { lookup as systemLookup, type LookupAddress } from "node:dns";
import type { LookupFunction } from "node:net";
import ipaddr from "ipaddr.js";
import { OutboundRefused } from "#ports/outbound.ts";

/** Resolves a name to all of its addresses, as `dns.lookup` with `all` does. */
export type ResolveHost = (
  hostname: string,
  callback: (error: NodeJS.ErrnoException | null, addresses: LookupAddress[]) => void,
) => void;

export type OutboundRules = {
  /** Host names, `*.` wildcards and CIDR ranges. When not empty, nothing else may be reached. */
  allowedHosts?: readonly string[];
  /** The same forms; wins over `allowedHosts`. */
  blockedHosts?: readonly string[];
  resolve?: ResolveHost;
};

export type OutboundPolicy = {
  /** Checks scheme, name and literal address. Throws OutboundRefused; `url` that is no URL at all is refused as well. */
  checkUrl(url: string | URL): URL;
  /**
   * True when the address may be reached, after resolving its name. A name that does not resolve is allowed: whoever
   * connects will say so better.
   */
  isAllowedUrl(url: string | URL): Promise<boolean>;
  /** For `net.connect`: resolves a name and fails with OutboundRefused when any of its addresses is forbidden. */
  lookup: LookupFunction;
};

const metadataNames = new Set(["metadata.google.internal", "metadata.goog", "metadata", "instance-data"]);
const neverReached = [
  "169.254.0.0/16",
  "100.100.100.200/32",
  "168.63.129.16/32",
  "192.0.0.192/32",
  "fe80::/10",
  "fd00:ec2::254/128",
  "fd20:ce::254/128",
].map((range) => ipaddr.parseCIDR(range));

type Address = ipaddr.IPv4 | ipaddr.IPv6;
type Range = [Address, number];
type HostList = { names: Set<string>; suffixes: string[]; ranges: Range[] };

const plainName = (hostname: string): string =>
  hostname
    .toLowerCase()
    .replace(/^\[|\]$/g, "")
    .replace(/\.$/, "");

const parseList = (entries: readonly string[]): HostList => {
  const list: HostList = { names: new Set(), suffixes: [], ranges: [] };
  for (const entry of entries) {
    const text = plainName(entry.trim());
    if (!text) continue;
    if (ipaddr.isValidCIDR(text)) list.ranges.push(ipaddr.parseCIDR(text));
    else if (ipaddr.isValid(text)) {
      const address = ipaddr.process(text);
      list.ranges.push([address, address.kind() === "ipv4" ? 32 : 128]);
    } else if (text.startsWith("*.")) list.suffixes.push(text.slice(1));
    else list.names.add(text);
  }
  return list;
};

/** The address itself and the IPv4 address that it carries (mapped, compatible, NAT64, 6to4), if any. */
const readings = (text: string): Address[] => {
  const address = ipaddr.process(text.split("%")[0] ?? text);
  if (address.kind() === "ipv4") return [address];
  const bytes = address.toByteArray();
  const range = address.range();
  const embedded =
    range === "rfc6052" || bytes.slice(0, 12).every((byte) => byte === 0)
      ? bytes.slice(12)
      : range === "6to4"
        ? bytes.slice(2, 6)
        : null;
  return embedded ? [address, ipaddr.fromByteArray(embedded)] : [address];
};

const inRange = (address: Address, [base, bits]: Range): boolean =>
  address.kind() === base.kind() && address.match(base, bits);

const listsAddress = (ranges: Range[], addresses: Address[]): boolean =>
  ranges.some((range) => addresses.some((address) => inRange(address, range)));

const listsName = (list: HostList, name: string): boolean =>
  list.names.has(name) || list.suffixes.some((suffix) => name.endsWith(suffix));

/** The rules of what may be fetched or visited on a user's behalf: metadata and link-local addresses never may. */
export const createOutboundPolicy = (rules: OutboundRules = {}): OutboundPolicy => {
  const allowed = parseList(rules.allowedHosts ?? []);
  const blocked = parseList(rules.blockedHosts ?? []);
  const limited = allowed.names.size + allowed.suffixes.length + allowed.ranges.length > 0;
  const resolve: ResolveHost =
    rules.resolve ?? ((hostname, callback) => systemLookup(hostname, { all: true }, callback));

  const objectToName = (name: string): string | null => {
    if (metadataNames.has(name)) return "it is a cloud metadata service";
    if (listsName(blocked, name)) return `${name} is blocked by the operator (SERVICE_BLOCKED_HOSTS)`;
    return null;
  };
  const objectToAddress = (name: string, address: string): string | null => {
    const addresses = readings(address);
    if (listsAddress(neverReached, addresses)) return `${address} is a link-local or cloud metadata address`;
    if (listsAddress(blocked.ranges, addresses))
      return `${address} is blocked by the operator (SERVICE_BLOCKED_HOSTS)`;
    if (limited && !listsName(allowed, name) && !listsAddress(allowed.ranges, addresses))
      return `${name} is not among the hosts that the operator allows (SERVICE_ALLOWED_HOSTS)`;
    return null;
  };

  const checkUrl = (input: string | URL): URL => {
    const url = typeof input === "string" && URL.canParse(input) ? new URL(input) : input;
    if (typeof url === "string") throw new OutboundRefused(url.slice(0, 200), "it is not a URL");
    const shown = url.origin === "null" ? url.protocol : url.origin;
    if (url.protocol !== "http:" && url.protocol !== "https:")
      throw new OutboundRefused(shown, "only http and https are fetched");
    const name = plainName(url.hostname);
    const objection = ipaddr.isValid(name) ? objectToAddress(name, name) : objectToName(name);
    if (objection) throw new OutboundRefused(shown, objection);
    return url;
  };

  const resolveChecked = (
    hostname: string,
    callback: (error: NodeJS.ErrnoException | null, addresses: LookupAddress[]) => void,
  ): void => {
    const name = plainName(hostname);
    const objection = objectToName(name);
    if (objection) return callback(new OutboundRefused(name, objection), []);
    resolve(hostname, (error, addresses) => {
      if (error) return callback(error, []);
      for (const { address } of addresses) {
        const refusal = objectToAddress(name, address);
        if (refusal) return callback(new OutboundRefused(name, refusal), []);
      }
      callback(null, addresses);
    });
  };

  const lookup: LookupFunction = (hostname, options, callback) => {
    resolveChecked(hostname, (error, addresses) => {
      if (error) return callback(error, "", 0);
      const wanted = addresses.filter(({ family }) => !options.family || family === options.family);
      const [first] = wanted;
      if (!first) {
        const missing: NodeJS.ErrnoException = new Error(`getaddrinfo ENOTFOUND ${hostname}`);
        missing.code = "ENOTFOUND";
        return callback(missing, "", 0);
      }
      if (options.all) return callback(null, wanted);
      callback(null, first.address, first.family);
    });
  };

  return {
    checkUrl,
    lookup,
    isAllowedUrl: async (input) => {
      let url: URL;
      try {
        url = checkUrl(input);
      } catch (error) {
        if (error instanceof OutboundRefused) return false;
        throw error;
      }
      const name = plainName(url.hostname);
      if (ipaddr.isValid(name)) return true;
      return new Promise((done) =>
        resolveChecked(url.hostname, (error) => done(!(error instanceof OutboundRefused))),
      );
    },
  };
};
