/**
 * Tail loss probes: when nothing has come for two round trips, one segment asks what became of the last ones, so that a
 * loss at the end of a transfer is found by SACK and not by a timeout. Reference: RFC 8985 §7, as Linux has it.
 */
import { FLOW_EVENT } from "../trace/snapshot.ts";
import { loseTail } from "./loss-recovery.ts";
import type { Sender } from "./sender.ts";

const NONE = -1;

export class LossProbe {
  /** SND.NXT when the probe was sent (TLP.end_seq); -1: none is on its way. */
  end = NONE;
  /** It was the last segment once more. */
  isRetransmission = false;

  forget(): void {
    this.end = NONE;
  }
}

/** §7.3: the probe timeout has expired. One probe at a time; otherwise the timeout. */
export function sendLossProbe(sender: Sender): void {
  const { probe, state, timer } = sender;
  if (state.una === state.nxt) return;
  if (probe.end !== NONE || !sender.mayProbe) {
    timer.resumeTimeout();
    return;
  }
  probe.isRetransmission = sender.sendProbe();
  probe.end = state.nxt;
  timer.restartFromNow();
  sender.observer.onEvent(FLOW_EVENT.lossProbe, state.cwnd, state.cwnd);
}

/**
 * §7.4: an ACK of all that was out with the probe tells whether the probe repaired a loss. It did when data beyond is
 * acknowledged and no DSACK or bare duplicate ACK said that the segment had come twice: one reduction, at once.
 * `duplicateEnd`: one past the segment that a DSACK names.
 */
export function readProbeAnswer(sender: Sender, ack: number, acked: number, duplicateEnd: number): void {
  const { probe, board } = sender;
  if (ack < probe.end) return;
  const cameTwice = duplicateEnd === probe.end;
  const isBareDuplicate = ack === probe.end && acked === 0 && board.delivered === 0 && duplicateEnd < 0;
  if (!probe.isRetransmission || cameTwice || isBareDuplicate) probe.forget();
  else if (ack > probe.end) {
    probe.forget();
    loseTail(sender);
  }
}
