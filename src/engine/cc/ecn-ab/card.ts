/** Declaration of ECN(α,β): parameters and observables. */
import { clamp } from "../../core/math.ts";
import { type EnumParam, type NumberParam, range } from "../../params/param.ts";
import { readNumber } from "../../params/read.ts";
import { betaParams } from "../backoff.ts";
import type { CongestionControlCard } from "../congestion-control.ts";
import { renoFriendlyAlpha } from "../cubic/growth.ts";

const CITE = "Kwon & Fahmy (2002), fig. 1";

const [BETA_ECN, BETA_LOSS] = betaParams(0.5, "RFC 5681 §3.1");

const ALPHA: NumberParam = {
  id: "ab-alpha",
  symbol: "α",
  label: "Slope after a mark",
  unit: "segments",
  ...range({ default: 0.2, min: 0.01, max: 2, step: 0.01 }),
  help: "Growth of cwnd in segments per round trip after a mark, until the next loss.",
  cite: CITE,
};

const SLOW_START: EnumParam = {
  kind: "enum",
  id: "ab-slow-start",
  label: "A mark in slow start",
  default: "beta",
  help: "Fraction of cwnd that is kept at a mark in slow start.",
  cite: "ns-2 tcp.cc",
  detail: true,
  options: [
    { value: "beta", label: "β_ecn", help: "β_ecn, as at any other mark." },
    {
      value: "half",
      label: "half",
      help: "Half, as in ns-2, which halves at the first decrease and in slow start for any β.",
    },
  ],
};

const CUT: EnumParam = {
  kind: "enum",
  id: "ab-cut",
  label: "Fractions of a segment",
  default: "exact",
  help: "Whether fractions of a segment survive a cut for a mark.",
  cite: "ns-2 tcp.cc",
  detail: true,
  options: [
    {
      value: "exact",
      label: "exact",
      help: "They survive: the progress towards the next segment is reduced too, and the remaining fraction counts.",
    },
    {
      value: "whole",
      label: "whole segments",
      help: "They are discarded at each cut, and cwnd grows by α divided by cwnd including its fraction, as in ns-2 without `precisionReduce_`.",
    },
  ],
};

export const ecnAbCard: CongestionControlCard = {
  id: "ecn-ab",
  label: "ECN(α,β)",
  family: "Milder backoff for marks",
  summary:
    "Reduces its window a little for a mark and grows slowly afterwards; a loss restores NewReno's growth. The sawtooth is flatter than NewReno's, and the share of the link is the same.",
  cite: "Kwon & Fahmy, ICC 2002",
  needsEcn: "Its gentler values of α and β apply to marks only; without ECN it is plain NewReno.",
  params: [{ ...BETA_ECN, default: 0.875, cite: CITE }, BETA_LOSS, ALPHA, SLOW_START, CUT],
  probes: [
    {
      id: "ab-slope",
      symbol: "α",
      label: "current slope",
      unit: "segments",
      help: "Current growth of cwnd in segments per round trip: α after a mark, 1 after a loss.",
    },
  ],
  suggestion: {
    label: "α that is fair to NewReno",
    help: "α = 3·(1 - β_ecn)/(1 + β_ecn): with this value, the same number of marks gives the same throughput as NewReno with 1 and 0.5.",
    values: (_path, values) => ({
      "ab-alpha": clamp(renoFriendlyAlpha(readNumber(values, "beta-ecn")), ALPHA.min, ALPHA.max),
    }),
  },
};
