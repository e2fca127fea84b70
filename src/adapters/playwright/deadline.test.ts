import { spawn } from "node:child_process";
import { once } from "node:events";
import { expect, onTestFinished, test } from "vitest";
import { late, within } from "./deadline.ts";

test("an answer that came while this process was busy is not late", async () => {
  const echo = spawn("cat");
  onTestFinished(() => void echo.kill());
  const answer = async () => {
    const said = once(echo.stdout, "data");
    echo.stdin.write("here");
    return String((await said)[0]);
  };
  await answer();
  const raced = within(answer(), 10);
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 300);
  expect(await raced).toBe("here");
  expect(await within(new Promise<never>(() => {}), 10)).toBe(late);
});
