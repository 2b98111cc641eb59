import { expect, test } from "vitest";
import { resolvePath, routeFacts, scenarioFromUrl, setParam } from "../../../src/engine/index.ts";
import { basePropagationMs } from "../../../src/engine/scenario/path.ts";

const read = (fragment: string) => scenarioFromUrl(fragment).scenario;

test("the hops are in a row, each with the path's capacity and delay", () => {
  const { nodes, links } = resolvePath(read("path=parking-lot&hops=4&capacity=5Mbps&delay=2ms").path);
  expect(nodes.map(({ id }) => id)).toEqual(["R1", "R2", "R3", "R4", "R5"]);
  expect(links.map(({ id, from, to }) => [id, from, to])).toEqual([
    ["hop1", "R1", "R2"],
    ["hop2", "R2", "R3"],
    ["hop3", "R3", "R4"],
    ["hop4", "R4", "R5"],
  ]);
  for (const { params } of links) expect(params).toMatchObject({ capacity: 5, delay: 2 });
});

test("one flow passes all hops and one flow passes each hop; their round trips are sums of access and hop delays", () => {
  const scenario = read("path=parking-lot");
  expect(scenario.flows.map(({ params }) => params.route)).toEqual(["", "hop1", "hop2", "hop3"]);
  const topology = resolvePath(scenario.path);
  expect(scenario.flows.map((spec) => basePropagationMs(topology, spec))).toEqual([70, 30, 30, 30]);
  expect(routeFacts(scenario).map(({ id, rttMs }) => [id, rttMs])).toEqual([
    ["long", 60],
    ["hop1", 20],
    ["hop2", 20],
    ["hop3", 20],
  ]);
});

test("unchanged flows follow the number of hops", () => {
  const six = setParam(read("path=parking-lot"), { scope: "path" }, "hops", 6);
  expect(six.flows).toHaveLength(7);
  const touched = setParam(read("path=parking-lot"), { scope: "flow", flow: 0 }, "rtt", 50);
  expect(setParam(touched, { scope: "path" }, "hops", 6).flows).toHaveLength(4);
});
