import { defineConfig } from "vitest/config";
import { BaseSequencer, type TestSpecification } from "vitest/node";

/** Ends a test that hangs; no test is meant to come near it, however busy the machine is. */
const HANGING_MS = 300_000;

/** Files that take long, the longest first: they begin before the others, so that no core waits for one of them at the end. */
const LONGEST = [
  "engine/explain/stories-against-the-log",
  "engine/explain/more-stories-against-the-log",
  "reference/validate",
  "teaching/challenges",
  "experiments/experiments",
  "contract/congestion-controls",
  "engine/custom/many-programs",
  "cli/check-programs",
  "cli/league",
  "engine/custom/attacks",
  "engine/load",
  "golden/presets",
  "teaching/lessons",
  "contract/stretches-against-log",
  "contract/any-scenario",
  "contract/main-control",
  "cli/run",
  "cli/validate",
  "testbed/main",
  "teaching/document/lesson-trial",
  "cli/named-files",
  "workers/node-worker",
  "e2e/more-screens",
  "e2e/hosts",
  "e2e/accessibility",
  "e2e/custom-code",
  "e2e/translate",
  "e2e/rail",
  "e2e/bench",
  "e2e/papers",
  "e2e/why",
  "e2e/layout",
].map((name) => `/tests/${name}.test.ts`);

/** Programs, worker threads, replaced globals and a parser that is no JavaScript: what one file leaves behind must not reach the next. */
const APART = [
  "tests/architecture.test.ts",
  "tests/patterns.test.ts",
  "tests/cli/**",
  "tests/hostile/**",
  "tests/measured/linux/mininet.test.ts",
  "tests/engine/doors.test.ts",
  "tests/scale/**",
  "tests/testbed/main.test.ts",
  "tests/workers/**",
  "tests/ui/shared/chart/draw-scheduler.test.ts",
  "tests/ui/shared/full-screen.test.ts",
  "tests/ui/parts/runs/keep.test.ts",
  "tests/ui/features/tasks/task-session.test.ts",
  "tests/ui/sentences.test.ts",
  "tests/engine/custom/many-programs.test.ts",
  "tests/engine/custom/types.test.ts",
];

/**
 * Isolated files come first, the others follow each other: a thread ends when the next file is one of another project, and the
 * thread after it reads all modules again. Within both the longest files come first.
 */
class InRows extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files);
    const rank = ({ project, moduleId }: TestSpecification) => {
      const place = LONGEST.findIndex((path) => moduleId.endsWith(path));
      return (project.config.isolate ? 0 : 1000) + (place < 0 ? LONGEST.length : place);
    };
    return sorted.sort((a, b) => rank(a) - rank(b));
  }
}

// Five projects: `unit` needs nothing but Node, and its files share their modules; `unit-apart` likewise, each file on its
// own; `figures` computes the papers' figures on all cores; `hostile` times attacks, by `npm run hostile` alone; `e2e` opens
// the built page in a real browser.
export default defineConfig({
  test: {
    maxWorkers: "100%",
    sequence: { sequencer: InRows },
    testTimeout: HANGING_MS,
    hookTimeout: HANGING_MS,
    setupFiles: ["tests/each-test.ts"],
    tags: [{ name: "many", description: "has cases that npm test leaves out" }],
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
        test: {
          name: "hostile",
          include: ["tests/hostile/stage/*.ts"],
          testTimeout: 0,
          hookTimeout: 0,
        },
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
