import { expect, test } from "vitest";
import { scenarioFromUrl } from "../../../src/engine/index.ts";
import { runScenario } from "../../../src/engine/simulator.ts";
import { ping } from "../../../src/engine/traffic/ping.ts";
import { FakeHost } from "./fake-host.ts";

const run = (fragment: string) => runScenario(scenarioFromUrl(fragment).scenario).snapshot();

test("leaves at equal intervals, from a random time within the first one", () => {
  const host = new FakeHost();
  host.carry((of) => ping.create(of, { "ping-interval": 50, "ping-payload": 56 }));
  host.run(1);
  const times = host.datagrams.map(({ atNs }) => atNs);
  expect(times.length).toBe(20);
  expect(times[0]).toBeGreaterThan(0);
  expect(times[0]).toBeLessThanOrEqual(50e6);
  for (const [i, at] of times.entries()) expect(at).toBe(times[0] + i * 50e6);
  expect(new Set(host.datagrams.map(({ bytes }) => bytes))).toEqual(new Set([56]));
});

test("measures the propagation time on an idle path", () => {
  const [flow] = run("traffic=ping&rtt=40ms&capacity=1Mbps&duration=20s&warmup=0s").results.flows;
  // A link hands a packet on at the start of its transmission, so an idle link adds nothing.
  expect(flow.responses).toMatchObject({ meanS: 0.04, maxS: 0.04 });
  expect(flow.responses?.n).toBeGreaterThanOrEqual(199);
  expect(flow).toMatchObject({ cc: "udp", retransmissions: 0 });
});

test("an answer waits among the ACKs of the way back", () => {
  const beside = (back: string) =>
    run(`aqm=fq-codel&reverse-capacity=${back}&flow=rtt=40ms&flow=traffic=ping,rtt=40ms&duration=20s`)
      .results;
  const [ideal, narrow] = [beside("ideal"), beside("0.1Mbps")].map(
    ({ flows }) => flows[1].responses?.meanS ?? 0,
  );
  expect(narrow).toBeGreaterThan(ideal + 0.005);
});

test("measures the queue in front of it", () => {
  const { results, flows } = run(
    "capacity=1.5Mbps&aqm=droptail&limit=100p&ecn=off&flow=rtt=20ms&flow=traffic=ping,rtt=20ms&duration=60s",
  );
  const [, pinged] = results.flows;
  const queueS = (results.links[0].sojournMs?.mean ?? 0) / 1000;
  expect(pinged.responses?.meanS).toBeGreaterThan(0.9 * (0.02 + queueS));
  expect(pinged.responses?.meanS).toBeLessThan(1.1 * (0.02 + queueS));
  const { responseMs } = flows[1];
  const counted = responseMs?.count.reduce((sum, one) => sum + one, 0);
  expect(counted).toBeGreaterThan(550);
  expect(Math.max(...(responseMs?.max.filter((ms) => !Number.isNaN(ms)) ?? []))).toBeGreaterThan(700);
  expect(flows[0].responseMs).toBeUndefined();
});

test("a lost ping has no answer and is not repeated", () => {
  const [flow] = run("traffic=ping&loss=0.5&duration=60s&warmup=0s").results.flows;
  expect(flow.packetsSent).toBe(600);
  expect(flow.responses?.n).toBeGreaterThan(240);
  expect(flow.responses?.n).toBeLessThan(360);
});
