/** `tsx scripts/bundle-engine.ts ROOT FILE`: bundles the simulator of a copy of the project into one module, for measurements. */
import { basename, dirname, join, resolve } from "node:path";
import { build } from "vite";

const [root, file] = process.argv.slice(2).map((path) => resolve(path));
const ENTRY = "bench-entry.ts";
const engine = join(root, "src/engine");

await build({
  root,
  configFile: false,
  logLevel: "error",
  publicDir: false,
  plugins: [
    {
      name: "bench-entry",
      resolveId: (id) => (id.endsWith(ENTRY) ? join(engine, ENTRY) : null),
      load: (id) =>
        id === join(engine, ENTRY)
          ? 'export { runScenario } from "./simulator.ts";\nexport { scenarioFromUrl } from "./index.ts";\n'
          : null,
    },
  ],
  build: {
    target: "es2022",
    outDir: dirname(file),
    emptyOutDir: false,
    minify: false,
    lib: { entry: ENTRY, formats: ["es"], fileName: () => basename(file) },
  },
});
