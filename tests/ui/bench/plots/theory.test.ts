import { describe, expect, it } from "vitest";
import {
  addFlow,
  defaultScenario,
  type Scenario,
  setAqm,
  setCc,
  setParam,
  setTopology,
} from "../../../../src/engine/index.ts";
import { runScenario } from "../../../../src/engine/simulator.ts";
import type { WatchedRun } from "../../../../src/ui/bench/numbers/metrics.ts";
import { theoriesOf, theoryEntries, theoryRow } from "../../../../src/ui/bench/plots/theory.ts";
import { madeSnapshot } from "../../state/made-runs.ts";

const FLOW = { scope: "flow", flow: 0 } as const;
const QUEUE = { scope: "queue" } as const;

/** On its way: nothing has been measured yet. */
function running(scenario: Scenario, link = 0, links = ["bottleneck"]): WatchedRun {
  return { scenario, snapshot: madeSnapshot({ done: false, links }), link };
}

const utilisation = (scenario: Scenario) => theoryRow(running(scenario))?.value;

describe("the theory's utilisation", () => {
  it("of the run the page opens with", () => {
    // m = 1.05, β = 0.5: m²(1 - β²) / (m² + 1 - 2β·m)
    expect(utilisation(defaultScenario())).toBe("78.6 %");
    expect(theoryRow(running(defaultScenario()))?.help).toContain("target times capacity (0.05 × BDP)");
  });

  it("takes the β of the signal: of marks only where both ends of it are on", () => {
    const abe = setParam(defaultScenario(), FLOW, "beta-ecn", 0.96);
    expect(utilisation(abe)).toBe("100.0 %");
    expect(utilisation(setParam(abe, FLOW, "ecn", false))).toBe("78.6 %");
    expect(utilisation(setParam(abe, QUEUE, "aqm-ecn", false))).toBe("78.6 %");
  });

  it("is that of CUBIC's cycle for CUBIC", () => {
    expect(theoryRow(running(setCc(defaultScenario(), 0, "cubic")))?.help).toMatch(/^CUBIC/);
  });

  it("is silent where it does not apply", () => {
    const one = defaultScenario();
    const change = { atS: 50, flow: null, link: null, id: "capacity", value: 20 };
    for (const other of [
      addFlow(one),
      setAqm(one, "red"),
      setParam(one, FLOW, "stop", 50),
      setParam(one, FLOW, "start", 50),
      { ...one, changes: [change] },
    ])
      expect(theoryRow(running(other))).toBeNull();
  });
});

describe("the list of theories", () => {
  it("says each once, with its assumptions", () => {
    const entries = theoryEntries(running(defaultScenario()));
    expect(entries.map(({ label, value }) => `${label} ${value}`)).toEqual([
      "Sawtooth: utilisation 78.6 %",
      "Sawtooth: cwnd 43.8 to 87.5 segments",
      "Sawtooth: period 4.39 s",
    ]);
    for (const { sentence, cite } of entries) expect([sentence, cite]).not.toContain("");
  });

  it("takes the groups of flows together, from the least to the most", () => {
    const lot = setTopology(defaultScenario(), "gfc-2");
    const entries = theoryEntries(running(lot, 0, ["R1-R2"]));
    expect(entries.map(({ id }) => id)).toEqual(["max-min-share", "proportional-share"]);
    expect(entries[0].value).toMatch(/^0\.\d+ to \d\.\d+ Mbps$/);
  });

  it("speaks of the watched link only", () => {
    const equal = { ...setAqm(defaultScenario(), "red") };
    const ten = { ...equal, flows: equal.flows.map((flow) => ({ ...flow, count: 10 })) };
    expect(theoriesOf(running(ten)).some(({ link }) => link === "bottleneck")).toBe(true);
    expect(
      theoriesOf(running({ ...ten }, 1, ["bottleneck", "other"])).every(({ link }) => link === null),
    ).toBe(true);
  });

  it("waits with what needs measured values until the run is over", () => {
    const scenario = defaultScenario();
    const snapshot = runScenario(scenario).snapshot();
    const measured = theoryEntries({ scenario, snapshot, link: 0 }).map(({ id }) => id);
    const before = theoryEntries({ scenario, snapshot: { ...snapshot, done: false }, link: 0 });
    expect(measured).toEqual(expect.arrayContaining(before.map(({ id }) => id)));
    expect(measured.length).toBeGreaterThan(before.length);
  });
});
