/** Declaration of CUBIC: parameters, observables and phases. */
import { type EnumParam, type Phase, range } from "../../params/param.ts";
import { betaParams } from "../backoff.ts";
import type { CongestionControlCard } from "../congestion-control.ts";

const PLATEAU_VALUE = { name: "W_max", unit: "segments" } as const;

/** The regions of RFC 9438 §4.3 to §4.5. */
export const RENO_FRIENDLY: Phase = {
  id: "cubic-reno-friendly",
  tone: "hold",
  label: "Reno-friendly",
  noun: "the Reno-friendly region",
  help: "W_est, the window of a Reno flow, is above the cubic curve, so cwnd follows W_est (RFC 9438 §4.3).",
  value: PLATEAU_VALUE,
};
export const CONCAVE: Phase = {
  id: "cubic-concave",
  tone: "grow",
  label: "concave",
  noun: "the concave region",
  help: "cwnd is below W_max and grows more and more slowly along the cubic curve (RFC 9438 §4.4).",
  value: PLATEAU_VALUE,
};
export const CONVEX: Phase = {
  id: "cubic-convex",
  tone: "push",
  label: "convex",
  noun: "the convex region",
  help: "cwnd is at W_max or above and grows faster and faster along the cubic curve (RFC 9438 §4.5).",
  value: PLATEAU_VALUE,
};

export const ALL = "all";

export const ROUNDS: EnumParam = {
  kind: "enum",
  id: "hystart-rounds",
  label: "HyStart rounds",
  default: ALL,
  help: "When HyStart starts to count round trips.",
  cite: "Linux tcp_cubic.c",
  detail: true,
  options: [
    { value: ALL, label: "from the start", help: "From the start, as in Linux until 5.15 and since 6.14." },
    {
      value: "window-16",
      label: "from a window of 16",
      help: "As in Linux 5.16 to 6.13: rounds start when a queue has already built up, so slow start may end early.",
    },
  ],
};

export const ACKS = "acks";

export const COUNTS: EnumParam = {
  kind: "enum",
  id: "cubic-counts",
  label: "Growth counts",
  default: "segments",
  help: "Whether cwnd and the Reno-friendly window grow per acknowledged segment or per ACK.",
  cite: "RFC 9438 §4.3; Linux 3.17 tcp_cubic.c",
  detail: true,
  options: [
    {
      value: "segments",
      label: "segments",
      help: "Acknowledged segments, as in the RFC and in Linux since 4.0.",
    },
    {
      value: ACKS,
      label: "ACKs",
      help: "ACKs, as in Linux before 4.0. With one ACK for two segments the Reno-friendly window grows half as fast; the cubic curve compensates for it.",
    },
  ],
};

export const TICKS = "ticks";

export const CLOCK: EnumParam = {
  kind: "enum",
  id: "cubic-clock",
  label: "Clock",
  default: TICKS,
  help: "How often the rate of growth is recomputed.",
  cite: "RFC 9438 §4.2; Linux tcp_cubic.c",
  detail: true,
  options: [
    {
      value: TICKS,
      label: "ticks of 4 ms",
      help: "Once per tick, and once in 28 ms while cwnd does not change, as in Linux at 250 Hz.",
    },
    { value: "exact", label: "exact", help: "At each ACK, as in the RFC." },
  ],
};

export const cubicCard: CongestionControlCard = {
  id: "cubic",
  label: "CUBIC",
  family: "Common",
  summary:
    "After a cut the window grows fast, then slowly near its old maximum, then fast again: a cubic function of the time since the cut. It is the default of Linux, Windows and macOS.",
  cite: "RFC 9438; ABE: RFC 8511",
  params: [
    ...betaParams(0.7, "RFC 9438 §4.6"),
    {
      id: "cubic-c",
      symbol: "C",
      label: "Aggressiveness",
      unit: "ratio",
      ...range({ default: 0.4, min: 0.1, max: 1, step: 0.05 }),
      help: "Steepness of the cubic curve.",
      cite: "RFC 9438 §5",
      detail: true,
    },
    {
      kind: "boolean",
      id: "fast-convergence",
      label: "Fast convergence",
      default: true,
      help: "When cwnd shrinks from one cut to the next, lower the remembered maximum, so that a new flow gets its share sooner.",
      cite: "RFC 9438 §4.7",
    },
    {
      kind: "boolean",
      id: "hystart",
      label: "HyStart",
      default: true,
      help: "Leave slow start when the round-trip time rises, before the first loss or mark.",
      cite: "RFC 9406",
    },
    {
      kind: "enum",
      id: "hystart-variant",
      label: "HyStart variant",
      default: "linux",
      help: "Algorithm that ends slow start early.",
      cite: "RFC 9406; Linux tcp_cubic.c",
      detail: true,
      options: [
        { value: "linux", label: "Linux", help: "ACK train and delay increase, as Linux's CUBIC ships it." },
        { value: "rfc9406", label: "HyStart++", help: "Delay increase with conservative slow start." },
      ],
    },
    ROUNDS,
    COUNTS,
    CLOCK,
  ],
  probes: [
    {
      id: "w-max",
      symbol: "W_max",
      label: "plateau of the curve",
      unit: "segments",
      besideCwnd: true,
      help: "The plateau of the cubic curve: the window before the last cut, or less with fast convergence.",
    },
    {
      id: "w-est",
      symbol: "W_est",
      label: "Reno-friendly window",
      unit: "segments",
      besideCwnd: true,
      help: "The window that a Reno flow would have; cwnd is never below it.",
    },
    {
      id: "w-cubic",
      symbol: "W_cubic",
      label: "cubic curve",
      unit: "segments",
      besideCwnd: true,
      help: "The value of the cubic curve one round trip ahead; cwnd grows towards it.",
    },
  ],
  phases: [RENO_FRIENDLY, CONCAVE, CONVEX],
};
