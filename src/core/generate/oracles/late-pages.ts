import { LATE_MS } from "#core/explore/late-pages.ts";
import { defineOracle } from "#core/generate/define-oracle.ts";
import { literal, short } from "#core/generate/steps.ts";

export const latePages = defineOracle({
  id: "late-pages",
  summary: "A page is answered within 5 s, where most others of the app take less than one.",
  looks: true,
  applies: (site) =>
    site.late.map((path) => {
      const page = site.pages.find((each) => each.path === path);
      const name = page?.survey.headings[0]?.text ?? page?.title ?? path;
      return {
        id: `late-${page?.id ?? "page"}`,
        title: `"${short(name, 30)}" is answered within ${LATE_MS / 1000} s`,
        steps: [{ goto: literal(path), timeout: `${LATE_MS / 1000}s` }],
        rank: 10,
      };
    }),
});
