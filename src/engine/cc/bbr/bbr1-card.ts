/** Declaration of BBRv1. */
import type { CongestionControlCard } from "../congestion-control.ts";
import { BBR_BURST, BBR_BW, BBR_MIN_RTT, BBR_PACING_GAIN, BBR_PHASE, bbrParams } from "./params.ts";

const CITE = "Linux tcp_bbr.c";

export const bbr1Card: CongestionControlCard = {
  id: "bbr1",
  label: "BBRv1",
  family: "Model-based",
  summary:
    "Measures its delivery rate and its smallest round-trip time. It sends at that rate, with about two bandwidth-delay products in flight, regardless of losses and marks. Linux calls it bbr.",
  cite: "Cardwell et al., ACM Queue 14 (2016); Linux tcp_bbr.c",
  samples: true,
  samplesAfterReaction: true,
  paced: true,
  ownsCwnd: true,
  params: [
    ...bbrParams({ startupGain: 2.885, probeRttIntervalS: 10, cite: CITE }),
    {
      kind: "boolean",
      id: "bbr-policer",
      label: "Policer detection",
      default: true,
      help: "If the rate is steady while more than a fifth is lost, BBR assumes a policer and sends no faster for 48 round trips.",
      cite: CITE,
      detail: true,
    },
  ],
  probes: [
    { id: "bbr-mode", label: "mode", unit: "count", help: "0 STARTUP, 1 DRAIN, 2 PROBE_BW, 3 PROBE_RTT." },
    BBR_BW,
    BBR_MIN_RTT,
    BBR_PACING_GAIN,
    BBR_BURST,
  ],
  ignoresMarks: () => "marks are no signal to BBRv1",
  phases: [
    BBR_PHASE.startup,
    BBR_PHASE.drain,
    BBR_PHASE.up,
    BBR_PHASE.down,
    BBR_PHASE.cruise,
    BBR_PHASE.policed,
    BBR_PHASE.conserving,
    BBR_PHASE.probeRtt,
  ],
};
