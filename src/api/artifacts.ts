import { z } from "zod";
import { exampleId } from "./common.ts";
import { defineApi, raw } from "./define-api.ts";

export const artifactsApi = defineApi({
  getArtifact: {
    method: "GET",
    path: "/artifacts/{path}",
    tag: "Artifacts",
    summary: "A file that a run left behind",
    description:
      "`path` is the id of the run, a slash, and a path as the run's report and events give it. " +
      "By its address with `?token=` a picture shows on pages of any origin.",
    signInPage: true,
    access: "query_token",
    params: z.object({ path: z.string().min(1).max(1000) }),
    reply: raw(
      [
        "image/jpeg",
        "image/png",
        "text/html",
        "application/json",
        "application/zip",
        "application/octet-stream",
      ],
      "The file",
    ),
    examples: { params: { path: `${exampleId}/cases/order/01-click.jpg` } },
  },
});
