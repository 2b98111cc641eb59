/** Declaration of FQ-PIE: parameters and observables. */
import type { Probe } from "../../params/param.ts";
import { FQ_FLOWS, FQ_PROBES, FQ_QUANTUM } from "../fq-discipline.ts";
import { pieParams } from "../pie/settings.ts";
import type { QueueDisciplineCard } from "../queue-discipline.ts";

const PROBES: readonly Probe[] = [
  ...FQ_PROBES,
  {
    id: "p",
    symbol: "p",
    label: "largest drop probability",
    unit: "ratio",
    help: "Largest probability among the active flow queues that an arriving packet is marked or dropped.",
  },
  {
    id: "qdelay",
    label: "longest estimated delay",
    unit: "ms",
    help: "Longest delay among the active flow queues, as estimated by their controllers.",
  },
];

export const fqPieCard: QueueDisciplineCard = {
  id: "fq-pie",
  label: "FQ-PIE",
  family: "Flow queueing",
  summary:
    "Each flow has a separate queue, and the queues take turns. Flows therefore share the link evenly, and packets of a flow that sends little hardly wait. PIE controls each queue.",
  cite: "Linux sch_fq_pie.c",
  params: [...pieParams({ targetMs: 15, updateMs: 15, maxBurstMs: 150, ticks: true }), FQ_FLOWS, FQ_QUANTUM],
  separates: true,
  probes: PROBES,
};
