/** Entry of the browser's worker: whole runs, pictures, live sessions and jobs of a pool, whichever it is asked for. */
import * as Comlink from "comlink";
import type { Scenario } from "../engine/index.ts";
import type { PacketLog } from "../engine/live-watch.ts";
import { rehearse, Simulation } from "../engine/simulator.ts";
import { withAllCode } from "./all-code.ts";
import { createWorkerApi } from "./worker-api.ts";

function begin(scenario: Scenario, log?: PacketLog): Simulation {
  rehearse(() => new Simulation(scenario));
  return new Simulation(scenario, log);
}

Comlink.expose(createWorkerApi(withAllCode(begin, (scenario) => (log) => new Simulation(scenario, log))));
