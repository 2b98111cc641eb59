/** What a run costs to compute, for a guess of the time that many of them take. */
import { routeFacts, type Scenario } from "../engine/index.ts";

/** Roughly proportional to the packets of a run, and so to the time it takes. */
export function costOf(scenario: Scenario): number {
  const capacityMbps = Math.max(...routeFacts(scenario).map((route) => route.capacityMbps));
  return Number(scenario.run.duration) * capacityMbps;
}
