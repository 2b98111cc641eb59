/** Entry point of the browser's worker: whole runs, pictures, live sessions and jobs of a pool, as requested. */
import wasm from "@jitl/quickjs-ng-wasmfile-release-sync/wasm?url";
import * as Comlink from "comlink";
import { rehearse, Simulation } from "../engine/simulator.ts";
import { createWorkerApi } from "./worker-api.ts";

Comlink.expose(
  createWorkerApi(
    (scenario, log) => {
      rehearse(() => new Simulation(scenario));
      return new Simulation(scenario, log);
    },
    async (scenario, atOnce) => {
      const { prepareRun } = await import("./interpreter.ts");
      const address = wasm.startsWith("data:") ? wasm : new URL(wasm, import.meta.url).href;
      await prepareRun(scenario, atOnce, address);
    },
  ),
);
