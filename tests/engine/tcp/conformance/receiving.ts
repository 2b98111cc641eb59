/** A receiver alone: the test is the network and says which segments come; what it acknowledges is looked at. */
import { expect } from "vitest";
import type { EcnFeedback } from "../../../../src/engine/cc/congestion-control.ts";
import { Clock } from "../../../../src/engine/core/clock.ts";
import { EventQueue, EventSlot } from "../../../../src/engine/core/event-queue.ts";
import { NOT_ECT, type Packet, PacketPool } from "../../../../src/engine/net/packet.ts";
import { Receiver, type ReceiverSettings } from "../../../../src/engine/tcp/receiver.ts";
import { FULL_PACKET_BYTES } from "../../net/made-packets.ts";

const MS = 1e6;

/** As Linux, past the quick ACKs of the start. */
const LINUX: ReceiverSettings = {
  sack: true,
  dsack: true,
  delayedAck: 2,
  delayedAckTimerNs: 40 * MS,
  quickAcks: 0,
  quickAcksAfterCe: 2,
  sackDelayNs: MS,
  ackBytes: 52,
};

/** "3 [5,7) [1,2)" and " ECE" where it is set. */
function textOf({ ack, ece, sack, sackBlocks }: Packet): string {
  const blocks = Array.from({ length: sackBlocks }, (_, i) => ` [${sack[2 * i]},${sack[2 * i + 1]})`);
  return `${ack}${blocks.join("")}${ece ? " ECE" : ""}`;
}

export class Receiving {
  readonly receiver: Receiver;
  readonly pool = new PacketPool();
  /** What was acknowledged since this was asked last. */
  heard: {
    readonly text: string;
    readonly atMs: number;
    readonly sack: readonly number[];
    readonly packet: Pick<Packet, "ack" | "ece" | "ecn" | "bytes" | "ceCount">;
  }[] = [];
  private readonly clock = new Clock();
  private readonly queue = new EventQueue(this.clock);

  constructor(settings: Partial<ReceiverSettings> = {}, feedback: EcnFeedback = "classic") {
    const slot = new EventSlot(this.queue);
    this.receiver = new Receiver(this.clock, 0, { ...LINUX, ...settings }, { feedback }, this.pool, slot, {
      receive: (ack) => {
        const sack = [...ack.sack.subarray(0, 2 * ack.sackBlocks)];
        this.heard.push({ text: textOf(ack), atMs: this.clock.nowNs / MS, sack, packet: { ...ack } });
        this.pool.release(ack);
      },
    });
  }

  /** These segments come, one right after the other. */
  get(...seqs: readonly number[]): this {
    for (const seq of seqs) this.with(seq, {});
    return this;
  }

  /** One with these fields: CE, CWR. */
  with(seq: number, fields: Partial<Packet>): this {
    const plain = { bytes: FULL_PACKET_BYTES, ecn: NOT_ECT, cwr: false, isLast: false };
    this.receiver.onData(Object.assign(this.pool.take(), plain, { seq }, fields));
    return this;
  }

  after(ms: number): this {
    return this.at(this.clock.nowNs / MS + ms);
  }

  /** Timers that are due until then go off. */
  at(ms: number): this {
    while (this.queue.nextTimeNs <= ms * MS) {
      this.clock.nowNs = this.queue.nextTimeNs;
      this.receiver.onTimer();
    }
    this.clock.nowNs = ms * MS;
    return this;
  }

  /** What was acknowledged since this was asked last. */
  acks(...texts: readonly string[]): this {
    expect(this.heard.map(({ text }) => text)).toEqual(texts);
    this.heard = [];
    return this;
  }

  acksAt(ms: number, ...texts: readonly string[]): this {
    expect(this.heard.map(({ text, atMs }) => `${text} at ${atMs}`)).toEqual(
      texts.map((text) => `${text} at ${ms}`),
    );
    this.heard = [];
    return this;
  }

  /** Counts of CE segments in the ACKs since. */
  counts(...ceCounts: readonly number[]): this {
    expect(this.heard.map(({ packet }) => packet.ceCount)).toEqual(ceCounts);
    this.heard = [];
    return this;
  }
}
