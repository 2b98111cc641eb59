/** A sender's state made by hand, and round trips of ACKs for a congestion control. */
import type { CongestionControl } from "../../../src/engine/cc/congestion-control.ts";
import { SenderState } from "../../../src/engine/tcp/sender-state.ts";

export const MS = 1e6;
export const S = 1e9;

export function madeState(fields: Partial<SenderState>): SenderState {
  return Object.assign(new SenderState(10), { minRttNs: 100 * MS, srttNs: 100 * MS }, fields);
}

/** One window is acknowledged, two segments an ACK, evenly over a round trip; returns when that is over. */
export function roundTrip(cc: CongestionControl, state: SenderState, fromNs: number): number {
  const acks = Math.max(1, Math.round(state.cwnd / 2));
  for (let i = 1; i <= acks; i++) cc.onAck(state, 2, fromNs + (i * state.minRttNs) / acks);
  return fromNs + state.minRttNs;
}
