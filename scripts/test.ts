/**
 * `npm test`: types, lint, build, unit, figures, browser; one line per stage, failures in full, the counts at the very end.
 * With `--long` (`npm run test:long`) the same tests try more: longer runs, more random cases.
 */
import { parseArgs } from "node:util";
import { ensureChromium } from "./chromium.ts";
import { allAreNeeded, findFirefox } from "./engines.ts";
import { lint, type Outcome, programs, runTogether, type Stage, types, vitest } from "./stages.ts";

const { values } = parseArgs({ options: { long: { type: "boolean", default: false } } });
const effort = values.long ? { SAWTOOTH_EFFORT: "long" } : {};
/** Ten times as much is tried. */
const limitMs = values.long ? 3 * 3_600_000 : undefined;

/** One after the other but for those that leave cores idle; the browser opens what was built. */
const stages: readonly (readonly Stage[])[] = [
  [types, lint, { name: "build", run: () => programs(["npm", "run", "build"]) }],
  [{ name: "unit", run: () => vitest(["--project", "unit", "--project", "unit-apart"], effort, limitMs) }],
  [{ name: "figures", run: () => vitest(["--project", "figures"], effort, limitMs) }],
  [{ name: "browser", run: () => browserTests({}) }],
  ...(values.long ? [[{ name: "firefox", run: inFirefox }]] : []),
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

/** The same tests once more; how long runs are and how much is tried is no matter of the browser. */
async function inFirefox(): Promise<Outcome> {
  if (findFirefox() === null && !allAreNeeded)
    return { passed: 0, failed: 0, output: "", leftOut: ["all tests: Firefox is not installed"] };
  return browserTests({ SAWTOOTH_BROWSER: "firefox", SAWTOOTH_EFFORT: "usual" });
}

async function browserTests(circumstances: NodeJS.ProcessEnv): Promise<Outcome> {
  try {
    const built = { CHROMIUM_PATH: ensureChromium(), SAWTOOTH_BUILT: "1" };
    return await vitest(["--project", "e2e"], { ...built, ...effort, ...circumstances }, limitMs);
  } catch (error) {
    return { passed: 0, failed: 1, output: error instanceof Error ? error.message : String(error) };
  }
}
