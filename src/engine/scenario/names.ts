/** All names that a scenario can contain, for all registered algorithms. */

import { LIMIT } from "../aqm/shared-params.ts";
import { type CustomPrograms, customProgram, programParams } from "../custom/scenario-programs.ts";
import { congestionControls, queueDisciplines, trafficKinds } from "../declared.ts";
import type { AlgorithmDeclaration } from "../params/algorithm.ts";
import type { EnumParam, Param } from "../params/param.ts";
import { topologies } from "../registered.ts";
import { TCP_PARAMS } from "../tcp/tcp-params.ts";
import { LINK_PARAMS } from "../topologies/link-params.ts";
import { COUNT, ECN, EVERY_FLOW, TCP_FLOWS } from "../traffic/flow-params.ts";
import { RUN_PARAMS } from "./run-params.ts";

/** Parameters of all built-in queue disciplines, including the limit that all queues have. */
const DECLARED_OF_QUEUES: readonly Param[] = [LIMIT, ...queueDisciplines.flatMap((one) => one.params)];
/** Returns the parameters of all queue disciplines, including custom ones. */
export const anyQueueParams = (programs: CustomPrograms): readonly Param[] => [
  ...DECLARED_OF_QUEUES,
  ...programParams("queue", programs),
];

/** Parameters of all topologies. */
export const pathParams: readonly Param[] = topologies.flatMap((one) => one.params);

/** Parameters that do not depend on flows: of the run, all topologies, all queue disciplines, and TCP. */
export const sharedParams = (programs: CustomPrograms): readonly Param[] => [
  ...RUN_PARAMS,
  ...pathParams,
  ...anyQueueParams(programs),
  ...TCP_PARAMS,
];

/** Parameters of flows, for all congestion controls and all kinds of traffic. */
const DECLARED_OF_FLOWS: readonly Param[] = [
  ECN,
  ...congestionControls.flatMap((one) => one.params),
  ...EVERY_FLOW,
  ...TCP_FLOWS,
  ...trafficKinds.flatMap((one) => one.params),
];

/** Returns the parameters that a flow can have, including those of custom congestion controls. */
export const flowwiseParams = (programs: CustomPrograms): readonly Param[] => [
  ...DECLARED_OF_FLOWS,
  ...programParams("sender", programs),
];

const idsOf = (params: readonly Param[]) => [...new Set(params.map((param) => param.id))];

/** Keys of the option `--flow`. */
const FLOW_KEYS: readonly string[] = ["cc", "traffic", COUNT.id, ...idsOf(DECLARED_OF_FLOWS)];
/** Returns all keys of the option `--flow`, including parameters of custom congestion controls. */
export const flowKeys = (programs: CustomPrograms): readonly string[] => [
  ...FLOW_KEYS,
  ...idsOf(programParams("sender", programs)),
];

/** Keys of the option `--link`. */
const LINK_KEYS: readonly string[] = [
  "id",
  "from",
  "to",
  "aqm",
  ...idsOf([...LINK_PARAMS, ...DECLARED_OF_QUEUES]),
];
/** Returns all keys of the option `--link`, including parameters of custom queues. */
export const linkKeys = (programs: CustomPrograms): readonly string[] => [
  ...LINK_KEYS,
  ...idsOf(programParams("queue", programs)),
];
/** Keys of the option `--path-route`. */
export const routeKeys: readonly string[] = ["id", "label", "forward", "back"];

/** Keys of a URL, and names of command-line options, that define a scenario. */
const SETTING_KEYS: readonly string[] = [
  "program",
  "path",
  "link",
  "path-route",
  "aqm",
  "cc",
  "traffic",
  "flows",
  "flow",
  "set",
  ...idsOf([...RUN_PARAMS, ...pathParams, ...DECLARED_OF_QUEUES, ...TCP_PARAMS, ...DECLARED_OF_FLOWS]),
];

/** Returns all keys of a URL and names of command-line options that define a scenario, including those of custom programs. */
export const settingKeys = (programs: CustomPrograms): readonly string[] => [
  ...SETTING_KEYS,
  ...idsOf([...programParams("queue", programs), ...programParams("sender", programs)]),
];

/** Returns the ids that a change during a run can name. "aqm" and "cc" are possible as well, but not included. */
export const liveIds = (programs: CustomPrograms): readonly string[] =>
  idsOf(
    [...sharedParams(programs), ...LINK_PARAMS, ...flowwiseParams(programs)].filter(
      ({ live }) => live !== false,
    ),
  );

/** The choice of the queue discipline, declared like a parameter. */
export const AQM: EnumParam = choice(
  "aqm",
  "Queue discipline",
  "How a queue decides when to signal congestion.",
  queueDisciplines,
);

export const CC: EnumParam = choice(
  "cc",
  "Congestion control",
  "How a sender grows its window, and what it does on a mark or a loss.",
  congestionControls,
);

/** Returns the choice of the queue discipline. It also accepts the ids of these programs. */
export const aqmChoice = (programs: CustomPrograms): EnumParam => ({
  ...AQM,
  also: (id) => customProgram(id, programs)?.kind === "queue",
});

/** Returns the choice of the congestion control. It also accepts the ids of these programs. */
export const ccChoice = (programs: CustomPrograms): EnumParam => ({
  ...CC,
  also: (id) => customProgram(id, programs)?.kind === "sender",
});

export const TRAFFIC: EnumParam = choice(
  "traffic",
  "Traffic",
  "What the application sends, and when.",
  trafficKinds,
  "The flow's application is already running. Add a flow with other traffic instead.",
);

export const PATH: EnumParam = choice(
  "path",
  "Path",
  "The links of the path, and the routes over them.",
  topologies,
  "Links and routes cannot change during a run.",
);

function choice(
  id: string,
  label: string,
  help: string,
  registry: readonly AlgorithmDeclaration[],
  whyNotLive?: string,
): EnumParam {
  const options = registry.map((one) => ({ value: one.id, label: one.label, help: one.summary }));
  return {
    kind: "enum",
    id,
    label,
    help,
    default: options[0].value,
    options,
    ...(whyNotLive !== undefined && { live: false, whyNotLive }),
  };
}
