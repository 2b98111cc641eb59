/** What holds in every run, whatever the scenario. */
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { addFlow, runScenario, type Scenario, Simulation, validateScenario } from "../../src/engine/index.ts";
import type { Network } from "../../src/engine/network.ts";
import { anyChange, anyScenario } from "./random-scenarios.ts";

const networkOf = (simulation: Simulation) => (simulation as unknown as { network: Network }).network;

/** Packets in the queue and on both ways. */
function underWay({ port, pipes }: Network): { data: number; acks: number } {
  const sum = (of: (one: Network["pipes"][number]) => number) =>
    pipes.reduce((total, one) => total + of(one), 0);
  return {
    data: port.discipline.packets + sum(({ data }) => data.packets),
    acks: sum(({ acks }) => acks.packets),
  };
}

function expectConserved(simulation: Simulation): void {
  const network = networkOf(simulation);
  const { port, pool, connections } = network;
  const sent = connections.reduce((sum, { sender }) => sum + sender.packetsSent, 0);
  expect(port.packetsSent + port.aqmDrops + port.overflowDrops + port.discipline.packets).toBe(sent);
  const { data, acks } = underWay(network);
  expect(pool.inUse).toBe(data + acks);
}

/** A packet counts as sent when its transmission starts: by how much that can lift the utilisation. */
function onePacketOf({ scenario, nowS }: Simulation): number {
  const { run, tcp, path, changes } = scenario;
  const rates = changes.filter(({ id }) => id === "capacity").map(({ value }) => Number(value));
  const slowestBps = Math.min(Number(path.capacity), ...rates) * 1e6;
  const spanS = nowS >= Number(run.warmup) ? nowS - Number(run.warmup) : nowS;
  return ((Number(tcp.mss) + Number(tcp.overhead)) * 8) / (slowestBps * spanS);
}

function expectSound(simulation: Simulation): void {
  const { links, flows } = simulation.results();
  expect(links[0].utilisation).toBeGreaterThanOrEqual(0);
  expect(links[0].utilisation).toBeLessThanOrEqual(1 + onePacketOf(simulation));
  for (const { sender, receiver } of networkOf(simulation).connections) {
    const { state, board } = sender;
    expect(state.cwnd).toBeGreaterThanOrEqual(1);
    expect(state.ssthresh).toBeGreaterThanOrEqual(2);
    expect(board.pipe(state.una, state.nxt)).toBeGreaterThanOrEqual(0);
    expect(state.una).toBeLessThanOrEqual(receiver.next);
    expect(receiver.next).toBeLessThanOrEqual(state.nxt);
  }
  for (const flow of flows) {
    for (const value of [flow.goodputBps, flow.bytesReceived, flow.packetsSent, flow.retransmissions]) {
      expect(Number.isFinite(value) && value >= 0).toBe(true);
    }
  }
}

const options = { numRuns: 60 };

test("the scenarios are valid, and the generator reaches every algorithm", () => {
  const seen = new Set<string>();
  fc.assert(
    fc.property(anyScenario, (scenario) => {
      expect(validateScenario(scenario)).toEqual({ scenario, problems: [] });
      seen.add(scenario.queue.aqm);
      for (const { cc } of scenario.flows) seen.add(cc);
    }),
    { numRuns: 100 },
  );
  expect([...seen].sort()).toEqual(
    expect.arrayContaining(["codel", "cubic", "droptail", "newreno", "pie", "pie-linux"]),
  );
});

describe("in every run", () => {
  test("no packet is lost from view and none is made: at any moment, over the whole network", () => {
    fc.assert(
      fc.property(anyScenario, (scenario) => {
        const simulation = new Simulation(scenario);
        for (let s = 0.1; !simulation.done; s += 0.3) {
          simulation.advance(s);
          expectConserved(simulation);
          expectSound(simulation);
        }
      }),
      options,
    );
  });

  test("time goes on, event by event", () => {
    fc.assert(
      fc.property(anyScenario, (scenario) => {
        const simulation = new Simulation(scenario);
        let [last, isInOrder] = [0, true];
        for (let i = 0; i < 10_000 && !simulation.done; i++) {
          simulation.stepEvent();
          if (simulation.nowS < last) isInOrder = false;
          last = simulation.nowS;
        }
        expect(isInOrder).toBe(true);
      }),
      options,
    );
  });
});

const slice = fc.oneof(
  fc.record({
    untilS: fc.double({ min: 0, max: 4, noNaN: true }),
    maxEvents: fc.constant(Number.POSITIVE_INFINITY),
  }),
  fc.record({
    untilS: fc.double({ min: 0, max: 4, noNaN: true }),
    maxEvents: fc.integer({ min: 1, max: 2000 }),
  }),
  fc.record({ untilS: fc.constant(4), maxEvents: fc.constant(1) }),
);

describe("the digest does not depend on", () => {
  test("how the run is sliced, nor on who looks at it in between", () => {
    fc.assert(
      fc.property(anyScenario, fc.array(slice, { maxLength: 40 }), (scenario, slices) => {
        const simulation = new Simulation(scenario);
        for (const { untilS, maxEvents } of slices) {
          simulation.advance(untilS, maxEvents);
          if (maxEvents === 1) simulation.picture();
          else simulation.snapshot();
        }
        simulation.advance(Number.POSITIVE_INFINITY);
        expect(simulation.digest()).toBe(runScenario(scenario).digest());
      }),
      options,
    );
  });

  test("whether changes and flows came live or stand in the scenario", () => {
    const act = (scenario: Scenario) =>
      fc.record({
        afterS: fc.double({ min: 0, max: 1.5, noNaN: true }),
        change: anyChange(scenario),
        at: fc.constantFrom("now", "later"),
        isFlow: fc.integer({ min: 0, max: 3 }).map((n) => n === 0),
      });
    const session = anyScenario.chain((scenario) =>
      fc.tuple(fc.constant(scenario), fc.array(act(scenario), { minLength: 1, maxLength: 6 })),
    );
    fc.assert(
      fc.property(session, ([scenario, acts]) => {
        const simulation = new Simulation(scenario);
        for (const { afterS, change, at, isFlow } of acts) {
          simulation.advance(simulation.nowS + (afterS < 0.5 ? 0 : afterS - 0.5), 5000);
          if (isFlow) simulation.addFlow(addFlow(scenario).flows[scenario.flows.length]);
          else simulation.change(at === "now" ? { ...change, atS: 0 } : change);
        }
        simulation.advance(Number.POSITIVE_INFINITY);
        const replayed = runScenario(structuredClone(simulation.scenario));
        expect(replayed.results()).toEqual(simulation.results());
        expect(replayed.digest()).toBe(simulation.digest());
      }),
      { numRuns: 120 },
    );
  });

  test("a flow that never starts, as far as the others go", () => {
    fc.assert(
      fc.property(anyScenario, (scenario) => {
        const more = addFlow(scenario, { params: { start: 3600 } });
        const [alone, beside] = [runScenario(scenario).results(), runScenario(more).results()];
        expect(beside.links).toEqual(alone.links);
        expect(beside.flows.slice(0, -1)).toEqual(alone.flows);
      }),
      options,
    );
  });
});
