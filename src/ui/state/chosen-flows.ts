/** Jain's index and F(t) of the flows that a person has chosen, in place of those of all but the thin ones. */
import { fairnessAmong, jainIndex, joinsAmong, type Snapshot } from "../../engine/index.ts";
import type { ChosenFlows } from "./store.ts";

/** The same snapshot where nothing is chosen, or for a run of other flows. */
export function withChosenFlows(snapshot: Snapshot, chosen: ChosenFlows | null): Snapshot {
  const { results, samples } = snapshot;
  if (chosen === null || chosen.of !== results.flows.length) return snapshot;
  const counts = new Uint8Array(chosen.of);
  for (const flow of chosen.flows) counts[flow] = 1;
  const { momentary, running } = fairnessAmong(samples, counts);
  const sharing = {
    flows: chosen.flows,
    chosen: true,
    thin: [],
    jain: jainIndex(chosen.flows.map((flow) => results.flows[flow].goodputBps)),
    joins: joinsAmong(samples.turns, counts, running, samples.intervalS),
  };
  return {
    ...snapshot,
    results: { ...results, fairness: { ...results.fairness, sharing } },
    samples: { ...samples, jainMomentary: momentary, jainRunning: running },
  };
}

/** With the flow in or out of those that count now. */
export function withFlow(counted: readonly number[], of: number, flow: number, isIn: boolean): ChosenFlows {
  const others = counted.filter((one) => one !== flow);
  return { of, flows: isIn ? [...others, flow].sort((a, b) => a - b) : others };
}
