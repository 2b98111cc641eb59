/** Declaration of Adaptive RED: parameters and observables. */
import { type Param, type Probe, range } from "../../params/param.ts";
import { kernelTick } from "../kernel-timer.ts";
import type { QueueDisciplineCard } from "../queue-discipline.ts";
import { RED_PROBES, redParams } from "../red/settings.ts";

const PAPER = "Floyd, Gummadi and Shenker 2001";

/** Parameters of Adaptive RED in addition to those of RED. */
export const ADAPTIVE_PARAMS: readonly Param[] = [
  {
    kind: "boolean",
    id: "ared-auto",
    label: "Thresholds from the target delay",
    default: true,
    help: "On: the thresholds are derived from the target delay. Off: the thresholds are the settings below.",
    cite: PAPER,
  },
  {
    id: "ared-target",
    label: "Target delay",
    unit: "ms",
    ...range({ default: 5, min: 0.1, max: 1000, sliderMax: 100, step: 0.5, scale: "log" }),
    help: "Desired average queue delay. The lower threshold becomes half of it, but at least 5 packets; the upper threshold is three times the lower one.",
    cite: PAPER,
    main: { acts: (values) => values["ared-auto"] === true },
  },
  {
    id: "ared-interval",
    label: "Adaptation interval",
    unit: "ms",
    ...range({ default: 500, min: 10, max: 60_000, sliderMax: 5000, step: 10, scale: "log" }),
    help: "How often the maximum probability is adapted.",
    cite: PAPER,
    detail: true,
  },
  kernelTick("an interval of 500 ms becomes 512 ms"),
];

const MAX_P: Probe = {
  id: "max-p",
  symbol: "max_p",
  label: "maximum probability",
  unit: "ratio",
  help: "Current probability at the upper threshold, which the algorithm adapts.",
};

export const aredCard: QueueDisciplineCard = {
  id: "ared",
  label: "Adaptive RED",
  family: "By queue length",
  summary:
    "RED with automatic tuning. Its thresholds are derived from a target delay, and it adapts its maximum probability so that the average queue stays between the thresholds.",
  cite: PAPER,
  params: [...ADAPTIVE_PARAMS, ...redParams({ weight: null })],
  probes: [...RED_PROBES, MAX_P],
};
