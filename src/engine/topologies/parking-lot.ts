/** The parking lot: one flow passes every hop; on each hop it competes with a flow that passes only this hop. */
import { type NumberParam, type ParamValues, range } from "../params/param.ts";
import { readNumber } from "../params/read.ts";
import { CAPACITY, DELAY, link } from "./link-params.ts";
import type { FlowSketch, Topology, TopologyDefinition } from "./topology.ts";

const HOPS: NumberParam = {
  id: "hops",
  label: "Hops",
  unit: "count",
  ...range({ default: 3, min: 2, max: 10, step: 1, integer: true }),
  help: "Number of links in a row, each with a queue and a cross flow.",
  live: false,
  whyNotLive: "Links and routes cannot change during a run.",
};

const HOP_DELAY: NumberParam = { ...DELAY, default: 10, help: "Propagation delay of each hop, one way." };

const ACCESS_RTT_MS = 10;

const idsOf = (values: ParamValues): string[] =>
  Array.from({ length: readNumber(values, HOPS.id) }, (_, hop) => `hop${hop + 1}`);

function build(values: ParamValues): Topology {
  const ids = idsOf(values);
  const { capacity, delay } = values;
  const names = Array.from({ length: ids.length + 1 }, (_, node) => `R${node + 1}`);
  const links = ids.map((id, hop) =>
    link({ id, label: `Hop ${hop + 1}`, from: names[hop], to: names[hop + 1] }, { capacity, delay }),
  );
  const crossing = ids.map((id, hop) => ({ id, label: `Hop ${hop + 1} only`, forward: [id], back: [] }));
  return {
    nodes: names.map((id) => ({ id, label: id })),
    links,
    routes: [{ id: "long", label: "All hops", forward: ids, back: [] }, ...crossing],
  };
}

function flows(values: ParamValues): FlowSketch[] {
  return ["long", ...idsOf(values)].map((route) => ({ route, params: { rtt: ACCESS_RTT_MS } }));
}

export const parkingLot: TopologyDefinition = {
  id: "parking-lot",
  label: "Parking lot",
  family: "Several bottlenecks",
  summary:
    "One flow passes every hop; at each hop it shares the link with a flow that passes only this hop. The long flow therefore gets the marks of all hops.",
  cite: "Floyd, Connections with Multiple Congested Gateways (CCR 1991)",
  params: [HOPS, CAPACITY, HOP_DELAY],
  probes: [],
  build,
  flows,
};
