/**
 * What all BBRs do about signals: they set cwnd themselves, so a loss, a mark or a timeout only makes them remember the
 * window, to go back to it once the repair is over (Linux bbr_save_cwnd).
 */
import type { ParamValue } from "../params/param.ts";
import type { AckSample } from "../tcp/ack-sample.ts";
import type { SenderState } from "../tcp/sender-state.ts";
import { type CongestionControl, MIN_CWND } from "./congestion-control.ts";

export abstract class BbrWindow implements CongestionControl {
  /** A loss is being repaired, by recovery or after a timeout: as of the last ACK. */
  protected wasRepairing = false;
  /** The window before a repair or PROBE_RTT. */
  protected savedCwnd = 0;

  /** In PROBE_RTT, where the window is small on purpose. */
  protected abstract get isProbingRtt(): boolean;
  abstract onSample(state: SenderState, sample: AckSample): void;
  abstract onTimeout(state: SenderState): void;
  abstract configure(id: string, value: ParamValue): void;
  abstract probe(index: number): number;

  onAck(): void {}

  onRttSample(): void {}

  /** No reduction: the answer is the window as it is. */
  ssthreshAfterLoss(state: SenderState): number {
    this.saveCwnd(state);
    return Math.max(MIN_CWND, state.cwnd);
  }

  ssthreshAfterMark(state: SenderState): number {
    return this.ssthreshAfterLoss(state);
  }

  protected saveCwnd(state: SenderState): void {
    const isCutAlready = this.wasRepairing || this.isProbingRtt;
    this.savedCwnd = isCutAlready ? Math.max(this.savedCwnd, state.cwnd) : state.cwnd;
  }
}
