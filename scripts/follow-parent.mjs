/** Preloaded into a child of run-child.mjs: asks this process to stop when the one that started it is gone. */
import { Socket } from "node:net";

const parent = new Socket({ fd: 3, readable: true, writable: false });
parent.once("close", () => process.kill(process.pid, "SIGTERM"));
parent.once("error", () => parent.destroy());
parent.resume();
parent.unref();
