import { describe, expect, it } from "vitest";
import { presets, scenarioFromUrl, setTopology } from "../../../../src/engine/index.ts";
import {
  differencesOf,
  flowNames,
  groupNames,
  legendNames,
  lowerFirst,
} from "../../../../src/ui/parts/words/flow-differences.ts";

const preset = (id: string) => {
  const found = presets.find((one) => one.id === id);
  if (found === undefined) throw new Error(`no preset ${id}`);
  return found.scenario;
};
const made = (fragment: string) => scenarioFromUrl(fragment).scenario;

describe("flows are named by their differences", () => {
  it("in the round trip", () => {
    expect(flowNames(preset("mixed-rtts"))).toEqual([
      "flow 1 (RTT 20 ms)",
      "flow 2 (RTT 80 ms)",
      "flow 3 (RTT 200 ms)",
    ]);
  });

  it("in the start", () => {
    expect(flowNames(preset("late-comer"))).toEqual(["flow 1 (from 0 s)", "flow 2 (from 30 s)"]);
    expect(flowNames(made("flow=cc=newreno&flow=cc=newreno,start=5s,stop=60s"))[1]).toBe(
      "flow 2 (from 5 s, to 60 s)",
    );
  });

  it("in β_ecn, if marks reach the flow", () => {
    expect(flowNames(made("flow=cc=newreno&flow=cc=newreno,beta-ecn=0.8"))).toEqual([
      "flow 1 (β_ecn 0.50)",
      "flow 2 (β_ecn 0.80)",
    ]);
    expect(flowNames(preset("abe-against-loss"))).toEqual([
      "flow 1 (CUBIC, ECN, β_ecn 0.85)",
      "flow 2 (NewReno, no ECN)",
    ]);
  });

  it("in the sender and its traffic, without the defaults that come with these", () => {
    expect(flowNames(preset("bbr-against-cubic"))).toEqual(["flow 1 (BBRv1)", "flow 2 (CUBIC)"]);
    expect(groupNames(preset("web"))).toEqual([
      "flow 1 (CUBIC, RTT 100 ms)",
      "flows 2 to 11 (NewReno, web pages, RTT 50 ms)",
    ]);
    expect(flowNames(preset("fq-codel"))[2]).toBe("flow 3 (CBR over UDP, RTT 100 ms)");
  });

  it("not at all without differences", () => {
    expect(flowNames(made("flows=3"))).toEqual(["flow 1", "flow 2", "flow 3"]);
    expect(groupNames(made("flows=3"))).toEqual(["flows 1 to 3"]);
  });
});

describe("flows on several routes", () => {
  it("are named by their route, and counted on it", () => {
    const gfc = setTopology(made(""), "gfc-2");
    expect(groupNames(gfc).slice(5, 8)).toEqual(["B3", "C 1 to 3", "D"]);
    expect(flowNames(gfc).slice(6, 10)).toEqual(["C 1", "C 2", "C 3", "D"]);
  });

  it("have different round trips without mention", () => {
    expect(groupNames(preset("dc-wan")).join(" ")).not.toContain("RTT");
  });
});

it("a name inside a sentence starts in lower case, a symbol stays", () => {
  expect(["Capacity", "RTT", "β_ecn", "ECN"].map(lowerFirst)).toEqual(["capacity", "RTT", "β_ecn", "ECN"]);
});

const named = (fragment: string) => {
  const { scenario } = scenarioFromUrl(fragment);
  return legendNames(scenario, differencesOf(scenario));
};
const ofPreset = (id: string) => {
  const found = presets.find((one) => one.id === id);
  if (found === undefined) throw new Error(`no preset ${id}`);
  return legendNames(found.scenario, differencesOf(found.scenario));
};

describe("flows in a legend", () => {
  it('have one or two words that differ from most flows, with "RTT" once', () => {
    expect(ofPreset("mixed-rtts")).toEqual(["RTT 20 ms", "80 ms", "200 ms"]);
    expect(named("flow=rtt=20ms&flow=rtt=200ms&flow=cc=cubic,rtt=80ms,start=20s")).toEqual([
      "RTT 20 ms",
      "200 ms",
      "CUBIC, 80 ms",
    ]);
    expect(named("flow=&flow=beta-ecn=0.8")).toEqual(["β_ecn 0.50", "β_ecn 0.80"]);
    expect(ofPreset("late-comer")).toEqual(["from 0 s", "from 30 s"]);
    expect(ofPreset("bbr-against-cubic")).toEqual(["BBRv1", "CUBIC"]);
  });

  it("have numbers if words do not distinguish them", () => {
    expect(named("flows=3")).toEqual(["flow 1", "flow 2", "flow 3"]);
    expect(named("flow=&flow=&flow=cc=cubic")).toEqual(["flow 1", "flow 2", "flow 3 (CUBIC)"]);
    expect(ofPreset("web").slice(0, 3)).toEqual(["flow 1 (CUBIC, RTT 100 ms)", "flow 2", "flow 3"]);
  });

  it("have routes if there are several", () => {
    expect(named("path=gfc-2").slice(5, 9)).toEqual(["B3", "C 1", "C 2", "C 3"]);
  });
});
