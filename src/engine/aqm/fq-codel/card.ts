/** Declaration of FQ-CoDel: parameters and observables. */
import { type NumberParam, type Probe, range } from "../../params/param.ts";
import { FQ_FLOWS, FQ_PROBES, FQ_QUANTUM } from "../fq-discipline.ts";
import type { QueueDisciplineCard } from "../queue-discipline.ts";
import { AQM_ECN, CE_THRESHOLD, CODEL_INTERVAL, CODEL_SQRT, CODEL_TARGET } from "../shared-params.ts";

export const FQ_DROP_BATCH: NumberParam = {
  id: "fq-drop-batch",
  label: "Drop batch",
  unit: "count",
  ...range({ default: 64, min: 1, max: 1000, step: 1, scale: "log", integer: true }),
  help: "On overflow the longest flow queue loses half of its bytes, but at most this many packets.",
  cite: "RFC 8290 §5.2.8",
  detail: true,
};

const PROBES: readonly Probe[] = [
  ...FQ_PROBES,
  {
    id: "dropping-flows",
    label: "flow queues in the signalling state",
    noun: "number of flow queues in the signalling state",
    unit: "count",
    help: "Number of flow queues whose CoDel is in its signalling state.",
  },
  {
    id: "fattest",
    label: "longest flow queue",
    noun: "longest flow queue",
    unit: "B",
    help: "Bytes in the longest flow queue, which loses packets on overflow.",
  },
];

export const fqCodelCard: QueueDisciplineCard = {
  id: "fq-codel",
  label: "FQ-CoDel",
  family: "Flow queueing",
  summary:
    "Each flow has a separate queue, and the queues take turns. Flows therefore share the link evenly, and packets of a flow that sends little hardly wait. CoDel controls each queue.",
  cite: "RFC 8290",
  params: [
    CODEL_TARGET,
    CODEL_INTERVAL,
    AQM_ECN,
    FQ_FLOWS,
    FQ_QUANTUM,
    FQ_DROP_BATCH,
    CE_THRESHOLD,
    CODEL_SQRT,
  ],
  separates: true,
  probes: PROBES,
};
