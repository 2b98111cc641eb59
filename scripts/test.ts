/**
 * `npm test`: the checks for contributors: types, lint, build, unit tests, figures, and one browser test through each screen.
 *
 * - `--all` (`npm run test:all`): every test of the page, in Chromium, and all cases of tests with many cases, such as
 * explanations in 500 random runs that are compared with their logs.
 * - `--rest` together with `--all`: only the cases and tests that `npm test` leaves out. `--stage cases`: only these cases.
 * `--stage browser`: only the browser tests; with `--shard 1/3`, a third of their files.
 * - `--long` (`npm run test:long`): all tests, also in Firefox, with longer runs and more random cases. In WebKit, only the tests
 * for every engine.
 *
 * Prints one line per stage and all failures in full. At the end it prints each failure in one line, and the counts.
 */
import { existsSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { allAreNeeded, ensureChromium, findFirefox } from "./engines.ts";
import { lint, type Outcome, programs, root, runTogether, type Stage, types, vitest } from "./stages.ts";

const flag = { type: "boolean", default: false } as const;
const text = { type: "string" } as const;
const options = { all: flag, rest: flag, long: flag, stage: text, shard: text } as const;
const { all, rest, long, stage, shard } = parseArgs({ options }).values;

const effort = long ? { SAWTOOTH_EFFORT: "long" } : all ? { SAWTOOTH_EFFORT: "all" } : {};
/** Time after which tests that hang are ended (ms). It is longer with --long, which has ten times as many cases. */
const limitMs = long ? 3 * 3_600_000 : undefined;

/**
 * Tests that `npm test` runs with only some of their cases, or leaves out, because they take long. `tests/architecture.test.ts`
 * checks that the list is complete.
 */
const MANY_CASES = [
  "tests/cli/benchmark/against.test.ts",
  "tests/cli/benchmark/measure.test.ts",
  "tests/cli/capture-files.test.ts",
  "tests/cli/check-programs.test.ts",
  "tests/cli/named-files.test.ts",
  "tests/cli/league.test.ts",
  "tests/contract/any-scenario.test.ts",
  "tests/contract/congestion-controls.test.ts",
  "tests/contract/made-up.test.ts",
  "tests/contract/main-control.test.ts",
  "tests/contract/phases.test.ts",
  "tests/contract/settling.test.ts",
  "tests/contract/stories.test.ts",
  "tests/contract/stretches-against-log.test.ts",
  "tests/engine/capture/qlog.test.ts",
  "tests/engine/explain/more-stories-against-the-log.test.ts",
  "tests/engine/explain/stories-against-the-log.test.ts",
  "tests/engine/custom/attacks.test.ts",
  "tests/engine/custom/many-programs.test.ts",
  "tests/experiments/experiments.test.ts",
  "tests/measured/spoiled-captures.test.ts",
  "tests/reference/validate.test.ts",
  "tests/teaching/challenges.test.ts",
  "tests/ui/features/papers/quick-look.test.ts",
];
const SCREENS = ["tests/e2e/screens.test.ts", "tests/e2e/more-screens.test.ts"];
const ANY_ENGINE = "tests/e2e/any-engine.test.ts";
const others = () =>
  readdirSync(join(root, "tests/e2e"))
    .map((name) => `tests/e2e/${name}`)
    .filter((path) => path.endsWith(".test.ts") && !SCREENS.includes(path));

if (stage !== undefined && !["cases", "browser"].includes(stage))
  throw new Error(`--stage ${stage}: "cases" and "browser" are the stages of --rest`);

const build: Stage = { name: "build", run: () => programs(["npm", "run", "build"]) };
const unit: Stage = { name: "unit", run: () => tests(["unit", "unit-apart"]) };
const figures: Stage = { name: "figures", run: () => tests(["figures"]) };

/** Stages run one after another. Stages that leave cores idle run together. Browser tests need the built page. */
const ofRest: readonly Stage[] = [
  { name: "cases", run: moreCases },
  {
    name: "browser",
    run: () => browserTests(shard === undefined ? others() : [...others(), `--shard=${shard}`]),
  },
];
const stages: readonly (readonly Stage[])[] = rest
  ? [
      existsSync(join(root, "dist/index.html")) || stage === "cases" ? [] : [build],
      ...ofRest.filter(({ name }) => stage === undefined || name === stage).map((one) => [one]),
    ]
  : [
      [types, lint, build],
      [unit],
      [figures],
      [{ name: "browser", run: () => browserTests(all || long ? [] : SCREENS) }],
      long ? [{ name: "firefox", run: inFirefox }] : [],
      long ? [{ name: "webkit", run: inWebKit }] : [],
    ];

let passed = 0;
let failed = 0;
const failures: string[] = [];
for (const together of stages) {
  for (const outcome of await runTogether(together)) {
    passed += outcome.passed;
    failed += outcome.failed;
    failures.push(...(outcome.failures ?? []));
  }
}
for (const line of failures) console.log(`FAIL ${line}`);
console.log(`${passed} passed, ${failed} failed`);
process.exitCode = failed === 0 ? 0 : 1;

/** Runs all tests of these vitest projects. */
function tests(projects: readonly string[]): Promise<Outcome> {
  return vitest(
    projects.flatMap((project) => ["--project", project]),
    effort,
    limitMs,
  );
}

/** Runs the cases that `npm test` leaves out, but not those that it runs. */
function moreCases(): Promise<Outcome> {
  const marked = ["--project", "unit", "--project", "unit-apart", "--tags-filter=many"];
  return vitest([...MANY_CASES, ...marked], { SAWTOOTH_EFFORT: "rest" }, limitMs);
}

/**
 * Runs the browser tests in these files; without files, all browser tests. A test that fails is tried once more, because a
 * machine may be busy for a moment. If it then passes, it is reported, so that its cause can be found.
 */
async function browserTests(
  files: readonly string[],
  circumstances: NodeJS.ProcessEnv = {},
): Promise<Outcome> {
  try {
    const built = { CHROMIUM_PATH: ensureChromium(), SAWTOOTH_BUILT: "1" };
    return await vitest(
      [...files, "--project", "e2e", "--retry=1"],
      { ...built, ...effort, ...circumstances },
      limitMs,
    );
  } catch (error) {
    return { passed: 0, failed: 1, output: error instanceof Error ? error.message : String(error) };
  }
}

/** Runs the tests in WebKit. If WebKit is not installed, each of its tests is reported as left out, with what is missing. */
function inWebKit(): Promise<Outcome> {
  return browserTests([ANY_ENGINE], { SAWTOOTH_BROWSER: "webkit", SAWTOOTH_EFFORT: "usual" });
}

/** Runs the same tests in Firefox, with the usual number of cases: how long runs are does not depend on the browser. */
async function inFirefox(): Promise<Outcome> {
  if (findFirefox() === null && !allAreNeeded)
    return { passed: 0, failed: 0, output: "", leftOut: ["all tests: Firefox is not installed"] };
  return browserTests([], { SAWTOOTH_BROWSER: "firefox", SAWTOOTH_EFFORT: "usual" });
}
