/**
 * A sender and a receiver joined by a path that does what it is told: drops or marks chosen packets. One packet a
 * `gapMs` enters the path, the way there and back takes `rttMs`. Everything sent is written down.
 */
import type { CongestionControl } from "../../../src/engine/cc/congestion-control.ts";
import { newreno } from "../../../src/engine/cc/newreno.ts";
import { Clock } from "../../../src/engine/core/clock.ts";
import { EventQueue } from "../../../src/engine/core/event-queue.ts";
import { EventSlot } from "../../../src/engine/core/event-slot.ts";
import { DelayPipe } from "../../../src/engine/net/delay-pipe.ts";
import { CE, NOT_ECT, type Packet, PacketPool, type PacketSink } from "../../../src/engine/net/packet.ts";
import { onAck } from "../../../src/engine/tcp/on-ack.ts";
import { onTimer } from "../../../src/engine/tcp/on-timer.ts";
import { Receiver, type ReceiverSettings } from "../../../src/engine/tcp/receiver.ts";
import { Sender } from "../../../src/engine/tcp/sender.ts";
import type { SenderSettings, SenderTraits } from "../../../src/engine/tcp/sender-settings.ts";

export const MS = 1e6;

export interface SentSegment {
  readonly seq: number;
  readonly atMs: number;
  readonly isRetransmission: boolean;
  readonly ecn: number;
  readonly cwr: boolean;
}

export interface SentAck {
  readonly ack: number;
  readonly atMs: number;
  readonly ece: boolean;
  readonly ceCount: number;
  readonly ecn: number;
  readonly sack: readonly number[];
}

interface Options {
  readonly sender?: Partial<SenderSettings>;
  readonly receiver?: Partial<ReceiverSettings>;
  readonly cc?: CongestionControl;
  readonly traits?: SenderTraits;
  readonly ecn?: boolean;
  readonly rttMs?: number;
  readonly gapMs?: number;
  /** Segments to send; endless if not said. */
  readonly segments?: number;
}

type Verdict = "deliver" | "drop" | "mark";

export class Harness {
  readonly sender: Sender;
  readonly receiver: Receiver;
  readonly pool = new PacketPool();
  readonly sent: SentSegment[] = [];
  readonly acks: SentAck[] = [];
  /** Reductions and timeouts: kind, when, cwnd before and after. */
  readonly events: { kind: number; atMs: number; before: number; after: number }[] = [];
  readonly ssthreshs: number[] = [];
  readonly clock = new Clock();
  /** What happens to a segment on the way there. */
  fate: (segment: SentSegment) => Verdict = () => "deliver";
  /** Whether an ACK is lost on the way back. */
  loseAck: (ack: SentAck) => boolean = () => false;
  private readonly queue = new EventQueue(this.clock);
  private readonly data = new EventSlot(this.queue);
  private readonly back = new EventSlot(this.queue);
  private readonly retransmissionTimer = new EventSlot(this.queue);
  private readonly delayedAckTimer = new EventSlot(this.queue);
  readonly pace = new EventSlot(this.queue);
  private readonly dataPipe: DelayPipe;
  private readonly ackPipe: DelayPipe;
  private freeNs = 0;

  constructor(options: Options = {}) {
    const { rttMs = 100, gapMs = 1 } = options;
    this.dataPipe = new DelayPipe(this.clock, this.data);
    this.ackPipe = new DelayPipe(this.clock, this.back);
    this.dataPipe.delayNs = this.ackPipe.delayNs = (rttMs / 2) * MS;
    const settings: SenderSettings = {
      sack: true,
      rack: true,
      rackLosses: false,
      lossProbes: false,
      frto: false,
      forwardRetransmissions: false,
      limitedTransmit: true,
      recovery: "prr",
      fastRecovery: "newreno",
      idleRestart: true,
      appLimitedGrowth: false,
      initialWindow: 10,
      minCwnd: 2,
      receiveWindow: Number.POSITIVE_INFINITY,
      ectRetransmissions: false,
      initialRtoNs: 1000 * MS,
      minRtoNs: 200 * MS,
      timerTickNs: 0,
      mssBytes: 1448,
      overheadBytes: 52,
      ...options.sender,
    };
    const cc =
      options.cc ??
      newreno.create(
        { "beta-ecn": 0.5, "beta-loss": 0.5, "reno-increase": "count", "reno-slow-start": "below" },
        () => 0,
      );
    const { traits = {} } = options;
    this.sender = new Sender(
      this.clock,
      0,
      settings,
      cc,
      traits,
      options.ecn ?? true,
      this.pool,
      this.retransmissionTimer,
      traits.paced === true ? this.pace : null,
      {
        onCwnd: () => {},
        onSsthresh: (ssthresh) => this.ssthreshs.push(ssthresh),
        onEvent: (kind, before, after) => this.events.push({ kind, atMs: this.nowNs / MS, before, after }),
      },
      this.entry(gapMs * MS),
    );
    const receiver: ReceiverSettings = {
      sack: settings.sack,
      dsack: false,
      delayedAck: 1,
      delayedAckTimerNs: 40 * MS,
      quickAcks: 0,
      quickAcksAfterCe: 2,
      ackBytes: 52,
      ...options.receiver,
    };
    const feedback = traits.feedback ?? "classic";
    this.receiver = new Receiver(this.clock, 0, receiver, feedback, this.pool, this.delayedAckTimer, {
      receive: (ack) => this.sendBack(ack),
    });
    this.sender.dataEnd = options.segments ?? Number.POSITIVE_INFINITY;
  }

  get nowNs(): number {
    return this.clock.nowNs;
  }

  get state() {
    return this.sender.state;
  }

  /** The first transmissions of these segments are lost. */
  dropOnce(...seqs: readonly number[]): void {
    this.drop(Object.fromEntries(seqs.map((seq) => [seq, 1])));
  }

  /** So many transmissions of each of these segments are lost. */
  drop(times: Readonly<Record<number, number>>): void {
    const left: Record<number, number> = { ...times };
    this.fate = ({ seq }) => {
      if (!(left[seq] > 0)) return "deliver";
      left[seq]--;
      return "drop";
    };
  }

  markOnce(...seqs: readonly number[]): void {
    this.fate = ({ seq, isRetransmission }) => (seqs.includes(seq) && !isRetransmission ? "mark" : "deliver");
  }

  start(): this {
    this.sender.send();
    return this;
  }

  /** Handles the events up to and including `untilMs`. */
  run(untilMs: number): this {
    while (this.queue.nextTimeNs <= untilMs * MS) {
      this.clock.nowNs = this.queue.nextTimeNs;
      this.handle(this.queue.nextSlot);
    }
    this.clock.nowNs = untilMs * MS;
    return this;
  }

  /** Segment numbers in the order in which they were sent, from a time on. */
  seqs(fromMs = 0): number[] {
    return this.sent.filter(({ atMs }) => atMs >= fromMs).map(({ seq }) => seq);
  }

  retransmitted(): number[] {
    return this.sent.filter(({ isRetransmission }) => isRetransmission).map(({ seq }) => seq);
  }

  private handle(slot: number): void {
    if (slot === this.data.index) this.receiver.onData(this.dataPipe.takeDue());
    else if (slot === this.back.index) {
      const ack = this.ackPipe.takeDue();
      onAck(this.sender, ack);
      this.pool.release(ack);
    } else if (slot === this.delayedAckTimer.index) this.receiver.onTimer();
    else if (slot === this.pace.index) this.sender.onPace();
    else onTimer(this.sender);
  }

  /** The entry of the path: one packet each `gapNs`. */
  private entry(gapNs: number): PacketSink {
    return {
      receive: (packet) => {
        const { nowNs } = this;
        const { seq, isRetransmission, ecn, cwr } = packet;
        const segment = { seq, atMs: nowNs / MS, isRetransmission, ecn, cwr };
        this.sent.push(segment);
        const departNs = Math.max(nowNs, this.freeNs);
        this.freeNs = departNs + gapNs;
        const verdict = this.fate(segment);
        if (verdict === "mark" && packet.ecn !== NOT_ECT) packet.ecn = CE;
        if (verdict === "drop") this.pool.release(packet);
        else this.dataPipe.receiveLater(packet, departNs - nowNs);
      },
    };
  }

  private sendBack(packet: Packet): void {
    const { ack, ece, ceCount, ecn, sackBlocks } = packet;
    const sent = {
      ack,
      atMs: this.nowNs / MS,
      ece,
      ceCount,
      ecn,
      sack: [...packet.sack.subarray(0, 2 * sackBlocks)],
    };
    this.acks.push(sent);
    if (this.loseAck(sent)) this.pool.release(packet);
    else this.ackPipe.receive(packet);
  }
}
