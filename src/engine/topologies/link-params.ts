/** What a person can set of a link, wherever it stands. */
import { DELAY_PATTERN, RATE_PATTERN } from "../net/pattern.ts";
import type { BooleanParam, NumberParam, Param } from "../params/param.ts";

export const CAPACITY: NumberParam = {
  kind: "number",
  id: "capacity",
  label: "Capacity",
  unit: "Mbps",
  default: 10,
  min: 0.05,
  max: 10_000,
  step: 1,
  scale: "log",
  help: "Rate of the link; headers count.",
};

export const DELAY: NumberParam = {
  kind: "number",
  id: "delay",
  label: "Delay",
  unit: "ms",
  default: 0,
  min: 0,
  max: 2000,
  step: 1,
  scale: "linear",
  sliderMax: 200,
  help: "Propagation delay of the link, one way.",
};

export const LOSS: NumberParam = {
  kind: "number",
  id: "loss",
  label: "Random loss",
  unit: "ratio",
  default: 0,
  min: 0,
  max: 0.5,
  step: 0.001,
  scale: "linear",
  sliderMax: 0.1,
  help: "Share of packets that the link loses at random: no sign of congestion.",
  detail: true,
};

export const JITTER: NumberParam = {
  kind: "number",
  id: "jitter",
  label: "Jitter",
  unit: "ms",
  default: 0,
  min: 0,
  max: 500,
  step: 1,
  scale: "linear",
  sliderMax: 100,
  help: "Each packet takes a random extra delay up to this; packets stay in order unless jitter reorders.",
  detail: true,
};

export const JITTER_OVERTAKES: BooleanParam = {
  kind: "boolean",
  id: "jitter-overtakes",
  label: "Jitter reorders",
  default: false,
  help: "Packets overtake each other by jitter, as on a path of several ways; off: a late one holds up those behind it.",
  detail: true,
  live: false,
  whyNotLive: "Packets are on the link in the order in which it keeps them.",
};

export const BUCKET: NumberParam = {
  kind: "number",
  id: "bucket",
  label: "Token bucket",
  unit: "B",
  default: 0,
  min: 0,
  max: 100_000,
  step: 100,
  scale: "linear",
  sliderMax: 15_000,
  help: "After a pause so many bytes leave at once, as from a shaper; 0: one packet after the other.",
  cite: "Linux sch_htb.c",
  detail: true,
};

export const LINK_PARAMS: readonly Param[] = [
  CAPACITY,
  DELAY,
  LOSS,
  JITTER,
  JITTER_OVERTAKES,
  BUCKET,
  RATE_PATTERN,
  DELAY_PATTERN,
];
