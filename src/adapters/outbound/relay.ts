import { once } from "node:events";
import { connect, createServer, isIP } from "node:net";
import type { AddressInfo, Socket } from "node:net";
import { pipeline } from "node:stream";
import { OutboundRefused } from "#ports/outbound.ts";
import type { OutboundPolicy } from "./policy.ts";

/** A SOCKS 5 proxy (RFC 1928) on the loopback interface that connects only to what a policy allows. */
export type Relay = {
  port: number;
  /** Ends every connection. */
  close(): Promise<void>;
};

const version = 5;
const noPassword = 0;
const connectCommand = 1;
const addressKinds = { ipv4: 1, name: 3, ipv6: 4 };
const replies = {
  done: 0,
  failed: 1,
  forbidden: 2,
  networkAway: 3,
  hostAway: 4,
  refused: 5,
  unknownCommand: 7,
};
/** A browser says where it wants to go at once. */
const patienceMs = 10_000;
/** The longest question there is: a name of 255 bytes. */
const longest = 4 + 1 + 255 + 2;

/**
 * Starts a relay. Names are resolved here and every address that they have is checked when the connection is made, so
 * that neither a page nor a worker, a frame, a socket or a name that changes its mind gets around the policy.
 */
export const startRelay = async (policy: Pick<OutboundPolicy, "checkUrl" | "lookup">): Promise<Relay> => {
  const open = new Set<Socket>();
  const server = createServer((client) => {
    open.add(client);
    client.on("close", () => open.delete(client));
    client.on("error", () => client.destroy());
    client.setNoDelay(true);
    client.setTimeout(patienceMs, () => client.destroy());
    void answer(client, policy).catch(() => client.destroy());
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  server.unref();
  return {
    port: (server.address() as AddressInfo).port,
    close: async () => {
      for (const client of open) client.destroy();
      server.close();
      await once(server, "close");
    },
  };
};

const answer = async (client: Socket, policy: Pick<OutboundPolicy, "checkUrl" | "lookup">): Promise<void> => {
  const read = createReader(client);
  const [spoken, methods = 0] = await read(2);
  const offered = await read(methods);
  if (spoken !== version || !offered.includes(noPassword)) return void client.destroy();
  client.write(Uint8Array.of(version, noPassword));
  const [, command, , kind] = await read(4);
  const host = await readHost(read, kind);
  const port = (await read(2)).readUInt16BE();
  if (command !== connectCommand || host === null) return refuse(client, replies.unknownCommand);
  try {
    policy.checkUrl(`http://${isIP(host) === 6 ? `[${host}]` : host}:${port}/`);
  } catch {
    return refuse(client, replies.forbidden);
  }
  const server = connect({ host, port, lookup: policy.lookup, noDelay: true });
  client.once("close", () => server.destroy());
  server.once("error", (error) => refuse(client, replyTo(error)));
  await once(server, "connect");
  server.removeAllListeners("error");
  client.setTimeout(0);
  client.write(Uint8Array.of(version, replies.done, 0, addressKinds.ipv4, 0, 0, 0, 0, 0, 0));
  read.release();
  // Whichever side fails or ends, the other does, too.
  pipeline(client, server, () => undefined);
  pipeline(server, client, () => undefined);
};

const refuse = (client: Socket, reply: number): void => {
  client.end(Uint8Array.of(version, reply, 0, addressKinds.ipv4, 0, 0, 0, 0, 0, 0));
};

type Reader = ((count: number) => Promise<Buffer>) & {
  /** Gives what was read too much back to the socket. */
  release(): void;
};

/** Reads a socket by counted bytes. */
const createReader = (socket: Socket): Reader => {
  let held = Buffer.alloc(0);
  let arrived = Promise.withResolvers<void>();
  const onData = (chunk: Buffer): void => {
    held = Buffer.concat([held, chunk]);
    if (held.length > 4 * longest) socket.pause();
    arrived.resolve();
  };
  const onClose = (): void => arrived.reject(new Error("the connection was closed"));
  socket.on("data", onData);
  socket.once("close", onClose);
  socket.once("end", onClose);
  const read = async (count: number): Promise<Buffer> => {
    while (held.length < count) {
      arrived = Promise.withResolvers<void>();
      await arrived.promise;
    }
    const taken = held.subarray(0, count);
    held = held.subarray(count);
    return taken;
  };
  const release = (): void => {
    socket.off("data", onData);
    socket.off("close", onClose);
    socket.off("end", onClose);
    socket.pause();
    if (held.length > 0) socket.unshift(held);
  };
  return Object.assign(read, { release });
};

const readHost = async (read: Reader, kind: number | undefined): Promise<string | null> => {
  if (kind === addressKinds.ipv4) return [...(await read(4))].join(".");
  if (kind === addressKinds.ipv6) {
    const bytes = await read(16);
    return Array.from({ length: 8 }, (_, part) => bytes.readUInt16BE(part * 2).toString(16)).join(":");
  }
  if (kind !== addressKinds.name) return null;
  const [length = 0] = await read(1);
  return (await read(length)).toString("latin1");
};

const replyTo = (error: unknown): number => {
  if (error instanceof OutboundRefused) return replies.forbidden;
  const code = error instanceof Error && "code" in error ? error.code : "";
  if (code === "ECONNREFUSED") return replies.refused;
  if (code === "ENETUNREACH") return replies.networkAway;
  return code === "ENOTFOUND" || code === "EHOSTUNREACH" ? replies.hostAway : replies.failed;
};
