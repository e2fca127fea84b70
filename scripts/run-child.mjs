/** Runs a program in this process's place: its stdio, its signals, its end. */
import { spawn } from "node:child_process";
import { constants } from "node:os";
import { fileURLToPath } from "node:url";

const FOLLOW_PARENT = new URL("follow-parent.mjs", import.meta.url);
const FORWARDED = process.platform === "win32" ? [] : ["SIGTERM", "SIGHUP", "SIGINT", "SIGUSR2"];

/**
 * Runs a Node program and resolves to its exit code (128 + the signal's number when a signal ended it).
 * It gets this process's standard streams and signals, and ends when this process is gone, however that happened.
 *
 * @param {string} node
 * @param {string[]} args
 * @param {{ env?: NodeJS.ProcessEnv, cwd?: string }} [options]
 * @returns {Promise<number>}
 */
export function runNode(node, args, options = {}) {
  const follow = ["--import", FOLLOW_PARENT.href];
  // The fourth stream is a pipe nobody writes to: the child sees its end when this process dies.
  const child = spawn(node, [...follow, ...args], {
    ...options,
    stdio: ["inherit", "inherit", "inherit", "pipe"],
  });
  const forward = (signal) => {
    // A terminal sends Ctrl-C to the child as well; twice would mean "now" to it.
    if (signal === "SIGINT" && process.stdin.isTTY) return;
    child.kill(signal);
  };
  for (const signal of FORWARDED) process.on(signal, forward);
  const watch = watchNpm(() => child.kill("SIGTERM"));
  return new Promise((resolve, reject) => {
    child.once("error", (error) => reject(new Error(`${node} could not be started: ${error.message}`)));
    child.once("exit", (code, signal) => {
      for (const name of FORWARDED) process.off(name, forward);
      clearInterval(watch);
      resolve(code ?? 128 + constants.signals[signal]);
    });
  });
}

/** Nothing tells a process that its parent was killed; one started by npm is not meant to outlive it. */
function watchNpm(whenGone) {
  if (process.env.npm_lifecycle_event === undefined || process.platform === "win32") return undefined;
  const parent = process.ppid;
  const timer = setInterval(() => {
    if (process.ppid === parent) return;
    clearInterval(timer);
    whenGone();
  }, 1000);
  return timer;
}

/** The path of a file beside this one. */
export function beside(name) {
  return fileURLToPath(new URL(name, import.meta.url));
}
