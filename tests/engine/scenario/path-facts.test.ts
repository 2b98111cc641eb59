import { describe, expect, test } from "vitest";
import {
  addFlow,
  defaultScenario,
  pathFacts,
  pathSummary,
  routeFacts,
  scenarioFromUrl,
  setParam,
} from "../../../src/engine/index.ts";
import { payloadShare } from "../../../src/engine/scenario/path-facts.ts";

test("payload's share of the wire: full segments of TCP, datagrams of their own size", () => {
  const { flows, tcp } = scenarioFromUrl("flow=cc=newreno&flow=traffic=cbr,cbr-packet=948B").scenario;
  expect(payloadShare(flows[0], tcp)).toBeCloseTo(1448 / 1500, 12);
  expect(payloadShare(flows[1], tcp)).toBeCloseTo(0.948, 12);
});

const read = (fragment: string) => scenarioFromUrl(fragment).scenario;

test("10 Mbps and 100 ms hold 83 packets of 1500 bytes; 1000 waiting packets take 1.2 s", () => {
  const facts = pathFacts(defaultScenario());
  expect(facts.bdpPackets).toBeCloseTo(83.33, 2);
  expect(facts.bufferBdp).toBeCloseTo(12, 6);
  expect(facts.longestQueueS).toBeCloseTo(1.2, 9);
});

test("supports a limit in bytes, and uses the longest of several round trips", () => {
  const bytes = setParam(defaultScenario(), { scope: "queue" }, "limit", "125000B");
  expect(pathFacts(bytes).bufferBdp).toBeCloseTo(1, 9);
  expect(pathFacts(bytes).longestQueueS).toBeCloseTo(0.1, 9);
  expect(pathFacts(addFlow(bytes, { params: { rtt: 200 } })).bufferBdp).toBeCloseTo(0.5, 9);
});

describe("several links", () => {
  const scenario = read("path=dc-wan&limit=100p&link=id=wan,aqm=pie,limit=20p");

  test("uses the first link unless another is named, with its own queue and its flows", () => {
    expect(pathFacts(scenario).longestQueueS).toBeCloseTo((20 * 12_000) / 50e6, 12);
    expect(pathFacts(scenario).bdpPackets).toBeCloseTo((50e6 * 1.04e-3) / 12_000, 9);
    expect(pathFacts(scenario, "dc").longestQueueS).toBeCloseTo((100 * 12_000) / 1e9, 12);
    expect(pathFacts(scenario, "dc").bdpPackets).toBeCloseTo((1e9 * 1.026e-3) / 12_000, 9);
  });

  test("gives for every route the round trip of its links and its bottleneck", () => {
    expect(routeFacts(scenario)).toEqual([
      { id: "both", label: "Data centre and WAN", rttMs: 1.004, narrowest: "wan", capacityMbps: 50 },
      { id: "dc", label: "Data centre only", rttMs: 0.004, narrowest: "dc", capacityMbps: 1000 },
      { id: "wan", label: "WAN only", rttMs: 1, narrowest: "wan", capacityMbps: 50 },
    ]);
  });
});

test("gives the inputs of a suggestion: packets per second, the longest round trip, and the TCP flows over the link", () => {
  const summary = pathSummary(read("flow=cc=cubic,count=3&flow=cc=cubic,rtt=200ms&flow=traffic=cbr"));
  expect(summary.packetsPerS).toBeCloseTo(833.33, 2);
  expect(summary).toMatchObject({ rttS: 0.2, flows: 4 });
});
