/** What is done about thin flows: code that comes with the kinds of traffic that can be thin. */
import type { Network } from "../network.ts";
import type { Scenario } from "../scenario/scenario.ts";
import type { fairnessAmong } from "./fairness-among.ts";
import type { Recorder } from "./recorder.ts";

export interface ThinFlowCode {
  /** By flow, 1 where it is thin. */
  find(scenario: Scenario, network: Network, recorder: Recorder): Uint8Array;
  readonly fairnessAmong: typeof fairnessAmong;
}
