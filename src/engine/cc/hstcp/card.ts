/** Declaration of HighSpeed TCP: parameters and observables. */
import { type NumberParam, range } from "../../params/param.ts";
import { betaParams } from "../backoff.ts";
import type { CongestionControlCard } from "../congestion-control.ts";

const HIGH_DECREASE: NumberParam = {
  id: "hstcp-high-decrease",
  symbol: "High_Decrease",
  label: "Cut of a large window",
  unit: "ratio",
  ...range({ default: 0.1, min: 0.02, max: 0.5, step: 0.01 }),
  help: "Fraction by which cwnd is reduced at 83 000 segments. Between 38 and 83 000 segments the fraction changes with the logarithm of cwnd.",
  cite: "RFC 3649 §5",
};

const SMALL_WINDOWS = " This applies up to 38 segments; larger windows keep more.";

export const hstcpCard: CongestionControlCard = {
  id: "hstcp",
  label: "HighSpeed TCP",
  family: "Fast long paths",
  summary:
    "The larger the window, the faster it grows and the less it is reduced, so that fast long paths work with rare losses. Up to 38 segments it is NewReno.",
  cite: "RFC 3649",
  params: [...betaParams(0.5, "RFC 3649 §5", SMALL_WINDOWS), HIGH_DECREASE],
  probes: [
    {
      id: "hstcp-increase",
      symbol: "a(w)",
      label: "growth in a round trip",
      unit: "segments",
      help: "Growth in segments per round trip at the current size of cwnd.",
    },
    {
      id: "hstcp-beta",
      symbol: "1 - b(w)",
      label: "what a loss would leave",
      unit: "ratio",
      help: "Fraction of cwnd that a loss would keep at the current size of cwnd.",
    },
  ],
};
