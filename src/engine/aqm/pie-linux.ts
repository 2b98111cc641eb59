import type { AlgorithmDeclaration } from "../params/algorithm.ts";
import { PIE_PARAMS, PIE_PROBES } from "./pie-params.ts";

export const pieLinux: AlgorithmDeclaration = {
  id: "pie-linux",
  label: "PIE (Linux 3.14)",
  summary:
    "PIE as Linux 3.14 to 4.5 shipped it and the ABE paper used it: delay from a measured departure rate, three gain steps, no derandomisation.",
  cite: "ABE paper §3; Linux 3.17 sch_pie.c",
  params: PIE_PARAMS({ targetMs: 20, updateMs: 30, maxBurstMs: 100 }),
  probes: PIE_PROBES,
};
