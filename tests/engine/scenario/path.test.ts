import { describe, expect, test } from "vitest";
import {
  basePropagationMs,
  type Change,
  type PathSpec,
  resolvePath,
  routeOf,
  scenarioFromUrl,
} from "../../../src/engine/index.ts";
import { pathAfter, routeDelayMs } from "../../../src/engine/scenario/path.ts";

const read = (fragment: string) => scenarioFromUrl(fragment).scenario;

test("resolving the same path again gives the same object", () => {
  const { path } = read("path=gfc-2");
  expect(resolvePath(path)).toBe(resolvePath(path));
  expect(resolvePath({ ...path })).not.toBe(resolvePath(path));
});

test("settings of a link replace the topology's values", () => {
  const { links } = resolvePath(read("path=dc-wan&link=id=wan,delay=20ms,aqm=pie,limit=50p").path);
  expect(links.map(({ params, queue }) => [params.capacity, params.delay, queue?.aqm])).toEqual([
    [50, 20, "pie"],
    [1000, 0.002, undefined],
  ]);
});

describe("propagation", () => {
  test("without return links is a flow's own round trip and twice the delays of its links", () => {
    const { path, flows } = read("rtt=50ms&link=id=bottleneck,delay=10ms");
    expect(basePropagationMs(resolvePath(path), flows[0])).toBe(70);
  });

  test("includes the return links if there are any", () => {
    const { path, flows } = read(
      "rtt=50ms&reverse-capacity=1Mbps&link=id=bottleneck,delay=10ms&link=id=reverse,delay=3ms",
    );
    const topology = resolvePath(path);
    expect(basePropagationMs(topology, flows[0])).toBe(63);
    expect(topology.routes.map((route) => routeDelayMs(topology, route))).toEqual([13, 13]);
  });
});

test("a flow that names no route takes the first one", () => {
  const { path, flows } = read("path=dc-wan");
  expect(flows.map((spec) => routeOf(resolvePath(path), spec).id)).toEqual(["both", "dc", "wan"]);
});

test("so does a flow that names the first route, or one that does not exist", () => {
  expect(read("path=parking-lot&flow=route=long").flows[0].params.route).toBe("");
  const { scenario, problems } = scenarioFromUrl("path=parking-lot&flow=route=hop9&flow=route=hop1");
  expect(scenario.flows.map(({ params }) => params.route)).toEqual(["", "hop1"]);
  expect(problems.map(({ message }) => message)).toEqual([
    "Flow 1: Route must be long, hop1, hop2 or hop3, got hop9; long is used.",
  ]);
});

const pathOf = (fragment: string) => scenarioFromUrl(fragment).scenario.path;
const change = (what: Partial<Change>): Change => ({
  atS: 5,
  flow: null,
  link: null,
  id: "capacity",
  value: 5,
  ...what,
});
const capacities = (path: PathSpec) => resolvePath(path).links.map(({ params }) => params.capacity);

test("a parameter of the path changes the links that use it", () => {
  expect(capacities(pathAfter(pathOf("reverse-capacity=1Mbps"), change({})))).toEqual([5, 1]);
  expect(capacities(pathAfter(pathOf("path=gfc-2"), change({ id: "scale", value: 0.2 })))).toEqual([
    10, 20, 10, 30, 30, 10,
  ]);
});

test("a value set for one link replaces that of the path, also after later changes of the path", () => {
  const once = pathAfter(pathOf("path=gfc-2"), change({ link: "R2-R3" }));
  expect(capacities(once)).toEqual([5, 5, 5, 15, 15, 5]);
  expect(capacities(pathAfter(once, change({ id: "scale", value: 0.2 })))).toEqual([10, 5, 10, 30, 30, 10]);
});

describe("a link's parameter that the path does not declare", () => {
  test("applies to every link that shares the scenario's queue", () => {
    const path = pathOf("path=dc-wan&link=id=wan,aqm=pie");
    expect(capacities(pathAfter(path, change({ value: 100 })))).toEqual([50, 100]);
  });
});

test("a change that does not concern links keeps the same path object", () => {
  const path = pathOf("path=dc-wan");
  for (const what of [
    { id: "target" },
    { id: "aqm", link: "wan" },
    { id: "rtt" },
    { id: "delay", flow: 0 },
  ]) {
    expect(pathAfter(path, change(what))).toBe(path);
  }
});
