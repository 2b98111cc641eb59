/**
 * BBRv2: BBR that bounds what is in flight by what losses and DCTCP-style marks allow. Reference: google/bbr, branch
 * v2alpha, tcp_bbr2.c; draft-cardwell-iccrg-bbr-congestion-control-02.
 */
import { BBR_BOUND_PROBES, bbrBoundParams } from "./bbr-bound-params.ts";
import { BbrMachine } from "./bbr-machine.ts";
import { BBR_EQUAL_RTT, bbrParams } from "./bbr-params.ts";
import type { BbrRules } from "./bbr-rules.ts";
import type { CongestionControlDefinition } from "./congestion-control.ts";

export const BBR2_RULES: BbrRules = {
  name: "BBRv2",
  startupCwndGain: 2.885,
  upCwndGainMore: 0,
  startupLossEvents: 8,
  startupKeepsDelivered: false,
  drainRounds: Number.POSITIVE_INFINITY,
  plateauEndsProbe: false,
  marksLowerBandwidth: true,
  reprobeShare: 0,
  creditIsLost: true,
};

const CITE = "google/bbr v2alpha tcp_bbr2.c";

/** What v2 and v3 share of them. */
export const BBR_BOUND_DEVIATIONS: readonly string[] = [
  "Answers marks wherever the flow has ECN, up to the RTT set; the alpha release has that switched off.",
  "Excess loss is judged by the flight of the newest delivered segment, not by that of each lost one.",
  "The window has no allowance for bursts of TSO beyond four segments.",
  "The first window leaves at once: there is no handshake whose round-trip time could pace it.",
  "Does not undo its reaction to a loss that proves spurious, and sends no tail loss probes.",
];

export const bbr2: CongestionControlDefinition = {
  id: "bbr2",
  label: "BBRv2",
  family: "Model-based",
  summary:
    "BBR with bounds on what is in flight, set by losses above 2 % and, on short paths, by the share of CE marks. Probes for more only every few seconds.",
  cite: "google/bbr v2alpha tcp_bbr2.c; draft-cardwell-iccrg-bbr-congestion-control-02",
  feedback: "dctcp",
  samples: true,
  paced: true,
  bursts: true,
  ownsCwnd: true,
  params: [
    ...bbrParams({ startupGain: 2.885, probeRttIntervalS: 5, cite: CITE }),
    ...bbrBoundParams(0.75, CITE),
  ],
  probes: BBR_BOUND_PROBES,
  deviations: [...BBR_BOUND_DEVIATIONS, BBR_EQUAL_RTT],
  create: (values, random) => new BbrMachine(values, random, BBR2_RULES),
};
