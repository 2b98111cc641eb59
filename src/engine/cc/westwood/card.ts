/** Declaration of Westwood+: parameters and observables. */
import { type EnumParam, type NumberParam, range } from "../../params/param.ts";
import { betaParams } from "../backoff.ts";
import type { CongestionControlCard } from "../congestion-control.ts";
import { RTT_TICK } from "../rtt-tick.ts";

export const START = "start";

export const SET_AT: EnumParam = {
  kind: "enum",
  id: "westwood-set-at",
  label: "Estimate is set",
  default: "end",
  help: "When a reduction sets the window to bandwidth estimate times smallest RTT.",
  cite: "Linux tcp_westwood.c; Grieco & Mascolo, CCR 2004",
  detail: true,
  options: [
    {
      value: "end",
      label: "at its end",
      help: "First the window is reduced by β, then it jumps to the estimate, as in Linux. With a short buffer the burst of the jump is lost.",
    },
    {
      value: START,
      label: "at once",
      help: "The window becomes the estimate if that is smaller, as in the papers.",
    },
  ],
};

export const WEIGHT: NumberParam = {
  id: "westwood-weight",
  label: "Weight of a sample",
  unit: "ratio",
  ...range({ default: 0.125, min: 0.01, max: 1, step: 0.005, scale: "log" }),
  help: "Weight of a new bandwidth sample in each of the two filters. 1: the estimate equals the last sample.",
  cite: "Linux tcp_westwood.c",
  detail: true,
};

const BETAS = betaParams(0.5, "RFC 5681 §3.1", " The estimate replaces it when the reduction is complete.");

export const westwoodCard: CongestionControlCard = {
  id: "westwood",
  label: "Westwood+",
  family: "By delay or bandwidth",
  summary:
    "Measures its bandwidth. A cut sets the window to bandwidth times smallest RTT, which just fills the link without a queue. So a loss without congestion costs little.",
  cite: "Grieco & Mascolo, CCR 2004; Linux tcp_westwood.c",
  samples: true,
  params: [WEIGHT, SET_AT, RTT_TICK, ...BETAS.map((beta) => ({ ...beta, detail: true }))],
  probes: [
    {
      id: "westwood-bandwidth",
      label: "bandwidth estimate",
      unit: "per-s",
      help: "Delivery rate after both filters, in segments per second.",
    },
    {
      id: "westwood-window",
      label: "window without a queue",
      unit: "segments",
      help: "Bandwidth estimate times smallest RTT: the window after a reduction.",
    },
  ],
};
