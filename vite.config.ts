import react from "@vitejs/plugin-react";
import { defineConfig, type HtmlTagDescriptor, type Plugin } from "vite";
import { licences } from "./scripts/licences.ts";
import { offlineSite } from "./scripts/offline-site.ts";
import { referenceSite } from "./scripts/reference-site.ts";
import { projectBuild, projectCommit } from "./src/cli/project.ts";

// Reading a property does nothing else here: without a word on that, `{ ...declaration, create }` keeps a class that nobody names.
const treeshake = { propertyReadSideEffects: false } as const;

/** What starts the worker is a file, the bench is one, the texts of lessons and talks another, and what several screens share a third. */
const FILES = [
  { name: "start", tags: ["$initial" as const], priority: 3 },
  { name: "bench", test: /\/src\/ui\/app\/page\.tsx$/, priority: 2 },
  { name: "texts", test: /\/(?:lessons|talks|challenges)\/[^/]+\.md/, priority: 2 },
  { name: "shared", minShareCount: 2, priority: 1 },
];

/** The page fetches the bench and its style sheet at once, and not only after the entry, which starts the worker. */
const fetchBenchAtOnce: Plugin = {
  name: "fetch-bench-at-once",
  transformIndexHtml: {
    order: "post",
    handler: (_, { bundle }) =>
      Object.values(bundle ?? {})
        .filter((file) => file.type === "chunk" && file.name === "bench")
        .flatMap((chunk) => [
          link("modulepreload", chunk.fileName),
          ...[...(chunk.viteMetadata?.importedCss ?? [])].map((sheet) => link("stylesheet", sheet)),
        ]),
  },
};

function link(rel: string, file: string): HtmlTagDescriptor {
  return { tag: "link", attrs: { rel, crossorigin: true, href: `./${file}` }, injectTo: "head" };
}

// A relative base: the built page works from any sub-path and any static server.
export default defineConfig({
  base: "./",
  define: {
    "import.meta.env.VITE_COMMIT": JSON.stringify(projectCommit()),
    "import.meta.env.VITE_BUILD": JSON.stringify(projectBuild()),
  },
  plugins: [react(), referenceSite(), licences(), offlineSite(), fetchBenchAtOnce],
  worker: {
    format: "es",
    // What it starts with is one file; stories, files of packets and the interpreter of programs come when they are asked for.
    rolldownOptions: {
      treeshake,
      output: { codeSplitting: { groups: [{ name: "worker", tags: ["$initial"] }] } },
    },
  },
  build: {
    target: "es2022",
    sourcemap: true,
    // Every browser that takes this target knows how to preload modules.
    modulePreload: { polyfill: false },
    rolldownOptions: { treeshake, output: { codeSplitting: { groups: FILES } } },
  },
});
