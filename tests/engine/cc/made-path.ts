/** A simulated path of one link: paced segments, a FIFO, ACKs with samples. Lost segments are not retransmitted. */
import type { CongestionControl } from "../../../src/engine/cc/congestion-control.ts";
import { AckSample } from "../../../src/engine/tcp/ack-sample.ts";
import { MadeState, MS, S } from "./made.ts";

interface Sent {
  readonly seq: number;
  readonly sentNs: number;
  readonly deliveredTotal: number;
  readonly deliveredNs: number;
  readonly firstSentNs: number;
  readonly lostTotal: number;
  readonly markedTotal: number;
  readonly inflight: number;
  arrivesNs: number;
  marked: boolean;
}

export interface PathSettings {
  /** Rate of the link in segments per second. */
  rate: number;
  rttNs: number;
  /** Maximum number of segments waiting or on the wire. Further segments are dropped. */
  limit: number;
  /** Queue length above which segments are marked. */
  markAbove: number;
  /** True if the application has nothing more to send. */
  isSilent: boolean;
  /** Returns true to drop a segment, given its number, in addition to those that find no room. */
  drops: (seq: number) => boolean;
}

export class MadePath {
  readonly state = new MadeState(10);
  readonly sample = new AckSample();
  readonly settings: PathSettings;
  dropped = 0;
  maxQueue = 0;
  private readonly cc: CongestionControl;
  private readonly flight: Sent[] = [];
  private nextSendNs = 0;
  private freeNs = 0;
  private deliveredNs = 0;
  private firstSentNs = 0;
  private repairedAt = -1;

  constructor(cc: CongestionControl, settings: Partial<PathSettings> = {}) {
    this.cc = cc;
    const usual = { rate: 1000, rttNs: 100 * MS, limit: 1e9, markAbove: 1e9, isSilent: false };
    this.settings = { ...usual, drops: () => false, ...settings };
  }

  /** Runs until `done` holds after an ACK, or to `endNs`. Returns whether it held. */
  runUntil(done: () => boolean, endNs = this.nowNs + 100 * S): boolean {
    for (;;) {
      const sendNs = this.canSend
        ? Math.max(this.nowNs, Math.ceil(this.nextSendNs))
        : Number.POSITIVE_INFINITY;
      const ackNs = this.flight[0]?.arrivesNs ?? Number.POSITIVE_INFINITY;
      if (Math.min(sendNs, ackNs) > endNs) {
        this.state.at(endNs);
        return false;
      }
      if (sendNs < ackNs) this.send(sendNs);
      else {
        this.acknowledge(ackNs);
        if (done()) return true;
      }
    }
  }

  runFor(spanNs: number): void {
    this.runUntil(() => false, this.nowNs + spanNs);
  }

  get nowNs(): number {
    return this.state.nowNs;
  }

  /** Number of segments waiting or on the wire. */
  get queue(): number {
    return Math.max(0, ((this.freeNs - this.nowNs) * this.settings.rate) / S);
  }

  private get canSend(): boolean {
    return !this.settings.isSilent && this.state.inflight < this.state.cwnd;
  }

  private send(nowNs: number): void {
    const { state, sample, settings } = this;
    state.at(nowNs);
    if (state.inflight === 0) {
      this.deliveredNs = nowNs;
      this.firstSentNs = nowNs;
    }
    state.inflight++;
    // A real sender counts as limited by cwnd for a whole round trip. Here only the last attempt to send decides.
    state.cwndLimited = state.inflight >= state.cwnd;
    const segment: Sent = {
      seq: state.nxt++,
      sentNs: nowNs,
      deliveredTotal: sample.deliveredTotal,
      deliveredNs: this.deliveredNs,
      firstSentNs: this.firstSentNs,
      lostTotal: sample.lostTotal,
      markedTotal: sample.markedTotal,
      inflight: state.inflight,
      arrivesNs: 0,
      marked: this.queue > settings.markAbove,
    };
    if (this.queue > settings.limit || settings.drops(segment.seq)) {
      this.dropped++;
    } else {
      this.freeNs = Math.round(Math.max(nowNs, this.freeNs) + S / settings.rate);
      segment.arrivesNs = this.freeNs + settings.rttNs;
      this.flight.push(segment);
    }
    this.maxQueue = Math.max(this.maxQueue, this.queue);
    // Fractions of a ns are carried over, so that the rate is exact.
    this.nextSendNs = Math.max(this.nextSendNs, nowNs - 1) + S / state.pacingRate;
    state.departsNs = this.nextSendNs;
  }

  private acknowledge(nowNs: number): void {
    const { state, sample } = this;
    const segment = this.flight.shift() as Sent;
    state.at(nowNs);
    sample.inflightBefore = state.inflight;
    sample.acked = sample.delivered = 1;
    sample.marked = segment.marked ? 1 : 0;
    // Segments arrive in order, so those that this one skips are lost.
    sample.lost = segment.seq - state.una;
    sample.deliveredTotal++;
    sample.markedTotal += sample.marked;
    sample.lostTotal += sample.lost;
    sample.nowNs = nowNs;
    sample.rttNs = nowNs - segment.sentNs;
    sample.priorDelivered = segment.deliveredTotal;
    sample.priorLost = segment.lostTotal;
    sample.priorMarked = segment.markedTotal;
    sample.inflightAtSend = segment.inflight;
    sample.isAppLimited = this.settings.isSilent;
    sample.intervalNs = Math.max(segment.sentNs - segment.firstSentNs, nowNs - segment.deliveredNs);
    this.firstSentNs = segment.sentNs;
    this.deliveredNs = nowNs;
    state.inflight -= 1 + sample.lost;
    state.una = segment.seq + 1;
    state.srttNs = state.srttNs === 0 ? sample.rttNs : state.srttNs + (sample.rttNs - state.srttNs) / 8;
    state.minRttNs = Math.min(state.minRttNs, sample.rttNs);
    this.repair();
    this.cc.onSample?.(state, sample);
  }

  private repair(): void {
    const { state, sample } = this;
    if (sample.lost > 0) {
      if (!state.inRecovery) this.cc.ssthreshAfterLoss(state);
      state.inRecovery = true;
      this.repairedAt = state.nxt;
    } else if (state.inRecovery && state.una >= this.repairedAt) state.inRecovery = false;
  }
}
