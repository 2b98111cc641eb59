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
import { spokenGraph } from "../../../../src/ui/bench/path/Graph.tsx";
import { graphLayout } from "../../../../src/ui/bench/path/graph-layout.ts";
import { flowWays, graphScene, laneLabels, routesOf } from "../../../../src/ui/bench/path/graph-scene.ts";
import { drawScene } from "../../../../src/ui/bench/path/packets.ts";
import type { ChartColours } from "../../../../src/ui/shared/chart/colours.ts";

function sceneOf(scenario: Scenario) {
  const layout = graphLayout(resolvePath(scenario.path), routesOf(scenario), 776);
  return { ...graphScene(scenario, [], layout), ways: flowWays(scenario, layout) };
}

const lot = setTopology(defaultScenario(), "parking-lot");

describe("the path of a flow's packets", () => {
  it("ends on its last link, divided by the link's delay and the flow's own", () => {
    const [long, first] = sceneOf(lot).ways;
    // Each hop has 10 ms, and the flow's own path has 5 ms in each direction.
    expect(long).toMatchObject({ last: 2, lastBack: null });
    expect(long.lastShare).toBeCloseTo(2 / 3);
    expect(first.last).toBe(0);
  });

  it("returns over the links of the return route if there are any", () => {
    const both = setParam(defaultScenario(), { scope: "path" }, "reverse-capacity", 5);
    const two = setParam(addFlow(both), { scope: "flow", flow: 1 }, "route", "reverse");
    const [forward, reverse] = sceneOf(two).ways;
    expect(forward).toMatchObject({ last: 0, lastBack: 1, lastShare: 0, lastBackShare: 0 });
    expect(reverse).toMatchObject({ last: 1, lastBack: 0 });
  });
});

describe("the scale of a queue", () => {
  it("belongs to the link: a faster link has more packets in the same delay", () => {
    const { queues } = sceneOf(setTopology(defaultScenario(), "dc-wan"));
    const [wan, dc] = queues.map(({ scale }) => scale);
    expect(dc.packetsPerMark).toBeGreaterThan(wan.packetsPerMark);
  });
});

describe("the texts of a path", () => {
  it("name links, disciplines and the flows that pass", () => {
    const words = spokenGraph(lot);
    expect(words).toContain("Hop 1 from R1 to R2, 10 Mbps, CoDel");
    expect(words).toContain("long: 1 flow of NewReno over Hop 1, Hop 2, Hop 3");
  });

  it("name a lane by its route, its number, and its difference from the others", () => {
    const gfc = setTopology(defaultScenario(), "gfc-2");
    expect([0, 6].map((group) => laneLabels(gfc)[group])).toEqual(["A1", "C 1 to 3"]);
    const mixed = { ...lot, flows: lot.flows.map((flow, i) => (i === 0 ? { ...flow, cc: "cubic" } : flow)) };
    expect(laneLabels(mixed)[0]).toBe("long (CUBIC)");
  });
});

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

/** Returns a drawing context that records where bars, dots and diamonds are drawn. */
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

function drawnAt(scenario: Scenario, atS: number) {
  const simulation = new Simulation(scenario);
  simulation.advance(atS);
  const layout = graphLayout(resolvePath(scenario.path), routesOf(scenario), 776);
  const scene = graphScene(scenario, simulation.snapshot().results.flows, layout);
  const { drawn, context } = notingContext();
  drawScene(context, scene, simulation.pathState(), colours);
  return { drawn, layout };
}

describe("the drawing of a path with several links", () => {
  it("has packets on every link of a parking lot, and ACKs on their way back along the lanes", () => {
    const { drawn, layout } = drawnAt(setTopology(defaultScenario(), "parking-lot"), 20);
    const bars = drawn.filter(({ kind }) => kind === "bar");
    for (const { left, right, middleY } of layout.links) {
      expect(bars.some(({ x, y }) => y === middleY && x > left && x < right)).toBe(true);
    }
    const laneY = layout.lanes.map(({ start }) => start.y);
    const dots = drawn.filter(({ kind }) => kind === "dot");
    expect(dots.length).toBeGreaterThan(3);
    expect(dots.every(({ y }) => laneY.includes(y))).toBe(true);
  });

  it("has ACKs among the data of the return route", () => {
    const both = setParam(defaultScenario(), { scope: "path" }, "reverse-capacity", 2);
    const two = setParam(addFlow(both), { scope: "flow", flow: 1 }, "route", "reverse");
    const { drawn, layout } = drawnAt(two, 20);
    const back = layout.links[1].middleY;
    for (const kind of ["bar", "dot"] as const) {
      expect(drawn.some((one) => one.kind === kind && one.y === back)).toBe(true);
    }
  });
});
