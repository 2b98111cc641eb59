import { expect, test } from "vitest";
import type { Sharing } from "../../src/engine/index.ts";
import { convergenceText, countedFlows, slowestJoin } from "../../src/experiments/sharing-words.ts";

const sharing = (given: Partial<Sharing>): Sharing => ({
  flows: [0, 1],
  thin: [],
  jain: 1,
  joins: [],
  ...given,
});

test("Jain's index says of which flows it is", () => {
  expect(countedFlows(sharing({}))).toBe("of 2 flows");
  expect(countedFlows(sharing({ thin: [2] }))).toBe("of 2 flows; 1 thin flow left out");
  expect(countedFlows(sharing({ flows: [0], thin: [1, 2] }))).toBe("of 1 flow; 2 thin flows left out");
  expect(countedFlows(sharing({ chosen: true }))).toBe("of 2 chosen flows");
});

test("convergence is the time from which on it stayed; a first time alone is none", () => {
  expect(convergenceText({ firstS: 12.34, settledS: 12.34 })).toBe("12.3 s, and stayed");
  expect(convergenceText({ firstS: 0.1, settledS: 45.2 })).toBe("45.2 s (first at 0.10 s)");
  expect(convergenceText({ firstS: 0.1, settledS: null })).toBe("not kept (first at 0.10 s)");
  expect(convergenceText({ firstS: null, settledS: null })).toBe("not reached");
});

test("the slowest join is one that never came there, else one that did not stay, else the longest", () => {
  const join = (flow: number, firstS: number | null, settledS: number | null) => ({
    startS: flow,
    flows: [flow],
    firstS,
    settledS,
  });
  const [quick, slow, lost, never] = [join(1, 1, 1), join(2, 1, 9), join(3, 1, null), join(4, null, null)];
  const slowest = (...joins: (typeof quick)[]) => slowestJoin(sharing({ joins }))?.flows[0];
  expect(slowest(quick, slow)).toBe(2);
  expect(slowest(lost, slow)).toBe(3);
  expect(slowest(lost, never, slow)).toBe(4);
  expect(slowestJoin(sharing({}))).toBeNull();
});
