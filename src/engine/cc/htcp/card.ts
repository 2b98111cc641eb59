/** Declaration of H-TCP: parameters and observables. */
import type { BooleanParam } from "../../params/param.ts";
import { betaParams } from "../backoff.ts";
import type { CongestionControlCard } from "../congestion-control.ts";
import { RTT_TICK } from "../rtt-tick.ts";

/** Bounds of β with adaptive backoff. */
export const BETA_MIN = 0.5;
export const BETA_MAX = 0.8;

const SWITCHES: readonly BooleanParam[] = [
  {
    kind: "boolean",
    id: "htcp-adaptive-backoff",
    label: "Adaptive backoff",
    default: true,
    help: "On a signal, keep the fraction smallest RTT / largest RTT of cwnd, between 0.5 and 0.8, unless the throughput has just changed by a fifth.",
    cite: "draft-leith-tcp-htcp-06; Linux tcp_htcp.c",
  },
  {
    kind: "boolean",
    id: "htcp-rtt-scaling",
    label: "RTT scaling",
    default: true,
    help: "Scale the growth by RTT/100 ms, so that flows with different round trips grow equally fast over time. Linux does this, FreeBSD does not.",
    cite: "Linux tcp_htcp.c use_rtt_scaling",
    detail: true,
  },
];

const LEAST = " Adaptive backoff keeps more if the RTTs show that the queue was short.";

export const htcpCard: CongestionControlCard = {
  id: "htcp",
  label: "H-TCP",
  family: "Fast long paths",
  summary:
    "The window grows faster with the time since the last signal, for fast long paths. A reduction is just large enough to empty the queue, as estimated from the round-trip times.",
  cite: "draft-leith-tcp-htcp-06; Linux tcp_htcp.c",
  params: [...betaParams(BETA_MIN, "draft-leith-tcp-htcp-06", LEAST), ...SWITCHES, RTT_TICK],
  probes: [
    {
      id: "htcp-alpha",
      symbol: "α",
      label: "growth in a round trip",
      unit: "segments",
      help: "Growth of cwnd in segments per round trip; it increases with the time since the last signal.",
    },
    {
      id: "htcp-beta",
      symbol: "β",
      label: "what a loss leaves",
      unit: "ratio",
      help: "Smallest RTT / largest RTT at the last signal, between 0.5 and 0.8; β_loss after a change of throughput.",
    },
  ],
};
