/**
 * The whole run once, for what a story needs from afar: every cut and signal, so that the one before and the one after
 * can be named; when each link stood idle; and the series that any run records.
 */
import type { Packet } from "../net/packet.ts";
import type { Network } from "../network.ts";
import type { Snapshot } from "../trace/snapshot.ts";
import { Facts } from "./facts.ts";
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

/** Of either: far more than a usual run has. */
export const MOST_FACTS = 300_000;
/** Beyond the moment asked for a run is followed to its end, unless that takes longer than a reader waits. */
const EVENTS_BEYOND = 20e6;
/** What follows a moment is looked for so far. */
const AFTERMATH_S = 60;

export class Survey implements Ears {
  private readonly cuts: Facts<FlowFact>;
  private readonly marks: Facts<SignalFact>;
  /** By link. */
  readonly idle: IdleTimes[] = [];
  private readonly atNs: number;
  private readonly replay: Replay;
  private network_: Network | null = null;
  private snapshot_: Snapshot | null = null;

  /** Keeps `most` cuts and as many signals, where there are more those around `atNs`. */
  constructor(make: MakeReplay, atNs: number, most: number) {
    this.atNs = atNs;
    this.cuts = new Facts(atNs, most);
    this.marks = new Facts(atNs, most);
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

  /** In order of time. */
  get events(): readonly FlowFact[] {
    return this.cuts.kept;
  }

  get signals(): readonly SignalFact[] {
    return this.marks.kept;
  }

  /** Whether all is kept that lies beside that moment; it has come so far. */
  knows(atNs: number): boolean {
    const { cuts, marks } = this;
    const areAll = !cuts.hasForgotten && !marks.hasForgotten;
    return (areAll || atNs >= this.atNs) && Math.min(cuts.fullNs, marks.fullNs) >= atNs;
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
    const timeNs = clock.nowNs;
    const { end, isAck, ack, seq, enqueuedNs } = packet;
    this.marks.add({
      timeNs,
      link,
      flow: flowOfEnd[end],
      kind,
      end,
      seq: isAck ? ack : seq,
      isAck,
      sojournNs: timeNs - enqueuedNs,
    });
  }

  event(flow: number, kind: number, before: number, after: number): void {
    this.cuts.add({ timeNs: this.network.clock.nowNs, flow, kind, before, after });
  }
}
