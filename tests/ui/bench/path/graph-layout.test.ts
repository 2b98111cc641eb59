import { describe, expect, it } from "vitest";
import {
  defaultScenario,
  resolvePath,
  type Scenario,
  setParam,
  setTopology,
} from "../../../../src/engine/index.ts";
import { type GraphLayout, graphLayout, laneNumbers } from "../../../../src/ui/bench/path/graph-layout.ts";
import { routesOf } from "../../../../src/ui/bench/path/graph-scene.ts";
import type { Box } from "../../../../src/ui/bench/path/scene.ts";
import { madeTopology } from "./made-topology.ts";

const layoutOf = (scenario: Scenario, room: number) =>
  graphLayout(resolvePath(scenario.path), routesOf(scenario), room);
const withTopology = (id: string) => setTopology(defaultScenario(), id);

function overlap(a: Box, b: Box): boolean {
  return a.left < b.right && b.left < a.right && a.top < b.bottom && b.top < a.bottom;
}

function expectSound({ width, height, links, nodes, lanes }: GraphLayout): void {
  for (const [i, { box, left, right }] of links.entries()) {
    expect(left).toBeGreaterThan(0);
    expect(right).toBeLessThan(width);
    expect(box.top).toBeGreaterThan(0);
    expect(box.bottom).toBeLessThan(height);
    for (const other of links.slice(i + 1)) expect(overlap(box, other.box)).toBe(false);
    for (const { x, top, bottom } of nodes) {
      expect(overlap(box, { left: x - 7, right: x + 7, top, bottom })).toBe(false);
    }
  }
  for (const { bottom } of nodes) expect(bottom).toBeLessThan(height);
  for (const { way } of lanes) {
    for (const at of [0, 0.5, 1]) {
      expect(way.at(at).x).toBeGreaterThan(0);
      expect(way.at(at).x).toBeLessThan(width);
      expect(way.at(at).y).toBeLessThan(height);
    }
  }
}

describe("the layout of a chain", () => {
  it("is one straight line, and so is the path of the flow over all of it", () => {
    const { links, lanes } = layoutOf(withTopology("parking-lot"), 776);
    expect(new Set(links.map(({ middleY }) => middleY)).size).toBe(1);
    const [long] = lanes;
    expect(new Set([0, 0.3, 0.7, 1].map((at) => long.way.at(at).y)).size).toBe(1);
    expect(long.end.x).toBeGreaterThan(links[2].box.right);
  });

  it("fills the room, and is wider if that is too narrow", () => {
    const scenario = withTopology("gfc-2");
    expect(layoutOf(scenario, 776).width).toBeCloseTo(776);
    expect(layoutOf(scenario, 336).width).toBeGreaterThan(500);
    expect(layoutOf(withTopology("parking-lot"), 366).width).toBeLessThan(400);
  });

  it("has handles only if there is room for them", () => {
    expect(layoutOf(withTopology("dc-wan"), 776).isRoomy).toBe(true);
    expect(layoutOf(withTopology("gfc-2"), 776).isRoomy).toBe(false);
  });
});

describe("the layout of links both ways", () => {
  it("puts the return link below, with its queue at the other end", () => {
    const both = setParam(defaultScenario(), { scope: "path" }, "reverse-capacity", 5);
    const { links } = layoutOf(both, 776);
    expect(links.map(({ direction }) => direction)).toEqual([1, -1]);
    expect(links[1].middleY).toBeGreaterThan(links[0].middleY);
    expect(links[1].box.left).toBeGreaterThan(links[0].box.right);
    expect(links[1].line.at(1).x).toBeLessThan(links[0].box.left);
  });

  it("extends a node over all the links that it joins", () => {
    const twoWay = setParam(withTopology("gfc-2"), { scope: "path" }, "both-ways", true);
    const { nodes, links } = layoutOf(twoWay, 776);
    const rows = links.map(({ middleY }) => middleY);
    for (const { top, bottom } of nodes) {
      expect(top).toBeLessThan(Math.min(...rows));
      expect(bottom).toBeGreaterThan(Math.max(...rows));
    }
  });
});

describe("the layout of any path", () => {
  it("has no overlaps, for every topology and width", () => {
    for (const id of ["parking-lot", "gfc-2", "dc-wan"]) {
      for (const room of [328, 720, 1200]) expectSound(layoutOf(withTopology(id), room));
    }
    const twoWay = setParam(withTopology("gfc-2"), { scope: "path" }, "both-ways", true);
    expectSound(layoutOf(twoWay, 776));
  });

  it("has no overlaps with thirty-two crossing links", () => {
    const many = madeTopology(crossedLinks(32), ["ab", "bc"], ["ac"]);
    expect(many.links).toHaveLength(32);
    expectSound(graphLayout(many, many.routes, 776));
  });

  it("omits the names of the lanes if there are too many", () => {
    const chain = madeTopology("ab bc", ["ab", "bc"]);
    const crowd = Array.from({ length: 20 }, () => chain.routes[0]);
    expect(graphLayout(chain, chain.routes, 776).isNamed).toBe(true);
    expect(graphLayout(chain, crowd, 776).isNamed).toBe(false);
    expect(graphLayout(chain, crowd, 776).height).toBeLessThan(250);
  });
});

/** Returns links from each of nine nodes to the next ones and back, up to `count` links. */
function crossedLinks(count: number): string {
  const names = [..."abcdefghi"];
  const pairs = names.flatMap((from, i) => names.filter((_, j) => j !== i).map((to) => from + to));
  const first = ["ab", "bc", "ac"];
  return [...first, ...pairs.filter((pair) => !first.includes(pair))].slice(0, count).join(" ");
}

describe("lanes", () => {
  it("are shared by routes without a common link", () => {
    expect(laneNumbers([[0, 1, 2], [0], [1], [2]])).toEqual([0, 1, 1, 1]);
  });

  it("are as many as the busiest link has routes", () => {
    const numbers = laneNumbers([[0, 1], [1, 2], [2, 3], [1]]);
    expect(numbers).toEqual([0, 1, 0, 2]);
  });

  it("are none without flows", () => {
    expect(laneNumbers([])).toEqual([]);
  });
});
