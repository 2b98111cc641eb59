/** A connection that is being opened: a sender with its handshake. The test replaces the network and the receiver. */
import type { Packet } from "../../../src/engine/net/packet.ts";
import { answerEcnRequest, Handshake } from "../../../src/engine/tcp/handshake.ts";
import { retransmissionTimeoutNs } from "../../../src/engine/tcp/rtt-estimator.ts";
import type { SenderTraits } from "../../../src/engine/tcp/sender-settings.ts";
import { LoneSender, MS, PLAIN } from "./lone-sender.ts";

export const S = 1e9;

interface Options {
  readonly ecn?: boolean;
  readonly traits?: SenderTraits;
  readonly retries?: number;
  readonly tickMs?: number;
}

export class Opening extends LoneSender {
  readonly sent: Packet[] = [];
  /** Times of the SYNs (s). */
  readonly sentS: number[] = [];
  readonly handshake: Handshake;

  constructor({ ecn = true, traits = {}, retries = 6, tickMs = 0 }: Options = {}) {
    super({ ...PLAIN, timerTickNs: tickMs * MS }, { ecn, traits, end: 3 });
    this.handshake = new Handshake(3, this.sender, retries, this.pool, this.timer, this.out);
    this.handshake.begin();
  }

  protected leave(packet: Packet): void {
    this.sent.push(Object.assign(Object.create(null), packet));
    this.sentS.push(this.clock.nowNs / S);
    this.pool.release(packet);
  }

  protected handle(): boolean {
    return this.handshake.onTimer();
  }

  /**
   * Runs timers up to this time, or until the first one that ends the attempt. Returns whether the attempt continues.
   */
  run(untilS: number): boolean {
    return this.runUntil(untilS * 1000);
  }

  /** Delivers a SYN-ACK that answers the i-th SYN, with these fields changed. */
  answer(i: number, fields: Partial<Packet> = {}): boolean {
    const synAck = this.pool.take();
    answerEcnRequest(synAck, this.sent[i]);
    Object.assign(synAck, fields);
    const opens = this.handshake.onSynAck(synAck);
    this.pool.release(synAck);
    return opens;
  }

  get rtoMs(): number {
    const { state, settings } = this.sender;
    return retransmissionTimeoutNs(state, settings.initialRtoNs, settings.minRtoNs, 0) / MS;
  }
}
