/**
 * Tail loss probes. When no ACK has arrived for two round trips, one segment is sent to trigger an ACK. A loss at the
 * end of a transfer is then found by SACK instead of by a timeout. Reference: RFC 8985 §7, as implemented in Linux.
 */
import { FLOW_EVENT } from "../trace/snapshot.ts";
import { reduceForRepairedTail } from "./loss-recovery.ts";
import type { Sender } from "./sender.ts";

const NONE = -1;

/** State of a sender's tail loss probe. */
export class LossProbe {
  /** SND.NXT when the probe was sent (TLP.end_seq); -1 if no probe is outstanding. */
  end = NONE;
  /** True if the probe was a retransmission of the last segment. */
  isRetransmission = false;

  forget(): void {
    this.end = NONE;
  }
}

/**
 * Sends a probe, because the probe timeout has expired (§7.3). No further probe is sent while one is outstanding; the
 * retransmission timeout runs instead.
 */
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
 * Determines whether the probe repaired a loss (§7.4). Call this for an ACK of everything up to the probe. The probe repaired a
 * loss if data beyond it is acknowledged and no DSACK or bare duplicate ACK reported the segment as a duplicate. In that case
 * cwnd is reduced once, immediately. `duplicateEnd` is the segment number after the segment that a DSACK names.
 */
export function readProbeAnswer(sender: Sender, ack: number, acked: number, duplicateEnd: number): void {
  const { probe, board } = sender;
  if (ack < probe.end) return;
  const cameTwice = duplicateEnd === probe.end;
  const isBareDuplicate = ack === probe.end && acked === 0 && board.delivered === 0 && duplicateEnd < 0;
  if (!probe.isRetransmission || cameTwice || isBareDuplicate) probe.forget();
  else if (ack > probe.end) {
    probe.forget();
    reduceForRepairedTail(sender);
  }
}
