/** Entry of a worker thread of Node. */
import { workerData } from "node:worker_threads";
import { Simulation } from "../engine/simulator.ts";
import { withAllCode } from "./all-code.ts";
import { answerCalls } from "./calls.ts";
import type { NodeWorkerData } from "./node-worker.ts";
import { createWorkerApi } from "./worker-api.ts";

const { calls }: NodeWorkerData = workerData;
const source = withAllCode(
  (scenario, witness) => new Simulation(scenario, witness),
  (scenario) => (witness) => new Simulation(scenario, witness),
);
answerCalls(createWorkerApi(source), calls);
