import { describe, expect, test } from "vitest";
import { type Scenario, scenarioFromUrl } from "../../../src/engine/index.ts";
import { runScenario } from "../../../src/engine/simulator.ts";
import { plainTcp } from "../plain-tcp.ts";

function scenarioOf(fragment: string): Scenario {
  const { scenario, problems } = scenarioFromUrl(plainTcp(fragment));
  expect(problems).toEqual([]);
  return scenario;
}

test("results by queue are beside those of the link", () => {
  const { scenario } = scenarioFromUrl("v=2&aqm=dualpi2&flow=cc=prague&flow=cc=cubic&duration=10s&warmup=2s");
  const { results, links } = runScenario(scenario).snapshot();
  const [{ queues, sojournMs }] = results.links;
  expect(queues?.map(({ name }) => name)).toEqual(["L", "C"]);
  const [l, c] = (queues ?? []).map((queue) => queue.sojournMs);
  expect((l?.n ?? 0) + (c?.n ?? 0)).toBe(sojournMs?.n);
  expect(Math.max(l?.max ?? 0, c?.max ?? 0)).toBe(sojournMs?.max);
  expect(l?.p50 ?? 0).toBeLessThan((c?.p50 ?? 0) / 4);
  expect(links[0].queues?.map(({ name }) => name)).toEqual(["L", "C"]);
});

describe("results of a run", () => {
  test("a single flow on a link that is always busy has all of it, without the headers", () => {
    const { links, flows } = runScenario(
      scenarioOf("aqm=droptail&limit=200p&ecn=off&duration=60s"),
    ).results();
    expect(links[0].utilisation).toBeCloseTo(1, 4);
    expect(flows[0].goodputBps / 1e6).toBeGreaterThan(10 * (1448 / 1500) * 0.99);
    expect(flows[0].goodputBps / 1e6).toBeLessThanOrEqual(10 * (1448 / 1500) * 1.001);
  });

  test("exclude the warm-up: they cover the samples from its end on", () => {
    const simulation = runScenario(scenarioOf("duration=40s&warmup=15s"));
    const { samples, results, links } = simulation.snapshot();
    const at = (s: number) => samples.receivedBytes[0][Math.round(s / samples.intervalS)];
    expect(results.flows[0].bytesReceived).toBe(at(40) - at(15));
    expect(results.flows[0].goodputBps).toBe((results.flows[0].bytesReceived * 8) / 25);
    const [{ sentBytes: sent }] = links;
    const sentBytes = sent[samples.length - 1] - sent[Math.round(15 / samples.intervalS)];
    // The packet that the link is sending at the end of the warm-up may count before or after it.
    expect(Math.abs(results.links[0].utilisation - (sentBytes * 8) / 25e7)).toBeLessThan(1e-4);
  });

  test("the longest queue is that from the end of the warm-up on, including the packets present then", () => {
    const simulation = runScenario(scenarioOf("duration=20s&warmup=5s&aqm=pie"));
    const { links, results } = simulation.snapshot();
    const { max, bucketS, length } = links[0].queue.lengthPackets;
    const longest = (fromS: number, toS: number) =>
      Math.max(...max.slice(Math.ceil(fromS / bucketS), Math.min(length, Math.floor(toS / bucketS))));
    // After 5 s, the overshoot of slow start is over. The series contains samples of the queue length, and the result
    // includes the length at every packet.
    expect(longest(0, 5)).toBeGreaterThan(2 * longest(5, 20));
    expect(results.links[0].queuePackets.max).toBeGreaterThanOrEqual(longest(5, 20));
    expect(results.links[0].queuePackets.max).toBeLessThan(longest(0, 5));
  });

  test("counts of the warm-up and of the rest add up to those of the whole run", () => {
    const url = "duration=40s&aqm=droptail&limit=30p&ecn=off&loss=0.0002";
    const whole = runScenario(scenarioOf(`${url}&warmup=0s`)).results();
    const rest = runScenario(scenarioOf(`${url}&warmup=15s`)).results();
    const early = runScenario(scenarioOf(`${url.replace("40s", "15s")}&warmup=0s`)).results();
    for (const key of ["retransmissions", "lossReductions", "packetsSent", "packetsToLosses"] as const) {
      expect(Math.abs(early.flows[0][key] + rest.flows[0][key] - whole.flows[0][key])).toBeLessThanOrEqual(1);
    }
    for (const cause of ["overflow", "link"] as const) {
      const [ofEarly, ofRest, ofWhole] = [early, rest, whole].map(({ links }) => links[0].drops[cause]);
      expect([ofEarly > 0, ofRest > 0, ofEarly + ofRest]).toEqual([true, true, ofWhole]);
    }
  });

  test("the mean queue length follows from the delays by Little's law", () => {
    const { links } = runScenario(scenarioOf("aqm=pie&duration=30s&warmup=0s")).results();
    const [{ packets, sojournMs, queuePackets }] = links;
    expect(queuePackets.mean).toBeCloseTo(((packets / 30) * (sojournMs?.mean ?? 0)) / 1000, 1);
    expect(queuePackets.max).toBeGreaterThan(queuePackets.mean);
  });

  test("a flow's goodput counts from its start to its stop", () => {
    const { flows } = runScenario(
      scenarioOf("flow=cc=newreno,start=10s,stop=20s&duration=60s&warmup=0s&aqm=droptail&limit=200p&ecn=off"),
    ).results();
    expect([flows[0].startS, flows[0].stopS]).toEqual([10, 20]);
    expect(flows[0].goodputBps / 1e6).toBeGreaterThan(7.5);
    expect(flows[0].bytesReceived * 8).toBeCloseTo(flows[0].goodputBps * 10, 0);
  });

  test("a finite transfer is complete when its last byte is acknowledged: a round trip and the packets' own time", () => {
    const { flows } = runScenario(scenarioOf("size=14480B&rtt=100ms&duration=10s&warmup=0s")).results();
    // Ten packets are sent in one window. The last one starts nine packet times after the first.
    expect(flows[0].fctS).toBeCloseTo(0.1 + 9 * 0.0012, 9);
    expect(flows[0].bytesReceived).toBe(14_480);
  });

  test("undefined values are null: a completion that has not happened, delays without packets", () => {
    const bulk = runScenario(scenarioOf("duration=10s")).results();
    expect(bulk.flows[0].fctS).toBeNull();
    const never = runScenario(scenarioOf("start=100s&duration=10s")).results();
    expect(never.links[0]).toMatchObject({ packets: 0, utilisation: 0, sojournMs: null });
    expect(never.flows[0]).toMatchObject({ goodputBps: 0, cwndSegments: null, srttMs: null });
    expect(never.fairness.jain).toBeNaN();
  });

  test("utilisation is of what the link could have sent, also when its rate changes", () => {
    const url = "aqm=droptail&limit=300p&ecn=off&duration=60s&warmup=20s&set=40s:capacity=5Mbps";
    const { links } = runScenario(scenarioOf(url)).results();
    expect(links[0].utilisation).toBeCloseTo(1, 3);
    expect(links[0].rateBps).toBe(5e6);
  });

  test("convergence is counted from the join to the first F(t) of 0.95", () => {
    const url = "flow=cc=newreno,rtt=20ms&flow=cc=newreno,rtt=20ms,start=10s&duration=60s";
    const simulation = runScenario(scenarioOf(url));
    const [convergenceS] = simulation.results().fairness.convergenceS;
    const { jainRunning, intervalS } = simulation.snapshot().samples;
    const first = jainRunning.findIndex((fairness, i) => i * intervalS >= 10 && fairness >= 0.95);
    expect(convergenceS).toBeCloseTo(first * intervalS - 10, 6);
  });
});

describe("over several links and kinds of traffic", () => {
  const url =
    "path=parking-lot&hops=2&flow=cc=newreno&flow=cc=cubic,traffic=poisson,route=hop1&flow=traffic=cbr,route=hop2,cbr-rate=1Mbps&duration=20s";

  test("each link has its results, and the packets of a run are those of all links", () => {
    const { links, packets } = runScenario(scenarioOf(`${url}&warmup=0s`)).results();
    expect(links.map(({ id }) => id)).toEqual(["hop1", "hop2"]);
    expect(packets).toBe(links[0].packets + links[1].packets);
    for (const link of links) expect(link.utilisation).toBeGreaterThan(0.5);
  });

  test("each flow has its description: route, traffic, propagation, and response times if there are any", () => {
    const { flows } = runScenario(scenarioOf(url)).results();
    expect(flows.map(({ cc, traffic, route, ecn }) => [cc, traffic, route, ecn])).toEqual([
      ["newreno", "bulk", "long", true],
      ["cubic", "poisson", "hop1", true],
      ["udp", "cbr", "hop2", false],
    ]);
    expect(flows.map(({ rttMs }) => rttMs)).toEqual([140, 120, 120]);
    expect(flows.map(({ responses }) => responses === null)).toEqual([true, false, true]);
    const rateMbps = flows[2].goodputBps / 1e6;
    expect([rateMbps > 0.9, rateMbps < 1.001]).toEqual([true, true]);
  });

  test("the snapshot has a trace for each link in the same order", () => {
    const { links, results, samples } = runScenario(scenarioOf(url)).snapshot();
    expect(links.map(({ id }) => id)).toEqual(results.links.map(({ id }) => id));
    for (const { sentBytes, rateBps, queue, delayCdf } of links) {
      expect([sentBytes.length, rateBps.length]).toEqual([samples.length, samples.length]);
      expect(queue.sojournMs.length).toBeGreaterThan(10);
      expect(delayCdf.ms.length).toBeGreaterThan(10);
    }
  });

  test("random losses are counted separately from the queue's drops", () => {
    const { links } = runScenario(scenarioOf("loss=0.02&aqm=infinite&duration=20s&warmup=0s")).results();
    const [{ drops, packets }] = links;
    expect([drops.aqm, drops.overflow]).toEqual([0, 0]);
    expect(Math.abs(drops.link / packets - 0.02)).toBeLessThan(0.01);
  });
});
