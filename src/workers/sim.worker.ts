/** Entry of the browser's worker: whole runs, pictures, live sessions and jobs of a pool, whichever it is asked for. */
import * as Comlink from "comlink";
import { Simulation } from "../engine/index.ts";
import { createWorkerApi } from "./worker-api.ts";

Comlink.expose(createWorkerApi((scenario) => new Simulation(scenario)));
