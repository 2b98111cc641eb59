/**
 * Tests receivers that process arrivals late: the digest must equal that of a run in which each arrival is processed
 * at its time.
 */
import fc from "fast-check";
import { expect, test } from "vitest";
import {
  congestionControls,
  queueDisciplines,
  type Scenario,
  scenarioFromUrl,
} from "../../src/engine/index.ts";
import { runScenario, Simulation } from "../../src/engine/simulator.ts";
import { casesOfAll, MANY } from "../effort.ts";
import { anyChange, anyScenario } from "./random-scenarios.ts";

/**
 * Generates scenarios with losses, reordering, duplicate segments, delayed SACKs, ACKs in queues, and changes during
 * the run.
 */
const lossy: fc.Arbitrary<Scenario> = fc
  .record({
    aqm: fc.constantFrom(...queueDisciplines.map(({ id }) => id)),
    senders: fc.array(fc.constantFrom(...congestionControls.map(({ id }) => id)), {
      minLength: 1,
      maxLength: 3,
    }),
    mbps: fc.integer({ min: 1, max: 20 }),
    limit: fc.integer({ min: 4, max: 100 }),
    rttsMs: fc.array(fc.integer({ min: 1, max: 100 }), { minLength: 3, maxLength: 3 }),
    loss: fc.constantFrom(0, 0.001, 0.01, 0.05),
    jitterMs: fc.constantFrom(0, 0, 1, 5, 20),
    overtakes: fc.boolean(),
    handshake: fc.boolean(),
    acksQueue: fc.boolean(),
  })
  .map((made) => {
    const flows = made.senders.map((cc, i) => `flow=cc=${cc},rtt=${made.rttsMs[i]}ms`);
    const onOff = (is: boolean) => (is ? "on" : "off");
    const parts = [
      `v=2&aqm=${made.aqm}&capacity=${made.mbps}Mbps&limit=${made.limit}p&loss=${made.loss}`,
      `jitter=${made.jitterMs}ms&jitter-overtakes=${onOff(made.overtakes)}&handshake=${onOff(made.handshake)}`,
      made.acksQueue ? "reverse-capacity=1Mbps&duration=3s&warmup=1s" : "duration=3s&warmup=1s",
    ];
    return scenarioFromUrl([...parts, ...flows].join("&")).scenario;
  })
  .chain((scenario) =>
    fc
      .array(anyChange(scenario, 3), { maxLength: 3 })
      .map((changes) => ({ ...scenario, changes: changes.sort((a, b) => a.atS - b.atS) })),
  );

const slice = fc.record({ afterS: fc.double({ min: 0, max: 0.5, noNaN: true }), steps: fc.nat(3000) });

test(
  "the digest is the same whether arrivals are processed in batches, one by one, or in slices",
  MANY,
  () => {
    fc.assert(
      fc.property(fc.oneof(lossy, anyScenario), fc.array(slice, { maxLength: 20 }), (scenario, slices) => {
        const [stepped, sliced] = [new Simulation(scenario), new Simulation(scenario)];
        for (const { afterS, steps } of slices) {
          sliced.advance(sliced.nowS + afterS);
          for (let i = 0; i < steps && !sliced.done; i++) sliced.stepEvent();
        }
        sliced.advance(Number.POSITIVE_INFINITY);
        while (!stepped.done) stepped.stepEvent();
        const digest = runScenario(scenario).digest();
        expect([stepped.digest(), sliced.digest()]).toEqual([digest, digest]);
      }),
      casesOfAll(8, 300),
    );
  },
);
