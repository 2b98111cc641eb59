/**
 * `npm run check`: checks types and lint, and runs the tests that the change since `main` affects, with few random cases. It
 * always includes the curves and digests of five presets. It takes less than a minute; the full verdict is that of `npm test`.
 */
import { spawnSync } from "node:child_process";
import { lint, runTogether, type Stage, types, vitest } from "./stages.ts";

/**
 * Tests that always run: those that read files or start programs instead of importing them, and those of results that no change
 * may alter.
 */
const ALWAYS = [
  "tests/architecture.test.ts",
  "tests/docs.test.ts",
  "tests/engine/doors.test.ts",
  "tests/mutations.test.ts",
  "tests/workflows.test.ts",
  "tests/cli/docs.test.ts",
  "tests/cli/shown-commands.test.ts",
  "tests/golden/presets.test.ts",
];

function git(...args: readonly string[]): string {
  const { status, stdout } = spawnSync("git", args, { encoding: "utf8" });
  return status === 0 ? stdout.trim() : "";
}

/** Returns the files that have changed since the branch left `main`, also if the change is not committed. */
function changedFiles(): string[] {
  const base = git("merge-base", "HEAD", "main") || git("merge-base", "HEAD", "origin/main") || "HEAD";
  const listed = [
    git("diff", "--name-only", "--diff-filter=d", base),
    git("ls-files", "--others", "--exclude-standard"),
  ];
  return listed.flatMap((text) => text.split("\n")).filter((path) => path !== "");
}

const startMs = performance.now();
const changed = changedFiles().filter((path) => /^(src|tests)\/.*\.tsx?$/.test(path));
const tests: Stage = {
  name: "tests",
  run: () =>
    vitest(["related", ...ALWAYS, ...changed, "--project", "unit", "--project", "unit-apart"], {
      SAWTOOTH_EFFORT: "little",
    }),
};

const stages = [types, lint, tests];
const outcomes = await runTogether(stages);
const bad = stages.filter((_, i) => outcomes[i].failed > 0).map(({ name }) => name);
const seconds = ((performance.now() - startMs) / 1000).toFixed(0);
const what = `${changed.length} changed files, ${outcomes[2].passed} tests passed, ${seconds} s`;
console.log(bad.length === 0 ? `check: good (${what})` : `check: FAILED in ${bad.join(" and ")} (${what})`);
process.exitCode = bad.length === 0 ? 0 : 1;
