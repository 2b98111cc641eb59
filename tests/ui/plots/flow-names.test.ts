import { describe, expect, it } from "vitest";
import {
  flowName,
  flowNotes,
  flowPlace,
  passesWatched,
  readTraces,
  shortFlowName,
  steppingBack,
  tracesOfSenders,
  watchedFirst,
} from "../../../src/ui/plots/flow-names.ts";
import { runOf } from "./simulated-runs.ts";

const one = { ...runOf("duration=1s"), words: undefined };
const gfc = { ...runOf("duration=1s&path=gfc-2"), words: undefined };

describe("names of flows", () => {
  it("are numbers if all take one route, and routes if there are several", () => {
    expect(flowName(one, 0)).toBe("flow 1");
    expect(flowName(gfc, 0)).toBe("A1");
  });

  it("state the differences of flows once they are known", () => {
    const names = ["flow 1 (RTT 20 ms)", "flow 2 (RTT 80 ms)"];
    const words = { names, shortNames: ["RTT 20 ms", "80 ms"], changes: [], targets: [] };
    expect(flowName({ ...one, words }, 1)).toBe("flow 2 (RTT 80 ms)");
    expect(flowName({ ...one, words }, 2)).toBe("flow 3");
    expect([0, 1, 2].map((flow) => shortFlowName({ ...one, words }, flow))).toEqual([
      "RTT 20 ms",
      "80 ms",
      "flow 3",
    ]);
    expect(flowPlace({ ...one, words }, 1)).toBe("flow 2");
  });

  it("count flows of one route", () => {
    expect([6, 7, 8].map((flow) => flowName(gfc, flow))).toEqual(["C 1", "C 2", "C 3"]);
  });

  it("are beside a plot for the first few, for the others in the opened legend, and absent for a single flow", () => {
    expect(flowNotes(one)).toEqual([]);
    const inLine = flowNotes(gfc).filter(({ isAside }) => !isAside);
    expect(inLine.map(({ text }) => text)).toEqual(["A1", "B1", "D", "A2"]);
    // The legend has one entry for each flow with a line, and one entry with the number of the other flows.
    const { length } = gfc.snapshot.flows;
    expect(flowNotes(gfc)).toHaveLength(length + 1);
    expect(flowNotes(gfc).at(-1)).toEqual({ text: `and ${22 - length} more flows`, isAside: true });
  });

  it("do not include pings where windows are drawn, because pings have none", () => {
    const run = runOf("duration=1s&flow=&flow=traffic=ping");
    expect(tracesOfSenders(run).map(({ flow }) => flow)).toEqual([0]);
    expect(flowNotes(run).map(({ text }) => text)).toEqual(["flow 1", "flow 2 (pings)"]);
    expect(flowNotes(run, tracesOfSenders(run)).map(({ text }) => text)).toEqual(["flow 1"]);
    expect(readTraces(run, null).map(({ flow }) => flow)).toEqual([0]);
  });

  it("are short in the line and full in the opened legend", () => {
    const notes = flowNotes(runOf("v=1&duration=1s&flow=&flow=rtt=50ms"));
    expect(notes.map(({ text }) => text)).toEqual(["RTT 100 ms", "50 ms"]);
    expect(notes.map(({ inFull }) => inFull)).toEqual(["flow 1 (RTT 100 ms)", "flow 2 (RTT 50 ms)"]);
  });
});

describe("flows over the watched link", () => {
  it("are those whose route contains it", () => {
    const over = gfc.snapshot.results.flows.filter(({ id }) => passesWatched(gfc, id));
    expect(over.map(({ route }) => route)).toEqual(["A1", "B1", "D"]);
    expect(passesWatched(one, 0)).toBe(true);
  });

  it("come first", () => {
    const flows = gfc.snapshot.results.flows.map(({ id }) => ({ flow: id }));
    const routes = watchedFirst({ ...gfc, link: 5 }, flows).map(({ flow }) => flowName(gfc, flow));
    expect(routes.slice(0, 4)).toEqual(["B1", "B2", "B3", "G 1"]);
    expect(routes).toHaveLength(22);
  });

  it("are in front of the others, unless none of them was recorded", () => {
    const isBehind = steppingBack(gfc);
    expect([0, 1].map(isBehind)).toEqual([false, true]);
    const unrecorded = { ...gfc, snapshot: { ...gfc.snapshot, flows: gfc.snapshot.flows.slice(1, 3) } };
    expect([0, 1].map(steppingBack(unrecorded))).toEqual([false, false]);
  });

  it("are read at the cursor, unless one flow is highlighted", () => {
    expect(readTraces({ ...gfc, link: 2 }, null).map(({ flow }) => flow)).toEqual([0, 1, 2, 3]);
    expect(readTraces(gfc, 7).map(({ flow }) => flow)).toEqual([7]);
  });
});
