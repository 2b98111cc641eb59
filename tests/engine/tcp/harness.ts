/**
 * A sender and a receiver connected by a path that drops or marks chosen packets. The path accepts one packet per
 * `gapMs`, and a round trip takes `rttMs`. Everything sent is recorded.
 */
import { EventSlot } from "../../../src/engine/core/event-queue.ts";
import { DelayPipe } from "../../../src/engine/net/delay-pipe.ts";
import { CE, NOT_ECT, type Packet } from "../../../src/engine/net/packet.ts";
import { onTimer } from "../../../src/engine/tcp/connection.ts";
import { onAck } from "../../../src/engine/tcp/on-ack.ts";
import { Receiver, type ReceiverSettings } from "../../../src/engine/tcp/receiver.ts";
import type { SenderSettings } from "../../../src/engine/tcp/sender-settings.ts";
import { type LoneOptions, LoneSender, MS, PLAIN } from "./lone-sender.ts";

export { MS } from "./lone-sender.ts";

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

interface Options extends LoneOptions {
  readonly sender?: Partial<SenderSettings>;
  readonly receiver?: Partial<ReceiverSettings>;
  readonly rttMs?: number;
  readonly gapMs?: number;
  /** Number of segments to send; by default unlimited. */
  readonly segments?: number;
}

type Verdict = "deliver" | "drop" | "mark";

export class Harness extends LoneSender {
  readonly receiver: Receiver;
  readonly sent: SentSegment[] = [];
  readonly acks: SentAck[] = [];
  /** Decides what happens to a segment on its way. */
  fate: (segment: SentSegment) => Verdict = () => "deliver";
  /** Returns true if this ACK is lost on its way back. */
  loseAck: (ack: SentAck) => boolean = () => false;
  private readonly data = new EventSlot(this.queue);
  private readonly back = new EventSlot(this.queue);
  private readonly delayedAckTimer = new EventSlot(this.queue);
  private readonly dataPipe: DelayPipe;
  private readonly ackPipe: DelayPipe;
  private readonly gapNs: number;
  private freeNs = 0;

  constructor(options: Options = {}) {
    const settings: SenderSettings = { ...PLAIN, ...options.sender };
    super(settings, options);
    const { rttMs = 100, gapMs = 1, traits = {} } = options;
    this.gapNs = gapMs * MS;
    this.dataPipe = new DelayPipe(this.clock, this.data);
    this.ackPipe = new DelayPipe(this.clock, this.back);
    this.dataPipe.delayNs = this.ackPipe.delayNs = (rttMs / 2) * MS;
    const receiver: ReceiverSettings = {
      sack: settings.sack,
      dsack: false,
      delayedAck: 1,
      delayedAckTimerNs: 40 * MS,
      quickAcks: 0,
      quickAcksAfterCe: 2,
      sackDelayNs: 0,
      ackBytes: 52,
      ...options.receiver,
    };
    this.receiver = new Receiver(this.clock, 0, receiver, traits, this.pool, this.delayedAckTimer, {
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

  /** Loses the first transmission of each of these segments. */
  dropOnce(...seqs: readonly number[]): this {
    return this.drop(Object.fromEntries(seqs.map((seq) => [seq, 1])));
  }

  /** Loses the given number of transmissions of each of these segments. */
  drop(times: Readonly<Record<number, number>>): this {
    const left: Record<number, number> = { ...times };
    this.fate = ({ seq }) => {
      if (!(left[seq] > 0)) return "deliver";
      left[seq]--;
      return "drop";
    };
    return this;
  }

  markOnce(...seqs: readonly number[]): this {
    this.fate = ({ seq, isRetransmission }) => (seqs.includes(seq) && !isRetransmission ? "mark" : "deliver");
    return this;
  }

  start(): this {
    this.sender.send();
    return this;
  }

  /** Processes all events up to and including `untilMs`. */
  run(untilMs: number): this {
    this.runUntil(untilMs);
    return this;
  }

  /** Returns the numbers of the segments sent since `fromMs`, in order. */
  seqs(fromMs = 0): number[] {
    return this.sent.filter(({ atMs }) => atMs >= fromMs).map(({ seq }) => seq);
  }

  retransmitted(): number[] {
    return this.sent.filter(({ isRetransmission }) => isRetransmission).map(({ seq }) => seq);
  }

  protected handle(slot: number): boolean {
    if (slot === this.data.index) this.receiver.onData(this.dataPipe.takeDue());
    else if (slot === this.back.index) {
      const ack = this.ackPipe.takeDue();
      onAck(this.sender, ack);
      this.pool.release(ack);
    } else if (slot === this.delayedAckTimer.index) this.receiver.onTimer();
    else if (slot === this.pace.index) this.sender.onPace();
    else onTimer(this.sender);
    return true;
  }

  /** Handles a packet at the entry of the path, which passes one packet per `gapNs`. */
  protected leave(packet: Packet): void {
    const { nowNs } = this;
    const { seq, isRetransmission, ecn, cwr } = packet;
    const segment = { seq, atMs: nowNs / MS, isRetransmission, ecn, cwr };
    this.sent.push(segment);
    const departNs = Math.max(nowNs, this.freeNs);
    this.freeNs = departNs + this.gapNs;
    const verdict = this.fate(segment);
    if (verdict === "mark" && packet.ecn !== NOT_ECT) packet.ecn = CE;
    if (verdict === "drop") this.pool.release(packet);
    else this.dataPipe.receiveLater(packet, departNs - nowNs);
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
