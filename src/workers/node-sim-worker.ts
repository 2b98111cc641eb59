/** Entry point of a Node worker thread. */
import { workerData } from "node:worker_threads";
import * as Comlink from "comlink";
import { rehearse, Simulation } from "../engine/simulator.ts";
import type { NodeWorkerData } from "./node-worker.ts";
import { createWorkerApi } from "./worker-api.ts";

const { calls }: NodeWorkerData = workerData;
Comlink.expose(
  createWorkerApi({
    create(scenario, log, mostBytes) {
      rehearse(scenario);
      return new Simulation(scenario, log, mostBytes);
    },
  }),
  calls,
);
