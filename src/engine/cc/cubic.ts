import type { AlgorithmDeclaration } from "../params/algorithm.ts";
import { betaParams } from "./abe-params.ts";

export const cubic: AlgorithmDeclaration = {
  id: "cubic",
  label: "CUBIC",
  summary:
    "Grows along a cubic curve of time since the last cut, flat near the old peak: the default of Linux, Windows and macOS.",
  cite: "RFC 9438; ABE: RFC 8511",
  params: [
    ...betaParams(0.7, "RFC 9438 §4.6"),
    {
      kind: "number",
      id: "cubic-c",
      symbol: "C",
      label: "Aggressiveness",
      unit: "ratio",
      default: 0.4,
      min: 0.1,
      max: 1,
      step: 0.05,
      scale: "linear",
      help: "Steepness of the cubic curve.",
      cite: "RFC 9438 §5",
    },
    {
      kind: "boolean",
      id: "fast-convergence",
      label: "Fast convergence",
      default: true,
      help: "Give up some of the old peak when cwnd shrinks from one cut to the next, so that a new flow finds room sooner.",
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
      help: "Which rule ends slow start early.",
      cite: "RFC 9406; Linux tcp_cubic.c",
      options: [
        { value: "linux", label: "Linux", help: "ACK train and delay increase, as Linux CUBIC ships it." },
        { value: "rfc9406", label: "HyStart++", help: "Delay increase with conservative slow start." },
      ],
    },
  ],
  probes: [
    {
      id: "w-max",
      symbol: "W_max",
      label: "window before the last cut",
      unit: "segments",
      help: "The plateau that the cubic curve returns to.",
    },
    {
      id: "w-est",
      symbol: "W_est",
      label: "Reno-friendly window",
      unit: "segments",
      help: "What a Reno flow would have; cwnd is never below it.",
    },
  ],
};
