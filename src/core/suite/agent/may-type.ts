import { z } from "zod";
import { targetSchema } from "#model/target.ts";
import type { StepContext } from "#core/suite/define-step.ts";
import { brokenBy } from "#core/suite/outcome.ts";
import type { StepFailure } from "#core/suite/outcome.ts";
import { variablesIn } from "#core/suite/values.ts";

const typingSchema = z.object({ target: targetSchema, value: z.string() });

const refused = (message: string): StepFailure => ({
  ok: false,
  kind: "refused",
  verdict: "broken",
  message,
});

/**
 * Why an agent's `fill` is not done; null when it may be. `origin` is the app's: nothing is typed into a document of another
 * one, and no secret into a field whose form is sent to another one.
 */
export const refusalToType = async (
  { page, timeoutMs }: StepContext,
  args: unknown,
  origin: string,
): Promise<StepFailure | null> => {
  const typing = typingSchema.safeParse(args);
  if (!typing.success) return refused("an agent fills one field at a time");
  const { target, value } = typing.data;
  const answer = await page.read(target, "sent_to", { timeoutMs });
  if (!answer.ok) return brokenBy(answer, target);
  const [own, ...sent] = answer.value.split(" ");
  if (own !== origin) return refused("nothing is typed into what another site shows inside the page");
  const foreign = sent.find((one) => one !== origin);
  if (foreign === undefined || !variablesIn(value).some((name) => name.startsWith("secret."))) return null;
  return refused(
    `no secret is typed there: the form sends what is typed to ${foreign.slice(0, 200)}, another site`,
  );
};
