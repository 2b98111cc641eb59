/**
 * BBRv2: BBR that bounds what is in flight by what losses and DCTCP-style marks allow. Reference: google/bbr, branch
 * v2alpha, tcp_bbr2.c; draft-cardwell-iccrg-bbr-congestion-control-02.
 */
import type { Deviation } from "../params/deviation.ts";
import { BBR_BOUND_PROBES, bbrBoundParams } from "./bbr-bound-params.ts";
import { BbrMachine } from "./bbr-machine.ts";
import { BBR_BURSTS, BBR_EQUAL_RTT, BBR_FIRST_WINDOW, BBR_SPURIOUS, bbrParams } from "./bbr-params.ts";
import type { BbrRules } from "./bbr-rules.ts";
import type { CongestionControlDeclaration, CongestionControlDefinition } from "./congestion-control.ts";

export const BBR2_RULES: BbrRules = {
  name: "BBRv2",
  singleWhenSlow: true,
  startupCwndGain: 2.885,
  upCwndGainMore: 0,
  startupLossEvents: 8,
  startupKeepsDelivered: false,
  drainRounds: Number.POSITIVE_INFINITY,
  plateauEndsProbe: false,
  reprobeShare: 0,
  creditIsLost: true,
};

const CITE = "google/bbr v2alpha tcp_bbr2.c";

/** What v2 and v3 share of them. */
export const BBR_BOUND_DEVIATIONS: readonly Deviation[] = [
  {
    subject: "marks",
    text: "the alpha release has the answer switched off",
    here: "on wherever the flow has ECN, up to `bbr-ecn-max-rtt` (5 ms)",
    effect: "`--ecn off`",
  },
  {
    subject: "excess loss",
    text: "google/bbr, v2alpha and v3: while probing also judged by the flight of each lost segment, up to that segment",
    here: "by that of the newest one delivered",
    effect: "inflight_hi some segments larger after a probe with losses",
  },
  {
    subject: "smallest RTT of a short path",
    text: "a real path: with the time that a packet takes on the link",
    here: "without it",
    effect:
      "bursts halve with each 512 µs: 50 Mbps and 1 ms give bursts of 26 and a mean queue of 10.5 ms; with the packet's 0.24 ms bursts of 15 and 6.4 ms",
  },
  BBR_FIRST_WINDOW,
  BBR_BURSTS,
  BBR_SPURIOUS,
];

export const bbr2Declaration: CongestionControlDeclaration = {
  id: "bbr2",
  label: "BBRv2",
  family: "Model-based",
  summary:
    "BBR with bounds on what is in flight, set by losses above 2 % and, on short paths, by the share of CE marks. Probes for more only every few seconds.",
  cite: "google/bbr v2alpha tcp_bbr2.c; draft-cardwell-iccrg-bbr-congestion-control-02",
  feedback: "dctcp",
  samples: true,
  paced: true,
  ownsCwnd: true,
  params: [
    ...bbrParams({ startupGain: 2.885, probeRttIntervalS: 5, cite: CITE }),
    ...bbrBoundParams(0.75, CITE),
  ],
  probes: BBR_BOUND_PROBES,
  deviations: [...BBR_BOUND_DEVIATIONS, BBR_EQUAL_RTT],
};

export const bbr2: CongestionControlDefinition = {
  ...bbr2Declaration,
  create: (values, random) => new BbrMachine(values, random, BBR2_RULES),
};
