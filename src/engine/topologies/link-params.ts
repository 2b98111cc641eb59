/** Parameters of a link. They are the same for every link of a path. */

import { DELAY_PATTERN, RATE_PATTERN } from "../net/pattern.ts";
import { type BooleanParam, type NumberParam, type Param, type ParamValues, range } from "../params/param.ts";
import type { LinkSpec } from "./topology.ts";

export const CAPACITY: NumberParam = {
  id: "capacity",
  label: "Capacity",
  unit: "Mbps",
  ...range({ default: 10, min: 0.05, max: 10_000, step: 1, scale: "log" }),
  help: "Rate of the link, headers included.",
  main: {},
};

export const DELAY: NumberParam = {
  id: "delay",
  label: "Delay",
  unit: "ms",
  ...range({ default: 0, min: 0, max: 2000, sliderMax: 200, step: 1 }),
  help: "Propagation delay of the link, one way.",
};

export const LOSS: NumberParam = {
  id: "loss",
  label: "Random loss",
  unit: "ratio",
  ...range({ default: 0, min: 0, max: 0.5, sliderMax: 0.1, step: 0.001 }),
  help: "Share of packets that the link loses at random, without congestion.",
  detail: true,
};

export const JITTER: NumberParam = {
  id: "jitter",
  label: "Jitter",
  unit: "ms",
  ...range({ default: 0, min: 0, max: 500, sliderMax: 100, step: 1 }),
  help: "Each packet gets a random extra delay of up to this value. Packets stay in order unless Jitter reorders is on.",
  detail: true,
};

export const JITTER_OVERTAKES: BooleanParam = {
  kind: "boolean",
  id: "jitter-overtakes",
  label: "Jitter reorders",
  default: false,
  help: "On: jitter lets packets overtake each other, as on a path with several routes. Off: a late packet delays the packets behind it.",
  detail: true,
  live: false,
  whyNotLive: "Packets are already in flight in the order that this setting determines.",
};

export const BUCKET: NumberParam = {
  id: "bucket",
  label: "Token bucket",
  unit: "B",
  ...range({ default: 0, min: 0, max: 100_000, sliderMax: 15_000, step: 100 }),
  help: "After a pause this many bytes leave at once, as from a token-bucket shaper. 0: packets always leave one by one at the rate of the link.",
  cite: "Linux sch_htb.c",
  detail: true,
};

/** The parameters of every link. */
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

/** Default values of the parameters of a link. */
export const LINK_DEFAULTS: ParamValues = Object.fromEntries(
  LINK_PARAMS.map((param) => [param.id, param.default]),
);

/** Returns a link with default values for all parameters that are not given. */
export function link(ends: Pick<LinkSpec, "id" | "label" | "from" | "to">, params: ParamValues): LinkSpec {
  return { ...ends, params: { ...LINK_DEFAULTS, ...params }, queue: null };
}
