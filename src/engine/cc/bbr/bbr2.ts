/**
 * BBRv2: the rules in which it differs from v3. Reference: google/bbr v2alpha tcp_bbr2.c;
 * draft-cardwell-iccrg-bbr-congestion-control-02.
 */
import type { CongestionControlCard, CongestionControlDefinition } from "../congestion-control.ts";
import { BBR_BOUND_PHASES, BbrMachine } from "./machine.ts";
import { BBR_BOUND_PROBES, BbrSettings, bbrBoundParams, bbrParams, tooFarForMarks } from "./params.ts";
import type { BbrRules } from "./path-model.ts";

/** Rules in which BBRv2 differs from v3. */
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

export const bbr2Card: CongestionControlCard = {
  id: "bbr2",
  label: "BBRv2",
  family: "Model-based",
  summary:
    "BBR that also responds to signals. Losses above 2 % and, on short paths, many CE marks limit the data in flight. It probes for more bandwidth only every few seconds.",
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
  phases: BBR_BOUND_PHASES,
  ignoresMarks: tooFarForMarks("with"),
};

export const bbr2: CongestionControlDefinition = {
  ...bbr2Card,
  create: (values, random) => new BbrMachine(new BbrSettings(bbr2.params, values), random, BBR2_RULES),
};
