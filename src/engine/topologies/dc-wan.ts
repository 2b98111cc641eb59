/**
 * A data centre next to a wide-area link: one flow crosses both bottlenecks, other flows start and stop at each
 * bottleneck. Reference: Tahiliani, Misra, Ramakrishnan, A Principled Look at the Utility of Feedback in Congestion
 * Control (2019) §4.
 */
import type { NumberParam, ParamValues } from "../params/param.ts";
import { CAPACITY, DELAY, link } from "./link-params.ts";
import type { FlowSketch, Topology, TopologyDefinition } from "./topology.ts";

const DC_CAPACITY: NumberParam = {
  ...CAPACITY,
  id: "dc-capacity",
  label: "DC capacity",
  default: 1000,
  help: "Rate of the link inside the data centre, headers included.",
};

const WAN_CAPACITY: NumberParam = {
  ...CAPACITY,
  id: "wan-capacity",
  label: "WAN capacity",
  default: 50,
  help: "Rate of the wide-area link, headers included.",
};

const DC_DELAY: NumberParam = {
  ...DELAY,
  id: "dc-delay",
  label: "DC delay",
  default: 0.002,
  step: 0.001,
  sliderMax: 0.1,
  help: "Propagation delay of the link inside the data centre, one way.",
};

const WAN_DELAY: NumberParam = {
  ...DELAY,
  id: "wan-delay",
  label: "WAN delay",
  default: 0.5,
  step: 0.1,
  sliderMax: 100,
  help: "Propagation delay of the wide-area link, one way.",
};

/** One-way delays of the hosts' edge links (ms). */
const DC_EDGE_MS = 0.001;
const WAN_EDGE_MS = 0.01;

const CROSSING_START_S = 5;
const ON_OFF_S = 12;

function build(values: ParamValues): Topology {
  const { "dc-capacity": dcCapacity, "wan-capacity": wanCapacity } = values;
  const wan = link(
    { id: "wan", label: "WAN", from: "G2", to: "G4" },
    { capacity: wanCapacity, delay: values["wan-delay"] },
  );
  const dc = link(
    { id: "dc", label: "Data centre", from: "G1", to: "G2" },
    { capacity: dcCapacity, delay: values["dc-delay"] },
  );
  return {
    nodes: [
      { id: "G1", label: "G1" },
      { id: "G2", label: "G2, G3" },
      { id: "G4", label: "G4" },
    ],
    links: [wan, dc],
    routes: [
      { id: "both", label: "Data centre and WAN", forward: ["dc", "wan"], back: [] },
      { id: "dc", label: "Data centre only", forward: ["dc"], back: [] },
      { id: "wan", label: "WAN only", forward: ["wan"], back: [] },
    ],
  };
}

function flows(): FlowSketch[] {
  const onOff = { traffic: "on-off", count: 3 };
  return [
    { route: "both", params: { rtt: 2 * (DC_EDGE_MS + WAN_EDGE_MS), start: CROSSING_START_S } },
    { route: "dc", ...onOff, params: { rtt: 4 * DC_EDGE_MS, "on-time": ON_OFF_S, "off-time": ON_OFF_S } },
    { route: "wan", ...onOff, params: { rtt: 4 * WAN_EDGE_MS, "on-time": ON_OFF_S, "off-time": ON_OFF_S } },
  ];
}

export const dcWan: TopologyDefinition = {
  id: "dc-wan",
  label: "Data centre and WAN",
  family: "Several bottlenecks",
  summary:
    "Two bottlenecks in a row, a fast short link and a slow long one. One flow crosses both, and three more come and go at each.",
  cite: "Tahiliani, Misra and Ramakrishnan, BS 2019, §4",
  params: [DC_CAPACITY, DC_DELAY, WAN_CAPACITY, WAN_DELAY],
  probes: [],
  build,
  flows,
};
