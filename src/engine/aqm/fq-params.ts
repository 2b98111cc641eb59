/** Parameters, probes and deviations that the disciplines with flow queues declare alike. */
import type { Deviation } from "../params/deviation.ts";
import { type NumberParam, type Probe, range } from "../params/param.ts";

export const FQ_FLOWS: NumberParam = {
  id: "fq-flows",
  label: "Flow queues",
  unit: "count",
  ...range({ default: 1024, min: 1, max: 65_536, step: 1, scale: "log", integer: true }),
  help: "How many queues flows are hashed to; flows that collide share one.",
  cite: "RFC 8290 §5.2.5",
  live: false,
  whyNotLive: "The queues are laid out when the discipline starts.",
};

export const FQ_QUANTUM: NumberParam = {
  id: "fq-quantum",
  label: "Quantum",
  unit: "B",
  ...range({ default: 1514, min: 256, max: 65_536, sliderMax: 10_000, step: 1, scale: "log", integer: true }),
  help: "How many bytes a flow queue may send before it is the next one's turn.",
  cite: "RFC 8290 §5.2.4",
};

/** The first two probes of each. */
export const FQ_PROBES: readonly Probe[] = [
  {
    id: "active-flows",
    label: "active flow queues",
    noun: "number of active flow queues",
    unit: "count",
    help: "Flow queues that take turns, those that have just run empty included.",
  },
  {
    id: "new-flows",
    label: "new flow queues",
    noun: "number of new ones",
    unit: "count",
    help: "Flow queues that were idle and are served first for one quantum: sparse flows are always here.",
  },
];

export const FQ_DEVIATIONS: readonly Deviation[] = [
  {
    subject: "limit",
    text: "Linux: 10240 packets and 32 MB",
    here: "the one that every queue has, 1000 packets",
    effect: "`--limit 10240p`",
  },
  {
    subject: "what a flow is",
    text: "addresses and ports",
    here: "a connection, by its number, epoch included",
    effect: "collisions are as likely",
  },
];
