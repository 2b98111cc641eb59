/**
 * `npm run mutate [-- WORD…]`: puts one small fault after another into a copy of the sources and checks whether a
 * test fails. Words select faults by file or description. The list is in scripts/mutations.ts. Exit status 1 means
 * that some faults were not noticed.
 */
import { cpSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, posix } from "node:path";
import { type Mutation, mutations, withFault } from "./mutations.ts";
import { root, vitestReport } from "./stages.ts";

const COPIED = [
  "src",
  "tests",
  "scripts",
  "docs",
  "public",
  "lessons",
  "talks",
  "challenges",
  "testbed",
  "README.md",
  "CONTRIBUTING.md",
  "index.html",
];
const SETTINGS = ["package.json", "tsconfig.json", "vite.config.ts", "vitest.config.ts"];
/** Time limit of a single test (ms). Many faults are noticed only because a test waits until this limit. */
const PATIENCE = "--testTimeout=120000";
/** Time without the start of a test (ms) after which tests are ended, for faults that stop a test completely. */
const LIMIT_MS = 600_000;
const PROJECTS = ["--project", "unit", "--project", "unit-apart", "--bail", "1", PATIENCE];
/** Tests that notice any change of a result, but do not show what is wrong. */
const DIGESTS = ["tests/golden/presets.test.ts", "tests/cli/digests.test.ts"];
/** Long tests that use the simulator but do not test it. */
const ABOUT_OTHERS = [
  "tests/experiments/**",
  "tests/reference/**",
  "tests/cli/**",
  "tests/contract/made-up.test.ts",
];

const copy = mkdtempSync(join(tmpdir(), "sawtooth-mutate-"));

/** Returns the first test that fails; null if all pass. */
async function firstFailure(args: readonly string[], effort = "usual"): Promise<string | null> {
  const { report, output, status } = await vitestReport([...args, ...PROJECTS, "--passWithNoTests"], {
    environment: { SAWTOOTH_EFFORT: effort },
    cwd: copy,
    limitMs: LIMIT_MS,
  });
  if (status === null) return "a test that does not end";
  if (report === null) throw new Error(`the tests could not be run:\n${output}`);
  for (const { name, status, assertionResults } of report.testResults) {
    const failed = assertionResults.find((one) => one.status === "failed");
    if (failed !== undefined) return failed.fullName;
    if (status === "failed" && assertionResults.length === 0) return `${posix.basename(name)} does not load`;
  }
  return report.success ? null : "an error outside of any test";
}

const without = (paths: readonly string[]) => paths.flatMap((path) => ["--exclude", path]);

/** Tests of the simulator as a whole and of every algorithm. */
const OF_THE_ENGINE = ["tests/engine/simulation.test.ts", "tests/engine/flow.test.ts", "tests/contract/"];

/**
 * Returns the first test that notices the fault. The tests of the changed file are run first, then those in the same folder, then
 * all tests that import the file, and finally the digests.
 */
async function verdictOn({ file }: Mutation): Promise<string> {
  const own = file.replace(/^src/, "tests").replace(/\.\w+$/, "");
  const isEngine = file.startsWith("src/engine/");
  const noticed =
    (await firstFailure(["run", own])) ??
    (await firstFailure(["run", `${posix.dirname(own)}/`], "little")) ??
    (isEngine ? await firstFailure(["run", ...OF_THE_ENGINE, ...without(ABOUT_OTHERS)], "little") : null) ??
    (await firstFailure(["related", file, ...without([...DIGESTS, ...ABOUT_OTHERS])], "little")) ??
    (await firstFailure(["related", file, ...without(DIGESTS)]));
  if (noticed !== null) return `noticed: ${noticed}`;
  return (await firstFailure(["run", ...DIGESTS])) === null ? "SURVIVED" : "NOTICED BY DIGESTS ONLY";
}

const words = process.argv.slice(2);
const chosen = mutations.filter(({ file, breaks }) =>
  words.every((word) => `${file} ${breaks}`.includes(word)),
);
let survived = 0;
try {
  for (const name of [...COPIED, ...SETTINGS])
    cpSync(join(root, name), join(copy, name), { recursive: true });
  symlinkSync(join(root, "node_modules"), join(copy, "node_modules"), "dir");
  for (const mutation of chosen) {
    const path = join(copy, mutation.file);
    const sound = readFileSync(path, "utf8");
    const faulty = withFault(sound, mutation);
    if (faulty === null) throw new Error(`${mutation.file} has not once: ${mutation.text}`);
    writeFileSync(path, faulty);
    const verdict = await verdictOn(mutation);
    writeFileSync(path, sound);
    if (!verdict.startsWith("noticed")) survived++;
    console.log(`${mutation.file}: ${mutation.breaks}\n    ${verdict}`);
  }
} finally {
  rmSync(copy, { recursive: true, force: true });
}
console.log(`${chosen.length - survived} of ${chosen.length} noticed, ${survived} not`);
process.exitCode = survived === 0 ? 0 : 1;
