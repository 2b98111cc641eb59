/** Declaration of Adaptive ABE: parameters and observables. */
import { type Param, range } from "../../params/param.ts";
import { betaParams } from "../backoff.ts";
import type { CongestionControlCard } from "../congestion-control.ts";

const OUR_OWN = "docs/adaptive-beta.md";

const [BETA_ECN, BETA_LOSS] = betaParams(0.5, "RFC 5681 §3.1");

const PARAMS: readonly Param[] = [
  {
    ...BETA_ECN,
    label: "Largest β_ecn",
    default: 0.97,
    help: "Upper limit of β_ecn. The sender chooses β_ecn at each mark between β_loss and this.",
    cite: `${OUR_OWN}; RFC 8511 §3.1`,
  },
  {
    ...BETA_LOSS,
    help: "Fraction of cwnd that is kept when a packet is lost, and the smallest fraction that is kept at a mark.",
  },
  {
    id: "adaptive-residue",
    label: "Queue left standing",
    unit: "ratio",
    ...range({ default: 0.5, min: 0, max: 0.9, step: 0.05 }),
    help: "Share of the queue that a reduction leaves, so that the link stays busy. 0: the queue drains.",
    cite: OUR_OWN,
  },
  {
    id: "adaptive-least-cut",
    label: "Smallest reduction",
    unit: "segments",
    ...range({ default: 2, min: 0, max: 10, step: 1 }),
    help: "A mark reduces cwnd by at least this many segments, even when the queue is shorter. Small windows then need fewer marks.",
    cite: OUR_OWN,
  },
  {
    kind: "boolean",
    id: "adaptive-fair-growth",
    label: "Growth fair to NewReno",
    default: true,
    help: "On: after a mark cwnd grows by 3·(1 - β)/(1 + β) segments per round trip, up to the window before the mark, so that small reductions do not gain a larger share. Off: NewReno's growth.",
    cite: "RFC 9438 §4.3; Kwon & Fahmy (2002)",
  },
];

export const adaptiveAbeCard: CongestionControlCard = {
  id: "adaptive-abe",
  label: "Adaptive ABE",
  family: "Milder backoff for marks",
  summary:
    "NewReno that chooses β_ecn automatically. At each mark it estimates the queue from its round-trip times and reduces its window so far that the link stays busy and the queue short. This is Sawtooth's design, not a standard.",
  cite: OUR_OWN,
  needsEcn: "It adapts the reduction after a mark; without ECN it is plain NewReno.",
  params: PARAMS,
  probes: [
    {
      id: "adaptive-beta",
      symbol: "β_ecn",
      label: "fraction kept at the last mark",
      unit: "ratio",
      help: "The β_ecn that the sender chose at the last mark.",
    },
    {
      id: "adaptive-queue",
      label: "queue seen at the last mark",
      unit: "ms",
      help: "Smallest RTT of the round trip with the mark, minus the smallest RTT of the last two to four reductions.",
    },
    {
      id: "adaptive-growth",
      symbol: "α",
      label: "growth after the last mark",
      unit: "segments",
      help: "Segments by which cwnd grows in a round trip until it is back at its size before the last mark; 1 above that, and after a loss.",
    },
  ],
};
