/** Tests that every run has certain properties, for any scenario. */
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import {
  congestionControls,
  queueDisciplines,
  type Scenario,
  topologies,
  trafficKinds,
  validateScenario,
} from "../../src/engine/index.ts";
import { runScenario, Simulation } from "../../src/engine/simulator.ts";
import { casesOfAll, MANY } from "../effort.ts";
import { anyChange, anyFlow, anyScenario } from "./random-scenarios.ts";
import { runWatched } from "./witness.ts";

const options = casesOfAll(20, 60);

const idsOf = (registry: readonly { readonly id: string }[]) => registry.map(({ id }) => id);

test("the scenarios are valid, and the generator reaches every algorithm, traffic and path", () => {
  const seen = new Set<string>();
  fc.assert(
    fc.property(anyScenario, (scenario) => {
      expect(validateScenario(scenario)).toEqual({ scenario, problems: [], isOld: false });
      seen.add(scenario.queue.aqm).add(scenario.path.topology);
      for (const { cc, traffic, params } of scenario.flows) {
        seen.add(cc).add(traffic);
        if (params.route !== "" && params.route !== undefined) seen.add("a route");
      }
      for (const { queue } of scenario.path.links) seen.add(queue === null ? "a link" : "a link's queue");
      for (const { flow, link, id } of scenario.changes) {
        if (id === "aqm" || id === "cc") seen.add(id);
        seen.add(link !== null ? "change of a link" : flow !== null ? "change of a flow" : "change of all");
      }
    }),
    { numRuns: 400 },
  );
  const all = [queueDisciplines, congestionControls, trafficKinds, topologies].flatMap(idsOf);
  const ways = ["a route", "a link", "a link's queue", "aqm", "cc"];
  const changes = ["change of a link", "change of a flow", "change of all"];
  expect([...all, ...ways, ...changes].filter((one) => !seen.has(one))).toEqual([]);
});

describe("in every run", MANY, () => {
  test("no packet is lost or created at any moment, counted over the whole network", () => {
    fc.assert(
      fc.property(anyScenario, (scenario) => {
        runWatched(scenario, 0.3);
      }),
      options,
    );
  });

  test("time advances with every event", () => {
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

describe("the digest does not depend on whether", MANY, () => {
  test("the run is sliced, or results are read in between", () => {
    fc.assert(
      fc.property(anyScenario, fc.array(slice, { maxLength: 40 }), (scenario, slices) => {
        const simulation = new Simulation(scenario);
        for (const { untilS, maxEvents } of slices) {
          simulation.advance(untilS, maxEvents);
          if (maxEvents === 1) simulation.pathState();
          else simulation.snapshot();
        }
        simulation.advance(Number.POSITIVE_INFINITY);
        expect(simulation.digest()).toBe(runScenario(scenario).digest());
      }),
      options,
    );
  });

  test("the run is stepped, or results and pictures are read; neither does the number of events", () => {
    const looks = fc.array(
      fc.record({ afterS: fc.double({ min: 0, max: 0.4, noNaN: true }), what: fc.nat(3) }),
      {
        maxLength: 60,
      },
    );
    fc.assert(
      fc.property(anyScenario, looks, (scenario, acts) => {
        const simulation = new Simulation(scenario);
        for (const { afterS, what } of acts) {
          simulation.advance(simulation.nowS + afterS);
          if (what === 0) simulation.results();
          else if (what === 1) simulation.pathState();
          else for (let i = 0; i < 100 && !simulation.done; i++) simulation.stepEvent();
        }
        simulation.advance(Number.POSITIVE_INFINITY);
        const alone = runScenario(scenario);
        expect(simulation.results()).toEqual(alone.results());
        expect(simulation.snapshot().samples).toEqual(alone.snapshot().samples);
        expect(simulation.digest()).toBe(alone.digest());
      }),
      options,
    );
  });

  test("changes and flows are added live or are in the scenario", () => {
    const act = (scenario: Scenario) =>
      fc.record({
        afterS: fc.double({ min: 0, max: 1.5, noNaN: true }),
        change: anyChange(scenario),
        at: fc.constantFrom("now", "later"),
        joining: fc.option(anyFlow(scenario), { freq: 3 }),
      });
    const session = anyScenario.chain((scenario) =>
      fc.tuple(fc.constant(scenario), fc.array(act(scenario), { minLength: 1, maxLength: 6 })),
    );
    fc.assert(
      fc.property(session, ([scenario, acts]) => {
        const simulation = new Simulation(scenario);
        for (const { afterS, change, at, joining } of acts) {
          simulation.advance(simulation.nowS + (afterS < 0.5 ? 0 : afterS - 0.5), 5000);
          if (simulation.done) break;
          if (joining !== null) simulation.addFlow(joining);
          else simulation.change(at === "now" ? { ...change, atS: 0 } : change);
        }
        simulation.advance(Number.POSITIVE_INFINITY);
        const replayed = runScenario(structuredClone(simulation.scenario));
        expect(replayed.results()).toEqual(simulation.results());
        expect(replayed.digest()).toBe(simulation.digest());
      }),
      casesOfAll(40, 120),
    );
  });

  test("a flow that never starts is in the scenario, as far as the other flows are concerned", () => {
    const withFlow = anyScenario.chain((scenario) => fc.tuple(fc.constant(scenario), anyFlow(scenario)));
    fc.assert(
      fc.property(withFlow, ([scenario, spec]) => {
        const never = { ...spec, params: { ...spec.params, start: 3600 } };
        const more = { ...scenario, flows: [...scenario.flows, never] };
        const [alone, beside] = [runScenario(scenario).results(), runScenario(more).results()];
        expect(beside.links).toEqual(alone.links);
        expect(beside.flows.slice(0, alone.flows.length)).toEqual(alone.flows);
        expect(beside.packets).toBe(alone.packets);
      }),
      options,
    );
  });
});
