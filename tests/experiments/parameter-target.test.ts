import { describe, expect, it } from "vitest";
import { getParam, resolvePath, type Scenario } from "../../src/engine/index.ts";
import { scenarioOf } from "../../src/experiments/grid.ts";
import { readSweep, type SweepTexts, sweepFromText, sweepToText } from "../../src/experiments/sweep.ts";
import { parseAxis } from "../../src/experiments/sweep-axis.ts";
import { sweepJobs } from "../../src/experiments/sweep-jobs.ts";

const MIXED = "flow=cc=newreno,rtt=20ms&flow=cc=cubic,rtt=80ms,count=2&flow=cc=bbr1,rtt=200ms";
const LOT = "path=parking-lot&link=id=hop2,capacity=5Mbps,aqm=pie";

function sweepOf(texts: SweepTexts, base: string) {
  const { sweep, problems } = readSweep(texts, scenarioOf(base));
  if (sweep === null) throw new Error(problems.map(({ message }) => message).join(" "));
  return sweep;
}

const scenariosOf = (x: string, base: string) =>
  sweepJobs(sweepOf({ x }, base)).map(({ scenario }) => scenario);
const rtts = (scenario: Scenario) => scenario.flows.map(({ params }) => params.rtt);
const capacities = ({ path }: Scenario) => resolvePath(path).links.map(({ params }) => params.capacity);
const fault = (x: string, base: string) => readSweep({ x }, scenarioOf(base)).problems[0]?.message;

describe("the owner of a swept setting", () => {
  it("of a name alone is all flows, as in older versions", () => {
    expect(scenariosOf("rtt=10ms,40ms", MIXED).map(rtts)).toEqual([
      [10, 10, 10],
      [40, 40, 40],
    ]);
  });

  it("can be one group: the others keep theirs", () => {
    expect(scenariosOf("flow2.rtt=10ms,40ms", MIXED).map(rtts)).toEqual([
      [20, 10, 200],
      [20, 40, 200],
    ]);
    expect(fault("flow4.rtt=10ms", MIXED)).toBe("flow4.rtt: there are 3 groups of flows");
  });

  it("can be each with its own value times a factor", () => {
    expect(scenariosOf("each-flow.rtt=0.5:2:x2", MIXED).map(rtts)).toEqual([
      [10, 40, 100],
      [20, 80, 200],
      [40, 160, 400],
    ]);
    const counts = scenariosOf("each-flow.count=1,3", MIXED);
    expect(counts.map(({ flows }) => flows.map(({ count }) => count))).toEqual([
      [1, 2, 1],
      [3, 6, 3],
    ]);
    // A flow whose sender does not have the parameter does not get it.
    const betas = scenariosOf("each-flow.beta-ecn=1.1", MIXED)[0].flows.map(
      ({ params }) => params["beta-ecn"],
    );
    expect(betas).toEqual([0.55, 0.77, undefined]);
  });

  it("with a factor applies to the other axis's values", () => {
    const sweep = sweepOf({ x: "each-flow.rtt=2", y: "flow1.rtt=30ms,50ms" }, MIXED);
    expect(sweepJobs(sweep).map(({ scenario }) => rtts(scenario))).toEqual([
      [60, 160, 400],
      [100, 160, 400],
    ]);
  });

  it("with a factor needs allowed values, and numbers", () => {
    expect(fault("each-flow.beta-ecn=2", MIXED)).toMatch(/flow 1: β_ecn must be 0\.3 to 0\.99, got 1/i);
    expect(fault("each-flow.cc=1,2", MIXED)).toBe("cc is not a number, so a factor cannot multiply it");
    expect(fault("each-flow.stop=1,2", MIXED)).toBe(
      "each-flow.stop: no flow or link has a number here that a factor could multiply",
    );
    expect(fault("each-flow.rtt=0", MIXED)).toContain("Factor must be 0.001 to 1000");
    expect(fault("some-flow.rtt=1,2", MIXED)).toBe("there is no setting some-flow.rtt");
    expect(fault("each-link.rtt=1,2", MIXED)).toContain("no link of this path has rtt");
  });
});

describe("the owner of a swept link setting", () => {
  it("of a name alone is the path, as in older versions; a link with its own value keeps it", () => {
    expect(scenariosOf("capacity=20Mbps", LOT).map(capacities)).toEqual([[20, 5, 20]]);
    const [scenario] = scenariosOf("target=9ms", LOT);
    expect(getParam(scenario, { scope: "link-queue", link: "hop1" }, "target")).toBe(9);
    expect(getParam(scenario, { scope: "link-queue", link: "hop2" }, "target")).not.toBe(9);
  });

  it("can be all links, and each link's own value times a factor", () => {
    expect(scenariosOf("all-links.capacity=20Mbps", LOT).map(capacities)).toEqual([[20, 20, 20]]);
    expect(scenariosOf("each-link.capacity=0.5,2", LOT).map(capacities)).toEqual([
      [5, 2.5, 5],
      [20, 10, 20],
    ]);
    const [scenario] = scenariosOf("all-links.target=9ms", LOT);
    for (const link of ["hop1", "hop2", "hop3"]) {
      expect(getParam(scenario, { scope: "link-queue", link }, "target")).toBe(9);
    }
    const [lengths] = scenariosOf("each-link.limit=0.5", LOT);
    expect(getParam(lengths, { scope: "link-queue", link: "hop2" }, "limit")).toBe("500p");
  });

  it("on a custom path has no common value, and still reaches all links", () => {
    const own =
      "path=custom&link=id=a,from=x,to=y,capacity=10Mbps&link=id=b,from=y,to=z,capacity=4Mbps&path-route=id=r,forward=a+b";
    expect(scenariosOf("all-links.capacity=20Mbps", own).map(capacities)).toEqual([[20, 20]]);
    expect(scenariosOf("each-link.capacity=2", own).map(capacities)).toEqual([[20, 8]]);
  });
});

describe("the name of an axis", () => {
  const label = (x: string, base: string) => parseAxis(x, scenarioOf(base)).label;

  it("states the owner if there are several", () => {
    expect(label("rtt=10ms", "")).toBe("RTT");
    expect(label("rtt=10ms", MIXED)).toBe("RTT of all flows");
    expect(label("flow2.rtt=10ms", MIXED)).toBe("RTT of flow 2");
    expect(label("cc=cubic", MIXED)).toBe("cc of all flows");
    expect(label("flows=2", MIXED)).toBe("Number of flows in every group");
    expect(label("flow2.count=2", MIXED)).toBe("Number of flows in group 2");
    expect(label("each-flow.count=2", MIXED)).toBe("Number of flows in each group");
    expect(label("duration=20s", MIXED)).toBe("Duration");
    expect(parseAxis("each-flow.rtt=0.5,2", scenarioOf(MIXED))).toMatchObject({
      label: "RTT of each flow",
      unit: "× its own",
      numbers: [0.5, 2],
    });
  });

  it("states which links use the path's value", () => {
    expect(label("capacity=5Mbps", "")).toBe("Capacity");
    expect(label("capacity=5Mbps", "path=parking-lot")).toBe("Capacity of all links");
    expect(label("capacity=5Mbps", LOT)).toBe("Capacity of link hop1 and link hop3");
    expect(label("aqm=pie", LOT)).toBe("aqm of link hop1 and link hop3");
    expect(label("capacity=5Mbps", `${LOT}&hops=5`)).toBe("Capacity of the links without their own");
    expect(label("link.hop2.capacity=5Mbps", LOT)).toBe("Capacity of link hop2");
    expect(label("all-links.capacity=5Mbps", LOT)).toBe("Capacity of all links");
    expect(label("each-link.capacity=2", LOT)).toBe("Capacity of each link");
    expect(label("capacity=5Mbps", "reverse-capacity=1Mbps")).toBe("Capacity of link bottleneck");
  });

  it("reads back from a link", () => {
    for (const x of ["each-flow.rtt=0.5:2:x2", "all-links.limit=50p,100p", "each-link.capacity=0.5,1"]) {
      const sweep = sweepOf({ x }, MIXED);
      expect(sweepFromText(sweepToText(sweep)).sweep).toEqual(sweep);
    }
  });
});
