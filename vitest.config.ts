import { defineConfig } from "vitest/config";

/** Ends a test that hangs; no test is meant to come near it, however busy the machine is. */
const HANGING_MS = 300_000;

/** Programs, worker threads, replaced globals and a parser that is no JavaScript: what one file leaves behind must not reach the next. */
const APART = [
  "tests/architecture.test.ts",
  "tests/patterns.test.ts",
  "tests/cli/**",
  "tests/hostile/**",
  "tests/engine/doors.test.ts",
  "tests/scale/**",
  "tests/testbed/main.test.ts",
  "tests/workers/**",
  "tests/ui/shared/chart/draw-scheduler.test.ts",
  "tests/ui/shared/full-screen.test.ts",
  "tests/ui/saved-runs/report-memory.test.ts",
  "tests/ui/saved-runs/keep.test.ts",
  "tests/ui/guides/task/task-session.test.ts",
  "tests/ui/sentences.test.ts",
  "tests/engine/own/many-programs.test.ts",
  "tests/engine/own/types.test.ts",
];

// Five projects: `unit` needs nothing but Node, and its files share their modules; `unit-apart` likewise, each file on its
// own; `figures` computes the papers' figures on all cores; `hostile` times readers, by `npm run hostile` alone; `e2e` opens
// the built page in a real browser.
export default defineConfig({
  test: {
    maxWorkers: "100%",
    testTimeout: HANGING_MS,
    hookTimeout: HANGING_MS,
    setupFiles: ["tests/each-test.ts"],
    expect: { poll: { timeout: 120_000 } },
    projects: [
      {
        extends: true,
        test: {
          name: "unit",
          include: ["tests/**/*.test.{ts,tsx}"],
          exclude: ["tests/e2e/**", "tests/figures/**", ...APART],
          pool: "threads",
          isolate: false,
        },
      },
      {
        extends: true,
        test: { name: "unit-apart", include: APART.map((path) => path.replace(/\*\*$/, "**/*.test.ts")) },
      },
      {
        extends: true,
        test: { name: "figures", include: ["tests/figures/**/*.test.ts"] },
      },
      {
        extends: true,
        test: { name: "hostile", include: ["tests/hostile/measure.ts"], testTimeout: 0 },
      },
      {
        extends: true,
        test: {
          name: "e2e",
          include: ["tests/e2e/**/*.test.ts"],
          globalSetup: ["tests/e2e/global-setup.ts"],
        },
      },
    ],
  },
});
