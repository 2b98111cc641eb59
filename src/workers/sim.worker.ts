/** Entry point of the browser's worker, which does whole runs, pictures, live sessions and jobs of a pool. */
import wasm from "@jitl/quickjs-ng-wasmfile-release-sync/wasm?url";
import * as Comlink from "comlink";
import type { Scenario } from "../engine/index.ts";
import { loadAlgorithmsOf, loadAllAlgorithms, rehearse, Simulation } from "../engine/simulator-on-demand.ts";
import { createWorkerApi } from "./worker-api.ts";

async function preparePrograms(scenario: Scenario, atOnce?: number): Promise<Scenario> {
  const { prepareRun } = await import("./interpreter.ts");
  const address = wasm.startsWith("data:") ? wasm : new URL(wasm, import.meta.url).href;
  return prepareRun(scenario, atOnce, address);
}

/** Loads the code of algorithms and prepares the scenario's programs. Returns null if nothing has to be done. */
function prepareWith(
  algorithms: Promise<void> | null,
  scenario: Scenario,
  atOnce?: number,
): Promise<Scenario> | null {
  if (scenario.programs === undefined) return algorithms?.then(() => scenario) ?? null;
  return Promise.all([preparePrograms(scenario, atOnce), algorithms]).then(([prepared]) => prepared);
}

Comlink.expose(
  createWorkerApi(
    (scenario, log) => {
      rehearse(scenario);
      return new Simulation(scenario, log);
    },
    (scenario, atOnce) => prepareWith(loadAlgorithmsOf(scenario), scenario, atOnce),
    {
      prepareLive: (scenario) => prepareWith(loadAllAlgorithms(), scenario),
      loadRest: loadAllAlgorithms,
    },
  ),
);
