/** The engine's only door. */

import type { AlgorithmDeclaration } from "./params/algorithm.ts";
import { congestionControlDefinitions, queueDisciplineDefinitions } from "./scenario/build.ts";

export type { AlgorithmDeclaration } from "./params/algorithm.ts";
export { nearestNames } from "./params/nearest-names.ts";
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
export { allowedText, canonicalText, formatValue, parseValue } from "./params/value-text.ts";
export { defaultScenario } from "./scenario/defaults.ts";
export { addFlow, copyFlow, removeFlow, setAqm, setCc, setParam } from "./scenario/edit.ts";
export { scenarioToFlags } from "./scenario/flags.ts";
export { type PathFacts, pathFacts } from "./scenario/path-facts.ts";
export { declaredParams, getParam, type Place } from "./scenario/places.ts";
export { type Preset, presets } from "./scenario/presets.ts";
export type { Change, FlowSpec, Problem, QueueSpec, Scenario } from "./scenario/scenario.ts";
export { applySettings, type Setting } from "./scenario/settings.ts";
export { scenarioFromUrl, scenarioToUrl, type UrlReading } from "./scenario/url.ts";
export { type Validated, validateScenario } from "./scenario/validate.ts";
export { runScenario, Simulation } from "./simulation.ts";
export {
  fullUtilisationBeta,
  fullUtilisationBuffer,
  sawtoothUtilisation,
} from "./theory/sawtooth-utilisation.ts";
export * from "./trace/snapshot.ts";
export { COUNT as flowCountParam } from "./traffic/flow-params.ts";

/** The registered algorithms, as menus, flags and docs need them. */
export const queueDisciplines: readonly AlgorithmDeclaration[] = queueDisciplineDefinitions;
export const congestionControls: readonly AlgorithmDeclaration[] = congestionControlDefinitions;
