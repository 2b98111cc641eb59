/**
 * Six flows with three RTTs through one bottleneck. There are two flows for each RTT: one reacts to marks by ECN(α, β), the other
 * like TCP. Reference: Kwon and Fahmy §V-B3.
 */
import type { ParamValues } from "../params/param.ts";
import { CAPACITY, link } from "./link-params.ts";
import type { FlowSketch, Topology, TopologyDefinition } from "./topology.ts";

/**
 * RTTs for a short, a medium and a long path (ms), chosen for this project because the text of the paper does not
 * state them.
 */
const RTTS_MS = [20, 60, 120];

function build(values: ParamValues): Topology {
  const { capacity } = values;
  return {
    nodes: [
      { id: "left", label: "Senders" },
      { id: "right", label: "Receivers" },
    ],
    links: [link({ id: "bottleneck", label: "Bottleneck", from: "left", to: "right" }, { capacity })],
    routes: [{ id: "forward", label: "Forward", forward: ["bottleneck"], back: [] }],
  };
}

function flows(): FlowSketch[] {
  return ["ecn-ab", "newreno"].flatMap((cc) =>
    RTTS_MS.map((rtt) => ({ route: "forward", cc, params: { rtt } })),
  );
}

export const sixFlows: TopologyDefinition = {
  id: "six-flows",
  label: "Six flows",
  family: "One bottleneck",
  summary:
    "Three round-trip times share one bottleneck, each with one ECN(α, β) flow and one plain TCP flow. It shows which flows lose when the two kinds are mixed.",
  cite: "Kwon and Fahmy §V-B",
  params: [CAPACITY],
  probes: [],
  build,
  flows,
};
