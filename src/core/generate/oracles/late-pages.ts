import { LATE_MS } from "#core/explore/pages/late-limits.ts";
import { defineOracle } from "#core/generate/define-oracle.ts";
import { literal, literalTarget, short } from "#core/generate/steps.ts";

const seconds = LATE_MS / 1000;

export const latePages = defineOracle({
  id: "late-pages",
  summary:
    "A page is answered within 4 s, and shows what it has, where most others of the app take less than one.",
  looks: true,
  applies: (site) =>
    site.late.map(({ path, shows }) => {
      const page = site.pages.find((each) => each.path === path);
      const name = page?.survey.headings[0]?.text ?? page?.title ?? path;
      return {
        id: `late-${page?.id ?? "page"}`,
        title: `"${short(name, 30)}" ${shows === null ? "is answered" : "shows what it has"} within ${seconds} s`,
        steps: [
          { goto: literal(path), timeout: `${seconds}s` },
          ...(shows === null ? [] : [{ expect: { visible: literalTarget(shows) }, timeout: `${seconds}s` }]),
        ],
        rank: 10,
      };
    }),
});
