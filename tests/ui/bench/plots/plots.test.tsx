import { renderToStaticMarkup } from "react-dom/server";
import { describe, expect, it } from "vitest";
import { defaultScenario, type Scenario } from "../../../../src/engine/index.ts";
import { Simulation } from "../../../../src/engine/simulator.ts";
import * as sideRegistry from "../../../../src/ui/bench/plots/side-registry.ts";
import * as stageRegistry from "../../../../src/ui/bench/plots/stage-registry.ts";
import type { TimeChartProps } from "../../../../src/ui/bench/plots/time-chart.ts";
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
    overlay: null,
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
const [stage, side] = [Object.values(stageRegistry), Object.values(sideRegistry)];
const plots = [...stage, ...side];

describe("the registered plots", () => {
  it("have names of their own and a height", () => {
    expect(new Set(plots.map(({ id }) => id)).size).toBe(plots.length);
    for (const { id, heightPx } of plots) {
      expect(id).toMatch(/^[a-z-]+$/);
      expect(heightPx).toBeGreaterThan(0);
    }
  });

  it("each stand where their registry is drawn, and the sawtooth first on the stage", () => {
    expect(new Set(stage.map(({ place }) => place))).toEqual(new Set(["stage"]));
    expect(side.map(({ place }) => place)).not.toContain("stage");
    expect(stage[0].id).toBe("cwnd");
  });

  it.each(plots)("$id draws a run of two flows, with a table of its values", ({ id, Plot }) => {
    const html = renderToStaticMarkup(
      <BenchContext value={bench}>
        <Plot chart={chartOf(2)} />
      </BenchContext>,
    );
    expect(html).toContain(`plot--${id}`);
    expect(html).toContain("Data table: ");
  });

  it.each(plots)("$id has its own findings as its name, other ones for another run", ({ Plot }) => {
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
    const { run } = chartOf(1);
    expect(plots.filter(({ isOf }) => isOf?.(run) === false).map(({ id }) => id)).toEqual(["phase"]);
  });
});
