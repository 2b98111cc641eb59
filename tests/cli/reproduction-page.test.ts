import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { reproductionFile } from "../../src/cli/docs.ts";
import { storedOutcomes } from "../../src/cli/project.ts";
import { reproductionPage, reproductionSummary } from "../../src/cli/reproduction-page.ts";
import type { Claim, Experiment, StoredOutcome } from "../../src/experiments/experiment.ts";
import { experiments } from "../../src/experiments/experiments.ts";
import { madeUp } from "./made-up-experiment.ts";

test("docs/reproduction.md summarises the stored outcomes; if not, run: npm run docs", () => {
  expect(readFileSync(reproductionFile, "utf8")).toBe(reproductionSummary(experiments, storedOutcomes()));
});

test("published outcomes belong to an experiment, have full size, and are complete", () => {
  for (const [id, stored] of storedOutcomes()) {
    const experiment = experiments.find((one) => one.id === id);
    expect(experiment, id).toBeDefined();
    expect(stored, id).toMatchObject({ schema: 1, size: "full", jobs: experiment?.jobs("full").length });
  }
});

const CLAIM: Claim = {
  id: "a",
  text: "It grows.",
  paper: "+24 %",
  ours: "+3 | 5 %",
  holds: true,
  tolerance: "none",
};

const stored = (id: string, claims: readonly Claim[]): StoredOutcome => ({
  schema: 1,
  id,
  version: "1",
  size: "full",
  digest: "0123456789abcdef",
  jobs: 3,
  packets: 2_000_000,
  outcome: { figures: [], heatMaps: [], tables: [], claims },
});

const ofPaper = (id: string): Experiment => ({
  ...madeUp(id, 1),
  paper: { id: "abe", citation: "A paper.", label: "ABE" },
});

test("writes one row per claim with the paper's and the computed number and the verdict, and the cause if the claim does not hold", () => {
  const failed: Claim = { ...CLAIM, id: "b", holds: false, cause: "The link is too short." };
  const page = reproductionPage(
    [ofPaper("one"), ofPaper("two")],
    new Map([["one", stored("one", [CLAIM, { ...failed, basis: "ours" }])]]),
  );
  expect(page).toContain("| It grows. | paper | +24 % | +3 \\| 5 % | none | holds |");
  expect(page).toContain(
    "| It grows. | ours | +24 % | +3 \\| 5 % | none | **does not hold**: The link is too",
  );
  expect(page).toContain("## Not computed yet\n\n- `two`: Utilisation, two\n");
});

test("the summary has one line for each claim of the papers, and marks the project's own checks and failures", () => {
  const failed: Claim = { ...CLAIM, id: "b", holds: false, basis: "ours", cause: "The link is too short." };
  const shape: Claim = { ...CLAIM, id: "c", paper: "shape" };
  const page = reproductionSummary(
    [ofPaper("one"), ofPaper("two"), madeUp("three", 1)],
    new Map([
      ["one", stored("one", [CLAIM, failed, shape])],
      ["three", stored("three", [{ ...CLAIM, text: "It has no paper." }])],
    ]),
  );
  expect(page.split("\n").filter((line) => line.includes("| It "))).toEqual([
    "| one | It grows. | +24 % | +3 \\| 5 % |  |",
    "|  | It grows. (ours) | +24 % | +3 \\| 5 % | **fails** |",
    "|  | It grows. |  | +3 \\| 5 % |  |",
  ]);
});

test("counts claims of the papers and the project's own checks separately, in total over all papers, with shares", () => {
  const failed: Claim = { ...CLAIM, id: "b", holds: false };
  const further: Claim = { ...CLAIM, id: "c", basis: "ours" };
  const page = reproductionPage(
    [ofPaper("one"), ofPaper("two"), madeUp("own", 1)],
    new Map([
      ["one", stored("one", [CLAIM, CLAIM, failed, further])],
      ["two", stored("two", [CLAIM])],
      ["own", stored("own", [CLAIM, failed])],
    ]),
  );
  expect(page).toContain("| claims of its text | hold | further checks of ours | hold |");
  expect(page).toContain("| ABE | 2 | 6 | 4 million | 4 | 3 (75 %) | 1 | 1 (100 %) |");
  expect(page).toContain("| **All papers** | 2 | 6 | 4 million | 4 | 3 (75 %) | 1 | 1 (100 %) |");
  expect(page).toContain("| Made up | 1 | 3 | 2 million | – | – | 2 | 1 (50 %) |");
});
