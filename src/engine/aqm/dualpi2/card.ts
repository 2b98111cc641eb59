/** Declaration of DualPI2: parameters, observables, and settings suggested for a path. */
import { clamp } from "../../core/math.ts";
import type { PathSummary } from "../../params/algorithm.ts";
import {
  type BooleanParam,
  type EnumParam,
  type NumberParam,
  type Param,
  type ParamValues,
  type Probe,
  range,
} from "../../params/param.ts";
import { readNumber } from "../../params/read.ts";
import { delayTarget, updatePeriod } from "../pie/settings.ts";
import type { QueueDisciplineCard } from "../queue-discipline.ts";
import { AQM_ECN } from "../shared-params.ts";

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
  help: "The L queue marks with k times the base probability p'. With k = 2, classic and scalable flows with the same round-trip time get similar windows. With 0 the two queues are independent.",
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
  help: "The step marks a packet only if at least this many packets remain behind it in the L queue. On a slow link the transmission of one packet takes longer than the step, so with 0 a single packet that had to wait for another is marked.",
  cite: "RFC 9332 §A.1 (Th_len); Linux sch_dualpi2.c (min_qlen_step)",
  detail: true,
};

const L_TAKES: EnumParam = {
  kind: "enum",
  id: "dual-l-ect",
  label: "The L queue takes",
  default: "ect1",
  help: "Which packets go into the L queue. In an unmodified Linux 7.3 no sender uses ECT(1), so DCTCP waits in the C queue unless the L queue accepts any ECN-capable packet.",
  cite: "RFC 9332 §2.3, §2.5.1.1; Linux sch_dualpi2.c (ecn_mask)",
  options: [
    { value: "ect1", label: "ECT(1)", help: "ECT(1) and CE: RFC 9332, and Linux by default." },
    {
      value: "any",
      label: "any ECT",
      help: "ECT(0) too, for a network in which all ECN senders are scalable, such as DCTCP in a data centre. A classic sender with ECN then gets the many marks of the L queue.",
    },
  ],
};

const CLASSIC_SHARE: NumberParam = {
  id: "dual-c-share",
  label: "Share of the C queue",
  unit: "ratio",
  ...range({ default: 0.1, min: 0, max: 1, sliderMax: 0.5, step: 0.01 }),
  help: "Share of the link that the C queue gets while the L queue, which has priority, is busy.",
  cite: "RFC 9332 §4.2.2; Linux sch_dualpi2.c (c_protection)",
};

const DROP_OVERLOAD: BooleanParam = {
  kind: "boolean",
  id: "dual-drop-overload",
  label: "Drop on overload",
  default: true,
  help: "On: when marking every L packet is not enough, packets of both queues are dropped. Off: the queues grow up to the limit.",
  cite: "RFC 9332 §4.2.3",
  detail: true,
};

const MARKING: BooleanParam = {
  ...AQM_ECN,
  fixed: { value: true, why: "The L queue is for flows that receive their signals as marks." },
};

export const DUALPI2_PARAMS: readonly Param[] = [
  TARGET,
  UPDATE,
  COUPLING,
  STEP,
  L_TAKES,
  CLASSIC_SHARE,
  MARKING,
  STEP_PACKETS,
  ALPHA,
  BETA,
  DROP_OVERLOAD,
];

const DUALPI2_PROBES: readonly Probe[] = [
  {
    id: "p",
    symbol: "p'",
    label: "base probability",
    unit: "ratio",
    help: "The output of the controller: it rises while the delay is above the target or grows. The probabilities of both queues are derived from it.",
  },
  {
    id: "p-c",
    symbol: "p_C",
    label: "probability in the C queue",
    unit: "ratio",
    help: "p' squared: the share of packets of classic flows that are marked (ECN-capable) or dropped (others). It is squared because a classic sender responds more strongly to each signal.",
  },
  {
    id: "p-cl",
    symbol: "p_CL",
    label: "coupled probability in the L queue",
    unit: "ratio",
    help: "k times p': the share of packets in the L queue that are marked because of the C queue. Marks by the step are added.",
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

/**
 * Smallest step, as a number of packet transmission times. With a shorter step, the second of two consecutive packets would
 * always be marked.
 */
const STEP_IN_PACKETS = 2;

/**
 * Suggests settings for a path: derives sampling period and gains from the largest RTT (RFC 9332 §A.1), and a longer step for a
 * slow link.
 */
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

/** Limits a value to the declared range and rounds it to three digits. */
function within({ min, max }: NumberParam, value: number): number {
  return clamp(Number(value.toPrecision(3)), min, max);
}

export const dualpi2Card: QueueDisciplineCard = {
  id: "dualpi2",
  label: "DualPI2",
  family: "Data centres and L4S",
  summary:
    "Two queues share one link. Packets of scalable senders (ECT(1)) use the L queue and hardly wait; packets of classic senders use the C queue, with a target delay. The signals of the queues are coupled, so that both kinds of flows get similar windows. This is the queue for L4S.",
  cite: "RFC 9332",
  params: DUALPI2_PARAMS,
  separates: true,
  probes: DUALPI2_PROBES,
  suggestion: {
    label: "fit to this path",
    help: "Sets update period and gains by RFC 9332's rule for the path's longest round trip, and a step of at least two packets' time on the link.",
    values: suggestedDualpi2,
  },
};
