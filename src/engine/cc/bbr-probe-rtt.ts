/**
 * PROBE_RTT: for 200 ms and at least a round the window is so small that the queue drains and the true round-trip time
 * shows. Reference: Linux tcp_bbr.c; draft-ietf-ccwg-bbr-05 §5.3.4.3.
 */
import type { AckSample } from "../tcp/ack-sample.ts";
import type { SenderState } from "../tcp/sender-state.ts";
import type { BbrRound } from "./bbr-round.ts";

const NOT_YET = -1;

export class BbrProbeRtt {
  durationNs: number;
  /** When the time is up; counted from where in-flight is small. */
  private doneNs = NOT_YET;
  private isRoundDone = false;
  /** What was sent between these totals of delivered segments went out under the small window. */
  private smallFrom = 0;
  private smallUntil = -1;

  constructor(durationNs: number) {
    this.durationNs = durationNs;
  }

  enter(deliveredTotal: number): void {
    this.doneNs = NOT_YET;
    this.smallFrom = deliveredTotal;
  }

  /** An ACK during PROBE_RTT; `smallWindow` is the window meant. True when the probe is over. */
  take(state: SenderState, sample: AckSample, smallWindow: number, round: BbrRound): boolean {
    this.smallUntil = sample.deliveredTotal + state.inflight;
    if (this.doneNs !== NOT_YET) {
      if (round.isStart) this.isRoundDone = true;
      return this.isRoundDone && sample.nowNs > this.doneNs;
    }
    if (state.inflight <= smallWindow) {
      this.doneNs = sample.nowNs + this.durationNs;
      this.isRoundDone = false;
      round.restart(sample.deliveredTotal);
    }
    return false;
  }

  /** The sample tells of the small window, or of what the application sent, and not of the path. */
  understates(sample: AckSample): boolean {
    if (sample.isAppLimited) return true;
    return sample.priorDelivered >= this.smallFrom && sample.priorDelivered <= this.smallUntil;
  }
}

/** Sent by an application that had been silent until all was acknowledged: the queue has drained without a probe. */
export function isRestart(sample: AckSample): boolean {
  return sample.isAppLimited && sample.priorDelivered === sample.deliveredTotal - sample.delivered;
}
