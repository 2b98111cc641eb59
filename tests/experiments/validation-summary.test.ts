import { expect, it } from "vitest";
import { storedOutcomes } from "../../src/cli/project.ts";
import { experiments } from "../../src/experiments/experiments.ts";
import {
  type CheckedAlgorithm,
  type Comparisons,
  closenessCells,
  closenessWords,
  coveredCells,
  neverWords,
  papersWith,
  paperWords,
} from "../../src/experiments/validation-summary.ts";

const LINUX: Comparisons = {
  source: "Linux 6.1",
  cases: 4,
  judged: 3,
  goodput: { median: 0.0012, worst: 0.021 },
  p90Ms: { median: 0.04, worst: 1.3 },
  share: { median: 0.004, worst: 0.031 },
  marks: { median: 0.012, worst: 0.21 },
  partners: ["codel", "pie"],
  capacityMbps: [10, 100],
  rttMs: [20, 200],
  flows: [1, 2],
  ecn: "on",
};
const sender = (...comparisons: Comparisons[]): CheckedAlgorithm => ({
  kind: "sender",
  id: "newreno",
  label: "NewReno",
  comparisons,
  papers: [],
});

it("states the number of cases, of those decided by one run, and the agreement", () => {
  expect(closenessWords(LINUX)).toBe(
    "Linux 6.1: 4 cases, 3 judged one by one: the 90th percentile of queue delay off by 0.04 ms in the median and 1.3 ms at worst, shares of pairs by 0.4 and 3.1 points, marks by 1.2 % and 21.0 %, total goodput by 0.1 % and 2.1 %.",
  );
  expect(closenessWords({ ...LINUX, cases: 1, judged: 0, goodput: null, p90Ms: null })).toBe(
    "Linux 6.1: 1 case. None of them can be judged by one run, so only the direction and the means are compared.",
  );
});

it("has the same numbers as cells of a table", () => {
  expect(closenessCells(LINUX)).toEqual([
    "Linux 6.1",
    "4 (3 judged)",
    "0.04 ms (1.3 ms)",
    "0.4 (3.1)",
    "1.2 % (21.0 %)",
    "0.1 % (2.1 %)",
  ]);
  expect(
    closenessCells({ ...LINUX, judged: 4, goodput: null, p90Ms: null, share: null, marks: null }),
  ).toEqual(["Linux 6.1", "4", "–", "–", "–", "–"]);
});

it("states what was never compared: outside what all sources cover together", () => {
  expect(neverWords(sender())).toBe("Not validated: NewReno has never been compared with Linux or ns-3.");
  expect(neverWords(sender(LINUX))).toBe(
    "Never compared with queues other than CoDel and PIE, at rates outside 10 to 100 Mbps, at round trips outside 20 to 200 ms, with more than 2 flows, or without ECN.",
  );
  expect(neverWords(sender({ ...LINUX, capacityMbps: [10, 10] }))).toContain("at rates other than 10 Mbps,");
  const wider = { ...LINUX, partners: ["red"], capacityMbps: [1, 10], flows: [20, 20], ecn: "both" } as const;
  expect(neverWords(sender(LINUX, wider))).toBe(
    "Never compared with queues other than CoDel, PIE and RED, at rates outside 1 to 100 Mbps, at round trips outside 20 to 200 ms, or with more than 20 flows.",
  );
});

it("lists the conditions that all sources cover together as cells of a table", () => {
  expect(coveredCells(sender())).toEqual(["–", "–", "–", "–", "–"]);
  expect(coveredCells(sender(LINUX))).toEqual(["CoDel and PIE", "10 to 100", "20 to 200", "up to 2", "on"]);
  expect(coveredCells(sender({ ...LINUX, capacityMbps: [10, 10] }))[1]).toBe("10");
});

it("counts the papers' figures with such runs, and their claims", () => {
  expect(paperWords({ label: "ABE", figures: 1, claims: 0, hold: 0 })).toBe("ABE: 1 figure or table.");
  const [feedback, ...others] = papersWith("sender", "bbr2", experiments, storedOutcomes());
  expect(others).toEqual([]);
  expect(feedback.label).toBe("Feedback");
  expect(feedback.hold).toBeLessThanOrEqual(feedback.claims);
  expect(papersWith("queue", "infinite", experiments, storedOutcomes())).toEqual([]);
});
