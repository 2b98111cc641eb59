import { expect, test } from "vitest";
import { eachOf, flowSignals, signalsOf } from "../../../src/experiments/kwon/signals.ts";

test("90 packets in 3 periods that a mark ended, 10 in 2 that a loss ended", () => {
  expect(signalsOf(90, 10, 3, 2)).toEqual({
    ecnShare: 0.9,
    markShare: 0.6,
    p: 0.05,
    markP: 1 / 30,
    lossP: 0.2,
  });
});

test("what a flow did not meet has no probability", () => {
  expect(signalsOf(50, 0, 2, 0)).toEqual({ ecnShare: 1, markShare: 1, p: 0.04, markP: 0.04, lossP: null });
  expect(signalsOf(0, 0, 0, 0).p).toBeNull();
});

test("the runs of a flow count together; runs that are missing do not", () => {
  const reading = (marks: number) => ({
    packetsToMarks: [100, 10],
    packetsToLosses: [0, 10],
    marks: [marks, 1],
    losses: [0, 1],
  });
  const readings = new Map([
    ["a", reading(1)],
    ["b", reading(3)],
  ]);
  const flows = flowSignals(readings, ["a", "b", "missing"]);
  expect(eachOf(flows, "p")).toEqual([4 / 200, 4 / 40]);
  expect(eachOf(flows, "lossP")).toEqual([0.1]);
  expect(flowSignals(new Map(), ["a"])).toEqual([]);
});
