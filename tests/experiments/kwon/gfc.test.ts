import { expect, test } from "vitest";
import type { Scenario } from "../../../src/engine/index.ts";
import { runScenario } from "../../../src/engine/simulator.ts";
import { scenarioOf as scenarioOfUrl } from "../../../src/experiments/grid.ts";
import {
  type Direction,
  gfcUrl,
  LONG_ROUTES,
  type Load,
  readTable,
} from "../../../src/experiments/kwon/gfc.ts";
import { SENDERS } from "../../../src/experiments/kwon/paper.ts";

function scenarioOf(direction: Direction, more: Pick<Load, "extra"> = {}) {
  const load = { direction, flow: SENDERS["reno-ecn"].flow, udpRoutes: LONG_ROUTES, ...more };
  return scenarioOfUrl(gfcUrl(load, 1, "quick"));
}

const countOf = ({ flows }: Scenario, traffic: string) =>
  flows.filter((flow) => flow.traffic === traffic).reduce((sum, { count }) => sum + count, 0);

test("22 bulk flows in each direction, 22 web clients and 6 UDP flows", () => {
  const both = scenarioOf("each-way");
  expect(["bulk", "http", "cbr"].map((traffic) => countOf(both, traffic))).toEqual([44, 22, 6]);
  expect(countOf(scenarioOf("one-way", { extra: { count: 10, fromS: 4, toS: 8 } }), "bulk")).toBe(32);
});

test("each route of several links has one of the UDP flows; all web pages go from R1 to R7", () => {
  const { flows } = scenarioOf("one-way");
  const routesOf = (kind: string) =>
    flows.filter(({ traffic }) => traffic === kind).map(({ params }) => params.route);
  // A1 is a flow's default route, which a scenario omits.
  expect(routesOf("cbr")).toEqual(["", "A2", "A3", "B1", "B2", "B3"]);
  expect(routesOf("http")).toEqual(["B1"]);
});

test("senders are those of ns-2 until 2001: §V and its defaults, except for the limit of the window", () => {
  const { tcp } = scenarioOf("one-way");
  expect(tcp).toMatchObject({
    "initial-window": 1,
    "min-cwnd": 1,
    "initial-rto": 6000,
    "ect-retransmissions": true,
    "timer-tick": 100,
    "min-rto": 100,
    "receive-window": 80,
    "delayed-ack": "1",
  });
});

test("drops by kind add up to those of the queues; drops of ACKs are omitted", () => {
  const oneWay = scenarioOf("one-way");
  const snapshot = runScenario(oneWay).snapshot();
  const reading = readTable(snapshot);
  const { flows, links } = snapshot.results;
  const sent = flows.reduce((sum, { packetsSent }) => sum + packetsSent, 0);
  const dropped = links.reduce((sum, { drops }) => sum + drops.aqm + drops.overflow, 0);
  // In this topology, no ACK passes a queue.
  expect(Number(reading.totalDropPercent)).toBeCloseTo((100 * dropped) / sent, 5);
  const [http, udp, ftp, total] = ["httpMbps", "udpMbps", "ftpMbps", "totalMbps"].map((field) =>
    Number(reading[field]),
  );
  expect(http + udp + ftp).toBeCloseTo(total, 4);
  expect(udp).toBeGreaterThan(2.5);

  const both = runScenario(scenarioOf("each-way")).snapshot();
  const isAck = both.links.flatMap(({ events }) => [...events.isAck]);
  expect(isAck).toContain(1);
  const allDrops = both.results.links.reduce((sum, { drops }) => sum + drops.aqm + drops.overflow, 0);
  const allSent = both.results.flows.reduce((sum, { packetsSent }) => sum + packetsSent, 0);
  expect(Number(readTable(both).totalDropPercent)).toBeLessThan((0.9 * 100 * allDrops) / allSent);
});
