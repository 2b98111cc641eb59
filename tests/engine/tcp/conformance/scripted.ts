/**
 * A sender alone. The test replaces the network: it chooses the ACKs and their times, and checks what is sent. The
 * settings are those of a Linux sender after the handshake. Segments count from 0; `[2, 5]` is a SACK block of the
 * segments 2 to 4.
 *
 *     const flow = scripted({ rttMs: 100 });
 *     flow.write(10).sends(0, 1, 2, 3, 4, 5, 6, 7, 8, 9);
 *     flow.after(110).ack(0, [1, 2]).sends();
 */
import { expect } from "vitest";
import type { CongestionControlDefinition } from "../../../../src/engine/cc/congestion-control.ts";
import { cubic } from "../../../../src/engine/cc/cubic/cubic.ts";
import type { Packet } from "../../../../src/engine/net/packet.ts";
import type { ParamValue } from "../../../../src/engine/params/param.ts";
import { onTimer } from "../../../../src/engine/tcp/connection.ts";
import { CWR, LOSS, OPEN, RECOVERY } from "../../../../src/engine/tcp/loss-recovery.ts";
import { onAck } from "../../../../src/engine/tcp/on-ack.ts";
import { takeRttSample } from "../../../../src/engine/tcp/rtt-estimator.ts";
import type { SenderSettings } from "../../../../src/engine/tcp/sender-settings.ts";
import { FLOW_EVENT } from "../../../../src/engine/trace/snapshot.ts";
import { LINUX, LoneSender, MS } from "../lone-sender.ts";

export interface Options {
  readonly sender?: Partial<SenderSettings>;
  readonly cc?: CongestionControlDefinition;
  readonly params?: Readonly<Record<string, ParamValue>>;
  /** Round trip that the handshake measured (ms); absent if the connection opened without one. */
  readonly rttMs?: number;
  readonly ecn?: boolean;
}

interface SentSegment {
  readonly seq: number;
  readonly atMs: number;
  readonly isRetransmission: boolean;
  readonly cwr: boolean;
  readonly ecn: number;
}

type Block = readonly [number, number];

const STATES = { open: OPEN, cwr: CWR, recovery: RECOVERY, loss: LOSS } as const;

export class Script extends LoneSender {
  private sent: SentSegment[] = [];

  constructor({ sender = {}, cc = cubic, params = {}, rttMs, ecn = true }: Options = {}) {
    const defaults = Object.fromEntries(cc.params.map((param) => [param.id, param.default]));
    super({ ...LINUX, ...sender }, { cc: cc.create({ ...defaults, ...params }, () => 0), traits: cc, ecn });
    if (rttMs !== undefined) takeRttSample(this.sender.state, rttMs * MS);
  }

  /** Lets the application offer this many more segments. */
  write(segments: number): this {
    this.sender.dataEnd += segments;
    this.sender.resume();
    return this;
  }

  /** Advances the time by `ms` and runs the timers that are due. */
  after(ms: number): this {
    return this.at(this.nowMs + ms);
  }

  at(ms: number): this {
    this.runUntil(ms);
    return this;
  }

  /**
   * Delivers an ACK of all segments below `next`. A first block that is below `next` or inside the second block is a
   * DSACK.
   */
  ack(next: number, ...blocks: readonly Block[]): this {
    return this.receive(next, blocks, false, 0);
  }

  /** Delivers an ACK with ECN-Echo. */
  echo(next: number, ...blocks: readonly Block[]): this {
    return this.receive(next, blocks, true, 0);
  }

  /** Delivers an ACK with the count of all CE-marked segments so far. */
  counted(next: number, ceCount: number, ...blocks: readonly Block[]): this {
    return this.receive(next, blocks, false, ceCount);
  }

  /** Checks which segments were sent since the last check. */
  sends(...seqs: readonly number[]): this {
    expect(
      this.sent.map(({ seq }) => seq),
      `sent until ${this.nowMs} ms`,
    ).toEqual(seqs);
    this.sent = [];
    return this;
  }

  /** Checks that all segments from `first` to before `end` were sent since the last check. */
  sendsAll(first: number, end: number): this {
    return this.sends(...range(first, end));
  }

  /** Checks which segments were sent at this time. */
  sendsAt(ms: number, ...seqs: readonly number[]): this {
    expect(this.sent.map(({ seq, atMs }) => `${seq} at ${atMs}`)).toEqual(
      seqs.map((seq) => `${seq} at ${ms}`),
    );
    this.sent = [];
    return this;
  }

  /** Returns the segments that were sent since the last check. */
  taken(): readonly SentSegment[] {
    const { sent } = this;
    this.sent = [];
    return sent;
  }

  state(name: keyof typeof STATES): this {
    const { congestion } = this.sender;
    expect(Object.entries(STATES).find(([, value]) => value === congestion)?.[0]).toBe(name);
    return this;
  }

  cwnd(segments: number): this {
    expect(this.sender.state.cwnd, "cwnd").toBe(segments);
    return this;
  }

  ssthresh(segments: number): this {
    expect(this.sender.state.ssthresh, "ssthresh").toBe(segments);
    return this;
  }

  /** Checks the names of the events so far. */
  happened(...names: readonly (keyof typeof FLOW_EVENT)[]): this {
    expect(this.events.map(({ kind }) => kind)).toEqual(names.map((name) => FLOW_EVENT[name]));
    return this;
  }

  private receive(next: number, blocks: readonly Block[], ece: boolean, ceCount: number): this {
    const packet = this.pool.take();
    packet.isAck = true;
    packet.ack = next;
    packet.ece = ece;
    packet.ceCount = ceCount;
    packet.sackBlocks = blocks.length;
    packet.sack = Int32Array.from({ length: 6 }, (_, i) => blocks.flat()[i] ?? 0);
    onAck(this.sender, packet);
    this.pool.release(packet);
    return this;
  }

  protected handle(slot: number): boolean {
    if (slot === this.timer.index) onTimer(this.sender);
    else this.sender.onPace();
    return true;
  }

  protected leave(packet: Packet): void {
    const { seq, isRetransmission, cwr, ecn } = packet;
    this.sent.push({ seq, atMs: this.nowMs, isRetransmission, cwr, ecn });
    this.pool.release(packet);
  }
}

export function scripted(options: Options = {}): Script {
  return new Script(options);
}

/** Returns segment numbers from `first` to before `end`. */
export function range(first: number, end: number): number[] {
  return Array.from({ length: end - first }, (_, i) => first + i);
}
