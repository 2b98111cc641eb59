/** A sender alone, with its clock, its timers and a pool of packets: the common part of all harnesses with a sender. */
import type { CongestionControl } from "../../../src/engine/cc/congestion-control.ts";
import { newreno } from "../../../src/engine/cc/newreno.ts";
import { Clock } from "../../../src/engine/core/clock.ts";
import { EventQueue, EventSlot } from "../../../src/engine/core/event-queue.ts";
import { type Packet, PacketPool } from "../../../src/engine/net/packet.ts";
import { Sender } from "../../../src/engine/tcp/sender.ts";
import type { SenderSettings, SenderTraits } from "../../../src/engine/tcp/sender-settings.ts";

export const MS = 1e6;

/** Linux's settings: SACK, RACK, F-RTO, tail loss probes, PRR, initial window 10, minimum RTO 200 ms. */
export const LINUX: SenderSettings = {
  sack: true,
  rack: true,
  rackLosses: true,
  lossProbes: true,
  frto: true,
  forwardRetransmissions: false,
  limitedTransmit: true,
  recovery: "prr",
  fastRecovery: "newreno",
  idleRestart: true,
  appLimitedGrowth: true,
  initialWindow: 10,
  minCwnd: 2,
  receiveWindow: Number.POSITIVE_INFINITY,
  ectRetransmissions: false,
  initialRtoNs: 1000 * MS,
  minRtoNs: 200 * MS,
  timerTickNs: 0,
  mssBytes: 1000,
  overheadBytes: 40,
};

/** Settings of older RFCs: a loss is detected by three SACKed segments above it, and Linux's additions are off. */
export const PLAIN: SenderSettings = {
  ...LINUX,
  rackLosses: false,
  lossProbes: false,
  frto: false,
  appLimitedGrowth: false,
  mssBytes: 1448,
  overheadBytes: 52,
};

export interface LoneOptions {
  readonly cc?: CongestionControl;
  readonly traits?: SenderTraits;
  readonly ecn?: boolean;
  /** The field `end` of the sender's packets. */
  readonly end?: number;
}

export function plainNewReno(): CongestionControl {
  return newreno.create(
    { "beta-ecn": 0.5, "beta-loss": 0.5, "reno-increase": "count", "reno-slow-start": "below" },
    () => 0,
  );
}

export abstract class LoneSender {
  readonly clock = new Clock();
  readonly pool = new PacketPool();
  readonly sender: Sender;
  /** The sender's reductions and timeouts: kind, time, cwnd before and after. */
  readonly events: { readonly kind: number; atMs: number; before: number; after: number }[] = [];
  readonly ssthreshs: number[] = [];
  /** The phases that the sender entered. */
  readonly phases: { readonly id: string; atMs: number; value: number }[] = [];
  protected readonly queue = new EventQueue(this.clock);
  protected readonly timer = new EventSlot(this.queue);
  readonly pace = new EventSlot(this.queue);

  constructor(
    settings: SenderSettings,
    { cc = plainNewReno(), traits = {}, ecn = true, end = 0 }: LoneOptions,
  ) {
    this.sender = new Sender(
      this.clock,
      end,
      settings,
      cc,
      traits,
      ecn,
      this.pool,
      this.timer,
      traits.paced === true ? this.pace : null,
      {
        onCwnd: () => {},
        onSsthresh: (ssthresh) => this.ssthreshs.push(ssthresh),
        onEvent: (kind, before, after) => this.events.push({ kind, atMs: this.nowMs, before, after }),
        onPhase: ({ id }, value) => this.phases.push({ id, atMs: this.nowMs, value }),
      },
      this.out,
    );
  }

  get nowMs(): number {
    return this.clock.nowNs / MS;
  }

  /** The output of the sender. */
  protected get out() {
    return { receive: (packet: Packet) => this.leave(packet) };
  }

  /** Called with each packet that leaves the sender. */
  protected abstract leave(packet: Packet): void;

  /** Handles an event by the number of its slot. Returns false to stop. */
  protected abstract handle(slot: number): boolean;

  /** Handles events up to and including that time. Returns false if stopped. */
  protected runUntil(ms: number): boolean {
    while (this.queue.nextTimeNs <= ms * MS) {
      this.clock.nowNs = this.queue.nextTimeNs;
      if (!this.handle(this.queue.nextSlot)) return false;
    }
    this.clock.nowNs = ms * MS;
    return true;
  }
}
