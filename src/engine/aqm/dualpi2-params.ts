/** What can be set and seen of DualPI2, and the values that suit a path. */
import { clamp } from "../core/math.ts";
import type { PathSummary } from "../params/algorithm.ts";
import {
  type BooleanParam,
  type NumberParam,
  type Param,
  type ParamValues,
  type Probe,
  range,
} from "../params/param.ts";
import { readNumber } from "../params/read.ts";
import { delayTarget, updatePeriod } from "./pie-settings.ts";
import { AQM_ECN } from "./shared-params.ts";

const TARGET = delayTarget(15, "RFC 9332 §A.1");
const UPDATE = updatePeriod(16, "RFC 9332 §A.1");

const ALPHA: NumberParam = {
  id: "dual-alpha",
  symbol: "α",
  label: "Integral gain",
  unit: "per-s",
  ...range({ default: 0.16, min: 0, max: 100, sliderMax: 2, step: 0.01 }),
  help: "Weight of the distance from the target in p', in 1/s.",
  cite: "RFC 9332 §A.1",
  detail: true,
};

const BETA: NumberParam = {
  id: "dual-beta",
  symbol: "β",
  label: "Proportional gain",
  unit: "per-s",
  ...range({ default: 3.2, min: 0, max: 500, sliderMax: 20, step: 0.1 }),
  help: "Weight of the change of delay since the last update in p', in 1/s.",
  cite: "RFC 9332 §A.1",
  detail: true,
};

const COUPLING: NumberParam = {
  id: "dual-k",
  symbol: "k",
  label: "Coupling factor",
  unit: "ratio",
  ...range({ default: 2, min: 0, max: 100, sliderMax: 4, step: 0.1 }),
  help: "The L queue marks with k times the base probability: 2 gives classic and scalable flows of one round-trip time windows about alike, so that their rates go as 1 over the round trip with its queue; 0 takes the queues apart.",
  cite: "RFC 9332 §2.1",
};

const STEP: NumberParam = {
  id: "dual-step",
  label: "L step",
  unit: "ms",
  ...range({ default: 1, min: 0.01, max: 100, step: 0.1, scale: "log" }),
  help: "Packets that waited longer than this in the L queue are marked.",
  cite: "RFC 9332 §A.1; Linux sch_dualpi2.c (step_thresh)",
};

const STEP_PACKETS: NumberParam = {
  id: "dual-step-packets",
  label: "L step from",
  unit: "count",
  ...range({ default: 1, min: 0, max: 1000, sliderMax: 20, step: 1, integer: true }),
  help: "The step marks a packet only if at least this many are left behind it in the L queue. On a slow link one packet takes longer than the step: with 0 a lone packet that met another on the link is marked.",
  cite: "RFC 9332 §A.1 (Th_len); Linux sch_dualpi2.c (min_qlen_step)",
  detail: true,
};

const CLASSIC_SHARE: NumberParam = {
  id: "dual-c-share",
  label: "Share of the C queue",
  unit: "ratio",
  ...range({ default: 0.1, min: 0, max: 1, sliderMax: 0.5, step: 0.01 }),
  help: "Share of the link that the C queue is sure of while the L queue, which goes first, is busy.",
  cite: "RFC 9332 §4.2.2; Linux sch_dualpi2.c (c_protection)",
};

const DROP_OVERLOAD: BooleanParam = {
  kind: "boolean",
  id: "dual-drop-overload",
  label: "Drop on overload",
  default: true,
  help: "When marking every L packet is not enough, drop from both queues; otherwise the queues grow to the limit.",
  cite: "RFC 9332 §4.2.3",
  detail: true,
};

const MARKING: BooleanParam = {
  ...AQM_ECN,
  fixed: { value: true, why: "The L queue is for flows that are told by marks." },
};

export const DUALPI2_PARAMS: readonly Param[] = [
  TARGET,
  UPDATE,
  COUPLING,
  STEP,
  CLASSIC_SHARE,
  MARKING,
  STEP_PACKETS,
  ALPHA,
  BETA,
  DROP_OVERLOAD,
];

export const DUALPI2_PROBES: readonly Probe[] = [
  {
    id: "p",
    symbol: "p'",
    label: "base probability",
    unit: "ratio",
    help: "What the controller moves; both queues' probabilities follow from it.",
  },
  {
    id: "p-c",
    symbol: "p_C",
    label: "probability in the C queue",
    unit: "ratio",
    help: "The base probability squared: marks of ECT(0) packets, drops of the others.",
  },
  {
    id: "p-cl",
    symbol: "p_CL",
    label: "coupled probability in the L queue",
    unit: "ratio",
    help: "The base probability times k: marks of L packets beside those of the step.",
  },
  {
    id: "l-delay",
    label: "delay of the L queue",
    unit: "ms",
    help: "Sojourn time of the L packet that left last.",
  },
  {
    id: "c-delay",
    label: "delay of the C queue",
    unit: "ms",
    help: "Sojourn time of the C packet that left last.",
  },
];

const MS_PER_S = 1000;
/** So many packet times must fit below the step, or two packets in a row would always be marked. */
const STEP_IN_PACKETS = 2;

/** RFC 9332 §A.1: sampling period and gains from the largest round-trip time; on a slow link a longer step, too. */
export function suggestedDualpi2(path: PathSummary, values: ParamValues): ParamValues {
  const rttS = Math.max(path.rttS, 1 / MS_PER_S);
  const periodMs = within(UPDATE, Math.min(readNumber(values, TARGET.id), (rttS * MS_PER_S) / 3));
  const packetMs = MS_PER_S / path.packetsPerS;
  return {
    [UPDATE.id]: periodMs,
    [ALPHA.id]: within(ALPHA, (0.1 * periodMs) / MS_PER_S / (rttS * rttS)),
    [BETA.id]: within(BETA, 0.3 / rttS),
    [STEP.id]: within(STEP, Math.max(STEP.default ?? 0, STEP_IN_PACKETS * packetMs)),
  };
}

/** Allowed by the declaration, and short enough to read. */
function within({ min, max }: NumberParam, value: number): number {
  return clamp(Number(value.toPrecision(3)), min, max);
}
