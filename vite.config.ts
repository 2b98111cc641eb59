import react from "@vitejs/plugin-react";
import { defineConfig } from "vite";
import { leaveOut } from "./scripts/leave-out.ts";
import { licences } from "./scripts/licences.ts";
import { isLoadedFirst, noteFirstLoad } from "./scripts/loaded-first.ts";
import { offlineSite } from "./scripts/offline-site.ts";
import { referenceSite } from "./scripts/reference-site.ts";

const ALGORITHMS = /\/src\/engine\/(?:aqm|cc|traffic)\//;
const ENGINE = /\/src\/engine\//;

// Reading a property does nothing else here: without a word on that, `{ ...declaration, create }` keeps a class that nobody names.
const treeshake = { propertyReadSideEffects: false } as const;

// The worker's entry shares modules with each algorithm that comes on demand; without a word they would be files of their own.
const AT_ONCE = { name: "at-once", tags: ["$initial" as const] };

/** Of the engine, what imports nothing, and is smaller than what it costs to be a file. */
const SMALL = /\/src\/engine\/(?:trace\/snapshot|params\/delay-text|scenario\/kernel-traces)\.ts$/;

/**
 * The page's own modules that its entry needs are one file: they would be cut up by what each part that comes later shares
 * with them, and small files compress badly. Not so the engine's: its door names all that the later parts need, too.
 */
const PAGE_AT_ONCE = {
  ...AT_ONCE,
  test: (id: string) => !id.includes("/src/engine/") || SMALL.test(id),
  includeDependenciesRecursively: false,
};

/** Programs that the first plots of some links wait for. */
const AWAITED = /\/(?:program|read-fragment|permission)-/;

// A relative base: the built page works from any sub-path and any static server.
export default defineConfig({
  base: "./",
  plugins: [
    react(),
    leaveOut(["create", "deviations"], ALGORITHMS),
    referenceSite(),
    licences(),
    noteFirstLoad(),
    offlineSite(),
  ],
  worker: {
    format: "es",
    plugins: () => [leaveOut(["help", "summary", "cite", "deviations"], ENGINE)],
    rolldownOptions: { treeshake, output: { codeSplitting: { groups: [AT_ONCE] } } },
  },
  build: {
    target: "es2022",
    sourcemap: true,
    // Every browser that takes this target knows how to preload modules.
    modulePreload: {
      polyfill: false,
      // What a program that comes later shares with the page is there by then: its list need not name it. These lists
      // themselves are loaded first. A program that nobody waits for finds what it imports by itself, and needs its styles.
      resolveDependencies: (program, files, { hostType }) =>
        hostType === "js"
          ? files.filter((file) => !isLoadedFirst(file) && (file.endsWith(".css") || AWAITED.test(program)))
          : files,
    },
    rolldownOptions: { treeshake, output: { codeSplitting: { groups: [PAGE_AT_ONCE] } } },
  },
});
