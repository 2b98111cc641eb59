import { describe, expect, test } from "vitest";
import {
  type FlowSpec,
  resolvePath,
  routeOf,
  type Scenario,
  scenarioFromUrl,
  type Topology,
} from "../../../src/engine/index.ts";
import { basePropagationMs, linkById } from "../../../src/engine/scenario/path.ts";

const read = (fragment: string) => scenarioFromUrl(fragment).scenario;
const idOf = (topology: Topology, spec: FlowSpec) => routeOf(topology, spec).id;

/** Computes max-min fair shares by progressive filling: all rates rise together until one of their links is full. */
function fairShares({ path, flows }: Scenario): Map<string, number> {
  const topology = resolvePath(path);
  const left = new Map(topology.links.map(({ id, params }) => [id, Number(params.capacity)]));
  const shares = new Map<string, number>();
  let open = [...flows];
  while (open.length > 0) {
    const over = (id: string) => open.filter((spec) => routeOf(topology, spec).forward.includes(id));
    const level = ([id, room]: [string, number]) => {
      const count = over(id).reduce((sum, spec) => sum + spec.count, 0);
      return count === 0 ? Number.POSITIVE_INFINITY : room / count;
    };
    const tightest = [...left].reduce((best, one) => (level(one) < level(best) ? one : best));
    const share = level(tightest);
    const full = over(tightest[0]);
    for (const spec of full) {
      shares.set(idOf(topology, spec), share);
      for (const id of routeOf(topology, spec).forward)
        left.set(id, (left.get(id) ?? 0) - share * spec.count);
    }
    open = open.filter((spec) => !full.includes(spec));
  }
  return shares;
}

describe("Simcoe, ATM Forum 94-0557", () => {
  test("seven routers, 50, 100, 50, 150, 150 and 50 Mbps, 4D, 2D, D, D, D and 2D of 5 ms", () => {
    const { nodes, links } = resolvePath(read("path=gfc-2&scale=1").path);
    expect(nodes).toHaveLength(7);
    expect(links.map(({ id, params }) => [id, params.capacity, params.delay])).toEqual([
      ["R1-R2", 50, 20],
      ["R2-R3", 100, 10],
      ["R3-R4", 50, 5],
      ["R4-R5", 150, 5],
      ["R5-R6", 150, 5],
      ["R6-R7", 50, 10],
    ]);
  });

  test("there are twenty-two flows, with the given number on each route", () => {
    const { flows, path } = read("path=gfc-2");
    const topology = resolvePath(path);
    expect(flows.reduce((sum, { count }) => sum + count, 0)).toBe(22);
    const counts = Object.fromEntries(flows.map((spec) => [idOf(topology, spec), spec.count]));
    expect(counts).toEqual({ A1: 1, A2: 1, A3: 1, B1: 1, B2: 1, B3: 1, C: 3, D: 1, E: 2, F: 1, G: 7, H: 2 });
  });

  test("the fair shares are those of the configuration, and every link is exactly full", () => {
    const scenario = read("path=gfc-2&scale=1");
    const shares = fairShares(scenario);
    for (const [ids, share] of [
      [["A1", "A2", "A3", "F"], 10],
      [["B1", "B2", "B3", "G"], 5],
      [["C", "D", "E"], 35],
      [["H"], 52.5],
    ] as const) {
      for (const id of ids) expect(shares.get(id), id).toBeCloseTo(share, 9);
    }
    const topology = resolvePath(scenario.path);
    const total = scenario.flows.reduce(
      (sum, spec) => sum + spec.count * (shares.get(idOf(topology, spec)) ?? 0),
      0,
    );
    expect(total).toBeCloseTo(405, 9);
    for (const { id, params } of topology.links) {
      const load = scenario.flows
        .filter((spec) => routeOf(topology, spec).forward.includes(id))
        .reduce((sum, spec) => sum + spec.count * (shares.get(idOf(topology, spec)) ?? 0), 0);
      expect(load, id).toBeCloseTo(Number(params.capacity), 9);
    }
  });
});

test("hosts have a delay of D to their routers: the round trip of A1 is 2 x 45 ms and 20 ms", () => {
  const { flows, path } = read("path=gfc-2");
  expect(basePropagationMs(resolvePath(path), flows[0])).toBe(110);
});

test("rates are a tenth unless set otherwise, and all are whole bits per second", () => {
  expect(resolvePath(read("path=gfc-2").path).links.map(({ params }) => params.capacity)).toEqual([
    5, 10, 5, 15, 15, 5,
  ]);
  const [, second] = resolvePath(read("path=gfc-2&scale=0.07").path).links;
  expect(second.params.capacity).toBe(7);
});

test("with both directions there are six more links and twenty-two more flows, and ACKs queue among the data of the other direction", () => {
  const { flows, path } = read("path=gfc-2&both-ways=on");
  const topology = resolvePath(path);
  expect(topology.links).toHaveLength(12);
  expect(flows.reduce((sum, { count }) => sum + count, 0)).toBe(44);
  const there = topology.routes.find(({ id }) => id === "B3");
  const back = topology.routes.find(({ id }) => id === "B3-back");
  expect(there?.forward).toEqual(["R4-R5", "R5-R6", "R6-R7"]);
  expect(there?.back).toEqual(["R7-R6", "R6-R5", "R5-R4"]);
  expect([back?.forward, back?.back]).toEqual([there?.back, there?.forward]);
  expect(linkById(topology, "R7-R6").params).toMatchObject({ capacity: 5, delay: 10 });
});
