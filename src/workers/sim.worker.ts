/** Entry point of the browser's worker, which does whole runs, pictures, live sessions and jobs of a pool. */
import wasm from "@jitl/quickjs-ng-wasmfile-release-sync/wasm?url";
import * as Comlink from "comlink";
import type { Scenario } from "../engine/index.ts";
import { loadAlgorithmsOf, loadAllAlgorithms, rehearse, Simulation } from "../engine/simulator-on-demand.ts";
import { createWorkerApi } from "./worker-api.ts";

async function preparePrograms(scenario: Scenario, atOnce?: number): Promise<void> {
  const { prepareRun } = await import("./interpreter.ts");
  const address = wasm.startsWith("data:") ? wasm : new URL(wasm, import.meta.url).href;
  await prepareRun(scenario, atOnce, address);
}

/** Loads the code of algorithms and the scenario's programs. Returns null if everything is already loaded. */
function prepareWith(
  algorithms: Promise<void> | null,
  scenario: Scenario,
  atOnce?: number,
): Promise<void> | null {
  if (scenario.programs === undefined) return algorithms;
  return Promise.all([algorithms, preparePrograms(scenario, atOnce)]).then(() => undefined);
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
