import { describe, expect, it } from "vitest";
import {
  addFlow,
  defaultScenario,
  queueDisciplines,
  type Scenario,
  setAqm,
  setCc,
  setParam,
} from "../../../src/engine/index.ts";
import { theoryRow } from "../../../src/ui/state/theory.ts";

const FLOW = { scope: "flow", flow: 0 } as const;
const QUEUE = { scope: "queue" } as const;
const value = (scenario: Scenario) => theoryRow(scenario)?.value;

describe("the theory's utilisation", () => {
  it("of the run the page opens with", () => {
    // m = 1.05, β = 0.5: m²(1 - β²) / (m² + 1 - 2β·m)
    expect(value(defaultScenario())).toBe("78.6 %");
    expect(theoryRow(defaultScenario())?.note).toContain("target times capacity (0.05 × BDP)");
  });

  it("takes the β of the signal: of marks only where both ends of it are on", () => {
    const abe = setParam(defaultScenario(), FLOW, "beta-ecn", 0.96);
    expect(value(abe)).toBe("100.0 %");
    expect(value(setParam(abe, FLOW, "ecn", false))).toBe("78.6 %");
    expect(value(setParam(abe, QUEUE, "aqm-ecn", false))).toBe("78.6 %");
  });

  it("takes the limit as the buffer where there is no target, or where it is the nearer one", () => {
    const plain = queueDisciplines.find(({ params }) => !params.some(({ id }) => id === "target"));
    const tail = setParam(setAqm(defaultScenario(), String(plain?.id)), QUEUE, "limit", "1000p");
    expect(value(tail)).toBe("100.0 %");
    const tight = setParam(defaultScenario(), QUEUE, "limit", "2p");
    expect(theoryRow(tight)?.note).toContain("the queue's limit");
    expect(theoryRow(tight)?.note).toContain("β_loss");
  });

  it("is silent where it does not apply", () => {
    const one = defaultScenario();
    const change = { atS: 50, flow: null, id: "capacity", value: 20 };
    for (const other of [
      addFlow(one),
      setCc(one, 0, "cubic"),
      setParam(one, FLOW, "size", 1_000_000),
      setParam(one, FLOW, "stop", 50),
      setParam(one, FLOW, "start", 50),
      { ...one, changes: [change] },
      { ...one, flows: one.flows.map((flow) => ({ ...flow, count: 2 })) },
    ])
      expect(theoryRow(other)).toBeNull();
  });
});
