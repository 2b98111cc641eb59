/** The runner as one plain script, which any engine of JavaScript can read; built as the page is, without the page. */
import { join } from "node:path";
import { build, type Rolldown } from "vite";

/** Leaves `bits.bitsOf` behind. */
export async function runnerScript(): Promise<string> {
  const built = await build({
    configFile: false,
    logLevel: "warn",
    build: {
      target: "es2022",
      write: false,
      lib: { entry: join(import.meta.dirname, "runner.ts"), name: "bits", formats: ["iife"] },
      rolldownOptions: { treeshake: { propertyReadSideEffects: false } },
    },
  });
  const [{ output }] = built as Rolldown.RolldownOutput[];
  return output[0].code;
}
