/** Every name that a scenario can speak of, over all registered algorithms. */
import { LIMIT } from "../aqm/shared-params.ts";
import type { EnumParam, Param } from "../params/param.ts";
import { TCP_PARAMS } from "../tcp/tcp-params.ts";
import { COUNT, ECN, RTT_AND_TRAFFIC } from "../traffic/flow-params.ts";
import { congestionControlDefinitions, queueDisciplineDefinitions } from "./build.ts";
import { PATH_PARAMS } from "./path-params.ts";
import { RUN_PARAMS } from "./run-params.ts";

export const aqmIds: readonly string[] = queueDisciplineDefinitions.map((one) => one.id);
export const ccIds: readonly string[] = congestionControlDefinitions.map((one) => one.id);

/** Parameters that do not depend on flows: of run, path, every queue discipline, and TCP. */
export const sharedParams: readonly Param[] = [
  ...RUN_PARAMS,
  ...PATH_PARAMS,
  LIMIT,
  ...queueDisciplineDefinitions.flatMap((one) => one.params),
  ...TCP_PARAMS,
];

/** Parameters of flows, with every congestion control. */
export const flowwiseParams: readonly Param[] = [
  ECN,
  ...congestionControlDefinitions.flatMap((one) => one.params),
  ...RTT_AND_TRAFFIC,
];

const idsOf = (params: readonly Param[]) => [...new Set(params.map((param) => param.id))];

/** Keys of `--flow`, beside which nothing else is known there. */
export const flowKeys: readonly string[] = ["cc", COUNT.id, ...idsOf(flowwiseParams)];

/** Keys of a URL and names of flags that make up a scenario. */
export const settingKeys: readonly string[] = [
  "aqm",
  "cc",
  "flows",
  "flow",
  "set",
  ...idsOf([...sharedParams, ...flowwiseParams]),
];

/** What a change in mid-run can name, beside aqm and cc. */
export const liveIds: readonly string[] = idsOf(
  [...sharedParams, ...flowwiseParams].filter((param) => param.live !== false),
);

/** The queue discipline as something that can be chosen, like a parameter. */
export const AQM: EnumParam = {
  kind: "enum",
  id: "aqm",
  label: "Queue discipline",
  help: "How the bottleneck's queue decides when to signal congestion.",
  default: aqmIds[0],
  options: queueDisciplineDefinitions.map(({ id, label, summary }) => ({ value: id, label, help: summary })),
};

export const CC: EnumParam = {
  kind: "enum",
  id: "cc",
  label: "Congestion control",
  help: "How a sender grows its window, and what it does on a mark or a loss.",
  default: ccIds[0],
  options: congestionControlDefinitions.map(({ id, label, summary }) => ({
    value: id,
    label,
    help: summary,
  })),
};
