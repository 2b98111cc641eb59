import type { AlgorithmDeclaration } from "../params/algorithm.ts";
import { PIE_PARAMS, PIE_PROBES } from "./pie-params.ts";

export const pie: AlgorithmDeclaration = {
  id: "pie",
  label: "PIE",
  summary:
    "A proportional-integral controller moves a drop probability so that the queue delay meets the target. Decides when a packet arrives.",
  cite: "RFC 8033",
  params: PIE_PARAMS({ targetMs: 15, updateMs: 15, maxBurstMs: 150 }),
  probes: PIE_PROBES,
};
