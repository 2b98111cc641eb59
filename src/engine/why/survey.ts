/**
 * The whole run once, for what a story needs from afar: every cut and signal, so that the one before and the one after
 * can be named; when each link stood idle; and the series that any run records.
 */
import type { Packet } from "../net/packet.ts";
import type { Network } from "../network.ts";
import { NS_PER_S } from "../params/read.ts";
import type { Snapshot } from "../trace/snapshot.ts";
import { IdleTimes } from "./idle-times.ts";
import { type MakeReplay, type Replay, runInSteps } from "./replay.ts";
import { type Ears, witnessOf } from "./witness.ts";

/** A cut, a timeout or the end of slow start; windows in segments. */
export interface FlowFact {
  readonly timeNs: number;
  readonly flow: number;
  /** A FLOW_EVENT. */
  readonly kind: number;
  readonly before: number;
  readonly after: number;
}

/** A mark, a drop or a loss. */
export interface SignalFact {
  readonly timeNs: number;
  readonly link: number;
  readonly flow: number;
  /** A QUEUE_EVENT. */
  readonly kind: number;
  readonly end: number;
  readonly seq: number;
  readonly isAck: boolean;
  readonly sojournNs: number;
}

/** More of either than a reader ever leafs through; a run with more is surveyed around the moment asked for. */
const MOST_FACTS = 300_000;
/** Beyond the moment asked for a run is followed to its end, unless that takes longer than a reader waits. */
const EVENTS_BEYOND = 20e6;
/** What follows a moment is looked for so far. */
const AFTERMATH_S = 60;

export class Survey implements Ears {
  readonly events: FlowFact[] = [];
  readonly signals: SignalFact[] = [];
  /** By link. */
  readonly idle: IdleTimes[] = [];
  /** Since when it has noted cuts and signals. */
  readonly fromNs: number;
  private readonly replay: Replay;
  private network_: Network | null = null;
  private snapshot_: Snapshot | null = null;
  /** When the first was left out because there were too many. */
  private fullNs = Number.POSITIVE_INFINITY;

  constructor(make: MakeReplay, fromNs: number) {
    this.fromNs = fromNs;
    this.replay = make(witnessOf(this));
  }

  get network(): Network {
    if (this.network_ === null) throw new Error("the run has not begun");
    return this.network_;
  }

  /** As far as it has come. */
  get snapshot(): Snapshot {
    this.snapshot_ ??= this.replay.snapshot();
    return this.snapshot_;
  }

  get untilNs(): number {
    return this.network.clock.nowNs;
  }

  /** Cuts and signals are known from `fromNs` to here. */
  get knownUntilNs(): number {
    return Math.min(this.untilNs, this.fullNs);
  }

  /** Far enough to tell what followed that moment; `untilS`: no further than that. Yields between steps. */
  *reach(atS: number, untilS: number): Generator<undefined, void> {
    if (this.replay.done || this.replay.nowS >= untilS) return;
    this.snapshot_ = null;
    const leastS = Math.min(atS + AFTERMATH_S, untilS);
    yield* runInSteps(this.replay, leastS);
    yield* runInSteps(this.replay, untilS, EVENTS_BEYOND);
  }

  begin(network: Network): void {
    this.network_ = network;
  }

  leavesQueue(link: number, sojournNs: number): void {
    this.idle[link] ??= new IdleTimes(this.network, link);
    this.idle[link].leaves(sojournNs);
  }

  signal(link: number, kind: number, packet: Packet): void {
    const { clock, flowOfEnd } = this.network;
    if (!this.notes(this.signals)) return;
    const { end, isAck, ack, seq, enqueuedNs } = packet;
    this.signals.push({
      timeNs: clock.nowNs,
      link,
      flow: flowOfEnd[end],
      kind,
      end,
      seq: isAck ? ack : seq,
      isAck,
      sojournNs: clock.nowNs - enqueuedNs,
    });
  }

  event(flow: number, kind: number, before: number, after: number): void {
    if (!this.notes(this.events)) return;
    this.events.push({ timeNs: this.network.clock.nowNs, flow, kind, before, after });
  }

  private notes(list: readonly unknown[]): boolean {
    const { nowNs } = this.network.clock;
    if (nowNs < this.fromNs) return false;
    if (list.length < MOST_FACTS) return true;
    if (nowNs < this.fullNs) this.fullNs = nowNs;
    return false;
  }
}

export const secondsOf = (ns: number): number => ns / NS_PER_S;
