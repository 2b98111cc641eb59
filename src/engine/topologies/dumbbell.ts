/** The dumbbell: all flows share one bottleneck. Each flow has its own propagation delay. */
import { DELAY_PATTERN, RATE_PATTERN } from "../net/pattern.ts";
import type { NumberParam, ParamValues } from "../params/param.ts";
import type { RouteSpec } from "../scenario/scenario.ts";
import { BUCKET, CAPACITY, JITTER, JITTER_OVERTAKES, LOSS, link } from "./link-params.ts";
import type { Topology, TopologyDefinition } from "./topology.ts";

const REVERSE_CAPACITY: NumberParam = {
  ...CAPACITY,
  id: "reverse-capacity",
  label: "Return-path capacity",
  default: null,
  noneLabel: "ideal",
  help: "Rate of the link in the opposite direction, in which ACKs queue and other flows can send. ideal: ACKs never wait.",
  live: false,
  whyNotLive:
    "A second link cannot be added or removed during a run; the capacity of the link reverse can change.",
  detail: true,
};

function build(values: ParamValues): Topology {
  const { "reverse-capacity": reverseCapacity, ...ofLink } = values;
  const forward = link({ id: "bottleneck", label: "Bottleneck", from: "left", to: "right" }, ofLink);
  const nodes = [
    { id: "left", label: "Senders" },
    { id: "right", label: "Receivers" },
  ];
  if (reverseCapacity === null) return { nodes, links: [forward], routes: [route("forward", "Forward", [])] };
  const ends = { id: "reverse", label: "Way back", from: "right", to: "left" };
  const links = [forward, link(ends, { capacity: reverseCapacity, bucket: ofLink.bucket })];
  const reverse = { id: "reverse", label: "Reverse", forward: ["reverse"], back: ["bottleneck"] };
  return { nodes, links, routes: [route("forward", "Forward", ["reverse"]), reverse] };
}

function route(id: string, label: string, back: readonly string[]): RouteSpec {
  return { id, label, forward: ["bottleneck"], back };
}

export const dumbbell: TopologyDefinition = {
  id: "dumbbell",
  label: "Dumbbell",
  family: "One bottleneck",
  summary:
    "All flows share one bottleneck. If the return path has a capacity, ACKs queue there among other data.",
  cite: "RFC 7928 §3.1",
  params: [CAPACITY, LOSS, JITTER, JITTER_OVERTAKES, BUCKET, RATE_PATTERN, DELAY_PATTERN, REVERSE_CAPACITY],
  probes: [],
  build,
  flows: () => [],
};
