/** The runner as one plain script that any JavaScript engine can read. It is bundled with the same settings as the page. */
import { join } from "node:path";
import { build, type Rolldown } from "vite";

/** Returns the script, which defines `bits.bitsOf`. */
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
