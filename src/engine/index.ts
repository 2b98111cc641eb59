/** Exports everything that describes runs: declarations, scenarios, theory. The simulator has other entry points. */

import * as declared from "./declared.ts";
import type { AlgorithmDeclaration } from "./params/algorithm.ts";
import * as registered from "./registered.ts";
import type { TrafficCard } from "./traffic/traffic.ts";

/**
 * Declarations of the registered algorithms for menus, command-line options and documentation. The page's bundle does not contain
 * their code.
 */
export const queueDisciplines: readonly (AlgorithmDeclaration & {
  readonly separates?: true;
  readonly ignoresLimit?: true;
  readonly signalsByMarks?: false;
})[] = declared.queueDisciplines;
export const congestionControls: readonly AlgorithmDeclaration[] = declared.congestionControls;
export const trafficKinds: readonly (AlgorithmDeclaration &
  Pick<TrafficCard, "transport" | "isEchoed" | "offers">)[] = declared.trafficKinds;
export const topologies: readonly AlgorithmDeclaration[] = registered.topologies;

export { Digest } from "./core/digest.ts";
export {
  type CustomProgram,
  type CustomPrograms,
  customProgram,
  NO_PROGRAMS,
  type ProgramReader,
  programLabel,
  programParams,
  readerOf,
  withProgram,
} from "./custom/scenario-programs.ts";
export {
  eventSentence,
  handshakeName,
  type LoggedEvent,
  questionOf,
  type StopKind,
} from "./explain/event-text.ts";
export { joined, type StoryPart, textOf } from "./explain/facts.ts";
export type { LiveNews } from "./explain/live-watch.ts";
export { questionIn, questionText } from "./explain/question-text.ts";
export * from "./explain/story.ts";
export * from "./glossary/glossary.ts";
export * from "./glossary/term-pieces.ts";
export {
  type CapacityTrace,
  isTraceText,
  missingTrace,
  type TraceKind,
  traceOf,
  traceWords,
} from "./net/capacity-trace.ts";
export type { AlgorithmDeclaration, Deviation, Suggestion } from "./params/algorithm.ts";
export { FAMILIES } from "./params/algorithm.ts";
export { nearestNames } from "./params/nearest-names.ts";
export * from "./params/param.ts";
export * from "./params/typed-numbers.ts";
export {
  allowedText,
  canonicalText,
  delayText,
  formatValue,
  orList,
  parseValue,
  shown,
} from "./params/value-text.ts";
export { defaultScenario, hasStandardFlows } from "./scenario/defaults.ts";
export * from "./scenario/edit.ts";
export { version1Words } from "./scenario/format-versions.ts";
export { validateScenario } from "./scenario/json.ts";
export { KERNEL_TRACES } from "./scenario/kernel-traces.ts";
export { loadOf } from "./scenario/normalise-load.ts";
export { basePropagationMs, linkById, resolvePath, routeOf } from "./scenario/path.ts";
export * from "./scenario/path-facts.ts";
export { declaredParams, getParam, type Place, queueOfLink } from "./scenario/places.ts";
export * from "./scenario/presets.ts";
export { removedSetting } from "./scenario/problems.ts";
export * from "./scenario/run-origin.ts";
export * from "./scenario/scenario.ts";
export type { Validated } from "./scenario/settings.ts";
export type { SettingText } from "./scenario/texts.ts";
export { applySettings, bdpMultiple } from "./scenario/texts.ts";
export { scenarioFromUrl, scenarioToFlags, scenarioToUrl, type UrlReading } from "./scenario/url.ts";
export { ACCECN_OPTION_BYTES } from "./tcp/ecn.ts";
export * from "./theory/fair-shares.ts";
export * from "./theory/feedback-fixed-points.ts";
export * from "./theory/kwon.ts";
export {
  type Overlay,
  type OverlayKind,
  type OverlayValue,
  overlaysFor,
} from "./theory/overlays.ts";
export {
  queueAt,
  type RedCurve,
  type RedEquilibrium,
  type RedLoad,
  redEquilibrium,
  redProbability,
} from "./theory/red-equilibrium.ts";
export * from "./theory/sawtooth.ts";
export * from "./theory/scenario-shares.ts";
export { LINK_PARAMS as linkParams } from "./topologies/link-params.ts";
export type { LinkSpec, NodeSpec, Topology } from "./topologies/topology.ts";
export { fairnessAmong } from "./trace/fairness-among.ts";
export { CONVERGED, jainIndex } from "./trace/jain.ts";
export { joinsAmong } from "./trace/joins.ts";
export * from "./trace/path-state-data.ts";
export * from "./trace/snapshot.ts";
export { COUNT as flowCountParam } from "./traffic/flow-params.ts";
export { parseQuantity, parseQuantityIn, unitsFor } from "./units.ts";
