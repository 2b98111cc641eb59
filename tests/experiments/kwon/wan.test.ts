import { expect, test } from "vitest";
import { eachOf, flowSignals, signalsOf } from "../../../src/experiments/kwon/wan.ts";
import { Runs } from "../../../src/experiments/study.ts";

test("90 packets in 3 periods that a mark ended, 10 in 2 that a loss ended", () => {
  expect(signalsOf(90, 10, 3, 2)).toEqual({
    ecnShare: 0.9,
    markShare: 0.6,
    p: 0.05,
    markP: 1 / 30,
    lossP: 0.2,
  });
});

test("a signal that a flow did not get has no probability", () => {
  expect(signalsOf(50, 0, 2, 0)).toEqual({ ecnShare: 1, markShare: 1, p: 0.04, markP: 0.04, lossP: null });
  expect(signalsOf(0, 0, 0, 0).p).toBeNull();
});

test("the runs of a flow count together; missing runs do not", () => {
  const reading = (marks: number) => ({
    packetsToMarks: [100, 10],
    packetsToLosses: [0, 10],
    marks: [marks, 1],
    losses: [0, 1],
  });
  const point = { sender: "ecn-ab" } as const;
  const readings = new Map([
    ["sender=ecn-ab seed=1", reading(1)],
    ["sender=ecn-ab seed=2", reading(3)],
  ]);
  const of = (some: typeof readings) => flowSignals(new Runs(some, "full", () => [1, 2, 3]), point);
  const flows = of(readings);
  expect(eachOf(flows, "p")).toEqual([4 / 200, 4 / 40]);
  expect(eachOf(flows, "lossP")).toEqual([0.1]);
  expect(of(new Map())).toEqual([]);
});
