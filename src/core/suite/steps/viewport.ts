import { defineStep } from "#core/suite/define-step.ts";
import { brokenBy } from "#core/suite/outcome.ts";
import { viewportSchema } from "#core/suite/viewport.ts";

export const viewport = defineStep({
  verb: "viewport",
  summary: "Give the page another size.",
  description:
    "Width and height of the page in CSS pixels, for the rest of the case in this tab, as when a window is made smaller; a phone has about 390 × 844. " +
    "Every case begins with the suite's `viewport`. It is no other device: the page is told of no touch and of no other browser.",
  schema: viewportSchema,
  example: "viewport: {width: 390, height: 844}",
  describe: ({ width, height }) => `make the page ${width} × ${height}`,
  async run(size, context) {
    context.announce(null, `${size.width} × ${size.height}`);
    const answer = await context.page.resize(size, { timeoutMs: context.timeoutMs });
    return answer.ok ? { ok: true } : brokenBy(answer);
  },
});
