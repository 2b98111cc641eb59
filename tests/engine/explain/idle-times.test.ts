import { expect, test } from "vitest";
import { IdleTimes, longestRoundNs } from "../../../src/engine/explain/idle-times.ts";
import { RunIndex } from "../../../src/engine/explain/run-index.ts";
import { scenarioFromUrl } from "../../../src/engine/index.ts";
import { Simulation } from "../../../src/engine/simulator.ts";
import { LOG } from "../../../src/engine/trace/log-rows.ts";
import { PacketLog } from "../../../src/engine/trace/packet-log.ts";
import { networkOf } from "../../contract/witness.ts";

const ROUND_NS = 1000;

test("pauses one and a half round trips apart are one idle period, and pauses further apart are two", () => {
  const idle = new IdleTimes(() => ROUND_NS);
  // Each of these packets finds the link idle, and its transmission takes 100 ns.
  const idleUntil = [200, 1800, 3401];
  for (const ns of idleUntil) idle.leaves(ns, 0, 100);
  // The link is idle from 0 to 200, from 300 to 1800, and from 1900 to 3401.
  expect(idle.stretches).toEqual([
    { fromNs: 0, toNs: 3401, idleNs: 200 + 1500 + 1501, pauses: 3, longestWaitNs: 0 },
  ]);
  const apart = new IdleTimes(() => ROUND_NS);
  apart.leaves(200, 0, 100);
  // In this case the queue is non-empty once for exactly one and a half round trips, and once for slightly longer.
  apart.leaves(300, 50, 1400);
  apart.leaves(1800, 0, 100);
  apart.leaves(1900, 50, 1501);
  apart.leaves(3500, 0, 100);
  expect(apart.stretches).toEqual([
    { fromNs: 0, toNs: 1800, idleNs: 200 + 100, pauses: 2, longestWaitNs: 50 },
    { fromNs: 3401, toNs: 3500, idleNs: 99, pauses: 1, longestWaitNs: 0 },
  ]);
});

/** One flow ends after 1000 segments, another starts some seconds later. */
const { scenario } = scenarioFromUrl(
  "flow=cc=newreno,size=1448000&flow=cc=newreno,start=6,size=1448000&capacity=10Mbps&duration=10s",
);

test("idle times are those of the link", () => {
  const index = new RunIndex((log) => new Simulation(scenario, log), 0, 1000);
  for (const _ of index.reach(10, 10));
  const [idle] = index.idle;
  const simulation = new Simulation(scenario);
  const { port } = networkOf(simulation).links[0];
  const seen: number[] = [];
  for (let s = 0; s < 10; s += 0.0001) {
    simulation.advance(s);
    if (!port.isSending) seen.push(s);
  }
  const [first] = idle.stretches;
  expect(idle.stretches.length).toBeGreaterThanOrEqual(2);
  expect(first.fromNs).toBeGreaterThan(0);
  const within = seen.filter((at) => at * 1e9 >= first.fromNs && at * 1e9 < first.toNs).length * 0.0001;
  expect(first.idleNs / 1e9).toBeCloseTo(within, 2);
  const last = idle.stretches[idle.stretches.length - 1];
  expect(last.toNs / 1e9).toBeGreaterThan(6);
  expect(idle.between(1e9, 2e9)?.toNs).toBe(idle.stretches.find((one) => one.toNs > 1e9)?.toNs);
  // After the last packet, the link stays idle.
  expect(idle.between(9.5e9, 10e9)).toMatchObject({ toNs: Number.POSITIVE_INFINITY, pauses: 1 });
  expect(idle.between(9.5e9, 10e9)?.fromNs).toBeLessThan(9.5e9);
  // Idle times that start later are not part of this range.
  expect(idle.between(0, first.fromNs)).toBeNull();
});

test("each link uses the round trips of the flows over it", () => {
  const lot =
    "path=parking-lot&hops=3&flow=cc=newreno,rtt=20ms&flow=cc=cubic,route=hop2,rtt=200ms&duration=4s";
  const { scenario: routes } = scenarioFromUrl(lot);
  const log = new PacketLog({ kinds: [LOG.dequeued] });
  new Simulation(routes, log).advance(10);
  const { length, columns } = log;
  const apart = log.network.links.map((_, link) => new IdleTimes(() => longestRoundNs(log.network, link)));
  for (let row = 0; row < length; row++)
    apart[columns.link[row]].leaves(columns.timeNs[row], columns.a[row], columns.b[row]);
  const index = new RunIndex((one) => new Simulation(routes, one), 0, 1000);
  for (const _ of index.reach(10, 10));
  expect(index.idle.map(({ stretches }) => stretches)).toEqual(apart.map(({ stretches }) => stretches));
  expect(new Set(apart.map(({ stretches }) => stretches.length)).size).toBeGreaterThan(1);
});
