/** A user-defined path: its links and routes are stored in the PathSpec. */
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
