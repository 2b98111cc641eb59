/** The engine's door for all that is said of runs: declarations, scenarios, theory. The simulator has doors of its own. */

import * as registered from "./algorithms.ts";
import type { AlgorithmDeclaration } from "./params/algorithm.ts";

/** The registered algorithms as menus, flags and documents need them: the built page leaves out their code. */
export const queueDisciplines: readonly (AlgorithmDeclaration & { readonly separates?: true })[] =
  registered.queueDisciplines;
export const congestionControls: readonly AlgorithmDeclaration[] = registered.congestionControls;
export const trafficKinds: readonly (AlgorithmDeclaration & { readonly transport: "tcp" | "udp" })[] =
  registered.trafficKinds;
export const topologies: readonly AlgorithmDeclaration[] = registered.topologies;

export { Digest } from "./core/digest.ts";
export { handshakeName, type LoggedEvent, questionOf, type StopKind, toldOf } from "./explain/event-text.ts";
export type { LiveNews } from "./explain/live-watch.ts";
export type {
  AskedPacket,
  FlowEventName,
  Question,
  QueueEventName,
  Story,
  StoryMoment,
  StoryPart,
  StoryRule,
} from "./explain/story.ts";
export { formsOf, glossary, type Term } from "./glossary/glossary.ts";
export { type TermPiece, termPieces, termsIn } from "./glossary/term-pieces.ts";
export type { AlgorithmDeclaration, Deviation, PathSummary, Suggestion } from "./params/algorithm.ts";
export { FAMILIES } from "./params/algorithm.ts";
export { nearestNames } from "./params/nearest-names.ts";
export type {
  BooleanParam,
  EnumOption,
  EnumParam,
  NumberParam,
  Param,
  ParamValue,
  ParamValues,
  Probe,
  SizeParam,
  TextParam,
  Unit,
} from "./params/param.ts";
export { type Pointed, parseTyped, pointed, pointedList } from "./params/typed-numbers.ts";
export {
  allowedText,
  canonicalText,
  delayText,
  formatValue,
  parseValue,
  shown,
} from "./params/value-text.ts";
export { defaultScenario, hasStandardFlows } from "./scenario/defaults.ts";
export {
  addFlow,
  applySuggestion,
  copyFlow,
  removeFlow,
  setAqm,
  setCc,
  setLinkAqm,
  setParam,
  setTopology,
  setTraffic,
  suggestionAt,
} from "./scenario/edit.ts";
export { FORMAT_VERSION } from "./scenario/format-versions.ts";
export { validateScenario } from "./scenario/json.ts";
export { KERNEL_TRACES } from "./scenario/kernel-traces.ts";
export { type KeptSetting, keptWords } from "./scenario/old-values.ts";
export { basePropagationMs, linkById, resolvePath, routeOf } from "./scenario/path.ts";
export {
  narrowestLink,
  type PathFacts,
  pathFacts,
  pathSummary,
  type RouteFacts,
  routeFacts,
} from "./scenario/path-facts.ts";
export { declaredParams, getParam, type Place, queueOfLink } from "./scenario/places.ts";
export { type Preset, presets } from "./scenario/presets.ts";
export type {
  Change,
  FlowSpec,
  LinkSetting,
  PathSpec,
  Problem,
  QueueSpec,
  RouteSpec,
  Scenario,
} from "./scenario/scenario.ts";
export type { Validated } from "./scenario/settings.ts";
export type { Setting } from "./scenario/texts.ts";
export { applySettings } from "./scenario/texts.ts";
export { scenarioFromUrl, scenarioToFlags, scenarioToUrl, type UrlReading } from "./scenario/url.ts";
export {
  type CubicCycle,
  type CubicPath,
  type CubicSettings,
  cubicCycle,
  cubicResponse,
  cubicSawtoothUtilisation,
} from "./theory/cubic-steady-state.ts";
export { type DctcpCycle, type DctcpLoad, dctcpCycle } from "./theory/dctcp-steady-state.ts";
export { maxMinShares, proportionalShares, type ShareLink, type ShareRoute } from "./theory/fair-shares.ts";
export {
  type Feedback,
  type FeedbackLink,
  type FeedbackTrajectory,
  fairWindow,
  feedbackTrajectory,
} from "./theory/feedback-fixed-points.ts";
export {
  type KwonSettings,
  type KwonSignals,
  type KwonVariant,
  kwonRate,
  kwonWindow,
} from "./theory/kwon.ts";
export {
  OVERLAY_UNITS,
  type Overlay,
  type OverlayKind,
  type OverlayValue,
  overlaysFor,
} from "./theory/overlays.ts";
export { type PadhyeSettings, padhyeApproximateRate, padhyeRate } from "./theory/padhye.ts";
export {
  queueAt,
  type RedCurve,
  type RedEquilibrium,
  type RedLoad,
  redEquilibrium,
  redProbability,
} from "./theory/red-equilibrium.ts";
export {
  fullUtilisationBeta,
  fullUtilisationBuffer,
  type SawtoothCycle,
  type SawtoothPath,
  sawtoothCycle,
  sawtoothUtilisation,
} from "./theory/sawtooth.ts";
export { asGoodput, type FairSharesOverTime, fairSharesOverTime } from "./theory/scenario-shares.ts";
export { LINK_PARAMS as linkParams } from "./topologies/link-params.ts";
export type { LinkSpec, NodeSpec, Topology } from "./topologies/topology.ts";
export { fairnessAmong } from "./trace/fairness-among.ts";
export { CONVERGED, jainIndex } from "./trace/jain.ts";
export { joinsAmong } from "./trace/joins.ts";
export * from "./trace/picture-data.ts";
export * from "./trace/snapshot.ts";
export { COUNT as flowCountParam } from "./traffic/flow-params.ts";
export { parseQuantity } from "./units.ts";
