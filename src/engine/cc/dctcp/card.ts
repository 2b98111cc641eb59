/** Declaration of DCTCP: parameters, observables and phases. */
import {
  type BooleanParam,
  type EnumParam,
  type NumberParam,
  type Phase,
  range,
} from "../../params/param.ts";
import { betaParams } from "../backoff.ts";
import type { CongestionControlCard } from "../congestion-control.ts";

/** Phase for one round of α: one window of data, over which the share of marked segments is counted. Prague uses the same rounds. */
export const ALPHA_ROUND: Phase = {
  id: "alpha-round",
  tone: "grow",
  label: "round of α",
  noun: "rounds of α",
  help: "One window of data, for which the share of marked segments is counted; α is updated at its end.",
  value: { name: "α", unit: "ratio" },
};

export const GAIN: NumberParam = {
  id: "dctcp-g",
  symbol: "g",
  label: "EWMA gain g of α",
  unit: "ratio",
  ...range({ default: 0.0625, min: 0.001, max: 1, step: 0.0025, scale: "log" }),
  help: "Weight of the newest window of data in α, the moving average of the share of marked segments.",
  cite: "RFC 8257 §4.2",
};

export const ALPHA: EnumParam = {
  kind: "enum",
  id: "dctcp-alpha",
  label: "α is",
  default: "linux",
  help: "Resolution of α. It decides who gets a fast link: at 100 Mbps and 20 ms over DualPI2 only few segments of a window are marked, so Linux's α is 0 most of the time, and DCTCP takes most of the capacity from CUBIC.",
  cite: "Linux tcp_dctcp.c; RFC 8257 §3.3",
  detail: true,
  options: [
    {
      value: "linux",
      label: "in 1/1024",
      help: "In steps of 1/1024, rounded down: less than one mark in 64 adds nothing, and α falls to 0 from below 16/1024.",
    },
    { value: "real", label: "a real number", help: "A real number, as in RFC 8257, the paper and ns-3." },
  ],
};

export const ECT1: BooleanParam = {
  kind: "boolean",
  id: "dctcp-ect1",
  label: "ECT(1)",
  default: false,
  help: "Data is sent as ECT(1), so a DualPI2 queue puts it into the L queue. Linux sends ECT(0).",
  cite: "RFC 9331 §4.1",
  live: false,
  whyNotLive: "Connections read this setting when they start.",
  detail: true,
};

export const dctcpCard: CongestionControlCard = {
  id: "dctcp",
  label: "DCTCP",
  family: "Data centres and L4S",
  summary:
    "Measures the share of its packets that are marked, and reduces its window by half that share: few marks cause a small reduction. With a low step threshold the queue stays short and the link full. It is designed for data centers.",
  cite: "RFC 8257",
  params: [GAIN, ALPHA, ECT1, betaParams(0.5, "RFC 8257 §3.5")[1]],
  probes: [
    {
      id: "dctcp-alpha",
      symbol: "α",
      label: "share of marks",
      unit: "ratio",
      help: "Moving average of the share of marked segments; half of it is cut from cwnd.",
    },
  ],
  phases: [ALPHA_ROUND],
  feedback: "dctcp",
  ecnBy: (values) => ({ ect1: values[ECT1.id] === true }),
  needsEcn: "DCTCP detects congestion by marks; without marks it would be NewReno.",
  samples: true,
};
