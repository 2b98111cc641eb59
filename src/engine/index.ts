/** The engine's only door. */

export type {
  BooleanParam,
  EnumParam,
  NumberParam,
  Param,
  ParamValue,
  ParamValues,
  Probe,
  SizeParam,
  Unit,
} from "./params/param.ts";
export type { Change, FlowSpec, Problem, QueueSpec, Scenario } from "./scenario/scenario.ts";
export { runScenario, Simulation } from "./simulation.ts";
export * from "./trace/snapshot.ts";
