/** Declaration of Vegas: parameters and observables. */
import { type NumberParam, range } from "../../params/param.ts";
import { betaParams } from "../backoff.ts";
import type { CongestionControlCard } from "../congestion-control.ts";

const CITE = "Brakmo & Peterson (1995); Linux tcp_vegas.c";

const THRESHOLD = { min: 0, max: 50, step: 1, integer: true };

const THRESHOLDS: readonly NumberParam[] = [
  {
    id: "vegas-alpha",
    symbol: "α",
    label: "Fewest in the queue",
    unit: "segments",
    ...range({ ...THRESHOLD, default: 2 }),
    help: "If fewer of the flow's segments than this are in the queue, cwnd grows by one per round trip.",
    cite: CITE,
    main: {},
  },
  {
    id: "vegas-beta",
    symbol: "β",
    label: "Most in the queue",
    unit: "segments",
    ...range({ ...THRESHOLD, default: 4 }),
    help: "If more of the flow's segments than this are in the queue, cwnd shrinks by one per round trip.",
    cite: CITE,
  },
  {
    id: "vegas-gamma",
    symbol: "γ",
    label: "End of slow start",
    unit: "segments",
    ...range({ ...THRESHOLD, default: 1 }),
    help: "Slow start ends when more of the flow's segments than this are in the queue.",
    cite: CITE,
  },
];

export const vegasCard: CongestionControlCard = {
  id: "vegas",
  label: "Vegas",
  family: "By delay or bandwidth",
  summary:
    "Watches its round-trip time and keeps only a few of its segments in the queue. Vegas flows alone keep the queue short, but next to senders that fill the queue Vegas gets little.",
  cite: "Brakmo & Peterson, JSAC 1995; Linux tcp_vegas.c",
  params: [...THRESHOLDS, ...betaParams(0.5, "RFC 5681 §3.1")],
  probes: [
    {
      id: "vegas-diff",
      symbol: "Diff",
      label: "queued segments of the flow",
      unit: "segments",
      help: "cwnd·(RTT - BaseRTT)/BaseRTT in the last round trip, which is compared with α and β.",
    },
    {
      id: "vegas-base-rtt",
      symbol: "BaseRTT",
      label: "smallest RTT",
      unit: "ms",
      help: "The smallest round-trip time so far, used as the RTT of the path without a queue.",
    },
  ],
};
