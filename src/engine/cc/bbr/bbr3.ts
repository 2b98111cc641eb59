/**
 * BBRv3: version 2 with smaller gains, and with probes that last until the bandwidth stops growing. Reference: google/bbr, branch
 * v3, tcp_bbr.c; draft-ietf-ccwg-bbr-05.
 */

import type { CongestionControlCard, CongestionControlDefinition } from "../congestion-control.ts";
import { BBR_BOUND_PHASES, BbrMachine } from "./machine.ts";
import { BBR_BOUND_PROBES, BbrSettings, bbrBoundParams, bbrParams, tooFarForMarks } from "./params.ts";
import type { BbrRules } from "./path-model.ts";

const BBR3_RULES: BbrRules = {
  name: "BBRv3",
  singleWhenSlow: false,
  startupCwndGain: 2,
  upCwndGainMore: 0.25,
  startupLossEvents: 6,
  startupKeepsDelivered: true,
  drainRounds: 3,
  plateauEndsProbe: true,
  reprobeShare: 0.5,
  creditIsLost: false,
};

const CITE = "google/bbr v3 tcp_bbr.c; draft-ietf-ccwg-bbr-05";

export const bbr3Card: CongestionControlCard = {
  id: "bbr3",
  label: "BBRv3",
  family: "Model-based",
  summary:
    "A revision of BBRv2. Its gains are smaller, its window is larger while it probes for more bandwidth, and it continues to probe until the bandwidth stops growing.",
  cite: CITE,
  feedback: "dctcp",
  samples: true,
  paced: true,
  ownsCwnd: true,
  params: [
    ...bbrParams({ startupGain: 2.77, probeRttIntervalS: 5, cite: CITE }),
    ...bbrBoundParams(0.91, CITE),
  ],
  probes: BBR_BOUND_PROBES,
  phases: BBR_BOUND_PHASES,
  ignoresMarks: tooFarForMarks("on a low-latency route with"),
};

export const bbr3: CongestionControlDefinition = {
  ...bbr3Card,
  create: (values, random) => new BbrMachine(new BbrSettings(bbr3.params, values), random, BBR3_RULES),
};
