/** Declaration of the step: parameters. */
import { type NumberParam, range, type SizeParam } from "../../params/param.ts";
import type { QueueDisciplineCard } from "../queue-discipline.ts";
import { AQM_ECN } from "../shared-params.ts";

const STEP: SizeParam = {
  kind: "size",
  id: "step",
  symbol: "K",
  label: "Threshold",
  default: "20p",
  minPackets: 1,
  maxPackets: 100_000,
  minBytes: 1,
  maxBytes: 150_000_000,
  help: "A packet is marked when the queue including it is longer than this, in packets or bytes.",
  cite: "RFC 8257 §3.1",
  main: { acts: (values) => values["step-time"] === null },
};

const STEP_TIME: NumberParam = {
  id: "step-time",
  label: "Threshold in time",
  unit: "ms",
  ...range({ default: null, noneLabel: "off", min: 0.01, max: 1000, step: 0.1, scale: "log" }),
  help: "If set, packets that waited longer than this are marked when they leave, and the length of the queue does not matter.",
  cite: "RFC 9332; Linux codel_impl.h (ce_threshold)",
  main: { acts: (values) => values["step-time"] !== null },
};

export const stepCard: QueueDisciplineCard = {
  id: "step",
  label: "Step",
  family: "By queue length",
  summary:
    "Marks every packet while the queue is longer than a threshold, and no packet below it. DCTCP is designed for this queue; other senders treat each mark as a full congestion signal.",
  cite: "RFC 8257 §3.1",
  params: [STEP, STEP_TIME, AQM_ECN],
  probes: [],
};
