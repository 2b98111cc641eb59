import { renderToStaticMarkup } from "react-dom/server";
import { describe, expect, it } from "vitest";
import { defaultScenario, type Scenario } from "../../../../src/engine/index.ts";
import { Simulation } from "../../../../src/engine/simulator.ts";
import { hasPlot, PLOTS } from "../../../../src/ui/bench/plots/registry.ts";
import type { TimeChartProps } from "../../../../src/ui/bench/plots/TimePlot.tsx";
import { Bench } from "../../../../src/ui/state/bench.ts";
import type { RunView } from "../../../../src/ui/state/run-view.ts";
import { BenchContext } from "../../../../src/ui/state/use-store.ts";
import { MadeAddress, MadeClock, MadeSimulator } from "../../state/made-runs.ts";

function chartOf(count: number): TimeChartProps {
  const base = defaultScenario();
  const scenario: Scenario = {
    ...base,
    run: { ...base.run, duration: 12 },
    flows: base.flows.map((flow) => ({ ...flow, count })),
  };
  const simulation = new Simulation(scenario);
  simulation.advance(Number.POSITIVE_INFINITY);
  const run: RunView = { scenario, snapshot: simulation.snapshot(), label: "", link: 0 };
  return {
    run,
    pinned: null,
    view: { fromS: 0, toS: 12 },
    onView() {},
    cursorS: null,
    onCursor() {},
    playheadS: 2,
    onPlayhead() {},
    highlightFlow: null,
  };
}

const bench = new Bench(new MadeSimulator(), new MadeAddress(), new MadeClock());

describe("the registered plots", () => {
  it("have names of their own and a height", () => {
    expect(new Set(PLOTS.map(({ id }) => id)).size).toBe(PLOTS.length);
    for (const { id, heightPx } of PLOTS) {
      expect(id).toMatch(/^[a-z-]+$/);
      expect(heightPx).toBeGreaterThan(0);
    }
  });

  it("begin with the sawtooth, and share an axis of time on the stage", () => {
    expect(PLOTS[0].id).toBe("cwnd");
    expect(PLOTS.filter(({ place }) => place === "stage").every(({ isOverTime }) => isOverTime)).toBe(true);
  });

  it.each(PLOTS)("$id draws a run of two flows, with a table of its values", ({ id, Plot }) => {
    const html = renderToStaticMarkup(
      <BenchContext value={bench}>
        <Plot chart={chartOf(2)} />
      </BenchContext>,
    );
    expect(html).toContain(`plot--${id}`);
    expect(html).toContain("Data table: ");
  });

  it.each(PLOTS)("$id has its own findings as its name, other ones for another run", ({ Plot }) => {
    const nameOf = (count: number) => {
      const html = renderToStaticMarkup(
        <BenchContext value={bench}>
          <Plot chart={chartOf(count)} />
        </BenchContext>,
      );
      return /role="(?:slider|img)"[^>]*? aria-label="([^"]*)"/.exec(html)?.[1] ?? "";
    };
    const [two, three] = [nameOf(2), nameOf(3)];
    expect(two).toMatch(/\d.*\.$/);
    expect(two).not.toMatch(/NaN|undefined|Infinity/);
    expect(three).toMatch(/\d.*\.$/);
    expect(three).not.toBe(two);
  });

  it("leave out what says nothing of one flow", () => {
    expect(PLOTS.filter((plot) => !hasPlot(plot, 1)).map(({ id }) => id)).toContain("phase");
    expect(PLOTS.every((plot) => hasPlot(plot, 2))).toBe(true);
  });
});
