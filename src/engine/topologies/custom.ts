/** A path of one's own: links and routes stand in the PathSpec, nothing is given. */
import type { TopologyDefinition } from "./topology.ts";

export const custom: TopologyDefinition = {
  id: "custom",
  label: "Custom",
  family: "Your own",
  summary:
    "Links and routes of your own, in any number up to the limits. It starts from the path that was there.",
  cite: "RFC 7928 §3.1",
  params: [],
  probes: [],
  isOpen: true,
  build: () => ({ nodes: [], links: [], routes: [] }),
  flows: () => [],
};
