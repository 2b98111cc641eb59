/** A custom path. Its links and routes are stored in the PathSpec. */
import type { TopologyDefinition } from "./topology.ts";

export const custom: TopologyDefinition = {
  id: "custom",
  label: "Custom",
  family: "Your own",
  summary:
    "A custom path: any number of links and routes up to the limits. It starts as a copy of the current path.",
  cite: "RFC 7928 §3.1",
  params: [],
  probes: [],
  isOpen: true,
  build: () => ({ nodes: [], links: [], routes: [] }),
  flows: () => [],
};
