/**
 * `npm test`: types, lint, build, unit, figures, browser; one line per stage, failures in full, the counts at the very end.
 * With `--long` (`npm run test:long`) the same tests try more: longer runs, more random cases.
 */
import { parseArgs } from "node:util";
import { ensureChromium } from "./chromium.ts";
import { lint, type Outcome, programs, runTogether, type Stage, types, vitest } from "./stages.ts";

const { values } = parseArgs({ options: { long: { type: "boolean", default: false } } });
const effort = values.long ? { SAWTOOTH_EFFORT: "long" } : {};

/** One after the other but for those that leave cores idle; the browser opens what was built. */
const stages: readonly (readonly Stage[])[] = [
  [types, lint, { name: "build", run: () => programs(["npm", "run", "build"]) }],
  [{ name: "unit", run: () => vitest(["--project", "unit", "--project", "unit-apart"], effort) }],
  [{ name: "figures", run: () => vitest(["--project", "figures"], effort) }],
  [{ name: "browser", run: browserTests }],
];

let passed = 0;
let failed = 0;
for (const together of stages) {
  for (const outcome of await runTogether(together)) {
    passed += outcome.passed;
    failed += outcome.failed;
  }
}
console.log(`${passed} passed, ${failed} failed`);
process.exitCode = failed === 0 ? 0 : 1;

async function browserTests(): Promise<Outcome> {
  try {
    const built = { CHROMIUM_PATH: ensureChromium(), SAWTOOTH_BUILT: "1" };
    return await vitest(["--project", "e2e"], { ...built, ...effort });
  } catch (error) {
    return { passed: 0, failed: 1, output: error instanceof Error ? error.message : String(error) };
  }
}
