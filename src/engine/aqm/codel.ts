import type { AlgorithmDeclaration } from "../params/algorithm.ts";
import { AQM_ECN } from "./shared-params.ts";

export const codel: AlgorithmDeclaration = {
  id: "codel",
  label: "CoDel",
  summary:
    "Signals when the smallest sojourn time of an interval stays above the target, then ever more often until it falls below. Decides when a packet leaves.",
  cite: "RFC 8289",
  params: [
    {
      kind: "number",
      id: "target",
      label: "Target",
      unit: "ms",
      default: 5,
      min: 0.1,
      max: 200,
      step: 0.5,
      scale: "log",
      help: "Standing queue delay that CoDel accepts.",
      cite: "RFC 8289 §4.4",
    },
    {
      kind: "number",
      id: "interval",
      label: "Interval",
      unit: "ms",
      default: 100,
      min: 1,
      max: 2000,
      step: 5,
      scale: "log",
      help: "How long the delay must stay above the target before the first signal: a worst-case round-trip time.",
      cite: "RFC 8289 §4.3",
    },
    AQM_ECN,
  ],
  probes: [
    {
      id: "count",
      label: "signals in this dropping state",
      unit: "count",
      help: "CoDel's count: the next signal comes interval/√count later.",
    },
    {
      id: "dropping",
      label: "dropping state",
      unit: "count",
      help: "1 while CoDel is signalling, 0 otherwise.",
    },
  ],
};
