/** How evenly those flows share that want more than their share. */
import type { Network } from "../network.ts";
import type { Scenario } from "../scenario/scenario.ts";
import { fairnessAmong } from "./fairness-among.ts";
import { jainIndex } from "./jain.ts";
import { joinsAmong } from "./joins.ts";
import type { Recorder } from "./recorder.ts";
import type { FlowResult, Sharing } from "./snapshot.ts";
import { thinFlows } from "./thin-flows.ts";

export function sharingOf(
  scenario: Scenario,
  network: Network,
  recorder: Recorder,
  flows: readonly FlowResult[],
): Sharing {
  const thin = thinFlows(scenario, network, recorder);
  const counts = thin.map((isThin) => 1 - isThin);
  const { sampler } = recorder;
  const running = thin.includes(1) ? fairnessAmong(sampler.samples(), counts).running : sampler.recordedF();
  const { nowNs } = network.clock;
  const counted = network.flows.filter(({ index, startNs, stopNs, completedNs }) => {
    const hasBegun = startNs < nowNs && stopNs > recorder.sinceNs;
    return counts[index] === 1 && hasBegun && (completedNs < 0 || completedNs > recorder.sinceNs);
  });
  const goodputs = counted.map(({ index }) => flows[index].goodputBps);
  return {
    flows: counted.map(({ index }) => index),
    thin: [...thin.keys()].filter((flow) => thin[flow] === 1),
    jain: jainIndex(goodputs),
    joins: joinsAmong(sampler.turns(), counts, running, sampler.intervalS),
  };
}
