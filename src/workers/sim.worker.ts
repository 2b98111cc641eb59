/** Entry of the browser's worker: whole runs, pictures, live sessions and jobs of a pool, whichever it is asked for. */
import * as Comlink from "comlink";
import type { Scenario } from "../engine/index.ts";
import type { Witness } from "../engine/live-watch.ts";
import {
  type Algorithms,
  algorithmsFor,
  fetchEveryAlgorithm,
  rehearse,
  Simulation,
} from "../engine/simulator-on-demand.ts";
import type { MakeReplay } from "../engine/storyteller.ts";
import { createWorkerApi } from "./worker-api.ts";

Comlink.expose(
  createWorkerApi({
    create(scenario) {
      const algorithms = algorithmsFor(scenario);
      return algorithms instanceof Promise
        ? algorithms.then((fetched) => begin(scenario, fetched))
        : begin(scenario, algorithms);
    },
    async complete() {
      const algorithms = await fetchEveryAlgorithm();
      return (scenario: Scenario, witness?: Witness) => begin(scenario, algorithms, witness);
    },
    replay(scenario) {
      const algorithms = algorithmsFor(scenario);
      return algorithms instanceof Promise
        ? algorithms.then((fetched) => replayOf(scenario, fetched))
        : replayOf(scenario, algorithms);
    },
  }),
);

function replayOf(scenario: Scenario, algorithms: Algorithms): MakeReplay {
  return (witness) => new Simulation(scenario, algorithms, witness);
}

function begin(scenario: Scenario, algorithms: Algorithms, witness?: Witness): Simulation {
  rehearse(() => new Simulation(scenario, algorithms));
  return new Simulation(scenario, algorithms, witness);
}
