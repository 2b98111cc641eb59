/** Declaration of COBALT: parameters and observables. */
import { type NumberParam, type Probe, range } from "../../params/param.ts";
import type { QueueDisciplineCard } from "../queue-discipline.ts";
import { AQM_ECN, CODEL_INTERVAL, CODEL_PROBES, CODEL_TARGET } from "../shared-params.ts";

const NS3 = "ns-3 cobalt-queue-disc.cc";

const BLUE_UP: NumberParam = {
  id: "blue-up",
  label: "BLUE increment",
  unit: "ratio",
  ...range({ default: 1 / 256, min: 0, max: 1, sliderMax: 0.05, step: 0.0005 }),
  help: "Increase of BLUE's drop probability at an overflow, at most once per target.",
  cite: `${NS3}; Feng et al. 2002`,
  detail: true,
};

const BLUE_DOWN: NumberParam = {
  ...BLUE_UP,
  id: "blue-down",
  label: "BLUE decrement",
  default: 1 / 4096,
  help: "Decrease of BLUE's drop probability when the queue is empty, at most once per target.",
};

const BLUE_DELAY: NumberParam = {
  id: "blue-delay",
  label: "BLUE delay",
  unit: "ms",
  ...range({ default: 400, noneLabel: "off", min: 1, max: 10_000, step: 10, scale: "log" }),
  help: "BLUE treats a packet that waited longer than this as an overflow.",
  cite: NS3,
  detail: true,
};

const PARAMS = [CODEL_TARGET, CODEL_INTERVAL, AQM_ECN, BLUE_UP, BLUE_DOWN, BLUE_DELAY];

const PROBES: readonly Probe[] = [
  // COBALT computes the square root exactly.
  { ...CODEL_PROBES[0], help: "CoDel's count: the next signal comes interval/√count later." },
  ...CODEL_PROBES.slice(1),
  {
    id: "p-blue",
    symbol: "p",
    label: "BLUE's drop probability",
    noun: "drop probability of BLUE",
    unit: "ratio",
    help: "Probability that a departing packet is dropped, against senders that do not respond to CoDel.",
  },
];

export const cobaltCard: QueueDisciplineCard = {
  id: "cobalt",
  label: "COBALT",
  family: "By queue delay",
  summary:
    "CoDel with two additions. After congestion it reduces its signals step by step. When the queue still overflows, it also drops packets at random (BLUE), against senders that do not respond. It is the queue discipline of CAKE, here with a single queue.",
  cite: NS3,
  params: PARAMS,
  probes: PROBES,
};
