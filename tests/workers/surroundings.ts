/** The surroundings of a runner, with a fake clock and fake simulations. */
import type { RunnerEnvironment } from "../../src/workers/simulating.ts";
import { FakeSimulation } from "./fake-simulation.ts";
import { FakeTime } from "./fake-time.ts";

export interface FakeSurroundings extends RunnerEnvironment {
  readonly time: FakeTime;
  readonly created: FakeSimulation[];
  aliveCount: number;
}

export function fakeSurroundings(): FakeSurroundings {
  const time = new FakeTime();
  const created: FakeSimulation[] = [];
  const around: FakeSurroundings = {
    time,
    created,
    aliveCount: 0,
    create(scenario) {
      const simulation = new FakeSimulation(scenario, time);
      created.push(simulation);
      return simulation;
    },
    prepare: () => null,
    prepareLive: () => null,
    nowMs: time.now,
    tick: time.tick,
    isReserved: false,
    reserve: async () => undefined,
    sleep: (ms) => time.sleep(ms),
    alive() {
      around.aliveCount += 1;
    },
  };
  return around;
}
