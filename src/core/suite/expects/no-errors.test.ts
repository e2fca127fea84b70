import { expect, it } from "vitest";
import { noErrors } from "./no-errors.ts";

it("says in a sentence which errors are meant", () => {
  const said = (args: unknown): string | undefined => noErrors.bind(args)?.text;
  expect(said(true)).toBe("no errors");
  expect(said({ except: ["GET /api/me 401"] })).toBe("no errors other than GET /api/me 401");
  expect(said({ except: [" 400", " 409", "console error:"] })).toBe(
    "no errors other than 400, 409 or a console error",
  );
});
