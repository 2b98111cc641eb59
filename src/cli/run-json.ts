/** The one object that `run --json` prints. Its names stay. */
import { type RunResults, type Scenario, scenarioToUrl } from "../engine/index.ts";
import type { Simulation } from "../engine/simulator.ts";
import { projectVersion } from "./project.ts";

export interface FinishedRun {
  readonly simulation: Simulation;
  readonly wallMs: number;
}

export interface RunJson extends Pick<RunResults, "links" | "flows" | "fairness"> {
  readonly schema: 1;
  readonly version: string;
  /** The fragment that opens this run on the page, "#" included. */
  readonly url: string;
  readonly digest: string;
  readonly scenario: Scenario;
  readonly durationS: number;
  readonly warmupS: number;
  readonly engine: { readonly packets: number; readonly events: number; readonly wallMs: number };
}

export function runJson({ simulation, wallMs }: FinishedRun): RunJson {
  const { scenario } = simulation;
  const { links, flows, fairness, packets, events } = simulation.results();
  return {
    schema: 1,
    version: projectVersion(),
    url: `#${scenarioToUrl(scenario)}`,
    digest: simulation.digest(),
    scenario,
    durationS: Number(scenario.run.duration),
    warmupS: Number(scenario.run.warmup),
    links,
    flows,
    fairness,
    engine: { packets, events, wallMs: Math.round(wallMs * 10) / 10 },
  };
}
