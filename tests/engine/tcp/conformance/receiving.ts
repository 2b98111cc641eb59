/** Tests a receiver alone. The test replaces the network: it chooses the segments that arrive, and checks the ACKs. */
import { expect } from "vitest";
import { Clock } from "../../../../src/engine/core/clock.ts";
import { EventQueue, EventSlot } from "../../../../src/engine/core/event-queue.ts";
import { NOT_ECT, type Packet, PacketPool } from "../../../../src/engine/net/packet.ts";
import type { EcnFeedback } from "../../../../src/engine/tcp/ecn.ts";
import { Receiver, type ReceiverSettings } from "../../../../src/engine/tcp/receiver.ts";
import { FULL_PACKET_BYTES } from "../../net/made-packets.ts";

const MS = 1e6;

/** Linux's settings after the quick ACKs at the start of a connection. */
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

/** Returns an ACK as text: "3 [5,7) [1,2)", with " ECE" if the flag is set. */
function textOf({ ack, ece, sack, sackBlocks }: Packet): string {
  const blocks = Array.from({ length: sackBlocks }, (_, i) => ` [${sack[2 * i]},${sack[2 * i + 1]})`);
  return `${ack}${blocks.join("")}${ece ? " ECE" : ""}`;
}

export class Receiving {
  readonly receiver: Receiver;
  readonly pool = new PacketPool();
  /** The ACKs since the last check. */
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

  /** Delivers these segments immediately one after another. */
  get(...seqs: readonly number[]): this {
    for (const seq of seqs) this.with(seq, {});
    return this;
  }

  /** Delivers one segment with these fields, such as CE or CWR. */
  with(seq: number, fields: Partial<Packet>): this {
    const plain = { bytes: FULL_PACKET_BYTES, ecn: NOT_ECT, cwr: false, isLast: false };
    this.receiver.onData(Object.assign(this.pool.take(), plain, { seq }, fields));
    return this;
  }

  after(ms: number): this {
    return this.at(this.clock.nowNs / MS + ms);
  }

  /** Advances the time and runs the timers that are due. */
  at(ms: number): this {
    while (this.queue.nextTimeNs <= ms * MS) {
      this.clock.nowNs = this.queue.nextTimeNs;
      this.receiver.onTimer();
    }
    this.clock.nowNs = ms * MS;
    return this;
  }

  /** Checks the ACKs that were sent since the last check. */
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

  /** Checks the counts of CE-marked segments in the ACKs since the last check. */
  counts(...ceCounts: readonly number[]): this {
    expect(this.heard.map(({ packet }) => packet.ceCount)).toEqual(ceCounts);
    this.heard = [];
    return this;
  }
}
