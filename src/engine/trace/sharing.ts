/** How evenly those flows share that want more than their share. */
import type { Network } from "../network.ts";
import type { Scenario } from "../scenario/scenario.ts";
import { jainIndex } from "./jain.ts";
import { joinsAmong } from "./joins.ts";
import type { Recorder } from "./recorder.ts";
import type { FlowResult, Sharing } from "./snapshot.ts";

export function sharingOf(
  scenario: Scenario,
  network: Network,
  recorder: Recorder,
  flows: readonly FlowResult[],
): Sharing {
  const code = network.algorithms.thinFlows;
  const thin = code?.find(scenario, network, recorder) ?? new Uint8Array(flows.length);
  const counts = thin.map((isThin) => 1 - isThin);
  const { sampler } = recorder;
  const isRecorded = code === null || !thin.includes(1);
  const running = isRecorded ? sampler.recordedF() : code.fairnessAmong(sampler.samples(), counts).running;
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
