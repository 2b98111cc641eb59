import { describe, expect, it } from "vitest";
import {
  addFlow,
  defaultScenario,
  resolvePath,
  type Scenario,
  setParam,
  setTopology,
} from "../../../../src/engine/index.ts";
import { Simulation } from "../../../../src/engine/simulator.ts";
import { drawGraph } from "../../../../src/ui/bench/path/draw-graph.ts";
import { graphLayout } from "../../../../src/ui/bench/path/graph-layout.ts";
import { graphScene, routesOf } from "../../../../src/ui/bench/path/graph-scene.ts";
import type { ChartColours } from "../../../../src/ui/shared/chart/theme-colours.ts";

const colours = {
  flows: Array(8).fill("flow"),
  inkSoft: "ack",
  mark: "mark",
  paper: "paper",
} as unknown as ChartColours;

interface Drawn {
  readonly kind: "bar" | "dot" | "diamond";
  readonly x: number;
  readonly y: number;
}

/** A context that notes where bars, dots and diamonds are drawn. */
function notingContext() {
  const drawn: Drawn[] = [];
  let corner: { x: number; y: number } | null = null;
  const context = {
    setLineDash() {},
    beginPath() {
      corner = null;
    },
    roundRect: (x: number, y: number, width: number, height: number) =>
      drawn.push({ kind: "bar", x: x + width / 2, y: y + height / 2 }),
    arc: (x: number, y: number) => drawn.push({ kind: "dot", x, y }),
    moveTo(x: number, y: number) {
      corner = { x, y };
    },
    lineTo() {},
    closePath() {
      if (corner !== null) drawn.push({ kind: "diamond", ...corner });
    },
    fill() {},
    stroke() {},
  };
  return { drawn, context: context as unknown as CanvasRenderingContext2D };
}

function picture(scenario: Scenario, atS: number) {
  const simulation = new Simulation(scenario);
  simulation.advance(atS);
  const layout = graphLayout(resolvePath(scenario.path), routesOf(scenario), 776);
  const scene = graphScene(scenario, simulation.snapshot().results.flows, layout);
  const { drawn, context } = notingContext();
  drawGraph(context, scene, simulation.picture(), colours);
  return { drawn, layout };
}

describe("the picture of a path with several links", () => {
  it("has packets on every link of a parking lot, and ACKs on their way back along the lanes", () => {
    const { drawn, layout } = picture(setTopology(defaultScenario(), "parking-lot"), 20);
    const bars = drawn.filter(({ kind }) => kind === "bar");
    for (const { left, right, middleY } of layout.links) {
      expect(bars.some(({ x, y }) => y === middleY && x > left && x < right)).toBe(true);
    }
    const laneY = layout.lanes.map(({ start }) => start.y);
    const dots = drawn.filter(({ kind }) => kind === "dot");
    expect(dots.length).toBeGreaterThan(3);
    expect(dots.every(({ y }) => laneY.includes(y))).toBe(true);
  });

  it("has ACKs among the data of the way back", () => {
    const both = setParam(defaultScenario(), { scope: "path" }, "reverse-capacity", 2);
    const two = setParam(addFlow(both), { scope: "flow", flow: 1 }, "route", "reverse");
    const { drawn, layout } = picture(two, 20);
    const back = layout.links[1].middleY;
    for (const kind of ["bar", "dot"] as const) {
      expect(drawn.some((one) => one.kind === kind && one.y === back)).toBe(true);
    }
  });
});
