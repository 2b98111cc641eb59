/** How a change in mid-run reaches what it concerns: code that a run without changes has no need of. */
import type { Flow } from "../flow.ts";
import type { Network } from "../network.ts";
import type { Change } from "./scenario.ts";

/** What the simulation must hear of. */
export interface ChangeListener {
  /** At the i-th link. */
  queueReplaced(link: number): void;
  stopMoved(flow: Flow): void;
}

export interface ChangingCode {
  applyChange(change: Change, network: Network, listener: ChangeListener): void;
  /** As far as it concerns the flows of one group. */
  changeGroup(group: number, change: Change, network: Network, listener: ChangeListener): void;
}
