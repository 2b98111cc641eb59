/** Tests that saved files contain only what was run, and state what they leave out. */
import { readdirSync, readFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { describe, expect, test } from "vitest";
import type { Outcome, StoredOutcome } from "../../src/experiments/experiment.ts";
import { readingsWords } from "../../src/ui/bench/pictures/shown-plots.ts";
import { besidePublished } from "../../src/ui/features/papers/quick-look.ts";
import { figureCsv } from "../../src/ui/shared/figures/FigureFrame.tsx";

const root = resolve(import.meta.dirname, "../..");

/** Places in which the page or the command line saves results, with the test of the file's content. */
const SAVED: Readonly<Record<string, string>> = {
  "src/cli/run-files.ts": "tests/cli/run.test.ts",
  "src/cli/capture-files.ts": "tests/cli/capture-files.test.ts",
  "src/cli/experiments/outcome-files.ts": "tests/cli/reproduce.test.ts",
  "src/cli/sweep.ts": "tests/cli/sweep.test.ts",
  "src/cli/merge.ts": "tests/cli/merge.test.ts",
  "src/experiments/figure-series.ts": "tests/experiments/figure-series.test.ts",
  "src/ui/features/share/runs-csv.ts": "tests/ui/features/share/runs-csv.test.ts",
  "src/ui/parts/runs/flow-table.ts": "tests/ui/parts/runs/flow-table.test.ts",
  "src/ui/bench/pictures/shown-plots.ts": "tests/contract/exports.test.ts",
  "src/ui/parts/runs/notebook-table.ts": "tests/ui/parts/runs/notebook-table.test.ts",
  "src/ui/shared/figures/FigureFrame.tsx": "tests/contract/exports.test.ts",
};

test("every file that writes tables of measurements is listed here, with a test that reads them", () => {
  const sources = readdirSync(join(root, "src"), { recursive: true, encoding: "utf8" })
    .map((path) => `src/${path}`)
    .filter((path) => /\.tsx?$/.test(path) && path !== "src/lib/csv.ts");
  const writers = sources.filter((path) =>
    /\bcsv(?:Text|Stamp)\(/.test(readFileSync(join(root, path), "utf8")),
  );
  expect(writers.filter((path) => SAVED[path] === undefined)).toEqual([]);
  for (const [source, test] of Object.entries(SAVED)) {
    expect(sources, source).toContain(source);
    expect(readFileSync(join(root, test), "utf8").length, test).toBeGreaterThan(0);
  }
});

test("the table of a plot states that it does not contain all values", () => {
  expect(readingsWords(1001)).toBe(
    "1,001 readings of the curves; values in between are left out (for all values: Share, All series)",
  );
});

/** Returns every second point of each line, like a quick look. */
function quickOf(outcome: Outcome): Outcome {
  const isTaken = (_: unknown, i: number) => i % 2 === 0;
  return {
    ...outcome,
    figures: outcome.figures.map((figure) => ({
      ...figure,
      series: figure.series.map((series) => ({
        ...series,
        x: series.x.filter(isTaken),
        y: series.y.filter(isTaken),
        ...(series.low && { low: series.low.filter(isTaken) }),
        ...(series.high && { high: series.high.filter(isTaken) }),
        ...(series.jobs && { jobs: series.jobs.filter(isTaken) }),
      })),
    })),
  };
}

describe("a quick look compared with the published figure", () => {
  const folder = join(root, "public/papers");
  const stored = readdirSync(folder)
    .filter((name) => name.endsWith(".json"))
    .map((name): StoredOutcome => JSON.parse(readFileSync(join(folder, name), "utf8")))
    .filter(({ outcome }) => outcome?.figures?.some(({ series }) => series.some(({ x }) => x.length > 2)));

  test.each(stored.map((one) => [one.id, one.outcome] as const))(
    "%s saves only what was run",
    (_, outcome) => {
      const quick = besidePublished(quickOf(outcome), outcome, "1 seed");
      const rows = (of: Outcome) => figureCsv({ figures: of.figures }).split("\n");
      const ours = rows(quick).filter((row) => /,ours,/.test(row));
      const ran = rows(quickOf(outcome)).filter((row) => /,ours,/.test(row));
      expect(ours.length).toBeLessThanOrEqual(ran.length);
      const hasGaps = quick.figures.some(({ series }) =>
        series.some(({ source = "ours", y, jobs }) =>
          y.some((value, i) => source === "ours" && value === null && (jobs?.[i] ?? null) === null),
        ),
      );
      expect(rows(quick)[0].startsWith("# Not run, left out: ")).toBe(hasGaps);
    },
  );
});
