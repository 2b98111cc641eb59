import { describe, expect, it } from "vitest";
import {
  addFlow,
  defaultScenario,
  type Overlay,
  type Scenario,
  scenarioFromUrl,
  setParam,
} from "../../../../src/engine/index.ts";
import { runScenario } from "../../../../src/engine/simulator.ts";
import {
  cwndTheory,
  delayTheory,
  probeTheory,
  rateTheory,
  theoriesOf,
  withTheory,
} from "../../../../src/ui/bench/plots/theory.ts";
import type { ChartModel } from "../../../../src/ui/shared/chart/chart-model.ts";
import type { RunView } from "../../../../src/ui/state/run-view.ts";

function viewOf(scenario: Scenario): RunView {
  const short = setParam(scenario, { scope: "run" }, "duration", 1);
  return { scenario: short, snapshot: runScenario(short).snapshot(), label: "", link: 0 };
}

const run = viewOf(defaultScenario());
const overlay = (fields: Partial<Overlay>): Overlay => ({
  id: "made",
  label: "Made",
  sentence: "",
  cite: "",
  kind: "cwnd",
  link: null,
  group: 0,
  value: { form: "constant", value: 12 },
  ...fields,
});

describe("the lines of theory", () => {
  it("are none unless they are asked for", () => {
    expect([cwndTheory({ run }), rateTheory({ run }), delayTheory({ run })]).toEqual([[], [], []]);
  });

  it("stand on the plot of their kind: a constant as one line, a band as two", () => {
    const theory = [
      overlay({ value: { form: "band", low: 40, high: 80 } }),
      overlay({ kind: "rate", value: { form: "constant", value: 7.5 } }),
      overlay({ kind: "cycle" }),
    ];
    expect(cwndTheory({ run, theory }).map(({ text }) => text)).toEqual([
      "Made 80.0 segments",
      "Made 40.0 segments",
    ]);
    expect(rateTheory({ run, theory }).map(({ value }) => value)).toEqual([7.5]);
  });

  it("leave what changes over time to the lines of the fair shares", () => {
    const steps = { form: "steps", timeS: [0], values: [5] } as const;
    expect(rateTheory({ run, theory: [overlay({ kind: "rate", value: steps })] })).toEqual([]);
  });

  it("say a queue's length as the time that it takes to send", () => {
    const queue = overlay({ kind: "queue", group: null, link: "bottleneck" });
    // 12 packets of 1500 B at 10 Mbps.
    expect(delayTheory({ run, theory: [queue] })[0].value).toBeCloseTo(14.4, 9);
    expect(delayTheory({ run, theory: [queue] })[0].text).toBe("Made 14.4 ms");
    const short = { ...queue, value: { form: "constant", value: 0.01 } } as const;
    expect(delayTheory({ run, theory: [short] })[0].text).toBe("Made 12 µs");
    expect(delayTheory({ run, theory: [{ ...queue, link: "other" }] })).toEqual([]);
  });

  it("stand on the probe that they foretell, of its link or its group", () => {
    const ofQueue = overlay({ kind: "probability", probe: "p", link: "bottleneck", group: null });
    const ofFlow = overlay({ kind: "probability", probe: "alpha" });
    const theory = [ofQueue, ofFlow];
    expect(probeTheory({ run, theory }, "queue", "p")).toHaveLength(1);
    expect(probeTheory({ run, theory }, "queue", "alpha")).toEqual([]);
    expect(probeTheory({ run, theory }, 0, "alpha")).toHaveLength(1);
    expect(probeTheory({ run, theory }, 0, "p")).toEqual([]);
  });

  it("are those of the flow that stands out, in its colour", () => {
    const two = viewOf(addFlow(defaultScenario()));
    const theory = [overlay({}), overlay({ group: 1 })];
    expect(cwndTheory({ run: two, theory }).map(({ paint }) => paint)).toEqual([0, 1]);
    expect(cwndTheory({ run: two, theory, highlightFlow: 1 }).map(({ paint }) => paint)).toEqual([1]);
  });

  it("of many groups are drawn for the one that stands out only", () => {
    const theory = [0, 1, 2, 3, 4].map((group) => overlay({ group }));
    expect(cwndTheory({ run, theory })).toEqual([]);
    expect(cwndTheory({ run, theory, highlightFlow: 0 })).toHaveLength(1);
  });
});

it("a plot with theory says so in its summary", () => {
  const model = { summary: () => "One flow.", labels: () => [] } as unknown as ChartModel;
  expect(withTheory(model, [])).toBe(model);
  expect(withTheory(model, [{ text: "Made 12", value: 12, paint: "ink" }]).summary()).toBe(
    "One flow. Theory: Made 12.",
  );
});

it("of a real run are those of each plot's kind", () => {
  const linesOf = (url: string) => {
    const { scenario } = scenarioFromUrl(url);
    const view: RunView = { scenario, snapshot: runScenario(scenario).snapshot(), label: "", link: 0 };
    const theory = theoriesOf(view);
    const input = { run: view, theory };
    return {
      cwnd: cwndTheory(input),
      rate: rateTheory(input),
      delay: delayTheory(input),
      probe: probeTheory(input, "queue", "p"),
    };
  };
  const texts = (lines: readonly { text: string }[]) => lines.map(({ text }) => text).join(", ");
  const alone = linesOf("duration=40s&aqm=droptail&ecn=off");
  expect(texts(alone.cwnd)).toMatch(/segments/);
  expect([alone.delay, alone.rate, alone.probe]).toEqual([[], [], []]);
  expect(texts(linesOf("duration=30s&loss=0.01&aqm=infinite").rate)).toMatch(/Mbps/);
  const equal = linesOf("duration=1s&aqm=red&flow=count=10");
  expect(texts(equal.delay)).toMatch(/RED equilibrium.* ms/);
  expect(texts(equal.probe)).toMatch(/RED equilibrium: probability/);
});
