/** A sender's state made by hand, and round trips of ACKs for a congestion control. */
import type { CongestionControl } from "../../../src/engine/cc/congestion-control.ts";
import { Clock } from "../../../src/engine/core/clock.ts";
import { SenderState } from "../../../src/engine/tcp/sender-state.ts";

export const MS = 1e6;
export const S = 1e9;

/** A state whose clock the test puts forward. */
export class MadeState extends SenderState {
  private readonly madeClock: Clock;

  constructor(initialWindow: number) {
    const clock = new Clock();
    super(clock, initialWindow);
    this.madeClock = clock;
  }

  /** At that time. */
  at(nowNs: number): this {
    this.madeClock.nowNs = nowNs;
    return this;
  }
}

export function madeState(fields: Partial<SenderState>): MadeState {
  return Object.assign(new MadeState(10), { minRttNs: 100 * MS, srttNs: 100 * MS }, fields);
}

/** One window is acknowledged, two segments an ACK, evenly over a round trip; returns when that is over. */
export function roundTrip(cc: CongestionControl, state: MadeState, fromNs: number): number {
  const acks = Math.max(1, Math.round(state.cwnd / 2));
  for (let i = 1; i <= acks; i++) cc.onAck(state.at(fromNs + (i * state.minRttNs) / acks), 2);
  return fromNs + state.minRttNs;
}
