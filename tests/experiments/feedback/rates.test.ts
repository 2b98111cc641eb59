import { expect, test } from "vitest";
import type { Job, RunValues } from "../../../src/experiments/experiment.ts";
import { FLOW_NAMES, phasesOfRun } from "../../../src/experiments/feedback/paper.ts";
import { feedback4, feedback5 } from "../../../src/experiments/feedback/rates.ts";
import { madeReadings, readRuns, verdicts } from "../experiment-checks.ts";

test("reads a run and handles missing ones", () => {
  const readings = readRuns(feedback4, ({ key }) => key.startsWith("way=cubic-pi"));
  const [{ series }] = feedback4.reduce(readings, "quick").figures;
  expect(series.map(({ source }) => source ?? "ours")).toEqual(["ours", "ours", "ours", "model"]);
  // At the end S1 is the only flow and has the whole WAN.
  expect(Number(series[2].y.at(-1))).toBeGreaterThan(45);
});

test("the table has the ratios of each phase", () => {
  const readings = madeReadings(
    feedback4,
    "full",
    ratesAtShares((_, phase) => (phase.includes("all") ? 0.5 : 1)),
  );
  const [{ head, rows }] = feedback4.reduce(readings, "full").tables;
  const column = head.indexOf("S1 and all flows");
  for (const row of rows)
    expect(row.slice(1)).toEqual(head.slice(1).map((_, i) => (i + 1 === column ? 0.5 : 1)));
});

test("claims: BBRv2 with ECN below its share, PI near it and nearer", () => {
  const made = (bbr: number, pi: number) =>
    verdicts(
      feedback4,
      ratesAtShares((_flow, _phase, { key }) => (key.startsWith("way=cubic-pi") ? pi : bbr)),
    );
  expect(made(0.6, 0.95)).toEqual({ "ecn-below": true, "pi-near": true, "pi-nearer": true });
  expect(made(1, 0.75)).toEqual({ "ecn-below": false, "pi-near": false, "pi-nearer": false });
});

test("the comparison of PI with the threshold is the project's own check", () => {
  const readings = madeReadings(
    feedback4,
    "full",
    ratesAtShares(() => 1),
  );
  const { claims } = feedback4.reduce(readings, "full");
  expect(claims.map(({ id, basis }) => [id, basis])).toEqual([
    ["ecn-below", undefined],
    ["pi-near", undefined],
    ["pi-nearer", "ours"],
  ]);
});

/** Results in which the throughput of each flow is a multiple of its share. */

function ratesAtShares(ratio: (flow: string, phase: string, job: Job) => number): (job: Job) => RunValues {
  return (job) => {
    const phases = phasesOfRun(job.scenario);
    return Object.fromEntries(
      FLOW_NAMES.map((name, flow) => [
        `${name}.phaseBps`,
        phases.map(({ label, shareBps }) => ratio(name, label, job) * (shareBps[flow] || 0)),
      ]),
    );
  };
}

test("reads a run and handles missing ones", () => {
  const readings = readRuns(feedback5, ({ key }) => key.startsWith("way=cubic-pi"));
  const outcome = feedback5.reduce(readings, "quick");
  expect(outcome.figures).toHaveLength(6);
  expect(outcome.claims.map(({ id }) => id)).toEqual(["pi-at-share"]);
});

test("claims: no unique point by delay, near the share on average with ECN, at it with PI", () => {
  const scattered = { S2: 0.3, S3: 1.2, S4: 1.5, S5: 0.5, S6: 0.7, S7: 1.8 } as Record<string, number>;
  const made = (bbr: (flow: string) => number, pi: (flow: string) => number) =>
    verdicts(
      feedback5,
      ratesAtShares((flow, _phase, { key }) => (key.startsWith("way=cubic-pi") ? pi : bbr)(flow)),
    );
  expect(
    made(
      (flow) => scattered[flow] ?? 1,
      (flow) => (flow === "S7" ? 1.02 : 1),
    ),
  ).toEqual({
    "delay-no-point": true,
    "ecn-average": true,
    "pi-at-share": true,
  });
  expect(
    made(
      () => 0.8,
      (flow) => (flow === "S7" ? 1.2 : 0.9),
    ),
  ).toEqual({
    "delay-no-point": false,
    "ecn-average": false,
    "pi-at-share": false,
  });
});
