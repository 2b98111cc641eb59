/** Entry point of the browser's worker, which does whole runs, states of the path, live sessions and jobs of a pool. */
import wasm from "@jitl/quickjs-ng-wasmfile-release-sync/wasm?url";
import * as Comlink from "comlink";
import { loadAlgorithmsOf, loadAllAlgorithms, rehearse, Simulation } from "../engine/simulator-on-demand.ts";
import { createWorkerApi } from "./worker-api.ts";

Comlink.expose(
  createWorkerApi({
    create(scenario, log, mostBytes) {
      rehearse(scenario);
      return new Simulation(scenario, log, mostBytes);
    },
    loadAlgorithmsOf,
    loadAllAlgorithms,
    wasm: wasm.startsWith("data:") ? wasm : new URL(wasm, import.meta.url).href,
  }),
);
