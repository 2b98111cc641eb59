/** What is worked out of how flows share: code that a flow alone has no need of. */
import type { Network } from "../network.ts";
import type { Scenario } from "../scenario/scenario.ts";
import type { fairnessAmong } from "./fairness-among.ts";
import type { Recorder } from "./recorder.ts";
import type { FlowResult, Sharing } from "./snapshot.ts";

export interface SharingCode {
  of(scenario: Scenario, network: Network, recorder: Recorder, flows: readonly FlowResult[]): Sharing;
  readonly fairnessAmong: typeof fairnessAmong;
}
