import { describe, expect, it } from "vitest";
import {
  defaultScenario,
  type FlowSpec,
  setCc,
  setTopology,
  setTraffic,
} from "../../../../src/engine/index.ts";
import {
  firstFlowOf,
  flowName,
  flowRoute,
  flowsTotal,
  flowTimes,
  joiningAt,
  scenarioWords,
} from "../../../../src/ui/parts/words/setting-differences.ts";

const one = defaultScenario();
const [flow] = one.flows;
const withParams = (params: FlowSpec["params"]): FlowSpec => ({
  ...flow,
  params: { ...flow.params, ...params },
});

describe("a flow group in words", () => {
  it("is its sender, with ECN and traffic other than bulk", () => {
    expect(flowName(flow, undefined)).toBe("NewReno, ECN");
    expect(flowName({ ...withParams({ ecn: false }), count: 3 }, undefined)).toBe("3 × NewReno");
    // With an RTT of 100 ms, BBRv3 sends ECT packets but ignores marks.
    const bbr = setCc(one, 0, "bbr3").flows[0];
    expect(flowName(bbr, undefined)).toBe("BBRv3, ECN but ignores marks");
    expect(flowName({ ...bbr, params: { ...bbr.params, rtt: 2 } }, undefined)).toBe("BBRv3, ECN");
    expect(flowName(setTraffic(setCc(one, 0, "cubic"), 0, "http").flows[0], undefined)).toBe(
      "CUBIC, ECN, web pages",
    );
  });

  it("states how many of its flows requested ECN and did not get it", () => {
    expect(flowName(flow, undefined, { withoutEcn: 1 })).toBe("NewReno, ECN not negotiated");
    expect(flowName({ ...flow, count: 3 }, undefined, { withoutEcn: 2 })).toBe(
      "3 × NewReno, ECN, not negotiated by 2",
    );
    expect(flowName(withParams({ ecn: false }), undefined, { withoutEcn: 1 })).toBe("NewReno");
  });

  it("keeps the settings of each flow in the words for a scenario", () => {
    expect(scenarioWords({ ...one, flows: [flow, flow] })).toBe(
      "NewReno, ECN and NewReno, ECN; CoDel, dumbbell",
    );
  });

  it("over UDP is its traffic", () => {
    expect(flowName(setTraffic(one, 0, "cbr").flows[0], undefined)).toBe("CBR over UDP");
  });

  it("states when it sends, or how much", () => {
    expect(flowTimes(flow)).toBe("0 s to end");
    expect(flowTimes(withParams({ start: 5, stop: 20 }))).toBe("5 s to 20 s");
    expect(flowTimes(withParams({ start: 5, stop: 5 }))).toBe("stops before it starts");
    expect(flowTimes(withParams({ size: 1_500_000 }))).toBe("from 0 s, 1.5 MB");
  });

  it("names its route if there are several", () => {
    expect(flowRoute(one.path, flow)).toBeNull();
    const lot = setTopology(one, "parking-lot");
    expect(lot.flows.map((each) => flowRoute(lot.path, each))).toEqual([
      "All hops",
      "Hop 1 only",
      "Hop 2 only",
      "Hop 3 only",
    ]);
  });
});

describe("all groups", () => {
  it("are counted, and their members numbered consecutively", () => {
    const { flows } = setTopology(one, "gfc-2");
    expect(flowsTotal(flows)).toBe("22 flows in 12 groups");
    expect(firstFlowOf(flows, 0)).toBe(0);
    expect(firstFlowOf(flows, 12)).toBe(22);
  });
});

it("a flow like another one joins at a whole millisecond and runs to the end", () => {
  const joining = joiningAt({ ...withParams({ start: 3, stop: 9 }), count: 4 }, 12.34567);
  expect(joining.count).toBe(1);
  expect(joining.params).toMatchObject({ start: 12.346, stop: null, rtt: 100 });
});
