/** Tests the contract of every kind of traffic for any behaviour of the network. It loops over the registry. */
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { trafficKinds } from "../../src/engine/algorithms.ts";
import { type Scenario, scenarioFromUrl, setTraffic } from "../../src/engine/index.ts";
import type { ParamValue, ParamValues } from "../../src/engine/params/param.ts";
import { defaultsOf } from "../../src/engine/scenario/places.ts";
import { runScenario } from "../../src/engine/simulator.ts";
import type { TrafficDefinition } from "../../src/engine/traffic/traffic.ts";
import { cases } from "../effort.ts";
import { anyNarrowValueOf } from "./random-scenarios.ts";
import { anyValueOf } from "./sequences.ts";
import { StrictHost } from "./strict-host.ts";
import { runWatched } from "./witness.ts";

type Act =
  | { readonly kind: "pass"; readonly ns: number }
  | { readonly kind: "complete"; readonly which: number }
  | { readonly kind: "configure"; readonly id: string; readonly value: ParamValue };

/**
 * Maximum number of wake-ups in a row. A source with a million datagrams per second would otherwise keep a test busy
 * forever.
 */
const MOST_WAKES = 200;

function actsFor({ params }: TrafficDefinition): fc.Arbitrary<Act[]> {
  const pass = fc.oneof(fc.nat(20_000_000), fc.nat(3_000_000_000)).map((ns): Act => ({ kind: "pass", ns }));
  const complete = fc.nat(1000).map((which): Act => ({ kind: "complete", which }));
  const live = params.filter((param) => param.live !== false);
  const configures = live.map((param) =>
    anyValueOf(param).map((value): Act => ({ kind: "configure", id: param.id, value })),
  );
  const acts = fc.oneof(
    { weight: 4, arbitrary: pass },
    { weight: 6, arbitrary: complete },
    ...configures.map((arbitrary) => ({ weight: 1, arbitrary })),
  );
  return fc.array(acts, { maxLength: 120 });
}

function settingsOf({ params }: TrafficDefinition): fc.Arbitrary<ParamValues> {
  const any = fc.record(Object.fromEntries(params.map((param) => [param.id, anyValueOf(param)])));
  const narrow = fc.record(Object.fromEntries(params.map((param) => [param.id, anyNarrowValueOf(param)])));
  return fc.oneof(fc.constant(defaultsOf(params)), any, narrow);
}

function play(host: StrictHost, acts: readonly Act[]): void {
  for (const act of acts) {
    if (act.kind === "pass") host.pass(act.ns, MOST_WAKES);
    else if (act.kind === "complete") host.complete(act.which);
    else host.configure(act.id, act.value);
  }
}

function scenarioWith(traffic: string, fragment: string): Scenario {
  const { scenario, problems } = scenarioFromUrl(fragment);
  expect(problems).toEqual([]);
  return setTraffic(scenario, 0, traffic);
}

describe.each(trafficKinds.map((one) => [one.id, one] as const))("%s", (_, definition) => {
  const options = cases(100);

  test("requests only what a flow allows, with transfers that end in any order and parameters that change, and stops for good", () => {
    const most = fc.constantFrom(1000, 1000, 3, 1, 0);
    const story = fc.tuple(settingsOf(definition), most, actsFor(definition), actsFor(definition));
    fc.assert(
      fc.property(story, ([values, connections, before, after]) => {
        const host = new StrictHost(definition, values, connections);
        play(host, before);
        host.stop();
        play(host, after);
        for (let i = 0; i < 2000 && host.underWay > 0; i++) host.complete(i);
        expect(host.underWay).toBe(0);
      }),
      options,
    );
  });

  test("the same events give the same traffic", () => {
    fc.assert(
      fc.property(settingsOf(definition), actsFor(definition), (values, acts) => {
        const [a, b] = [0, 1].map(() => {
          const host = new StrictHost(definition, values);
          play(host, acts);
          return [host.offered, host.datagrams, host.responses, host.nowNs];
        });
        expect(a).toEqual(b);
      }),
      cases(30),
    );
  });

  test("continues as long as the network allows", () => {
    const host = new StrictHost(definition, defaultsOf(definition.params));
    for (let i = 0; i < 300; i++) {
      host.pass(100_000_000, MOST_WAKES);
      host.complete(0);
    }
    const isOneWithoutEnd = host.offered === 1 && host.underWay === 1;
    expect(isOneWithoutEnd || host.offered + host.datagrams > 1).toBe(true);
  });

  test("over a network: packets are conserved, and all arrive after the traffic has stopped", () => {
    const scenario = scenarioWith(definition.id, "flows=3&stop=6s&duration=40s&warmup=0s&rtt=40ms");
    const simulation = runWatched(scenario, 2);
    const { flows } = simulation.results();
    expect(flows.every(({ packetsSent }) => packetsSent > 0)).toBe(true);
    const { links, data, acks } = simulation.pathState();
    expect([links[0].queuePackets, data.flow.length, acks.flow.length]).toEqual([0, 0, 0]);
  });

  test("each flow has its own random numbers: another flow changes none of its requests", () => {
    const alone = scenarioWith(definition.id, "capacity=100Mbps&duration=20s&rtt=10ms&warmup=0s");
    const two: Scenario = { ...alone, flows: [...alone.flows, ...alone.flows] };
    const [a] = runScenario(alone).results().flows;
    const [first, second] = runScenario(two).results().flows;
    // The flow gets the rate that it requests while the network has room. Data without an end always requests more.
    // Datagrams are no requests.
    if (a.responses === null || definition.transport === "udp") return;
    expect(Math.abs(first.bytesReceived / a.bytesReceived - 1)).toBeLessThan(0.05);
    expect(second.bytesReceived).not.toBe(first.bytesReceived);
  });
});
